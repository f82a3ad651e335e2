// What do Python's literals and import statements stand for?
import { unescaped } from './strings.ts'
import { childrenOf } from './syntax.ts'
import type { Code, SyntaxNode } from './syntax.ts'

/** What names an import statement binds. */
export function importedNames(node: SyntaxNode, source: string): Code {
  const where = { start: node.from, end: node.to }
  const body: Code[] = []
  const bind = (name: string, module: string, member: string | null): void => {
    body.push({
      is: 'assign',
      target: { is: 'name', name, ...where },
      value: { is: 'module', name: module, member, ...where },
      op: '=',
      declares: true,
      ...where,
    })
  }
  const words = childrenOf(node)
    .filter((child) => child.name !== '(' && child.name !== ')')
    .map((child) => source.slice(child.from, child.to))
  const importAt = words.indexOf('import')
  const origin = words[0] === 'from' ? words.slice(1, importAt).join('') : null
  let item: string[] = []
  const finish = (): void => {
    if (item.length === 0) return
    const asAt = item.indexOf('as')
    const name = (asAt < 0 ? item : item.slice(0, asAt)).join('')
    const alias = asAt < 0 ? null : (item[asAt + 1] ?? null)
    if (origin !== null && name === '*') bind('*', origin, null)
    else if (origin !== null) bind(alias ?? name, origin, name)
    else if (alias !== null) bind(alias, name, null)
    else bind(name.split('.')[0]!, name.split('.')[0]!, null)
    item = []
  }
  for (const word of words.slice(importAt + 1)) {
    if (word === ',') finish()
    else item.push(word)
  }
  finish()
  return { is: 'block', body, ...where }
}

export function stringText(source: string): string {
  const opening = /^([a-zA-Z]*)('''|"""|'|")/.exec(source)
  if (opening === null) return source
  const inner = source.slice(opening[0].length, source.endsWith(opening[2]!) && source.length > opening[0].length ? -opening[2]!.length : undefined)
  return /r/i.test(opening[1]!) ? inner : unescaped(inner)
}

export function numberValue(source: string): number {
  const plain = source.replace(/_/g, '').toLowerCase()
  return Number(/^0\d/.test(plain) ? '0o' + plain.slice(1) : plain)
}
