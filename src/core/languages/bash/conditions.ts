// What does a condition in double brackets run, besides what it says? Its words are expanded, and some of them once more.
import { evaluateValue, expandSubscript } from './re-evaluation.ts'
import type { TestExpression } from './parse.ts'
import { spanOf } from '../../log/process.ts'
import type { Shell } from '../../machine/process.ts'
import { visitWord } from './words.ts'

export function visitTest(shell: Shell, expression: TestExpression): void {
  switch (expression.type) {
    case 'TestUnary': {
      const operand = visitWord(shell, expression.operand)
      if (expression.operator === '-v') expandSubscript(shell, operand, spanOf(shell, expression))
      return
    }
    case 'TestBinary':
      for (const side of [expression.left, expression.right]) {
        const value = visitWord(shell, side)
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) evaluateValue(shell, value, spanOf(shell, expression))
      }
      return
    case 'TestLogical':
      for (const operand of expression.operands) visitTest(shell, operand)
      return
    case 'TestNot':
      return visitTest(shell, expression.operand)
    case 'TestGroup':
      return visitTest(shell, expression.expression)
  }
}
