// What may a shell be after parts of its text that were maybe not run? Every value and every folder that is possible is kept.
import type { Word } from '../../model.ts'
import { isGone, wasFound, wasRemoved } from '../../disk/observed.ts'
import { unknownWord } from '../../value/text.ts'
import { nodeOf } from './parse.ts'
import type { AndOr, Command, PipelineNode, Statement } from './parse.ts'
import { afford } from '../../log/process.ts'
import { isSameWord, MOST_VALUES } from '../../machine/alternatives.ts'
import type { Folder, FunctionBody, Shell, State, Value } from '../../machine/process.ts'
import { addFolders, stand, takeUnmoved } from '../../machine/folders.ts'
import { ANY_VARIABLE, choose, chooseFirst, positionalOf, sceneValue, setValue, setFunction } from '../../machine/env.ts'
import { enter, leaveBehind, obey, stateOf } from '../../machine/flow.ts'

/** It is one of these: the first is what everything is read in, the others count besides. */
export function settle(shell: Shell, states: readonly State[]): void {
  const [first, ...others] = states
  if (first === undefined) return
  enter(shell, first)
  obey(
    shell,
    states.every(({ strict }) => strict),
  )
  for (const other of others) {
    let differ = 0
    for (const name of namesIn(shell.vars, other.vars)) {
      const [here, there] = [shell.vars.get(name), other.vars.get(name)]
      if (here !== there) differ++
      const value = eitherValue(shell, name, here, there)
      if (value !== undefined) setValue(shell, name, value)
    }
    if (differ >= DIFFER_A_STEP && !afford(shell, differ / DIFFER_A_STEP)) return
    for (const name of namesIn(shell.functions, other.functions)) {
      const [here, there] = [shell.functions.get(name), other.functions.get(name)]
      if (here !== there) setFunction(shell, name, eitherFunction(here, there))
    }
    addFolders(shell, [other.folder, ...other.elsewhere, ...(other.unmoved === null ? [] : [other.unmoved])])
  }
}

/** Every branch of very many may set a variable of its own. */
const DIFFER_A_STEP = 32

const NO_NAMES: readonly string[] = []
const namesIn = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): Iterable<string> =>
  a.size === 0 && b.size === 0 ? NO_NAMES : new Set([...a.keys(), ...b.keys()])

function eitherValue(shell: Shell, name: string, here: Value | undefined, there: Value | undefined): Value | undefined {
  if (here === there) return here
  // What nobody has set is what the machine says, or nothing at all.
  const [a, b] = [here ?? sceneValue(shell, name) ?? unset(name), there ?? sceneValue(shell, name) ?? unset(name)]
  const all = [a, ...(a.otherwise ?? []), b, ...(b.otherwise ?? [])]
  const distinct = all.filter((value, at) => all.findIndex((other) => isSame(other, value)) === at)
  const kept: readonly Value[] =
    distinct.length <= MOST_VALUES ? distinct : [...distinct.slice(0, MOST_VALUES - 1), { words: [unknownWord(name)], array: false }]
  const [first, ...others] = kept.map(({ words, array }): Value => ({ words, array }))
  return first === undefined || others.length === 0 ? first : { ...first, otherwise: others }
}

const unset = (name: string): Value => ({ words: [unknownWord(name)], array: false })

const isSame = (a: Value, b: Value): boolean =>
  a === b || (a.array === b.array && a.words.length === b.words.length && a.words.every((word, at) => isSameWord(word, b.words[at])))
/** One of them, or the program of that name. */
function eitherFunction(here: FunctionBody | undefined, there: FunctionBody | undefined): FunctionBody {
  if (here !== undefined) return depthOf(here) < MOST_VALUES ? { ...here, otherwise: there ?? null } : here
  // Never without either: the names come from the two.
  return { ...(there as FunctionBody), otherwise: null }
}
const depthOf = (body: FunctionBody): number => (body.otherwise === undefined ? 1 : body.otherwise === null ? 2 : 1 + depthOf(body.otherwise))

