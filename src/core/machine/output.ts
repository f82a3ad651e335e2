// Computes what a command prints of known texts, so that `$(echo rm)` or `base64 -d | sh` can be read on.
import type { Word } from '../model.ts'
import { decodeBase64, decodeDump, decodeHex } from '../text/decode.ts'
import { ownFilesBelow } from '../self/own-files.ts'
import { behindLink, globalPrefix, folderOfPrograms, globalRoot, ledByPattern, ownPackage, whereLies, wordLies } from '../self/own-paths.ts'
import { contentOf, locate, pathText } from '../disk/paths.ts'
import { normalise } from '../text/path.ts'
import { hasGlob, joinWords, knownStart, toWord } from '../value/fields.ts'
import { afford, bulkOf } from '../log/process.ts'
import type { Performed, Shell } from './process.ts'
import { literal, NONE, unknownWord, withFrom } from '../value/text.ts'
import { has, isGlobal, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import { chosenFrom } from './chosen-lines.ts'
import { lookup } from './env.ts'
import { computedOutput } from './computed-output.ts'
import { folderOf, nameOf, printf, seq, someOf } from './text-output.ts'
import { tr } from '../text/tr.ts'

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
  const known = output === undefined ? (prints === PASSES ? null : computed(prints, shell, command, parsed, sources)) : output(shell, command, parsed, sources)
  if (known === null || !afford(shell, bulkOf([known]))) return unknownWord(programOf(command), true, sources.from)
  // What chooses among the names afterwards may not be understood: these are what it chose from.
  if (known.items !== undefined) shell.trace.notes.list(sources.id, known.items, knownStart(shell.cwd))
  return withFrom(known, sources.from)
}

/** What nobody says more of. */
const PASSES = 'passes'
export const isFilter = (prints: string): boolean => prints === 'macros' || prints === 'calculator'
const computed = (prints: string, shell: Shell, command: Performed, parsed: Parsed, { id }: Sources): Word | null =>
  computedOutput(prints, { shell, command, parsed, id, input: () => input(shell, command, parsed) })

const programOf = (command: Performed): string => command.words[0]?.text ?? 'output'
const own = (parsed: Parsed): readonly Word[] => parsed.operands.slice(parsed.depth)

/** What the command works on: its files if this text wrote them, else its input. */
function input(shell: Shell, command: Performed, parsed: Parsed): Word | null {
  const files = own(parsed)
  if (files.every((word) => word.text === '-')) return command.stdin
  const contents = files.map((file) => (file.text === '-' ? command.stdin : contentOf(shell, file)))
  return contents.every((content) => content !== null) && afford(shell, bulkOf(contents)) ? joinWords(contents, '') : null
}

/** No options but these: what another would change is not computed. */
const isPlain = ({ options }: Parsed, handled: readonly string[] = NONE): boolean => options.every(({ name }) => handled.includes(name))
const TR_OPTIONS = ['-d', '--delete', '-s', '--squeeze-repeats', '-c', '-C', '--complement']

const eachName = (words: readonly Word[], change: (path: string) => string): Word | null =>
  // What two slashes alone are depends on the tool.
  words.length > 0 && words.every(({ text }) => text !== null && text !== '//')
    ? literal(
        words.map(({ text }) => change(text ?? '')).join('\n'),
        words.flatMap(({ from = [] }) => from),
      )
    : null

/** `head -n 2`, `tail -1`, `head -c 5`: of one input. */
function partOf(shell: Shell, command: Performed, parsed: Parsed, end: 'start' | 'end'): Word | null {
  if (command.stdin?.items !== undefined) return { ...unknownWord('lines'), items: command.stdin.items }
  const { options } = parsed
  const counts = options.filter(({ name }) => name !== '--quiet')
  const [count = { name: '--lines', value: literal('10') }] = counts
  const short = /^-(\d+)$/.exec(count.name)?.[1]
  const text = short ?? (count.value === true ? null : count.value.text)
  const isBytes = count.name === '--bytes'
  if (counts.length > 1 || text === null || (short === undefined && !isBytes && count.name !== '--lines')) return null
  return own(parsed).length > 1 ? null : mapText(input(shell, command, parsed), (all) => someOf(all, text, isBytes ? 'bytes' : 'lines', end))
}

const mapText = (word: Word | null, change: (text: string) => string | null): Word | null => {
  if (word?.text == null || word.text.length > 200_000) return null
  const text = change(word.text)
  return text === null ? null : literal(text, word.from)
}

