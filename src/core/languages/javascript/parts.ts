// Which nodes of a JavaScript tree are only punctuation, and what are its numbers?
import type { SyntaxNode } from '../_code/syntax.ts'

const MARKS = new Set([
  ...'( ) [ ] { } , . ; : ?. => = new await async import from as const let var of in for while do if else try catch finally return switch case default function'.split(
    ' ',
  ),
  ...'class extends static get set export yield Equals Arrow Star LogicOp ArithOp BitOp CompareOp UpdateOp LineComment BlockComment InterpolationStart InterpolationEnd'.split(
    ' ',
  ),
  ...'TypeAnnotation TypeArgList TypeParamList Optional declare abstract Hashbang using throw LogicOp'.split(' '),
])
export const isMark = (node: SyntaxNode): boolean => MARKS.has(node.name)

export function numberValue(source: string): number {
  const plain = source.replace(/_/g, '').replace(/n$/, '')
  return Number(/^0\d+$/.test(plain) ? '0o' + plain.slice(1) : plain)
}
