// Does a loop or a circle of functions start processes without end? Unbounded rounds that put work in the background and never wait for it.
import type { AndOr, CommandNode, CompoundList, PipelineNode } from './parse.ts'
import type { Shell } from '../../machine/process.ts'

type Loop = Extract<CommandNode, { type: 'While' | 'ArithmeticFor' }>

export function isForkLoop(loop: Loop): boolean {
  if (!isEndless(loop)) return false
  const seen = survey(loop.body)
  return seen.orphan || (seen.background && !seen.pauses)
}

function isEndless(loop: Loop): boolean {
  if (loop.type === 'ArithmeticFor')
    return loop.test === undefined || (loop.test.type === 'ArithmeticWord' && loop.test.value.trim() === '1') || growsPast(loop)
  const only = loop.clause.commands.length === 1 ? loop.clause.commands[0]?.command : undefined
  const command = only?.type === 'Pipeline' && only.commands.length === 1 ? only.commands[0] : only
  if (command?.type === 'Command') {
    const [name = '', first] = [command.name?.value.replace(/^.*\//, ''), command.args[0]]
    if (loop.kind === 'until') return name === 'false'
    if (name === 'true' || name === ':') return true
    return (name === '[' || name === 'test') && command.args.length <= 2 && first?.type === 'Word' && first.parts === undefined && first.value !== ']'
  }
  if (command?.type === 'TestCommand')
    return (
      command.expression.type === 'TestUnary' && command.expression.operand.parts === undefined && command.expression.operand.pos === command.expression.pos
    )
  return command?.type === 'ArithmeticCommand' && /^\s*1\s*$/.test(command.body)
}

/** `i>=0; i++` */
function growsPast({ test, update }: Extract<Loop, { type: 'ArithmeticFor' }>): boolean {
  if (test?.type !== 'ArithmeticBinary' || update?.type !== 'ArithmeticUnary') return false
  const [up, bound] = [update.operator === '++', test.operator]
  return (
    test.left.type === 'ArithmeticWord' &&
    test.right.type === 'ArithmeticWord' &&
    /^\s*\d+\s*$/.test(test.right.value) &&
    (up ? bound.startsWith('>') : bound.startsWith('<'))
  )
}

interface Survey {
  background: boolean
  /** Started inside a subshell: a later `wait` does not know it. */
  orphan: boolean
  /** Something in the loop's own shell waits, sleeps or leaves. */
  pauses: boolean
}

const PAUSES = new Set(['wait', 'sleep', 'exit', 'break', 'return', 'read', 'exec'])

function survey(list: CompoundList): Survey {
  const seen: Survey = { background: false, orphan: false, pauses: false }
  for (const statement of list.commands) visit(statement.command, statement.background === true, seen)
  return seen
}

function visit(node: PipelineNode | AndOr, background: boolean, seen: Survey): void {
  if (background) seen.background = true
  if (node.type === 'AndOr') for (const part of node.commands) visit(part, false, seen)
  else if (node.type === 'Command' && !background && PAUSES.has(node.name?.value ?? '')) seen.pauses = true
  else if (node.type === 'Subshell') {
    const inner = survey(node.body)
    if (inner.background && !inner.pauses) seen.orphan = true
    // `(sleep 1)` slows the loop down, `(wait)` does not.
    if (node.body.commands.some((statement) => statement.command.type === 'Command' && statement.command.name?.value === 'sleep')) seen.pauses = true
  } else if (node.type === 'BraceGroup') {
    const inner = survey(node.body)
    seen.background ||= inner.background
    seen.orphan ||= inner.orphan
    seen.pauses ||= inner.pauses && !background
  }
}

/** Functions that call each other in a circle, one of them starting the next twice at once or in the background. */
export function isRecursionBomb({ functions }: Pick<Shell, 'functions'>, circle: readonly string[]): boolean {
  return circle.some((name, at) => {
    const body = functions.get(name)
    const next = circle[(at + 1) % circle.length]
    return body !== undefined && next !== undefined && usesOf(body.node, next).atOnce
  })
}

const OWN_NAME = /^\$\{?FUNCNAME(?:\[0\])?\}?$/

/** How often a part of the tree runs this command, and whether twice at once or in the background. */
function usesOf(node: unknown, name: string): { readonly count: number; readonly atOnce: boolean } {
  if (typeof node !== 'object' || node === null) return { count: 0, atOnce: false }
  const part = node as { readonly type?: string; readonly background?: boolean; readonly name?: { readonly value?: string } }
  let count = part.type === 'Command' && (part.name?.value === name || OWN_NAME.test(part.name?.value ?? '')) ? 1 : 0
  let atOnce = false
  for (const child of Object.values(node)) {
    const inside = usesOf(child, name)
    count += inside.count
    atOnce ||= inside.atOnce
  }
  return { count, atOnce: atOnce || (count > 1 && part.type === 'Pipeline') || (count > 0 && (part.background === true || part.type === 'Coproc')) }
}
