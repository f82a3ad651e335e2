// Which recipes and shells does this text itself give to make?
import type { Word } from '../../../model.ts'
import { valuesOf } from '../options.ts'
import { runShell } from './run-shell.ts'
import type { ReaderLine } from './run-shell.ts'

/** Recipes of a makefile that this text itself holds: `make -f - <<EOF`. */
export function readMake(line: ReaderLine): Word | null {
  const { command, parsed } = line
  const files = valuesOf(parsed.options, '--file')
  const text = files.some((word) => word.text === '-' || word.text === '/dev/stdin') ? command.stdin?.text : null
  for (const recipe of text == null ? [] : text.split('\n').filter((row) => row.startsWith('\t')))
    runShell(line, recipe.replace(/^\t[@+-]*/, '').replaceAll('$$', '$'))
  for (const target of parsed.operands) {
    const shellOverride = /^(?:SHELL|\.SHELLFLAGS)=(.+)$/.exec(target.text ?? '')
    if (shellOverride?.[1] !== undefined && /\s/.test(shellOverride[1])) runShell(line, shellOverride[1])
  }
  return null
}
