// How is JavaScript read? By a full parser, where there is one.
import type { CodeReader } from '../_code/reader.ts'
import { parseJavascript } from './parse.ts'

export const reader: CodeReader = {
  name: 'javascript',
  parse: (text, _syntax, parsers) => {
    const tree = parsers.javascript?.(text) ?? null
    return tree === null ? null : parseJavascript(tree, text)
  },
}
