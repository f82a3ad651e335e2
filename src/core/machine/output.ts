// What does a command print? Known texts are computed, so that `$(echo rm)` or `base64 -d | sh` can be read on.
import type { Word } from '../model.ts'
import { decodeBase64, decodeHex } from '../text/decode.ts'
import { unescape } from '../text/escapes.ts'
import { ownFilesBelow } from '../self/own-files.ts'
import { behindLink, globalPrefix, globalRoot, ownPackage, whereLies } from '../self/own-paths.ts'
import { contentOf, locate } from '../disk/paths.ts'
import { hasGlob, joinWords, knownStart, toWord } from '../value/fields.ts'
import { afford, bulkOf } from '../log/process.ts'
import type { Performed, Shell } from './process.ts'
import { literal, unknownWord, withFrom } from '../value/text.ts'
import { has, isGlobal, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import { chosenFrom } from './chosen-lines.ts'
import { lookup } from './env.ts'

export interface Sources {
  readonly id: number
  /** The run, what it read and what it was given. */
  readonly from: readonly number[]
  /** Only what it read or fetched itself. */
  readonly effects: readonly number[]
}
type Output = (shell: Shell, command: Performed, parsed: Parsed, sources: Sources) => Word | null

/** What this command prints, by its entry's `prints`. */
export function printed(shell: Shell, command: Performed, parsed: Parsed, sources: Sources): Word {
  const { prints } = parsed.node
  if (prints === 'nothing') return { text: '' }
  if (prints === 'fresh') return unknownWord(parsed.node.name, true)
  const output = Object.hasOwn(OUTPUTS, prints) ? OUTPUTS[prints] : undefined
  const known = output?.(shell, command, parsed, sources) ?? null
  if (known === null || !afford(shell, bulkOf([known]))) return unknownWord(programOf(command), true, sources.from)
  // What chooses among the names afterwards may not be understood: these are what it chose from.
  if (known.items !== undefined) shell.trace.notes.list(sources.id, known.items, knownStart(shell.cwd))
  return withFrom(known, sources.from)
}

const programOf = (command: Performed): string => command.words[0]?.text ?? 'output'
const own = (parsed: Parsed): readonly Word[] => parsed.operands.slice(parsed.depth)

/** What the command works on: its files if this text wrote them, else its input. */
function input(shell: Shell, command: Performed, parsed: Parsed): Word | null {
  const files = own(parsed)
  if (files.every((word) => word.text === '-')) return command.stdin
  const contents = files.map((file) => (file.text === '-' ? command.stdin : contentOf(shell, file)))
  return contents.every((content) => content !== null) && afford(shell, bulkOf(contents)) ? joinWords(contents, '') : null
}

const mapText = (word: Word | null, change: (text: string) => string | null): Word | null => {
  if (word?.text == null || word.text.length > 200_000) return null
  const text = change(word.text)
  return text === null ? null : literal(text, word.from)
}

const decoding =
  (change: (text: string) => string | null, options: readonly string[]): Output =>
  (shell, command, parsed, { id }) => {
    if (!has(parsed.options, options)) return null
    shell.trace.notes.decode(id)
    return mapText(input(shell, command, parsed), change)
  }

const variablesNamed = (shell: Shell, names: readonly Word[]): Word | null =>
  names.length === 0
    ? null
    : joinWords(
        names.flatMap(({ text }) => [(text === null ? undefined : lookup(shell, text)?.words[0]) ?? unknownWord(text), { text: '\n' }]),
        '',
      )

const LISTS = ['--files-with-matches']
/** What stands in every entry of ours. */
const ENTRY = '"hooks" "pretooluse" "matcher" "type": "command" "command": "/.config/prudent/bin/prudent-hook --host claude-code" "timeout"'

/** The files of ours, or with our entry, that `grep -rl` would list. */
function oursAmong(shell: Shell, parsed: Parsed): readonly string[] {
  const given = valuesOf(parsed.options, '--regexp')
  const [pattern, ...rest] = given.length > 0 ? [given[0], ...own(parsed)] : own(parsed)
  if (pattern?.text == null || pattern.text === '' || !ENTRY.includes(pattern.text.toLowerCase().replaceAll('\\', ''))) return []
  const roots = rest.length === 0 ? [literal('.')] : rest.filter((word) => word !== undefined)
  return roots.flatMap((root) => {
    const { resolved } = locate(shell, root)
    return resolved === null || shell.at !== 'here' ? [] : ownFilesBelow(shell.trace.scene, resolved)
  })
}

const OUTPUTS: Readonly<Record<string, Output>> = {
  cat: (shell, command, parsed) => input(shell, command, parsed),
  /** Passes lines on, some or all, in some order: names stay names. */
  lines: (shell, command, parsed) => {
    const ours = has(parsed.options, LISTS) && has(parsed.options, ['--recursive']) ? oursAmong(shell, parsed) : []
    if (ours.length > 0) return { ...unknownWord('lines'), items: ours.map((path) => literal(path)) }
    const items = command.stdin?.items
    return items === undefined ? null : { ...unknownWord('lines'), items: chosenFrom(shell, items, parsed) }
  },
  head: (shell, command, parsed) => {
    if (command.stdin?.items !== undefined) return { ...unknownWord('lines'), items: command.stdin.items }
    return mapText(input(shell, command, { ...parsed, operands: parsed.operands }), (text) => (text.split('\n').length <= 2 ? text : null))
  },
  tee: (_shell, command) => command.stdin,
  /** One line a name: what is set here, or what only the environment knows. */
  variables: (shell, _command, parsed) => variablesNamed(shell, own(parsed)),
  base64: decoding(decodeBase64, ['--decode', '-d', '-D']),
  xxd: decoding(decodeHex, ['-r', '--revert']),
  openssl: (shell, command, parsed, { id }) => {
    if (!has(parsed.options, ['-d'])) return null
    shell.trace.notes.decode(id)
    return has(parsed.options, ['-a', '-base64', '-A']) || parsed.operands.some((word) => word.text === 'base64') ? mapText(command.stdin, decodeBase64) : null
  },
  /** gunzip, bzcat, uudecode …: not read, but known to decode. */
  decodes: (shell, _command, _parsed, { id }) => {
    shell.trace.notes.decode(id)
    return null
  },
  rev: (shell, command, parsed, { id }) => {
    shell.trace.notes.decode(id)
    return mapText(input(shell, command, parsed), (text) =>
      text
        .split('\n')
        .map((line) => [...line].reverse().join(''))
        .join('\n'),
    )
  },
  tr: (shell, command, parsed, { id }) => {
    const [from, to] = own(parsed)
    if (from?.text == null) return null
    const remove = has(parsed.options, ['-d', '--delete'])
    if (!remove && to?.text == null) return null
    shell.trace.notes.decode(id)
    const output = mapText(command.stdin, (text) => translate(text, from.text ?? '', remove ? null : (to?.text ?? '')))
    const items = command.stdin?.items
    return output === null || items === undefined ? output : { ...output, items }
  },
  mktemp: (shell) => literal(`/tmp/.mktemp-${shell.trace.notes.nextScratch()}`),
  pwd: (shell) => shell.cwd,
  toplevel: (shell, _command, parsed) =>
    has(parsed.options, ['--show-toplevel']) ? literal(shell.trace.scene.project) : has(parsed.options, ['--git-dir']) ? literal('.git') : null,
  realpath: (shell, _command, parsed) => {
    const [path] = own(parsed)
    const { resolved } = path === undefined ? { resolved: null } : locate(shell, path)
    return resolved === null || resolved.includes('\0') || (path !== undefined && hasGlob(path)) ? null : literal(behindLink(shell.trace.scene, resolved))
  },
  dirname: (_shell, _command, parsed) => {
    const text = own(parsed)[0]?.text
    if (text == null) return null
    const cut = text.replace(/\/+$/, '').lastIndexOf('/')
    return literal(cut < 0 ? '.' : text.slice(0, cut) || '/')
  },
  basename: (_shell, _command, parsed) => {
    const [path, suffix] = own(parsed)
    if (path?.text == null) return null
    const name = path.text.replace(/\/+$/, '').split('/').at(-1) ?? ''
    return literal(suffix?.text != null && name.endsWith(suffix.text) ? name.slice(0, -suffix.text.length) : name)
  },
  which: (shell, _command, parsed, { id }) => {
    const name = own(parsed)[0]?.text
    if (name == null) return null
    const found = literal(whereLies(shell.trace.scene, name))
    // What cuts it out of what is printed may mean the same.
    shell.trace.notes.list(id, [found], '')
    return found
  },
  /** `npm root -g`, `npm prefix -g`, `npm config get prefix`: where everybody's packages are. */
  'global-root': (shell, _command, parsed) => globalFolder(shell, parsed, globalRoot(shell.trace.scene)),
  'global-prefix': (shell, _command, parsed) => globalFolder(shell, parsed, globalPrefix(shell.trace.scene)),
  'global-packages': (shell, _command, parsed) => {
    const folder = has(parsed.options, ['--parseable']) ? globalFolder(shell, parsed, ownPackage(shell.trace.scene)) : null
    return folder === null ? null : { ...unknownWord('npm'), items: [folder] }
  },
  'global-setting': (shell, _command, parsed) => {
    const prefix = own(parsed).at(-1)?.text === 'prefix' ? globalPrefix(shell.trace.scene) : null
    return prefix === null || shell.at !== 'here' ? null : literal(prefix)
  },
  /** `nvm which 20` */
  node: (shell) => literal(whereLies(shell.trace.scene, 'node')),
  /** bash's tells where a program lies, cmd's shows a file. */
  type: (shell, command, parsed) => {
    if (shell.windows) return input(shell, command, parsed)
    const name = own(parsed)[0]?.text
    return name == null || !has(parsed.options, ['-p', '-P', '/p']) ? null : literal(whereLies(shell.trace.scene, name))
  },
  whoami: (shell) => literal(shell.trace.scene.home.split('/').at(-1) ?? ''),
  seq: (_shell, _command, parsed) => {
    const numbers = own(parsed).map((word) => Number(word.text))
    const [a = 1, b] = numbers
    const from = b === undefined ? 1 : a
    const to = b === undefined ? a : numbers.length > 2 ? (numbers[2] ?? a) : b
    if (!Number.isFinite(from) || !Number.isFinite(to) || numbers.length > 2 || to - from > 64) return null
    return literal(Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at)).join('\n'))
  },
  /** What `ls` lists: the names in a folder. */
  listing: (_shell, _command, parsed) => {
    const folders = own(parsed)
    if (has(parsed.options, ['--recursive', '-R'])) return allBelow(folders)
    const items = (folders.length === 0 ? [literal('.')] : folders).flatMap((folder) => {
      if (hasGlob(folder)) return [folder]
      const below = toWord(
        [...(folder.text === '.' ? [] : [{ kind: 'text' as const, text: `${folder.text ?? ''}/`, listed: true as const }]), { kind: 'glob', text: '*' }],
        folder.from ?? [],
      )
      // A file is listed as itself.
      return folder.text === null || /(?:^|\/)\.{0,2}$/.test(folder.text) ? [below] : [below, folder]
    })
    return { ...unknownWord('ls'), items }
  },
  /** The same with all that lies below. */
  'listing-below': (_shell, _command, parsed) => allBelow(own(parsed)),
  cut: () => null,
  printf: (_shell, command) => printf(command.words.slice(1)),
}