const decoding =
  (change: (text: string) => string | null, options: readonly string[], harmless: readonly string[]): Output =>
  (shell, command, parsed, { id }) => {
    if (!has(parsed.options, options)) return null
    shell.trace.notes.decode(id)
    if (!isPlain(parsed, [...options, ...harmless])) return null
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
  cat: (shell, command, parsed) => (isPlain(parsed, ['-u']) ? input(shell, command, parsed) : null),
  /** Passes lines on, some or all, in some order: names stay names. */
  lines: (shell, command, parsed, sources) => {
    const ours = has(parsed.options, LISTS) && has(parsed.options, ['--recursive']) ? oursAmong(shell, parsed) : []
    if (ours.length > 0) return { ...unknownWord('lines'), items: ours.map((path) => literal(path)) }
    const items = command.stdin?.items
    if (items === undefined && command.stdin?.text != null)
      return computedOutput('matches', { shell, command, parsed, id: sources.id, input: () => command.stdin })
    return items === undefined ? null : { ...unknownWord('lines'), items: chosenFrom(shell, items, parsed) }
  },
  head: (shell, command, parsed) => partOf(shell, command, parsed, 'start'),
  tail: (shell, command, parsed) => partOf(shell, command, parsed, 'end'),
  backwards: (shell, command, parsed) =>
    isPlain(parsed)
      ? mapText(input(shell, command, parsed), (text) =>
          text.endsWith('\n') || !text.includes('\n') ? (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).reverse().join('') : null,
        )
      : null,
  tee: (_shell, command, parsed) => {
    const shown = own(parsed).filter(({ text }) => text === null || /^\/(?:dev|proc)\//.test(text))
    if (shown.length === 0 || command.stdin === null) return command.stdin
    return shown.every(({ text }) => text === '/dev/stdout') ? joinWords([command.stdin, ...shown.map(() => command.stdin ?? literal(''))], '') : null
  },
  /** One line a name: what is set here, or what only the environment knows. */
  variables: (shell, _command, parsed) => variablesNamed(shell, own(parsed)),
  base64: decoding((text) => (/\S[ \t]+\S/.test(text) ? null : decodeBase64(text)), ['--decode', '-d', '-D'], ['--wrap', '--ignore-garbage']),
  xxd: (shell, command, parsed, { id }) => {
    if (!has(parsed.options, ['-r', '--revert'])) return null
    shell.trace.notes.decode(id)
    const isBundled = command.words.some(({ text }) => text !== null && /^-(?:r[^e]|p[^s])/.test(text))
    if (isBundled || !isPlain(parsed, ['-r', '--revert', '-p', '-ps'])) return null
    const isPlainHex = has(parsed.options, ['-p', '-ps'])
    return mapText(input(shell, command, parsed), (text) => (isPlainHex ? (/^[0-9a-fA-F\s]*$/.test(text) ? decodeHex(text) : null) : decodeDump(text)))
  },
  openssl: (shell, command, parsed, { id }) => {
    if (!has(parsed.options, ['-d'])) return null
    shell.trace.notes.decode(id)
    const isBase64 = has(parsed.options, ['-a', '-base64', '-A']) || parsed.operands.some((word) => word.text === 'base64')
    const isLine = has(parsed.options, ['-A'])
    return isBase64 ? mapText(command.stdin, (text) => (isLine || text.endsWith('\n') ? decodeBase64(text) : null)) : null
  },
  rev: (shell, command, parsed, { id }) => {
    shell.trace.notes.decode(id)
    if (!isPlain(parsed)) return null
    return mapText(input(shell, command, parsed), (text) =>
      text
        .split('\n')
        .map((line) => [...line].reverse().join(''))
        .join('\n'),
    )
  },
  tr: (shell, command, parsed, { id }) => {
    const [from, to, more] = own(parsed)
    if (from?.text == null || more !== undefined || (to !== undefined && to.text === null)) return null
    shell.trace.notes.decode(id)
    const options = {
      remove: has(parsed.options, ['-d', '--delete']),
      squeeze: has(parsed.options, ['-s', '--squeeze-repeats']),
      complement: has(parsed.options, ['-c', '-C', '--complement']),
    }
    if (!isPlain(parsed, TR_OPTIONS)) return null
    const output = mapText(command.stdin, (text) => tr(text, options, from.text ?? '', to?.text ?? null))
    const items = command.stdin?.items
    return items === undefined ? output : { ...(output ?? unknownWord('tr')), items }
  },
  mktemp: (shell) => literal(`/tmp/.mktemp-${shell.trace.notes.nextScratch()}`),
  pwd: (shell) => shell.cwd,
  toplevel: (shell, _command, parsed) =>
    has(parsed.options, ['--show-toplevel']) ? literal(shell.trace.scene.project) : has(parsed.options, ['--git-dir']) ? literal('.git') : null,
  realpath: (shell, _command, parsed, { id }) => {
    const [path] = own(parsed)
    const led = own(parsed).flatMap((word) => (hasGlob(word) ? ledByPattern(shell.trace.scene, normalise(pathText(shell, word), knownStart(shell.cwd))) : []))
    if (led.length > 0 && shell.at === 'here') {
      shell.trace.notes.list(id, led, '')
      return null
    }
    const { resolved } = path === undefined ? { resolved: null } : locate(shell, path)
    return resolved === null || resolved.includes('\0') || (path !== undefined && hasGlob(path)) ? null : literal(behindLink(shell.trace.scene, resolved))
  },
  dirname: (_shell, _command, parsed) => (isPlain(parsed) ? eachName(own(parsed), folderOf) : null),
  basename: (_shell, _command, parsed) => {
    const words = own(parsed)
    const suffixes = valuesOf(parsed.options, '--suffix')
    if (!isPlain(parsed, ['--suffix', '--multiple']) || suffixes.length > 1) return null
    if (parsed.options.length > 0) return suffixes[0]?.text === null ? null : eachName(words, (path) => nameOf(path, suffixes[0]?.text ?? ''))
    const [path, suffix] = words
    return path?.text == null || suffix?.text === null || words.length > 2 ? null : literal(nameOf(path.text, suffix?.text))
  },
  which: (shell, _command, parsed, { id }) => {
    const name = own(parsed)[0]?.text
    // What cuts it out of what is printed may mean the same.
    shell.trace.notes.list(id, programsAt(shell, parsed).slice(0, 1), '')
    return name == null ? null : literal(whereLies(shell.trace.scene, name))
  },
  /** Behind the name, with whatever else is called so. */
  'where-programs-lie': (shell, _command, parsed, { id }) => {
    shell.trace.notes.list(id, programsAt(shell, parsed), '')
    return null
  },
  /** `npm root -g`, `npm prefix -g`, `npm config get prefix`: where everybody's packages are. */
  'global-root': (shell, _command, parsed) => globalFolder(shell, parsed, globalRoot(shell.trace.scene)),
  'global-prefix': (shell, _command, parsed) => globalFolder(shell, parsed, globalPrefix(shell.trace.scene)),
  'global-programs': (shell, _command, parsed) => mapText(globalFolder(shell, parsed, globalPrefix(shell.trace.scene)), folderOfPrograms),
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
  type: (shell, command, parsed, { id }) => {
    if (shell.windows) return input(shell, command, parsed)
    const name = own(parsed)[0]?.text
    shell.trace.notes.list(id, programsAt(shell, parsed).slice(0, 1), '')
    return name == null || !has(parsed.options, ['-p', '-P', '/p']) ? null : literal(whereLies(shell.trace.scene, name))
  },
  // Of whom nobody knows, this user is meant.
  account: (shell, _command, parsed) => {
    const [table] = own(parsed)
    const { home } = shell.trace.scene
    const name = home.split('/').at(-1) ?? ''
    const asked = own(parsed)[1]
    return table?.text !== 'passwd' || asked === undefined || (asked.text !== null && asked.text !== name && !/^\d{4,}$/.test(asked.text))
      ? null
      : literal(`${name}:x:1000:1000::${home}:/bin/bash\n`)
  },
  whoami: (shell) => literal(shell.trace.scene.home.split('/').at(-1) ?? ''),
  // What it was told to say, where nothing of the clock is in it.
  stamp: (_shell, _command, parsed) => {
    const format = own(parsed).find(({ text }) => text?.startsWith('+') === true)?.text
    return format == null || format.includes('%') ? unknownWord(parsed.node.name, true) : literal(`${format.slice(1)}\n`)
  },
  seq: (_shell, _command, parsed) => {
    const text = isPlain(parsed) ? seq(own(parsed)) : null
    return text === null ? null : literal(text)
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
  printf: (_shell, command) => printf(command.words.slice(1)),
}

const programsAt = (shell: Shell, parsed: Parsed): readonly Word[] => own(parsed).map((name) => wordLies(shell.trace.scene, name))
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
