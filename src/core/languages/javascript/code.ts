// How is JavaScript read? By a full parser, where there is one.
import type { CodeReader } from '../_code/reader.ts'
import { hasErrors } from '../_code/syntax.ts'
import { parseJavascript } from './parse.ts'

export const reader: CodeReader = {
  name: 'javascript',
  parse: (text, _lists, parsers) => {
    const tree = parsers.javascript?.(text) ?? null
    if (tree === null) return null
    const parsed = parseJavascript(tree, text)
    return hasErrors(tree.topNode) ? { ...parsed, guessed: true } : parsed
  },
}