const globalFolder = (shell: Shell, { options }: Parsed, folder: string | null): Word | null =>
  folder === null || shell.at !== 'here' || !isGlobal(options) ? null : literal(folder)

function allBelow(folders: readonly Word[]): Word {
  const roots = (folders.length === 0 ? [literal('.')] : folders).filter((folder) => folder.text !== null)
  const items = roots.map(({ text, from = [] }) => ({
    ...toWord(
      [
        { kind: 'text', text: `${text}/` },
        { kind: 'glob', text: '*' },
      ],
      from,
    ),
    deep: text ?? '',
  }))
  return { ...unknownWord('ls'), items }
}

/** What is printed of patterns are the names they stand for, one for each word. */
export const asItems = (output: Word, words: readonly Word[]): Word => (words.some(hasGlob) ? { ...output, items: words } : output)

/** printf with a known format: `%s`, `%b`, `%d` and escapes; the format repeats while arguments are left. */
export function printf(words: readonly Word[]): Word {
  const [format, ...values] = words
  if (format?.text == null || format.text.length > 20_000) return unknownWord('printf', true, joinWords(words).from)
  const pieces: Word[] = []
  let at = 0
  let rounds = 0
  do {
    for (const piece of format.text.match(/%%|%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|[^%]+|%/g) ?? []) {
      if (piece === '%%') pieces.push(literal('%'))
      else if (piece.length > 1 && piece.startsWith('%')) {
        const value = values[at++] ?? literal('')
        pieces.push(piece.endsWith('b') && value.text !== null ? literal(unescape(value.text), value.from) : value)
      } else pieces.push(literal(unescape(piece, 'format')))
    }
  } while (at > 0 && at < values.length && ++rounds < 32)
  return joinWords(pieces, '')
}

function translate(text: string, from: string, to: string | null): string | null {
  const a = expandSet(from)
  if (a === null) return null
  if (to === null) {
    const removed = new Set(a)
    return Array.from(text, (char) => (removed.has(char) ? '' : char)).join('')
  }
  const b = expandSet(to)
  if (b === null) return null
  const become = new Map(a.map((char, at) => [char, b[Math.min(at, b.length - 1)] ?? char] as const).reverse())
  return Array.from(text, (char) => become.get(char) ?? char).join('')
}

function expandSet(set: string): string[] | null {
  if (set.includes('[:') || set.length > 300) return null
  const chars = [...unescape(set, 'format')]
  const out: string[] = []
  for (let at = 0; at < chars.length; at++) {
    const [a, dash, b] = [chars[at] ?? '', chars[at + 1], chars[at + 2]]
    if (dash === '-' && b !== undefined && b >= a) {
      for (let code = a.charCodeAt(0); code <= b.charCodeAt(0) && out.length < 2000; code++) out.push(String.fromCharCode(code))
      at += 2
    } else out.push(a)
  }
  return out
}
