// How is Python read? By a full parser, where there is one.
import type { CodeReader } from '../_code/reader.ts'
import { parsePython } from './parse.ts'

export const reader: CodeReader = {
  name: 'python',
  parse: (text, _lists, parsers) => {
    const tree = parsers.python?.(text) ?? null
    return tree === null ? null : parsePython(tree, text)
  },
}
