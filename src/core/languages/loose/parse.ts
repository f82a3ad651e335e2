// What does a script say whose language has no full parser here? (A forgiving reader of calls, assignments, loops and blocks.)
import type { Syntax } from '../_book/book.ts'
import { createCursor } from './cursor.ts'
import { createExpressions } from './expressions.ts'
import { createStatements } from './statements.ts'
import type { Statements } from './statements.ts'
import { scan } from './scan.ts'
import type { Code, Parsed } from '../_code/syntax.ts'

export function parseLoosely(source: string, syntax: Syntax): Parsed {
  let tooDeep = false
  const overflow = (): void => {
    tooDeep = true
  }

  function parse(text: string, base: number, depth: number): Code {
    const cursor = createCursor(scan(text, syntax, base), syntax, base, depth, overflow)
    // Statements hold expressions and the other way round.
    const expressions = createExpressions(cursor, {
      block: (closer) => statements.block(closer),
      definition: () => statements.definition(),
      parameters: (close) => statements.parameters(close),
      parse,
    })
    const statements: Statements = createStatements(cursor, source, expressions)
    return statements.block(null)
  }

  const code = parse(source, 0, 0)
  return { code, tooDeep }
}
