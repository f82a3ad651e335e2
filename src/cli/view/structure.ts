// Which commands does a shell text hold, and how do they hang together?
import { parseShell, refuel } from '../../core/languages/bash/parse.ts'
import type { AndOr, CommandNode, CompoundList, PipelineNode, Statement } from '../../core/languages/bash/parse.ts'

export interface Branch {
  readonly label: string
  readonly below: readonly Branch[]
}

const MOST = 400
const DEEPEST = 30

/** Null when the text cannot be parsed; `trouble` then says why. */
export function structureOf(text: string): { readonly branches: readonly Branch[]; readonly trouble: string | null } {
  refuel()
  const { script, doubt } = parseShell(text)
  if (script === null) return { branches: [], trouble: doubt?.detail ?? 'it could not be parsed' }
  let left = MOST
  const leaf = (label: string): Branch => ({ label, below: [] })
  const source = (node: { readonly pos: number; readonly end: number }): string => text.slice(node.pos, node.end)

  const list = (body: CompoundList | readonly Statement[], depth: number): Branch[] => {
    const statements = 'commands' in body ? body.commands : body
    return statements.map((statement) => {
      const branch = nodeOf(statement.command, depth)
      return statement.background === true ? { label: 'in the background', below: [branch] } : branch
    })
  }
  const part = (label: string, body: CompoundList, depth: number): Branch => ({ label, below: list(body, depth + 1) })

  const nodeOf = (node: PipelineNode | AndOr, depth: number): Branch => {
    left -= 1
    if (left < 0 || depth > DEEPEST) return leaf('…')
    switch (node.type) {
      case 'AndOr':
        return { label: `list ${[...new Set(node.operators)].join(' ')}`, below: node.commands.map((one) => nodeOf(one, depth + 1)) }
      case 'Pipeline': {
        const [only] = node.commands
        if (node.commands.length === 1 && only !== undefined) return nodeOf(only, depth)
        return { label: 'pipe', below: node.commands.map((one) => nodeOf(one, depth + 1)) }
      }
      default:
        return commandOf(node, depth)
    }
  }

  const commandOf = (node: CommandNode, depth: number): Branch => {
    switch (node.type) {
      case 'Redirected': {
        const inner = commandOf(node.command, depth)
        return { label: `${inner.label} ${node.redirects.map(source).join(' ')}`, below: inner.below }
      }
      case 'Subshell':
        return part('subshell ( )', node.body, depth)
      case 'BraceGroup':
        return part('group { }', node.body, depth)
      case 'If':
        return {
          label: 'if',
          below: [
            part('condition', node.clause, depth),
            part('then', node.then, depth),
            ...node.elif.flatMap((elif) => [part('else if', elif.clause, depth), part('then', elif.then, depth)]),
            ...(node.else === undefined ? [] : [part('else', node.else, depth)]),
          ],
        }
      case 'For':
      case 'Select':
        return part(`for ${node.name.value} in ${node.wordlist === undefined ? '"$@"' : node.wordlist.map(source).join(' ')}`, node.body, depth)
      case 'ArithmeticFor':
        return part('for (( ))', node.body, depth)
      case 'While':
        return { label: source(node).startsWith('until') ? 'until' : 'while', below: [part('condition', node.clause, depth), part('do', node.body, depth)] }
      case 'Case':
        return { label: `case ${source(node.word)}`, below: node.items.map((item) => part(item.pattern.map(source).join(' | '), item.body, depth)) }
      case 'Function':
        return {
          label: `function ${node.name.value}`,
          below: node.body.type === 'CompoundList' ? list(node.body, depth + 1) : [commandOf(node.body, depth + 1)],
        }
      case 'Coproc':
        return { label: 'coproc', below: node.body.type === 'CompoundList' ? list(node.body, depth + 1) : [commandOf(node.body, depth + 1)] }
      case 'Command':
      case 'TestCommand':
      case 'ArithmeticCommand':
        return leaf(source(node))
    }
  }
  return { branches: list(script.commands, 0), trouble: doubt?.detail ?? null }
}

/** Lines with rules that show what belongs below what. */
export function treeLines(branches: readonly Branch[], show: (label: string, indent: number) => string, lead = ''): string[] {
  return branches.flatMap(({ label, below }, at) => {
    const last = at === branches.length - 1
    return [`${lead}${last ? '└─ ' : '├─ '}${show(label, lead.length + 3)}`, ...treeLines(below, show, `${lead}${last ? '   ' : '│  '}`)]
  })
}
