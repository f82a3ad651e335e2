// Where do the full parsers of inline code come from? (Loaded only when such code appears.)
import type { CodeParsers, SyntaxTree } from '../core/interpret/code/read.ts'

interface Parsing {
  advance(): SyntaxTree | null
}
interface Parser {
  startParse(text: string): Parsing
}

/** Text that is not the language at all is repaired token by token, which is slow: past this the caller reads it loosely. */
const LIMIT_MS = 200

/** Loads the Python and JavaScript parsers; the only place that imports them. */
export async function loadCodeParsers(): Promise<CodeParsers> {
  const [python, javascript] = await Promise.all([import('@lezer/python'), import('@lezer/javascript')])
  return { python: bounded(python.parser), javascript: bounded(javascript.parser.configure({ dialect: 'ts' })) }
}

function bounded(parser: Parser): (text: string) => SyntaxTree | null {
  return (text) => {
    const parsing = parser.startParse(text)
    const deadline = performance.now() + LIMIT_MS
    for (let step = 1; ; step++) {
      const tree = parsing.advance()
      if (tree !== null) return tree
      if (step % 64 === 0 && performance.now() > deadline) return null
    }
  }
}
