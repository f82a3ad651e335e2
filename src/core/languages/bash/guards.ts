// Which variables are not empty where a command stands, because a test before it said so? `[ -n "$X" ] && …`, `if [ -d "$X" ]; then …`.
import { wordSet } from '../../text/word-set.ts'
import { contentOf, locate } from '../../disk/paths.ts'
import { unknownWord } from '../../value/text.ts'
import type { AndOr, CompoundList, PipelineNode } from './parse.ts'
import type { Shell, Value } from '../../machine/process.ts'
import { aloneIn, testedBy } from './test-expression.ts'
import type { Tested } from './test-expression.ts'
import { ABSENT, lookup, setValue } from '../../machine/env.ts'

/** Variables that cannot be empty: where the test holds, and where it fails. */
export interface Guards {
  readonly held: readonly string[]
  readonly failed: readonly string[]
}
const NONE: Guards = { held: [], failed: [] }

/** No file has an empty name: whatever these say of one, it has a name. */
const OF_FILES = wordSet('-n -d -e -f -L -h -s -r -w -x -b -c -p -S')
const MOST_COMMANDS = 12

export function guardsOf(node: PipelineNode | AndOr): Guards {
  const only = aloneIn(node)
  // `! [ -f x ]`
  if (only.type === 'Pipeline' && only.commands.length === 1 && only.prefixes.length === 1 && only.prefixes[0]?.type === 'Negation')
    return turned(guardsOf(only.commands[0] as PipelineNode))
  if (only.type === 'AndOr') return guardsOfList(only.commands, only.operators)
  const test = testedBy(only)
  return test === null ? NONE : guardsIn(test)
}

/** What was tested before the command at this position of an and-or list, and must have held or failed for it to be reached. */
export function guardsBefore({ commands, operators }: AndOr, position: number): readonly string[] {
  if (position === 0 || position > MOST_COMMANDS || isWithoutTest(commands, position)) return NONE.held
  const { held, failed } = guardsOfList(commands.slice(0, position), operators.slice(0, position - 1))
  return operators[position - 1] === '&&' ? held : failed
}

/** Most commands test nothing. */
function isWithoutTest(commands: readonly PipelineNode[], before: number): boolean {
  for (let at = 0; at < before; at++) if (guardsOf(commands[at] as PipelineNode) !== NONE) return false
  return true
}

/** What holds behind a list that ends the shell otherwise: `[ -n "$X" ] || exit`. */
export function guardsPast({ commands, operators }: AndOr, isEnd = isExit): readonly string[] {
  const last = commands.length - 1
  const ending = commands[last]
  if (ending === undefined || last > MOST_COMMANDS || !isEnd(ending)) return []
  const { held, failed } = guardsOfList(commands.slice(0, last), operators.slice(0, last - 1))
  return operators[last - 1] === '&&' ? failed : held
}

function guardsOfList(commands: readonly PipelineNode[], operators: AndOr['operators']): Guards {
  if (commands.length > MOST_COMMANDS) return NONE
  const parts = commands.map(guardsOf)
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  // Most commands test nothing.
  if (parts.every((part) => part === NONE)) return NONE
  if (operators.every((one) => one === '&&')) return { held: parts.flatMap(({ held }) => held), failed: [] }
  return operators.every((one) => one === '||') ? { held: [], failed: parts.flatMap(({ failed }) => failed) } : NONE
}

/** Of a condition that is one statement. */
export function guardsOfCondition({ commands }: CompoundList): Guards {
  const [only] = commands
  return commands.length === 1 && only !== undefined && only.background !== true ? guardsOf(only.command) : NONE
}

/** Whether a committed script says that a file is missing which is known to be there: `if [ ! -f build.sh ]; then cd ..; fi` in build.sh itself. */
export function deniesKnownFile(shell: Shell, { commands }: CompoundList): boolean {
  const [only] = commands
  const whole = shell.trust !== 'project' || commands.length !== 1 || only === undefined ? null : testedBy(only.command)
  const test = whole?.is === '&&' ? whole.of[0] : whole
  if (test?.is !== 'not' || test.of?.is !== 'unary' || (test.of.operator !== '-f' && test.of.operator !== '-e')) return false
  const { text } = test.of.operand
  return /^[\w./-]+$/.test(text) && contentOf(shell, { text }) !== null
}

