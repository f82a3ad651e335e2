// The shell's own commands: those that change what later words mean, and those that run text.
import type { Word } from '../../model.ts'
import { whereLies, wordLies } from '../../self/own-paths.ts'
import { countLet, evaluateValue, expandAgain, expandSubscript } from './re-evaluation.ts'
import { joinWords, knownStart, wordFrom } from '../../value/fields.ts'
import { feed } from '../../machine/descriptors.ts'
import { altered } from '../../machine/process.ts'
import type { Performed, Shell } from '../../machine/process.ts'
import { literal, unknownWord } from '../../value/text.ts'
import { execute } from '../../machine/execute.ts'
import { args, isDecoded, note, NOTHING, operands } from './builtin-line.ts'
import { cd, popd, pushd } from './cd.ts'
import { onlyPattern } from './parameters.ts'
import { sourceFile } from './source-builtin.ts'
import { asItems } from '../../machine/output.ts'
import { echo, printf } from '../../machine/text-output.ts'
import { keepTrap, runBetween } from './traps.ts'
import { readLine, readLines } from './read-builtin.ts'
import { getopt, getopts } from './option-words.ts'
import { quoted } from '../../machine/project-files.ts'
import { follow, obey } from '../../machine/flow.ts'
import { act } from '../../machine/act.ts'
import {
  ANY_VARIABLE,
  assign,
  declareLocal,
  exportName,
  fix,
  positionalOf,
  setAlias,
  setArguments,
  setFunction,
  setValue,
  setVariable,
  shiftArguments,
  withoutNames,
} from '../../machine/env.ts'

type Builtin = (shell: Shell, command: Performed) => Word

const assignAll: Builtin = (shell, command) => {
  const head = command.words[0]?.text
  const flags = args(command)
    .map((word) => word.text ?? '')
    .filter((text) => /^-[a-zA-Z]+$/.test(text))
    .join('')
  const isReference = flags.includes('n') && (head === 'declare' || head === 'typeset' || head === 'local')
  for (const word of operands(command)) {
    const start = knownStart(word)
    if (head === 'local' || (head !== 'export' && shell.calling.length > 0 && !flags.includes('g'))) declareLocal(shell, start.split('=')[0] ?? '')
    const equals = /^([A-Za-z_]\w*)\+?=/.exec(start)
    if (equals?.[1] !== undefined) {
      const value = wordFrom(word, equals[0].length)
      // A name reference stands for the variable it names.
      if (isReference) expandSubscript(shell, value, command.span)
      if (isReference && value.text !== null) setValue(shell, equals[1], { words: [value], array: false, refers: value.text })
      else if (shell.vars.get(equals[1])?.array !== true) setVariable(shell, equals[1], value)
    } else if (isReference && /^[A-Za-z_]\w*$/.test(start)) setValue(shell, start, { words: [literal('')], array: false, refers: '' })
    if (head === 'export' || flags.includes('x')) {
      exportName(shell, start.split('=')[0] ?? '')
      // `export $(cat x)`: which ones it sets, nobody knows.
      if (start === '') setValue(shell, ANY_VARIABLE, { words: [word], array: false })
    }
    if (head === 'readonly' || flags.includes('r')) fix(shell, start.split('=')[0] ?? '')
  }
  if (flags.includes('f') && (head === 'export' || flags.includes('x'))) {
    // An exported function may be called by whatever runs next.
    for (const word of operands(command)) {
      const body = shell.functions.get(word.text ?? '')
      if (body === undefined) continue
      setFunction(shell, word.text ?? '', { ...body, exported: true })
      shell.read.perform(shell, { ...command, words: [word] })
    }
  }
  const id = note(shell, command)
  // `export -p`, `declare -x`, a bare `set`: prints every variable.
  if (operands(command).length === 0 && head !== 'local') return dumped(shell, command, id)
  return NOTHING
}

function dumped(shell: Shell, command: Performed, id: number): Word {
  const read = act({ do: 'environment', by: id }, shell, command.span)
  return unknownWord('environment', false, [read])
}

/** Those that take names of variables, or numbers: a subscript among their words is expanded once more. */
const naming =
  (builtin: Builtin, numbers = false): Builtin =>
  (shell, command) => {
    const counts = numbers || args(command).some((word) => /^-\w*i/.test(word.text ?? ''))
    for (const word of args(command)) {
      const start = knownStart(word)
      const equals = start.indexOf('=')
      if (counts) evaluateValue(shell, equals < 0 ? word : wordFrom(word, equals + 1), command.span)
      else expandSubscript(shell, equals < 0 ? word : literal(start.slice(0, equals)), command.span)
    }
    return builtin(shell, command)
  }

