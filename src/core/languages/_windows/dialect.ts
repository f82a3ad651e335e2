// Tells which shell a text was written for: PowerShell or cmd only where it is plainly theirs.
import { commandOf, own } from './tongue.ts'
import type { Lookup } from './tongue.ts'

/** A large pattern costs more to make than most texts to judge: each waits until a text hints at Windows. */
const later = (make: () => RegExp): (() => RegExp) => {
  let made: RegExp | undefined
  return () => (made ??= make())
}

/** A part of each of the hints below, in a pattern that is quickly made: most commands of a person's day have none of it. */
export const TRACES =
  /^\s*(?:[$&@:[(]|\.\s?[({]|fo|fu|i[efrw]|pa|re|RE|tr|do|sw)|[$%]|[.:~\\]\\|\(\s?[(!-]|-[A-Z][a-z]|\s-[A-Za-z]{3}|[A-Za-z]-[A-Za-z]|\w[\x60^]\w|\{\s|\]::|\s(?:\/[A-Za-z?](?=[\s:"/]|$)|[A-Za-z]:|con)|(?:el|rd|dir|EL|RD)\/|trib|exis|(?:eg|EG|xe)\s/
/** The least that must be there before anything is looked at closely. One pattern for all takes less time than each of them in turn, and so does looking back from what is rare. */
export const HINTS = later(
  () =>
    new RegExp(
      [
        /^\s*(?:[$&@:[(]|\.\s?[({]|for\b|foreach\b|if\b|function\b|param\b|iex\b|iwr\b|irm\b|rem\b|REM\b|(?:try|do|switch)\s?[({])/,
        /-(?:(?<=[a-z]-)[A-Z][a-z]|(?:Recurse|Force|LiteralPath|ErrorAction)\b)/,
        // The beginning of a statement with a dash in its name, and a long option after one dash.
        /(?:^|[;|&\n{(])\s{0,20}[A-Za-z]{3,12}-[A-Za-z]{4,40}(?=[\s;|&)}]|$)/,
        /\s-[A-Za-z]{3,20}(?=[\s:]|$)/,
        /(?:^|[\s;&|])\.{1,2}\\\w|~\\\w|:\\(?<=[A-Za-z]:\\)|\s\\\\[\w.-]{1,64}\\/,
        /\$(?:[eE][nN][vV]:|LASTEXITCODE\b)|[;\n]\s{0,20}\$[A-Za-z_]\w{0,40} \+?= |\]::|%[A-Za-z_]{4}|\|\s{0,9}(?:[%?]|[A-Za-z][\w-]{1,20})\s{0,9}\{\s/,
        /[;\n{}]\s{0,20}(?:if|foreach|while|for)\s?\(\s?[$(!-]/,
        /(?:^|[;|&\n{(])\s{0,20}\w{1,30}[\x60^]\w/,
        /\s(?:\/[A-Za-z?](?=[\s:"/]|$)|[A-Za-z]:(?=[\s\\]|$)|con\b)/,
        /\/[A-Za-z](?<=\b(?:del|rd|rmdir|DEL|RD)\/.)/,
        /\b(?:attrib\s+[+-]|if\s+(?:not )?exist)/,
        /\b(?:reg|REG|reg\.exe)\s+(?:add|delete|save|export|query|import|restore|load|copy|ADD|DELETE|SAVE)\b/,
      ]
        .map((pattern) => pattern.source)
        .join('|'),
    ),
)

const BASH_ONLY = later(
  () =>
    new RegExp(
      [
        /\$\((?![A-Z][a-z]+-|\$|')|<<-?\s*['"\\]?\w|\[\[ |(?:^|[;\n])[ \t]*(?:fi|done|esac|then|do)\b|\bexport \w+=|\/dev\/null|\$\{\w+[:#%/@[]/,
        /(?:^|[\s='"])(?:~|\/usr|\/bin|\/etc|\/opt|\/home)\//,
      ]
        .map((pattern) => pattern.source)
        .join('|'),
    ),
)
/** Quotes, expansions and a separator that mean nothing to cmd: with them, a lone hint at cmd is not enough. */
const NOT_CMD = /^\s*\{\s|'[^'\n ]* [^'\n]*'|\$[A-Za-z_{(]|\\\n|[\w)]; \w/
const SYSTEM_FOLDERS =
  'USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|SYSTEMROOT|SYSTEMDRIVE|WINDIR|HOMEPATH|HOMEDRIVE|COMSPEC|ALLUSERSPROFILE|PUBLIC'
const SYSTEM_VARIABLE = later(
  () => new RegExp(`^%(?:(?:${SYSTEM_FOLDERS}|USERNAME|COMPUTERNAME|TEMP|TMP|PATH|CD)(?:\\(x86\\))?%|~[a-z]{0,3}\\d|\\w{3,40}%\\\\)`, 'i'),
)
/** What follows a program of Windows and says that cmd reads the line. */
const SWITCHED = later(
  () => /^[\w.-]+(?:\s+|(?=\/))(?:["\w.:\\*%-]+\s+){0,3}(?:\/[a-z?]{1,12}(?=[\s/:"]|$)|[a-z]:(?=[\\\s]|$)|con(?=\s|$)|[+-][rhsa](?=\s)|"?HK[A-Z_]{2,18}\\)/i,
)
/** The same behind what every shell has. */
const CHANGED_DRIVE = /^\w+\s+(?:\/d\s|[A-Za-z]:\\)/i
const DASHED = /\s-([A-Za-z?][\w-]*)(?=[\s:]|$)/g
/** Programs that are given other shells' text as an argument. */
const CARRIER = /^(?:powershell|pwsh|ssh|docker|sed|grep|rg|awk|python3?|node|perl|git)(?:\.exe)?\s/i
const LONGEST = 16_384

/** Conditions in brackets and spaced assignments, which bash would take for something else. */
const POWERSHELL_STATEMENT =
  /^(?:(?:if|elseif|while)\s?\(\s?(?:!|-not\s)?\s?\(?\$(?:[\w:.]{1,60}|\?)\s?(?:\)|-[a-z]{2,12}\b)|foreach\s?\(\s?\$\w|\$(?:env:)?[A-Za-z_]\w{0,60}(?:\.\w{1,40})? [+]?= )/i

type Dialect = 'bash' | 'powershell' | 'cmd'

/** What is known of both shells; read only where a text hints at them. */
export interface Lookups {
  readonly powershell: () => Lookup
  readonly cmd: () => Lookup
}

/** What may begin or end something outside quotes, and inside them. */
const TELLING = /["#$%&'(;<\\{|\n]/g

/** PowerShell or cmd only where the text is plainly that; everything else is read as bash. */
export function guessDialect(text: string, lookups: Lookups): Dialect {
  const head = text.length > LONGEST ? text.slice(0, LONGEST) : text
  if (!TRACES.test(head) || !HINTS().test(head)) return 'bash'
  const found = opening(head.trimStart()) ?? fromStatements(head, lookups)
  return found ?? 'bash'
}

/** With what any of them begins. */
const OPENINGS = /^[#@:sSrRfFiI$[uU<&pPtTdD(.'"]/
/** A text that is handed to a cmdlet. */
const SAID_TO =
  /^(?:"[^"\n]{0,160}"|'[^'\n]{0,160}')(?:\s*,\s*(?:"[^"\n]{0,80}"|'[^'\n]{0,80}')){0,9}\s*\|\s*(?:iex\b|ri\b|[%?]\s*\{|(?:Invoke|Remove|Out|Set|Add|ForEach|Where|Select|Clear|Stop|Format)-[A-Z])/i

/** What the very beginning says, where that is enough. */
function opening(text: string): Dialect | null {
  const start = text.slice(0, 200)
  if (!OPENINGS.test(start)) return null
  if (/^#!|^#\s*!/.test(start)) return 'bash'
  if (/^['"]/.test(start)) return SAID_TO.test(text.slice(0, 600)) ? POWERSHELL.dialect : null
  if (/^(?:@echo\s+(?:off|on)\b|::|@?setlocal\b|@?rem\s)/i.test(start)) return 'cmd'
  const loops = /^for\s+(?:\/[dDrRlLfF]\s+.{0,100})?%{1,2}[A-Za-z]\s+in\s*\(/i.test(start)
  if (loops || /^if\s+(?:\/i\s+)?(?:not\s+)?(?:exist|errorlevel|defined)\s+\S/i.test(start)) return BASH_ONLY().test(text) ? null : 'cmd'
  if (
    /^\$(?:env:\w+|(?:global:|script:)?[A-Za-z_]\w*)(?:\.\w+|\[\w+\])?\s*[+]?=(?:\s|[['"@({$](?!\()|[A-Z][a-z]{1,10}-[A-Z])/i.test(start) ||
    /^\$env:\w+\s*=/i.test(start)
  )
    return 'powershell'
  if (/^\[[A-Z][\w.]*(?:\[\])?\](?:::|\$)/i.test(start) || /^#requires\b|^using namespace\b|^<#/i.test(start)) return 'powershell'
  if (/^&\s*['"{$(]|^\.\s*[({]|^switch\s*\(|^param\s*\(|^foreach\s*\(\s*\$|^for\s*\(\s*\$|^(?:try|do)\s*\{\s|^@\(|^@\{/i.test(start)) return 'powershell'
  if (/^(?:iwr|irm)\s+['"(-]?[\w('$]/i.test(start) || /^iex\s*\(|^iex\s+["'$&(]/i.test(start)) return 'powershell'
  if (/^function\s+[A-Z][a-z]+-[A-Z]\w+/.test(start) || /^\(+(?:New-Object|Get-[A-Z]|iwr\b|irm\b|Invoke-|\[[A-Z][\w.]+\](?:::|['"$]))/i.test(start))
    return 'powershell'
  return /^if\s*\(\s*(?:-not\s*|!\s*)?\(?\s*(?:\$[\w:.]+\s+-[a-z]|Test-Path|Get-[A-Z])/i.test(start) ? 'powershell' : null
}

/** Looks at the first words of every statement outside quotes, up to a here-document. */
function fromStatements(text: string, lookups: Lookups): Dialect | null {
  let weak: Dialect | null = null
  let quote = ''
  let fresh = true
  for (let at = 0; at < text.length; at++) {
    if (!fresh) {
      TELLING.lastIndex = at
      if (!TELLING.test(text)) break
      at = TELLING.lastIndex - 1
    }
    const c = text.charAt(at)
    if (quote !== '') {
      if (c === quote) quote = ''
      else if (c === '\\' && quote === '"' && (text[at + 1] === '"' || text[at + 1] === '$')) at++
      continue
    }
    if (c === '#' && (at === 0 || /\s/.test(text[at - 1] ?? ''))) {
      while (at < text.length && text[at] !== '\n') at++
      fresh = true
      continue
    }
    if (c === '<' && text[at + 1] === '<' && text[at + 2] !== '<') break
    if (
      (c === '|' && /^\|\s*(?:[%?]\s*|[A-Za-z][\w-]{1,20}\s+)\{\s/.test(text.slice(at, at + 40))) ||
      (c === '{' && /^\{\s+&\s*['"$({]/.test(text.slice(at, at + 24)))
    )
      return POWERSHELL.dialect
    if (fresh && !/[\s@]/.test(c)) {
      fresh = false
      const found = fromStatement(text.slice(at, at + 300), lookups)
      if (found?.sure === true) return found.dialect
      weak ??= found?.dialect ?? null
    }
    if (c === ';' || c === '|' || c === '&' || c === '\n' || c === '{' || c === '(') fresh = true
    else if (c === '"' || c === "'") {
      // An apostrophe inside a word is no quote.
      if (text.indexOf(c, at + 1) > 0) quote = c
      if (c === '"' && /^"[^"\n]{0,40}\$env:[A-Z]\w*[\\/"]/i.test(text.slice(at, at + 100))) weak ??= 'powershell'
      if (c === '"' && SYSTEM_VARIABLE().test(text.slice(at + 1, at + 61))) weak ??= 'cmd'
    } else if (c === '\\' && /["'$]/.test(text[at + 1] ?? '')) at++
    else if (c === '$' && /^\$[eE]nv:[A-Z]\w/.test(text.slice(at, at + 7))) weak ??= 'powershell'
    else if (c === '%' && SYSTEM_VARIABLE().test(text.slice(at, at + 60))) weak ??= 'cmd'
  }
  if (weak === 'cmd' && NOT_CMD.test(text)) return null
  return weak === null || BASH_ONLY().test(text) || CARRIER.test(text.trimStart()) ? null : weak
}

interface Found {
  readonly dialect: Dialect
  readonly sure: boolean
}
const POWERSHELL: Found = { dialect: 'powershell', sure: true }
const LIKE_POWERSHELL: Found = { dialect: 'powershell', sure: false }
const LIKE_CMD: Found = { dialect: 'cmd', sure: false }

/** One statement's beginning. `sure` where no bash feature elsewhere may outweigh it. */
function fromStatement(text: string, lookups: Lookups): Found | null {
  const first = /^[\w.:\\/\x60^-]{1,100}/.exec(text)?.[0] ?? ''
  const line = /^[^\n;|&]*/.exec(text)?.[0] ?? ''
  if (/\w\^\w/.test(first)) return LIKE_CMD
  if (first.includes('\x60')) return fromBroken(first, line, lookups)
  if (first.includes('-')) {
    const cmdlet = fromCmdlet(first, line, lookups)
    if (cmdlet !== null) return cmdlet
  }
  if (/^[iewf$]/i.test(text) && POWERSHELL_STATEMENT.test(text)) return POWERSHELL
  if (/^"?[A-Za-z]:\\/.test(text)) return LIKE_CMD
  // Bash would take these backslashes away.
  if (/^\.{1,2}\\\w/.test(text)) return /\.ps1$/i.test(first) ? LIKE_POWERSHELL : LIKE_CMD
  if (isAliased(first, line, lookups)) return LIKE_POWERSHELL
  const name = first.replace(/\/.*/s, '').toLowerCase()
  const { tongue, programs } = lookups.cmd()
  // What every system has under this name is cmd's only where cmd has it built in: `rmdir`, not `find`.
  const theirs = tongue.commands.builtins.includes(name) ? commandOf(tongue, name) : name.replace(/\.(?:exe|com)$/, '')
  const isTheirs = programs.isSwitched(theirs) || programs.isCmdlet(theirs)
  if ((isTheirs && !programs.runsOthers(name) && SWITCHED().test(line)) || (tongue.commands.builtins.includes(name) && CHANGED_DRIVE.test(line)))
    return LIKE_CMD
  // Backslashes that bash would eat, given to a program of Windows.
  if (!line.includes('\\') || !(isTheirs || name.endsWith('.exe'))) return null
  const unquoted = line.replace(/"[^"]*"|'[^']*'/g, '""')
  return /\s[^\s"']*(?:[A-Za-z]:\\|\\\\)\w/.test(unquoted) ? LIKE_CMD : null
}

/** A name with a backtick in it, which escapes a letter that needs none. */
function fromBroken(first: string, line: string, lookups: Lookups): Found | null {
  const name = first.replaceAll('\x60', '')
  const { tongue } = lookups.powershell()
  const isCommand = own(tongue.commands.aliases, name.toLowerCase()) !== undefined || (name.includes('-') && fromCmdlet(name, line, lookups) !== null)
  return isCommand && (line.match(/\x60/g) ?? []).length % 2 === 1 ? POWERSHELL : null
}

/** `Verb-Noun`: one that programs/ describes, or as people write them. In small letters others are taken for it only with a parameter. */
function fromCmdlet(first: string, line: string, lookups: Lookups): Found | null {
  const [, verb = '', noun = ''] = /^([A-Za-z]{2,12})-([A-Za-z]\w{2,})$/.exec(first) ?? []
  if (noun === '') return null
  const { tongue, programs } = lookups.powershell()
  const lower = first.toLowerCase()
  if (programs.isKnown(lower)) return programs.isCmdlet(lower) ? POWERSHELL : null
  const isVerb = tongue.commands.verbs.some((one) => one.toLowerCase() === verb.toLowerCase())
  if (!isVerb) return null
  if (/^[A-Z]/.test(verb) && /^[A-Z]/.test(noun)) return POWERSHELL
  return /\s-[A-Za-z]{3,40}(?=[\s:]|$)/.test(line) && !/\s--[a-z]/.test(line) ? LIKE_POWERSHELL : null
}

/** An alias whose options are all parameters of its cmdlet, spelt so that no other program of that name takes them. */
function isAliased(first: string, line: string, lookups: Lookups): boolean {
  const { length } = first
  if (length > 8 || !(/\s-[A-Za-z]{2}/.test(line) || /\s~\\\w/.test(line))) return false
  const { tongue, programs } = lookups.powershell()
  const cmdlet = own(tongue.commands.aliases, first.toLowerCase())
  if (cmdlet === undefined) return false
  const given = [...line.replace(/"[^"]*"|'[^']*'/g, '""').matchAll(DASHED)].map(([, name = '']) => name)
  if (given.some((name) => !programs.takes(cmdlet, `-${name}`)) || /\s--/.test(line)) return false
  const longest = given.reduce((most, name) => Math.max(most, name.length), 0)
  return !programs.isKnown(first.toLowerCase())
    ? longest > 2 || given.length > 1 || /\s~\\\w/.test(line)
    : longest > 3 || given.some((name) => /^[A-Z][a-z]{2}/.test(name))
}