/** Before the next statement: whether the last one was a `cd` that failed, nobody has asked; with `set -e` nothing would follow. */
export function fold(shell: Shell): void {
  const unmoved = takeUnmoved(shell)
  if (unmoved !== null && !shell.strict) addFolders(shell, [unmoved])
}

/** Where else it may stand, as far as it is known; asks for the rest. */
export function otherFolders(shell: Shell, folders: readonly Folder[]): readonly Folder[] {
  for (const { when } of folders) if (when !== undefined) isGone(shell, when)
  return folders.filter(({ when }) => when === undefined)
}

/** Where a shell stands after a `cd`, if it failed: certain only where the folder was looked for and nothing lay there. */
export function unmovedFrom(shell: Shell, before: Folder, target: string | null): Folder {
  if (target === null) return before
  // A file is no folder either.
  const inside = target === '' || target === '/' ? target : `${target}/.`
  const isGone = wasRemoved(shell, target) || (shell.disk.hasFoundAny('missing') && wasFound(shell, 'missing', inside, true, target))
  return isGone ? before : { cwd: before.cwd, wild: before.wild, when: inside }
}

/** `exit`, `return`, `break`: nothing of this part is reached behind it. */
export function leaves(shell: Shell, node: PipelineNode | AndOr): boolean {
  if (node.type === 'BraceGroup') {
    const last = node.body.commands.at(-1)
    return last !== undefined && last.background !== true && leaves(shell, last.command)
  }
  if (node.type !== 'Command') return false
  const name = node.name?.text ?? ''
  return shell.leaving.has(name) ? isItself(shell, name) && isObeyed(shell, node) : endsShell(shell, node)
}
const isItself = ({ functions, aliases }: Shell, name: string): boolean => !functions.has(name) && !aliases.has(name)

/** `exit`, or a function that does nothing else in the end: `die() { echo "$*" >&2; exit 1; }`. */
export function endsShell(shell: Shell, node: PipelineNode | AndOr, depth = 0, given?: Command['args']): boolean {
  const name = node.type === 'Command' ? node.name?.text : undefined
  if (node.type !== 'Command' || name === undefined || shell.aliases.has(name)) return false
  if (name === 'exit') return shell.leaving.has(name) && isItself(shell, name) && isObeyed(shell, node, given)
  if (name === 'exec') return becomes(shell, node)
  const body = shell.functions.size === 0 || depth > DEEPEST_END ? undefined : shell.functions.get(name)
  const group = body === undefined || body.otherwise !== undefined ? undefined : nodeOf(body)
  if (group?.type !== 'BraceGroup') return false
  const statements = group.body.commands
  const last = statements.at(-1)
  return last !== undefined && last.background !== true && statements.slice(0, -1).every(isPlain) && endsShell(shell, last.command, depth + 1, node.args)
}
const DEEPEST_END = 3

/** `exec ls`: a script is that program from there on, and ends where there is none of the name. */
function becomes(shell: Shell, { args, redirects }: Command): boolean {
  const [first] = args
  if (shell.script === '' || redirects.length > 0 || first?.type !== 'Word') return false
  return /^[\w./][\w./-]*$/.test(first.text) && shell.leaving.has('exit') && isItself(shell, 'exec') && !shell.script.includes('execfail')
}

/** Whatever it does, the next statement is reached. */
const isPlain = ({ command }: Statement): boolean =>
  command.type === 'Command' && (command.name === undefined || (/^[\w-]+$/.test(command.name.text) && !GOES.has(command.name.text)))
const GOES = new Set(['return', 'break', 'continue', 'eval', 'source', 'exec', 'trap', 'enable', 'builtin', 'command'])

/** Too many words, a question for help or a redirection that fails keep the shell from leaving. */
function isObeyed(shell: Shell, { name, args, redirects }: Command, given?: Command['args']): boolean {
  const [only] = args
  if (args.length > 1 || (only !== undefined && (LOOPS.has(name?.text ?? '') || only.type !== 'Word' || !isOneNumber(shell, only.text, given)))) return false
  return redirects.every((one) => 'target' in one && (one.operator.endsWith('&') ? /^[0-2]$/ : /^\/dev\/null$/).test(one.target?.text ?? ''))
}
const LOOPS = new Set(['break', 'continue'])

