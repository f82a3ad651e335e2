// Which shell was this text written for?

/** A large pattern costs more to make than most texts to judge: each waits until a text hints at Windows. */
const later = (make: () => RegExp): (() => RegExp) => {
  let made: RegExp | undefined
  return () => (made ??= make())
}

const CMDLET_VERBS = [
  'Add|Clear|Compress|Convert|ConvertFrom|ConvertTo|Copy|Debug|Disable|Dismount|Enable|Enter|Exit|Expand|Export|Find|ForEach',
  'Format|Get|Grant|Import|Initialize|Install|Invoke|Join|Measure|Mount|Move|New|Out|Pop|Publish|Push|Read',
  'Receive|Register|Remove|Rename|Repair|Reset|Resize|Resolve|Restart|Restore|Resume|Revoke|Save|Select|Send|Set|Show',
  'Sort|Split|Start|Stop|Suspend|Tee|Test|Trace|Unblock|Uninstall|Unregister|Update|Wait|Where|Write',
].join('|')
/** As people write them: capital letters are what tells `Get-Item` from `get-pip`. */
const CMDLET = later(() => new RegExp(`^(?:${CMDLET_VERBS})-[A-Z][A-Za-z]{2,}$`))
/** In small letters only names that no Unix program has. */
const SMALL_CMDLET = later(
  () =>
    new RegExp(
      `^(?:${[
        '(?:get|set|new|remove|copy|move|rename|clear)-(?:item|itemproperty|childitem|content|location|process|service|acl|executionpolicy)',
        '(?:get|set|new|remove)-(?:object|variable|alias|date|host|localuser|aduser|mppreference|netfirewallrule)',
        'invoke-(?:item|expression|webrequest|restmethod|command)|(?:foreach|where|select)-object|select-string|write-(?:host|output)|out-(?:file|null|string)',
        '(?:stop|start)-(?:process|service|computer|job)|restart-computer|format-volume|clear-(?:disk|recyclebin|eventlog)',
        'add-(?:content|type|mppreference)|test-path|join-path|import-module',
      ].join('|')})$`,
      'i',
    ),
)
const WINDOWS_PROGRAM = later(
  () =>
    new RegExp(
      `^(?:${[
        'cmd|powershell|pwsh|reg|attrib|icacls|cacls|takeown|vssadmin|bcdedit|schtasks|wmic|net|net1|sc|bitsadmin|certutil|wevtutil|diskpart|cipher|fsutil|netsh',
        'taskkill|tasklist|rundll32|regsvr32|mshta|cmdkey|gpresult|xcopy|robocopy|assoc|ftype|wscript|cscript|msiexec|copy|move|del|erase|rd|dir|type|ren|start',
        'mklink|explorer|dsquery|runas|where|md|esentutl|forfiles|curl|expand|findstr',
      ].join('|')})(?:\\.exe)?$`,
      'i',
    ),
)
/** A part of each of the hints below, in a pattern that is quickly made: most commands of a person's day have none of it. */
export const TRACES =
  /^\s*(?:[$&@:[(]|fo|fu|i[efrw]|pa|re|RE)|[$%]|[.:\\]\\|\(\s?[(!-]|-[A-Z][a-z]|-(?:item|obj|path|con|chi|exp|web|res|pro|exe|host|out)|\]::|[bdefglrtyDGLT]\s+(?:\/|[A-Za-z]:|con)|(?:el|rd|dir|EL|RD)\/|trib|exis|(?:eg|EG|xe)\s/
/** The least that must be there before anything is looked at closely. One pattern for all takes less time than each of them in turn, and so does looking back from what is rare. */
export const HINTS = later(
  () =>
    new RegExp(
      [
        /^\s*(?:[$&@:[(]|for\b|foreach\b|if\b|function\b|param\b|iex\b|iwr\b|irm\b|rem\b|REM\b)/,
        /-(?:(?<=[a-z]-)[A-Z][a-z]|(?:Recurse|Force|LiteralPath|ErrorAction)\b)/,
        /-(?:item|object|path|content|childitem|expression|webrequest|restmethod|process|executionpolicy|host|output)\b(?<=\b[a-z]{3,9}-[a-z]{4,15})/,
        /(?:^|[\s;&|])\.{1,2}\\\w|:\\(?<=[A-Za-z]:\\)|\s\\\\[\w.-]{1,64}\\/,
        /\$(?:[eE][nN][vV]:|LASTEXITCODE\b)|[;\n]\s{0,20}\$[A-Za-z_]\w{0,40} \+?= |\]::|%[A-Za-z_]{4}/,
        /[;\n{}]\s{0,20}(?:if|foreach|while|for)\s?\(\s?[$(!-]/,
        /\s(?:\/[A-Za-z]|[A-Za-z]:|con\b)(?<=\b(?:del|erase|rd|rmdir|dir|copy|xcopy|move|format|attrib|reg|cd|DEL|RD|REG|FORMAT|reg\.exe|taskkill|if)\s+\S+)/,
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
        /\$\((?![A-Z][a-z]+-|\$|')|<<-?\s*['"\\]?\w|\[\[ |(?:^|[;\n])\s*(?:fi|done|esac|then|do)\b|\bexport \w+=|\/dev\/null|\$\{\w+[:#%/@[]/,
        /(?:^|[\s='"])(?:~|\/usr|\/bin|\/etc|\/opt|\/home)\//,
      ]
        .map((pattern) => pattern.source)
        .join('|'),
    ),
)
/** Quotes, expansions and a separator that mean nothing to cmd: with them, a lone hint at cmd is not enough. */
const NOT_CMD = /'[^'\n]* [^'\n]*'|\$[A-Za-z_{(]|\\\n|[\w)]; \w/
const SYSTEM_FOLDERS =
  'USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|SYSTEMROOT|SYSTEMDRIVE|WINDIR|HOMEPATH|HOMEDRIVE|COMSPEC|ALLUSERSPROFILE|PUBLIC'
const SYSTEM_VARIABLE = later(
  () => new RegExp(`^%(?:(?:${SYSTEM_FOLDERS}|USERNAME|COMPUTERNAME|TEMP|TMP|PATH|CD)(?:\\(x86\\))?%|~[a-z]{0,3}\\d|\\w{3,40}%\\\\)`, 'i'),
)
/** What cmd's own commands look like with their switches. */
const CMD_SWITCH = /^(?:del|erase|rd|rmdir|dir|copy|xcopy|move|attrib|type|ren|md|mkdir)(?:\.exe)?(?:\s+|(?=\/))(?:["\w.:\\*%-]+\s+){0,3}\/[a-z?](?=[\s/:"]|$)/i
const CMD_PHRASE = later(
  () =>
    new RegExp(
      [
        /^format(?:\.com|\.exe)?\s+[A-Za-z]:(?:\s|$)|^copy\s+con\b|^reg(?:\.exe)?\s+(?:add|delete|query|import|save|export)\s+"?HK/,
        /^attrib\s+[+-][rhsa]\b|^cd\s+\/d\s|^taskkill(?:\.exe)?\s+\/|^mklink\s+\/|^(?:cd|chdir|pushd)\s+[A-Za-z]:\\/,
      ]
        .map((pattern) => pattern.source)
        .join('|'),
      'i',
    ),
)
const PLAIN_ALIAS = /^(?:rm|del|ls|dir|gci|ri|cp|copy|mv|move|md|mkdir|cat|type|rmdir|rd|cd|gc|sl|ni|gi|sc|kill|ps)$/i
const POWERSHELL_OPTION = /\s-(?:Recurse|Force|LiteralPath|ErrorAction|Path|Filter|ItemType|Confirm:\$)(?!\w)/
/** Programs that are given other shells' text as an argument. */
const CARRIER = /^(?:powershell|pwsh|ssh|docker|sed|grep|rg|awk|python3?|node|perl|git)(?:\.exe)?\s/i
const LONGEST = 16_384

/** Conditions in brackets and spaced assignments, which bash would take for something else. */
const POWERSHELL_STATEMENT =
  /^(?:(?:if|elseif|while)\s?\(\s?(?:!|-not\s)?\s?\(?\$[\w:.]{1,60}\s?(?:\)|-[a-z]{2,12}\b)|foreach\s?\(\s?\$\w|\$(?:env:)?[A-Za-z_]\w{0,60}(?:\.\w{1,40})? [+]?= )/i

type Dialect = 'bash' | 'powershell' | 'cmd'

/** What may begin or end something outside quotes, and inside them. */
const TELLING = /["#$%&'(;<\\{|\n]/g

/** PowerShell or cmd only where the text is plainly that; everything else is read as bash. */
export function guessDialect(text: string): Dialect {
  const head = text.length > LONGEST ? text.slice(0, LONGEST) : text
  if (!TRACES.test(head) || !HINTS().test(head)) return 'bash'
  const found = opening(head.trimStart()) ?? fromStatements(head)
  return found ?? 'bash'
}

/** With what any of them begins. */
const OPENINGS = /^[#@:sSrRfFiI$[uU<&pPtTdD(]/

/** What the very beginning says, where that is enough. */
function opening(text: string): Dialect | null {
  const start = text.slice(0, 200)
  if (!OPENINGS.test(start)) return null
  if (/^#!|^#\s*!/.test(start)) return 'bash'
  if (/^(?:@echo\s+(?:off|on)\b|::|@?setlocal\b|@?rem\s)/i.test(start)) return 'cmd'
  const loops = /^for\s+(?:\/[dDrRlLfF]\s+.{0,100})?%{1,2}[A-Za-z]\s+in\s*\(/i.test(start)
  if (loops || /^if\s+(?:\/i\s+)?(?:not\s+)?(?:exist|errorlevel|defined)\s+\S/i.test(start)) return BASH_ONLY().test(text) ? null : 'cmd'
  if (/^\$(?:env:\w+|(?:global:|script:)?[A-Za-z_]\w*)(?:\.\w+|\[\w+\])?\s*[+]?=\s/i.test(start) || /^\$env:\w+\s*=/i.test(start)) return 'powershell'
  if (/^\[[A-Z][\w.]*(?:\[\])?\](?:::|\$)/i.test(start) || /^#requires\b|^using namespace\b|^<#/i.test(start)) return 'powershell'
  if (/^&\s*['"{$(]|^param\s*\(|^foreach\s*\(\s*\$|^for\s*\(\s*\$|^(?:try|do)\s*\{\s|^@\(|^@\{/i.test(start)) return 'powershell'
  if (/^(?:iwr|irm)\s+['"(-]?[\w('$]/i.test(start) || /^iex\s*\(|^iex\s+["'$&(]/i.test(start)) return 'powershell'
  if (/^function\s+[A-Z][a-z]+-[A-Z]\w+/.test(start) || /^\(+(?:New-Object|Get-[A-Z]|iwr\b|irm\b|Invoke-|\[[A-Z][\w.]+\]::)/i.test(start)) return 'powershell'
  return /^if\s*\(\s*(?:-not\s*|!\s*)?\(?\s*(?:\$[\w:.]+\s+-[a-z]|Test-Path|Get-[A-Z])/i.test(start) ? 'powershell' : null
}

/** Looks at the first words of every statement outside quotes, up to a here-document. */
function fromStatements(text: string): Dialect | null {
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
    if (fresh && !/[\s@]/.test(c)) {
      fresh = false
      const found = fromStatement(text.slice(at, at + 300))
      if (found?.sure === true) return found.dialect
      weak ??= found?.dialect ?? null
    }
    if (c === ';' || c === '|' || c === '&' || c === '\n' || c === '{' || c === '(') fresh = true
    else if (c === '"' || c === "'") {
      // An apostrophe inside a word is no quote.
      if (text.indexOf(c, at + 1) > 0) quote = c
      if (c === '"' && /^"\$env:[A-Z]\w*[\\/"]/i.test(text.slice(at, at + 60))) weak ??= 'powershell'
      if (c === '"' && SYSTEM_VARIABLE().test(text.slice(at + 1, at + 61))) weak ??= 'cmd'
    } else if (c === '\\' && /["'$]/.test(text[at + 1] ?? '')) at++
    else if (c === '$' && /^\$[eE]nv:[A-Z]\w/.test(text.slice(at, at + 7))) weak ??= 'powershell'
    else if (c === '%' && SYSTEM_VARIABLE().test(text.slice(at, at + 60))) weak ??= 'cmd'
  }
  if (weak === 'cmd' && NOT_CMD.test(text)) return null
  return weak === null || BASH_ONLY().test(text) || CARRIER.test(text.trimStart()) ? null : weak
}

/** One statement's beginning. `sure` where no bash feature elsewhere may outweigh it. */
function fromStatement(text: string): { readonly dialect: Dialect; readonly sure: boolean } | null {
  const first = /^[\w.:\\/-]{1,100}/.exec(text)?.[0] ?? ''
  if (first.includes('-') && (CMDLET().test(first) || SMALL_CMDLET().test(first))) return { dialect: 'powershell', sure: true }
  if (/^[iewf$]/i.test(text) && POWERSHELL_STATEMENT.test(text)) return { dialect: 'powershell', sure: true }
  if (/^"?[A-Za-z]:\\/.test(text)) return { dialect: 'cmd', sure: false }
  // Bash would take these backslashes away.
  if (/^\.{1,2}\\\w/.test(text)) return { dialect: /\.ps1$/i.test(first) ? 'powershell' : 'cmd', sure: false }
  const line = /^[^\n;|&]*/.exec(text)?.[0] ?? ''
  if (PLAIN_ALIAS.test(first) && POWERSHELL_OPTION.test(line)) return { dialect: 'powershell', sure: false }
  if (CMD_SWITCH.test(line) || CMD_PHRASE().test(line)) return { dialect: 'cmd', sure: false }
  // Backslashes that bash would eat, given to a program of Windows.
  if (!line.includes('\\') || !(/\.exe$/i.test(first) || WINDOWS_PROGRAM().test(first))) return null
  const unquoted = line.replace(/"[^"]*"|'[^']*'/g, '""')
  return /\s[^\s"']*(?:[A-Za-z]:\\|\\\\)\w/.test(unquoted) ? { dialect: 'cmd', sure: false } : null
}