/** `test -v 'a[…]'` expands what stands in the brackets. */
/** Where programs lie that are looked up by names that are not known, or out of what was found before. */
function lying(shell: Shell, command: Performed, names: readonly Word[]): Word {
  const id = note(shell, command)
  const found = names.map((name) => wordLies(shell.trace.scene, name))
  shell.trace.notes.list(id, found, '')
  return unknownWord('path', true, [id])
}
const tested: Builtin = (shell, command) => {
  for (const [at, word] of command.words.entries()) if (command.words[at - 1]?.text === '-v') expandSubscript(shell, word, command.span)
  return NOTHING
}

const BUILTINS: Record<string, Builtin> = {
  cd,
  chdir: cd,
  'set-location': cd,
  sl: cd,
  pushd,
  popd,
  export: naming(assignAll),
  declare: naming(assignAll),
  typeset: naming(assignAll),
  local: naming(assignAll),
  readonly: naming(assignAll),
  unset: naming((shell, command) => {
    const only = args(command).find((word) => /^-[fnv]+$/.test(word.text ?? ''))?.text ?? ''
    for (const { text } of operands(command)) {
      if (text === null) continue
      if (only.includes('f') || (only === '' && !shell.vars.has(text))) setFunction(shell, text, undefined)
      if (!only.includes('f')) assign(shell, text, { words: [literal('')], array: false })
    }
    note(shell, command)
    return NOTHING
  }),
  set: (shell, command) => {
    const words = args(command)
    const dashes = words.findIndex((word) => word.text === '--')
    if (dashes >= 0) setArguments(shell, words.slice(dashes + 1))
    // Options end at the first word that is none.
    else if (words.length > 0 && !/^[-+]/.test(knownStart(words[0] ?? literal('-')))) setArguments(shell, words)
    for (const [at, { text }] of words.entries()) {
      if (text === '--' || (!/^[-+]/.test(text ?? '') && words[at - 1]?.text?.endsWith('o') !== true)) break
      const named = text?.endsWith('o') === true ? words[at + 1]?.text : undefined
      if (/^[-+][a-z]*e/.test(text ?? '') || named === 'errexit') obey(shell, text?.startsWith('-') === true)
      if (/^-[a-z]*a/.test(text ?? '') || (named === 'allexport' && text?.startsWith('-') === true)) exportName(shell, '*')
    }
    const id = note(shell, command)
    return words.length === 0 ? dumped(shell, command, id) : NOTHING
  },
  shift: (shell, command) => {
    const [by] = args(command)
    if (by?.text === null) {
      const all = positionalOf(shell) ?? []
      const one = onlyPattern(all)
      assign(shell, '@', one === null ? { words: [unknownWord('@', true, joinWords(all).from)], array: false } : { words: [one], array: true })
    } else shiftArguments(shell, /^\d{1,6}$/.test(by?.text ?? '') ? Number(by?.text) : 1)
    return NOTHING
  },
  alias: (shell, command) => {
    for (const word of operands(command)) {
      const match = /^([^=\s]+)=([^]*)$/.exec(word.text ?? '')
      if (match?.[1] !== undefined && match[2] !== undefined) setAlias(shell, match[1], match[2])
    }
    note(shell, command)
    return NOTHING
  },
  enable: (shell, command) => {
    // `enable -n exit`: from now on that is no command of the shell's own, and ends nothing.
    if (args(command).some(({ text }) => /^-[a-z]*n/.test(text ?? '')))
      for (const { text } of operands(command)) if (text !== null) setAlias(shell, text, `command ${text}`)
    note(shell, command)
    return NOTHING
  },
  eval: (shell, command) => {
    const id = note(shell, command)
    const words = args(command).filter((word, at) => !(at === 0 && word.text === '--'))
    if (words.length === 0) return NOTHING
    const code = joinWords(words)
    if (code.text === null && /^\s*set\s/.test(knownStart(code))) setArguments(shell, null)
    // eval runs here: variables and folder it sets stay.
    if (code.text === null)
      return execute(altered(shell, { by: id }), { language: 'shell', code, origin: 'argument', span: command.span, stdin: command.stdin, here: true })
    act(
      { do: 'execute', language: 'shell', text: code.text.slice(0, 200), origin: 'argument', decoded: isDecoded(shell, code), takes: code.from ?? [], by: id },
      shell,
      command.span,
    )
    const inner: Shell = altered(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span })
    const printed = shell.read.text(inner, code.text, command.stdin)
    follow(shell, inner)
    return printed
  },
  source: sourceFile,
  '.': sourceFile,
  trap: (shell, command) => {
    note(shell, command)
    // Code may begin with any character.
    const [first] = args(command)
    const [code, ...signals] = first?.text === '--' || /^-[lp]+$/.test(first?.text ?? '') ? args(command).slice(1) : args(command)
    if (code === undefined || signals.length === 0 || code.text === '') return NOTHING
    keepTrap(shell, code, command.span)
    if (code.text !== null && signals.some(({ text }) => text?.toUpperCase() === 'DEBUG')) runBetween(shell, code.text)
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
      if (command.stdin !== null) feed(shell, '0', command.stdin)
      return NOTHING
    }
    return shell.read.perform(withoutNames(shell, shell.depth + 1), { ...command, words })
  },
  command: (shell, command) => {
    const words = [...args(command)]
    let asks = false
    while (words[0]?.text?.startsWith('-') === true) asks = /[vV]/.test(words.shift()?.text ?? '') || asks
    if (asks) return words[0]?.text == null ? lying(shell, command, words) : literal(whereLies(shell.trace.scene, words[0].text))
    return words.length === 0 ? NOTHING : unnamed(shell, { ...command, words }, shell.depth + 1)
  },
  builtin: (shell, command) =>
    args(command).length === 0
      ? NOTHING
      : unnamed(shell, { ...command, words: args(command)[0]?.text === '--' ? args(command).slice(1) : args(command) }, shell.depth),
  read: naming(readLine),
  mapfile: naming(readLines),
  readarray: naming(readLines),
  printf: (shell, command) => {
    const words = args(command)
    if (words[0]?.text === '-v' && words[1]?.text != null) {
      expandSubscript(shell, words[1], command.span)
      setVariable(shell, words[1].text, printf(words.slice(2)))
      return NOTHING
    }
    const [format, ...rest] = words[0]?.text === '--' ? words.slice(1) : words
    return format === undefined ? NOTHING : /^%s\\[n0]$/.test(format.text ?? '') ? asItems(printf([format, ...rest]), rest) : printf([format, ...rest])
  },
  echo: (_shell, command) => asItems(echo(args(command)), args(command)),
  pwd: (shell) => shell.cwd,
  hash: (shell, command) => {
    const [option, path, name] = args(command)
    if (option?.text === '-p' && path?.text != null && name?.text != null) setAlias(shell, name.text, path.text)
    return option?.text === '-t' ? lying(shell, command, args(command).slice(1)) : NOTHING
  },
  compgen: (shell, command) => {
    const words = args(command)
    words.forEach(({ text }, at) => {
      const next = words[at + 1]
      if (next?.text == null) return
      if (text === '-W') expandAgain(shell, next.text, command.span)
      if (text === '-F') shell.read.perform(shell, { ...command, words: [next] })
      if (text === '-C') shell.read.text(altered(shell, { depth: shell.depth + 1, span: shell.span ?? command.span }), next.text, null)
    })
    const id = note(shell, command)
    // Whoever asks for the names of variables asks for what they hold next.
    const isOfVariables = words.some(({ text }) => text === '-v' || text === '-e')
    return unknownWord('compgen', true, isOfVariables ? [id, act({ do: 'environment', by: id }, shell, command.span)] : [id])
  },
  test: tested,
  '[': tested,
  true: () => NOTHING,
  false: () => NOTHING,
  ':': () => NOTHING,
  let: naming((shell, command) => {
    for (const { text } of args(command)) {
      // Brackets of its names are expanded once more, whatever quoted them.
      expandAgain(shell, text ?? '', command.span)
      countLet(shell, text ?? '')
    }
    return NOTHING
  }, true),
  shopt: (shell, command) => {
    if (args(command).some((word) => word.text === 'cdable_vars') && args(command).some((word) => word.text === '-s'))
      setVariable(shell, 'BASHOPTS', literal('cdable_vars'))
    for (const { text } of args(command)) if (text !== null) shell.trace.notes.widen(text)
    return NOTHING
  },
  wait: naming(() => NOTHING),
  getopts: naming((shell, command) => {
    getopts(shell, args(command), positionalOf(shell))
    return NOTHING
  }),
  getopt: (shell, command) => {
    const id = note(shell, command)
    return getopt(args(command), quoted) ?? unknownWord('getopt', true, [id])
  },
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
export function builtinOf(name: string): Builtin | undefined {
  return Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined
}

/** Past functions and aliases of that name, in this shell. */
function unnamed(shell: Shell, command: Performed, depth: number): Word {
  const inner = withoutNames(shell, depth)
  const printed = shell.read.perform(inner, command)
  follow(shell, inner)
  return printed
}

/** The command without its name and so many words; braces round it are of no account. */
function performRest(shell: Shell, command: Performed, after: number): Word {
  const words = command.words.slice(1 + after)
  const isBlock = words[0]?.text === '{' && words.at(-1)?.text === '}'
  return shell.read.perform(shell, { ...command, words: isBlock ? words.slice(1, -1) : words })
}
