// Where do the full parsers of inline code come from? (Loaded only when such code appears.)
import type { CodeParsers } from '../core/languages/_code/parsers.ts'
import { boundedParsers } from './bounded-parsers.ts'

/** Loads the Python and JavaScript parsers; the only place that imports them. */
export async function loadCodeParsers(): Promise<CodeParsers> {
  const [python, javascript] = await Promise.all([import('@lezer/python'), import('@lezer/javascript')])
  const typed = javascript.parser.configure({ dialect: 'ts' })
  return boundedParsers(
    () => python.parser,
    () => typed,
  )
}
