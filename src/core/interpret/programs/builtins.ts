// The shell's own commands: those that change what later words mean, and those that run text.
import type { Word } from '../../model.ts'
import { unescape } from '../../text/escapes.ts'
import { normalise } from '../../text/path.ts'
import { isFound } from '../found.ts'
import { given, isGiven } from '../given.ts'
import { matchesOf } from '../matched.ts'
import { contentOf, locate, pathText } from '../paths.ts'
import { hasGlob, joinWords, knownStart, wordFrom } from '../shell/fields.ts'
import { openedAs } from '../shell/redirects.ts'
import { altered, doerOf, fork, lookup, setVariable } from '../shell/state.ts'
import type { Performed, Shell } from '../shell/state.ts'
import { add, literal, readingFile, union, unknownWord } from '../trace.ts'
import { asFile, execute, executeFile } from './execute.ts'
import { printf } from './outputs.ts'
import { writtenUnseen } from './passing.ts'

type Builtin = (shell: Shell, command: Performed) => Word
const NOTHING: Word = { text: '' }

const args = (command: Performed): readonly Word[] => command.words.slice(1)
const operands = (command: Performed): readonly Word[] => args(command).filter((word) => !knownStart(word).startsWith('-') && !knownStart(word).startsWith('+'))

/** Builtins are commands too: rules may name them. */
function note(shell: Shell, command: Performed): number {
  const [head, ...rest] = command.words
  const takes = rest.reduce<readonly number[]>((all, word) => union(all, word.from), [])
  const program = head?.text ?? ''
  const options = rest.filter((word) => /^[-+]./.test(knownStart(word))).map((word) => ({ name: word.text ?? knownStart(word), value: true as const }))
  return add(shell.trace, doerOf(shell, command.span), {
    does: 'run',
    program,
    options,
    operands: operands(command),
    assigns: command.assigns,
    dry: false,
    depth: shell.depth,
    takes,
  })
}

const cd: Builtin = (shell, command) => {
  const target = operands(command)[0] ?? (args(command).some((word) => word.text === '-') ? shell.previous : literal(shell.trace.scene.home))
  moveTo(shell, target.text === '-' ? shell.previous : bySearch(shell, target))
  return NOTHING
}

/** `CDPATH` names folders that are searched before the one we stand in. */
function bySearch(shell: Shell, target: Word): Word {
  const search = shell.vars.has('CDPATH') ? lookup(shell, 'CDPATH')?.words[0] : undefined
  if (search === undefined || search.text === '' || target === shell.previous || /^(?:\/|\.\.?(?:\/|$))/.test(knownStart(target))) return target
  if (search.text === null || target.text === null || hasGlob(target)) return somewhere(search.text === null ? search : target)
  for (const folder of search.text.split(':', MOST_SEARCHED)) {
    if (folder === '' || folder === '.') return target
    const { resolved } = locate(shell, { text: `${folder}/${target.text}` })
    if (resolved === null || !isFound(shell, 'missing', resolved, true)) return resolved === null ? somewhere(target) : literal(resolved)
  }
  return target
}
const MOST_SEARCHED = 16

function moveTo(shell: Shell, target: Word): void {
  matchesOf(shell, target)
  const before = shell.cwd
  shell.wild = hasGlob(target) || (shell.wild && target.text?.startsWith('/') !== true && target !== shell.previous)
  if (target.text !== null && before.text !== null) shell.cwd = literal(normalise(target.text, before.text))
  else {
    const text = pathText(shell, target)
    const { resolved } = locate(shell, target)
    if (target.text !== null && /^[/~]/.test(target.text)) shell.cwd = literal(normalise(target.text, '/'))
    else if (resolved !== null && !resolved.includes('\0')) shell.cwd = literal(resolved)
    else
      shell.cwd =
        text === ''
          ? somewhere(target)
          : {
              text: null,
              parts: joinWords([before, literal('/'), target], '').parts ?? target.parts ?? [],
              ...(target.from === undefined ? {} : { from: target.from }),
            }
    if (target.text === null && shell.cwd.text === null && /^[^/]/.test(text)) shell.cwd = text.startsWith('\0') ? somewhere(target) : shell.cwd
  }
  // No system has a folder of that length.
  if (shell.cwd.text !== null && shell.cwd.text.length > LONGEST_FOLDER) shell.cwd = unknownWord('folder')
  shell.previous = before
}
const LONGEST_FOLDER = 4096

