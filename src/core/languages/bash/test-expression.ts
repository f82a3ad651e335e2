// Parses a test (`[ … ]`, `test …`, `[[ … ]]`) to one small tree.
import type { AndOr, PipelineNode, SyntaxWord, TestExpression } from './parse.ts'

/** `bare`: in double brackets, where a variable without quotes is one word all the same. Null stands for what is not read. */
export type Tested =
  | { readonly is: 'unary'; readonly operator: string; readonly operand: SyntaxWord; readonly bare: boolean }
  | { readonly is: 'binary'; readonly left: SyntaxWord; readonly operator: string; readonly right: SyntaxWord; readonly bare: boolean }
  | { readonly is: 'not'; readonly of: Tested | null }
  | { readonly is: '&&' | '||'; readonly of: readonly (Tested | null)[] }

const MOST_WORDS = 24

/** The command that a pipeline of one consists of. */
export const aloneIn = (node: PipelineNode | AndOr): PipelineNode | AndOr =>
  node.type === 'Pipeline' && node.commands.length === 1 && node.prefixes.length === 0 ? (node.commands[0] ?? node) : node

export function testedBy(node: PipelineNode | AndOr): Tested | null {
  if (node.type !== 'Command') return node.type === 'TestCommand' ? within(node.expression) : null
  const name = node.name?.value
  if (name !== '[' && name !== 'test') return null
  const all = node.suffix.flatMap((word) => (word.type === 'Word' ? [word] : []))
  const words = name === '[' ? all.slice(0, -1) : all
  return words.length > MOST_WORDS || words.some(({ text }) => text === '-o' || text === '(' || text === '\\(') ? null : among(words)
}

function among(words: readonly SyntaxWord[]): Tested | null {
  // Of four words it turns the other three around.
  if (words.length === 4 && words[0]?.text === '!') return { is: 'not', of: among(words.slice(1)) }
  const and = words.findIndex(({ text }, at) => at > 0 && text === '-a')
  if (and > 0) return { is: '&&', of: [among(words.slice(0, and)), among(words.slice(and + 1))] }
  const [first, second, third] = words
  if (first === undefined || words.length > 3) return null
  if (second === undefined) return { is: 'unary', operator: '-n', operand: first, bare: false }
  if (first.text === '!') return { is: 'not', of: among(words.slice(1)) }
  return third === undefined
    ? { is: 'unary', operator: first.text, operand: second, bare: false }
    : { is: 'binary', left: first, operator: second.text, right: third, bare: false }
}

function within(expression: TestExpression): Tested | null {
  switch (expression.type) {
    case 'TestUnary':
      return { is: 'unary', operator: expression.operator, operand: expression.operand, bare: true }
    case 'TestBinary':
      return { is: 'binary', left: expression.left, operator: expression.operator, right: expression.right, bare: true }
    case 'TestLogical':
      return { is: expression.operator, of: expression.operands.map(within) }
    case 'TestNot':
      return expression.negations.length % 2 === 1 ? { is: 'not', of: within(expression.operand) } : within(expression.operand)
    case 'TestGroup':
      return within(expression.expression)
  }
}
