// Loads the files that node takes in before anything else because its options in the environment say so.
import type { Span, Word } from '../model.ts'
import { doerOf } from '../log/process.ts'
import { fork } from './process.ts'
import type { Performed, Shell } from './process.ts'
import { literal } from '../value/text.ts'
import { executeFile } from './execute-file.ts'
import { hasTrait } from '../meaning/traits.ts'

const LOADS = /^(?:-r|--(?:require|import|loader|experimental-loader))(?:=(.*))?$/s
const IS_FILE = /^(?:\.{0,2}\/|file:)/
const MOST = 8
const HOLE = '\0'

/** Files of their own; what is installed is not followed. */
function filesOfNodeOptions(options: Word): readonly string[] {
  const text = options.text ?? options.parts?.map((part) => (part.kind === 'unknown' ? HOLE : part.text)).join('') ?? ''
  const words = [...text.matchAll(/(?:"(?:[^"\\]|\\[^])*"|[^\s"])+/g)].map(([word]) => word.replaceAll(/\\([^])|"/g, '$1'))
  const named = words.flatMap((word, at) => {
    const found = LOADS.exec(word)
    return found === null ? [] : [found[1] ?? words[at + 1] ?? '']
  })
  return named.filter((file) => IS_FILE.test(file) && !file.includes(HOLE)).map((file) => file.replace(/^file:(?:\/\/)?/, ''))
}

export function loadNodeOptions(shell: Shell, options: Word, span: Span): void {
  for (const file of shell.trace.budget.cut(filesOfNodeOptions(options), MOST, doerOf(shell, span), 'node loads more files than are read')) {
    const mark = `node loads ${file}`
    if (shell.calling.includes(mark)) continue
    const inner = fork(shell, { depth: shell.depth + 1, span: shell.span ?? span, calling: [...shell.calling, mark] })
    executeFile(inner, 'javascript', literal(file, options.from), span, null, [])
  }
}

/** Set for this command, it is meant for whatever that starts; set before, for node. */
export function noteNodeOptions(shell: Shell, { span }: Performed, assigns: Performed['assigns'], program: string): void {
  const assigned = assigns.find(({ name }) => name === 'NODE_OPTIONS')?.value
  const options =
    assigned ?? (shell.vars.size > 0 && hasTrait(shell.trace.books.meaning, program, 'starts-node') ? shell.vars.get('NODE_OPTIONS')?.words[0] : undefined)
  if (options !== undefined) loadNodeOptions(shell, options, span)
}