/** A folder that is not known, and by whose fault. */
const somewhere = (target: Word): Word => (isGiven(target) ? given(unknownWord('folder', true, target.from)) : unknownWord('folder', true, target.from))

const assignAll: Builtin = (shell, command) => {
  const head = command.words[0]?.text
  const flags = args(command)
    .map((word) => word.text ?? '')
    .filter((text) => /^-[a-zA-Z]+$/.test(text))
    .join('')
  for (const word of operands(command)) {
    const start = knownStart(word)
    if (head === 'local' || (head !== 'export' && shell.calling.length > 0 && !flags.includes('g'))) shell.locals.add(start.split('=')[0] ?? '')
    const equals = /^([A-Za-z_]\w*)\+?=/.exec(start)
    if (equals?.[1] !== undefined) {
      const existing = shell.vars.get(equals[1])
      const value = wordFrom(word, equals[0].length)
      // A name reference stands for the variable it names.
      if (flags.includes('n') && value.text !== null) shell.vars.set(equals[1], lookup(shell, value.text) ?? { words: [value], array: false })
      else if (existing?.array !== true) setVariable(shell, equals[1], value)
    }
  }
  if (flags.includes('f') && head === 'export') {
    // An exported function may be called by whatever runs next.
    for (const word of operands(command)) if (word.text !== null && shell.functions.has(word.text)) shell.read.perform(shell, { ...command, words: [word] })
  }
  const id = note(shell, command)
  // `export -p`, `declare -x`, a bare `set`: prints every variable.
  if (operands(command).length === 0 && head !== 'local') return dumped(shell, command, id)
  return NOTHING
}

function dumped(shell: Shell, command: Performed, id: number): Word {
  const read = add(
    shell.trace,
    { ...doerOf(shell, command.span), by: id },
    { does: 'read', how: 'whole', path: { text: 'environment' }, resolved: null, places: ['environment'], recursive: false },
  )
  return unknownWord('environment', false, [read])
}

