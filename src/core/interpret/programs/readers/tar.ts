// Which commands do tar's options run?
import type { Word } from '../../../model.ts'
import { valuesOf } from '../options.ts'
import { runShell } from './run-shell.ts'
import type { ReaderLine } from './run-shell.ts'

export function readTar(line: ReaderLine): Word | null {
  const { options } = line.parsed
  for (const { text } of valuesOf(options, '--checkpoint-action')) if (text?.startsWith('exec=') === true) runShell(line, text.slice(5))
  for (const name of ['--to-command', '--use-compress-program', '--rsh-command', '--info-script', '--new-volume-script'])
    for (const { text } of valuesOf(options, name)) if (text !== null) runShell(line, text)
  return null
}