/** Whatever is no option ends it, `--help` does not; what nobody knows may be that. */
function isOneNumber(shell: Shell, text: string, given: Command['args'] | undefined): boolean {
  if (/^"?(?:\d+|\$\?|\$#|\$\(\([^()`]*\)\))"?$|^"[^"$`\\-][^"$`\\]*"$/.test(text)) return true
  const [, , bare, braced, otherwise = ''] = /^("?)\$(?:(\w+)|\{(\w+)(?::?-(\d*|\$\?))?\})\1$/.exec(text) ?? []
  const name = bare ?? braced
  return name !== undefined && (otherwise === '' || /^[\d$]/.test(otherwise)) && isNumberIn(shell, name, given)
}

/** Set by the shell itself as it goes along. */
const SET_BY_SHELL = /^(?:_|REPLY|OPTARG|MAPFILE|COPROC|COMP\w+|BASH\w*|DIRSTACK|FUNCNAME|READLINE\w+|history\w*)$/

/** A variable nobody has set here is empty or a number, as far as anybody knows. */
function isNumberIn(shell: Shell, name: string, given: Command['args'] | undefined): boolean {
  if (/^[1-9]\d*$/.test(name)) {
    const at = Number(name) - 1
    // Words that may be several move those behind them.
    if (given !== undefined)
      return given.slice(0, at + 1).every(({ text }, place) => (place === at ? /^\d+$/ : /^(?:"(?:[^"@*`$]|\$\w)*"|'[^']*'|[\w.:/-]+)$/).test(text))
    const words = positionalOf(shell)
    const word = words?.[at]
    return words !== null && (word === undefined || isNumber(word))
  }
  const value = shell.vars.get(name)
  if (value === undefined) return !SET_BY_SHELL.test(name) && !shell.vars.has(ANY_VARIABLE)
  return value.refers === undefined && [value, ...(value.otherwise ?? [])].every(({ words }) => words.length === 0 || isNumber(words[0]!))
}

/** `$?` and `$(( … ))` are known to be one, whatever they are. */
const isNumber = ({ text, parts }: Word): boolean =>
  text === null
    ? parts?.length === 1 &&
      parts.every((part) => part.kind === 'unknown' && (part.name === '?' || part.name === '#' || (part.name === 'arithmetic' && !part.mayBeEmpty)))
    : /^\d*$/.test(text)

export const leavesAtEnd = (shell: Shell, statements: readonly Statement[]): boolean => {
  const last = statements.at(-1)
  return last !== undefined && last.background !== true && leaves(shell, last.command)
}

/** Whoever waits for what `return`, `break` or `continue` leaves behind. */
export function leave(shell: Shell, node: PipelineNode | AndOr): void {
  fold(shell)
  if (!endsShell(shell, node)) leaveBehind(shell)
}

/** Commands that do not fail, for all that matters. */
const SURE = new Set(['true', ':', 'echo', 'printf', 'export', 'set', 'pwd'])

function isSure(node: PipelineNode | undefined): boolean {
  if (node?.type !== 'Command' || node.redirects.length > 0) return false
  if (node.name === undefined) return node.prefix.every((one) => one.type === 'Assignment' && one.value.type === 'Word' && !/[$`]/.test(one.value.text))
  return SURE.has(node.name.text) || (node.name.text === 'mkdir' && node.args.some((word) => word.type === 'Word' && /^-\w*p|^--parents$/.test(word.text)))
}

/** What is asked whether it fails may fail, with `set -e` too, and so may whatever it calls. */
export function unheeded<T>(shell: Shell, read: () => T): T {
  const { strict } = shell
  obey(shell, false)
  const result = read()
  if (strict) obey(shell, true)
  return result
}

/** `a && b || c`: each part in every state in which it may be reached, and afterwards all that are left. */
export function inTurn(shell: Shell, { commands, operators }: AndOr, run: (part: PipelineNode, at: number) => void): void {
  let skipped: { readonly state: State; readonly failed: boolean }[] = []
  const unlikely: Folder[] = []
  let reached = true
  let since = -1
  let sure: readonly string[] = []
  for (let at = 0; at < commands.length && !shell.trace.budget.spent; at++) {
    const part = commands[at]!
    if (at > 0) {
      const and = operators[at - 1] === '&&'
      const unmoved = takeUnmoved(shell)
      if (reached && !and) {
        skipped.push({ state: stateOf(shell), failed: false })
        if (unmoved !== null) stand(shell, unmoved)
      } else if (reached && unmoved?.when !== undefined) unlikely.push(unmoved)
      else if (reached && (unmoved !== null || !isSure(commands[at - 1])))
        skipped.push({ state: { ...stateOf(shell), ...(unmoved === null ? {} : { folder: unmoved }) }, failed: true })
      const joining = skipped.length === 0 ? skipped : skipped.filter(({ failed }) => failed !== and)
      if (joining.length > 0) {
        skipped = skipped.filter(({ failed }) => failed === and)
        settle(shell, [...(reached ? [stateOf(shell)] : []), ...joining.map(({ state }) => state)])
        reached = true
      }
    }
    const made = shell.disk.countOfMade
    if (at > 0 && since < 0 && !isSure(commands[at - 1])) since = shell.trace.actions.length
    if (at === commands.length - 1 || (part.type === 'Command' && part.name?.text === 'set')) run(part, at)
    else unheeded(shell, () => run(part, at))
    if (shell.disk.countOfMade > made && (operators[at] === '&&' ? !operators.slice(0, at).includes('||') : at === 0 && ends(shell, commands))) {
      const these = isMaking(part) ? shell.disk.surelyMade(made) : NO_NAMES
      if (operators[at] === '&&') sure = [...sure, ...these]
    } else if (operators[at] === '||') shell.disk.doubtMade(sure)
    if (reached && leaves(shell, part)) {
      reached = false
      leave(shell, part)
    }
  }
  if (skipped.length > 0) settle(shell, [...(reached ? [stateOf(shell)] : []), ...skipped.map(({ state }) => state)])
  addFolders(shell, unlikely)
  if (since >= 0) doubtFiles(shell, since)
  shell.disk.doubtMade(sure)
}
/** `mkdir x && …`, `mkdir x || exit`: whatever is reached knows that it was made. */
const isMaking = (part: PipelineNode): boolean => part.type === 'Command' && /^(?:mkdir|git)$/.test(part.name?.text ?? '')
/** `a || exit` */
const ends = (shell: Shell, commands: readonly PipelineNode[]): boolean => commands.length === 2 && endsShell(shell, commands[1]!)

/** What was maybe not run may have written and deleted nothing: what lay there counts besides. */
export function doubtFiles({ trace, disk }: Shell, since: number): void {
  for (let at = since; at < trace.actions.length; at++) {
    const action = trace.actions[at]!
    if ((action.does !== 'write' && action.does !== 'delete') || action.resolved === null) continue
    if (action.does === 'write') disk.doubt(action.resolved)
    disk.restore(action.resolved)
  }
}

/** Whether a variable has more than one value, so that a command may have to be read more than once. */
export function isBranched({ vars }: Shell): boolean {
  for (const { otherwise } of vars.values()) if (otherwise !== undefined) return true
  return false
}

/** The words that are read with one value of each variable, and with any other that a branch has set. */
export function ofEachChoice(shell: Shell, read: () => readonly Word[]): readonly Word[] {
  chooseFirst(shell)
  let words = read()
  for (let choice = 1; choice < Math.min(shell.choices, MOST_VALUES); choice++) {
    choose(shell, choice)
    words = [...words, ...read().filter((word) => !words.some((other) => isSameWord(other, word)))]
  }
  choose(shell, 0)
  return words
}