/** Without quotes an empty variable is no word at all to `[`, and the test holds. */
function guardsIn(test: Tested | null): Guards {
  switch (test?.is) {
    case 'unary':
      return unary(test.operator, (test.bare ? anyName : quotedName)(test.operand.text), test.operand.text)
    case 'binary':
      return compared(test.left.text, (test.bare ? anyName : quotedName)(test.left.text), test.operator, test.right.text)
    case 'not':
      return turned(guardsIn(test.of))
    case '&&':
      return { held: test.of.flatMap((part) => guardsIn(part).held), failed: [] }
    case '||':
      return { held: [], failed: test.of.flatMap((part) => guardsIn(part).failed) }
    case undefined:
      return NONE
  }
}

const turned = (guards: Guards): Guards => (guards === NONE ? NONE : { held: guards.failed, failed: guards.held })

const TELLS_ABSENT = new Set(['-f', '-e', '-s'])

function unary(operator: string, name: string | null, operand: string): Guards {
  const file = /^(["']?)([\w./-]+)\1$/.exec(operand)?.[2]
  if (name === null && file !== undefined && TELLS_ABSENT.has(operator)) return { held: [], failed: [ABSENT + file] }
  if (name === null) return NONE
  if (operator === '-z') return { held: [], failed: [name] }
  return OF_FILES.has(operator) ? { held: [name], failed: [] } : NONE
}

function compared(text: string, plain: string | null, operator: string, other: string): Guards {
  // `[ x"$X" = x ]`: the same letter on both sides.
  const [, mark, marked = ''] = /^"?([xX_])"?(\$\{?\w+\}?)"?$/.exec(text) ?? []
  const name = mark !== undefined && other.replaceAll(/["']/g, '') === mark ? anyName(marked) : other === '""' || other === "''" ? plain : null
  if (name === null) return NONE
  if (operator === '!=') return { held: [name], failed: [] }
  return operator === '=' || operator === '==' ? { held: [], failed: [name] } : NONE
}

const quotedName = (text: string): string | null => {
  const found = /^"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?-)?\})"$/.exec(text)
  return found?.[1] ?? found?.[2] ?? null
}
const anyName = (text: string): string | null => quotedName(text.startsWith('"') ? text : `"${text}"`)

/** Reads on with these variables known to hold something; what was known before comes back afterwards. */
export function whileSet<T>(shell: Shell, names: readonly string[], read: () => T): T {
  if (names.length === 0) return read()
  const put = names.flatMap((given): readonly (readonly [string, Value | undefined, Value])[] => {
    const name = given.startsWith(ABSENT) ? `${ABSENT}${locate(shell, { text: given.slice(ABSENT.length) }).resolved}` : given
    const before = shell.vars.get(name)
    const value = filled(shell, name)
    if (value === null) return []
    setValue(shell, name, value)
    return [[name, before, value]]
  })
  const result = read()
  for (const [name, before, value] of put.toReversed()) if (shell.vars.get(name) === value) setValue(shell, name, before)
  return result
}

/** From here on they hold something: what would not have got here has ended. */
export function keepSet(shell: Shell, names: readonly string[]): void {
  for (const name of names) {
    if (name.startsWith(ABSENT)) continue
    const value = filled(shell, name)
    if (value !== null) setValue(shell, name, value)
  }
}

/** Null where the value is known, or is a list. */
function filled(shell: Shell, name: string): Value | null {
  if (name.startsWith(ABSENT)) return { words: [], array: false }
  const value = shell.vars.get(name) ?? lookup(shell, name)
  if (value === null) return { words: [unknownWord(name, false)], array: false }
  const { otherwise = [], ...first } = value
  const all = [first, ...otherwise]
  const left = all.flatMap((one) => (one.array || one.words[0]?.text !== '' ? [notEmpty(one)] : []))
  const [kept, ...others] = left
  if (kept === undefined || (left.length === all.length && left.every((one, at) => one === all[at]))) return null
  return others.length === 0 ? kept : { ...kept, otherwise: others }
}

function notEmpty(value: Value): Value {
  const [word] = value.words
  const part = word?.parts?.length === 1 ? word.parts[0] : undefined
  if (value.array || word === undefined || part?.kind !== 'unknown' || !part.mayBeEmpty) return value
  return { words: [{ ...word, parts: [{ ...part, mayBeEmpty: false }] }], array: false }
}

const isExit = (node: PipelineNode | AndOr): boolean => node.type === 'Command' && node.name?.value === 'exit'