const BUILTIN_TABLE: Record<string, Builtin> = {
  cd,
  chdir: cd,
  'set-location': cd,
  sl: cd,
  pushd: (shell, command) => {
    const [target] = operands(command)
    if (target !== undefined) moveTo(shell, target)
    return NOTHING
  },
  popd: (shell) => {
    const back = shell.previous
    shell.previous = shell.cwd
    shell.cwd = back
    return NOTHING
  },
  export: assignAll,
  declare: assignAll,
  typeset: assignAll,
  local: assignAll,
  readonly: assignAll,
  unset: (shell, command) => {
    for (const word of operands(command)) if (word.text !== null) shell.vars.set(word.text, { words: [literal('')], array: false })
    note(shell, command)
    return NOTHING
  },
  set: (shell, command) => {
    const words = args(command)
    const dashes = words.findIndex((word) => word.text === '--')
    if (dashes >= 0) shell.positional = words.slice(dashes + 1)
    else if (words.length > 0 && words.every((word) => !/^[-+]/.test(knownStart(word)))) shell.positional = words
    const id = note(shell, command)
    return words.length === 0 ? dumped(shell, command, id) : NOTHING
  },
  shift: (shell, command) => {
    if (shell.positional !== null) shell.positional = shell.positional.slice(Number(args(command)[0]?.text ?? 1) || 1)
    return NOTHING
  },
  alias: (shell, command) => {
    for (const word of operands(command)) {
      const match = /^([^=\s]+)=([^]*)$/.exec(word.text ?? '')
      if (match?.[1] !== undefined && match[2] !== undefined) shell.aliases.set(match[1], match[2])
    }
    note(shell, command)
    return NOTHING
  },
  eval: (shell, command) => {
    const id = note(shell, command)
    const words = args(command).filter((word, at) => !(at === 0 && word.text === '--'))
    if (words.length === 0) return NOTHING
    const code = joinWords(words)
    // eval runs here: variables and folder it sets stay.
    if (code.text === null)
      return execute(altered(shell, { by: id }), { language: 'shell', code, origin: 'argument', span: command.span, stdin: command.stdin })
    add(
      shell.trace,
      { ...doerOf(shell, command.span), by: id },
      { does: 'execute', language: 'shell', text: code.text.slice(0, 200), origin: 'argument', decoded: decoded(shell, code), takes: code.from ?? [] },
    )
    const inner: Shell = altered(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span })
    const printed = shell.read.text(inner, code.text, command.stdin)
    shell.cwd = inner.cwd
    return printed
  },
  source: (shell, command) => sourceFile(shell, command),
  '.': (shell, command) => sourceFile(shell, command),
  trap: (shell, command) => {
    note(shell, command)
    const [code, ...signals] = operands(command)
    if (code !== undefined && signals.length > 0 && code.text !== '')
      execute(shell, { language: 'shell', code, origin: 'argument', span: command.span, stdin: null })
    return NOTHING
  },
  exec: (shell, command) => {
    let at = 1
    for (; at < command.words.length; at++) {
      const text = command.words[at]?.text ?? ''
      if (text === '-a') at++
      else if (!text.startsWith('-') || text === '-') break
    }
    const words = command.words.slice(at)
    if (words.length === 0) {
      // `exec < file`: from now on that is everybody's standard input.
      if (command.stdin !== null) shell.inputs.set('0', command.stdin)
      return NOTHING
    }
    return shell.read.perform(altered(shell, { depth: shell.depth + 1 }), { ...command, words })
  },
  command: (shell, command) => {
    const words = [...args(command)]
    let asks = false
    while (words[0]?.text?.startsWith('-') === true) asks = /[vV]/.test(words.shift()?.text ?? '') || asks
    if (asks) return words[0]?.text == null ? unknownWord('path') : literal(`/usr/bin/${words[0].text}`)
    return words.length === 0 ? NOTHING : shell.read.perform(altered(shell, { functions: new Map(), depth: shell.depth + 1 }), { ...command, words })
  },
  builtin: (shell, command) =>
    args(command).length === 0
      ? NOTHING
      : shell.read.perform(altered(shell, { functions: new Map() }), {
          ...command,
          words: args(command)[0]?.text === '--' ? args(command).slice(1) : args(command),
        }),
  read: (shell, command) => {
    const names = operands(command).filter((word) => word.text !== null && /^[A-Za-z_]\w*$/.test(word.text))
    const line = command.stdin?.text?.split('\n')[0]
    const pieces = line?.trim().split(/\s+/) ?? []
    names.forEach((name, at) => {
      const value =
        line === undefined
          ? (listed(command.stdin, names.length) ?? unknownWord(name.text, true, command.stdin?.from))
          : literal(at === names.length - 1 ? pieces.slice(at).join(' ') : (pieces[at] ?? ''), command.stdin?.from)
      setVariable(shell, name.text ?? '', value)
    })
    if (names.length === 0)
      setVariable(shell, 'REPLY', line === undefined ? unknownWord('REPLY', true, command.stdin?.from) : literal(line, command.stdin?.from))
    return NOTHING
  },
  mapfile: (shell, command) => readLines(shell, command),
  readarray: (shell, command) => readLines(shell, command),
  printf: (shell, command) => {
    const words = args(command)
    if (words[0]?.text === '-v' && words[1]?.text != null) {
      setVariable(shell, words[1].text, printf(words.slice(2)))
      return NOTHING
    }
    return printf(words[0]?.text === '--' ? words.slice(1) : words)
  },
  echo: (_shell, command) => {
    let words = args(command)
    let newline = true
    let escapes = false
    while (words[0]?.text != null && /^-[neE]+$/.test(words[0].text)) {
      if (words[0].text.includes('n')) newline = false
      if (words[0].text.includes('e')) escapes = true
      words = words.slice(1)
    }
    const text = joinWords(words)
    const ended = newline ? joinWords([text, literal('\n')], '') : text
    return escapes && ended.text !== null ? literal(unescape(ended.text), ended.from) : ended
  },
  pwd: (shell) => shell.cwd,
  hash: (shell, command) => {
    const [option, path, name] = args(command)
    if (option?.text === '-p' && path?.text != null && name?.text != null) shell.aliases.set(name.text, path.text)
    return NOTHING
  },
  test: () => NOTHING,
  '[': () => NOTHING,
  true: () => NOTHING,
  false: () => NOTHING,
  ':': () => NOTHING,
  let: () => NOTHING,
  shopt: () => NOTHING,
  wait: () => NOTHING,
  exit: () => NOTHING,
  return: () => NOTHING,
  break: () => NOTHING,
  continue: () => NOTHING,
  // Words of zsh and fish that stand before a command.
  '-': (shell, command) => performRest(shell, command, 0),
  and: (shell, command) => performRest(shell, command, 0),
  emulate: (shell, command) => performRest(shell, command, 0),
  nocorrect: (shell, command) => performRest(shell, command, 0),
  noglob: (shell, command) => performRest(shell, command, 0),
  or: (shell, command) => performRest(shell, command, 0),
  repeat: (shell, command) => performRest(shell, command, 1),
}
export const BUILTINS: Readonly<Record<string, Builtin>> = BUILTIN_TABLE

/** The command without its name and so many words; braces round it are of no account. */
function performRest(shell: Shell, command: Performed, after: number): Word {
  const words = command.words.slice(1 + after)
  const isBlock = words[0]?.text === '{' && words.at(-1)?.text === '}'
  return shell.read.perform(shell, { ...command, words: isBlock ? words.slice(1, -1) : words })
}

const decoded = (shell: Shell, code: Word): boolean => (code.from ?? []).some((id) => shell.trace.decoders.has(id))

function sourceFile(shell: Shell, command: Performed): Word {
  const [file] = operands(command)
  if (file === undefined) return NOTHING
  note(shell, command)
  const opened = openedAs(shell, file, command.stdin)
  if (opened !== undefined) {
    if (command.socket != null)
      add(shell.trace, doerOf(shell, command.span), {
        does: 'change',
        what: 'network-shell',
        target: command.socket.address,
        places: [],
        value: null,
        recursive: false,
        takes: [command.socket.connect],
      })
    return opened === null ? NOTHING : execute(shell, { language: 'shell', code: opened, origin: 'stdin', span: command.span, stdin: null })
  }
  const content = writtenUnseen(shell, locate(shell, file).resolved) ?? contentOf(shell, file)
  if (content?.text == null) return executeFile(shell, 'shell', file, command.span, command.stdin, [])
  add(shell.trace, doerOf(shell, command.span), {
    does: 'execute',
    language: 'shell',
    text: content.text.slice(0, 200),
    origin: 'file',
    decoded: decoded(shell, content),
    takes: content.from ?? [],
  })
  const { resolved } = locate(shell, file)
  const inner: Shell = { ...(resolved === null ? shell : asFile(shell, resolved, 'shell')), depth: shell.depth + 1, span: shell.span ?? command.span }
  const text = content.text
  const printed = readingFile(shell.trace, doerOf(inner, command.span), () => shell.read.text(inner, text, command.stdin), NOTHING)
  shell.cwd = inner.cwd
  return printed
}

/** One name of a list, whichever: the pattern that all of them fit. */
const listed = (stdin: Word | null, names: number): Word | null => (names === 1 && stdin?.items?.length === 1 ? (stdin.items[0] ?? null) : null)

const MOST_ROWS = 500

function readLines(shell: Shell, command: Performed): Word {
  const words = args(command)
  const callback = words.findIndex((word) => word.text === '-C')
  const code = callback < 0 ? undefined : words[callback + 1]
  if (code !== undefined) execute(fork(shell), { language: 'shell', code, origin: 'argument', span: command.span, stdin: null })
  const name =
    operands(command)
      .filter((word) => word.text !== null && /^[A-Za-z_]\w*$/.test(word.text))
      .at(-1)?.text ?? 'MAPFILE'
  const lines = command.stdin?.text?.split('\n').filter((line) => line !== '')
  shell.vars.set(name, {
    words:
      lines === undefined
        ? (command.stdin?.items ?? [unknownWord(name, true, command.stdin?.from)])
        : [
            ...lines.slice(0, MOST_ROWS).map((line) => literal(line, command.stdin?.from)),
            ...(lines.length > MOST_ROWS ? [unknownWord(name, false, command.stdin?.from)] : []),
          ],
    array: true,
  })
  return NOTHING
}
