// Which commands do tar's options run, and may what it unpacks lie anywhere?
import type { Word } from '../model.ts'
import { normalise } from '../text/path.ts'
import { addPath } from '../machine/on-path.ts'
import { altered } from '../machine/process.ts'
import { doerOf } from '../log/process.ts'
import type { Shell } from '../machine/process.ts'
import { literal, unknownWord } from '../value/text.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { runShell } from '../machine/run-shell.ts'
import type { ReaderLine } from '../machine/shell.ts'

export function readTar(line: ReaderLine): Word | null {
  const { options } = line.parsed
  for (const { text } of valuesOf(options, '--checkpoint-action')) if (text?.startsWith('exec=') === true) runShell(line, text.slice(5))
  for (const name of ['--to-command', '--use-compress-program', '--rsh-command', '--info-script', '--new-volume-script'])
    for (const { text } of valuesOf(options, name)) if (text !== null) runShell(line, text)
  const renames = valuesOf(options, '--transform').some(({ text }) => text === null || /\.\.\/|[,|#!@/]\/(?!g?$)/.test(text))
  if ((renames || has(options, ['--absolute-names'])) && has(options, ['--get']) && !has(options, ['--to-stdout', '--to-command'])) noteAnywhere(line)
  const lists = valuesOf(options, '--files-from')
  if (has(options, ['--remove-files']) && lists.length > 0) {
    const doer = { ...doerOf(line.shell, line.command.span), by: line.id }
    addPath(
      line.shell,
      doer,
      unknownWord(
        'list',
        false,
        lists.flatMap(({ from = [] }) => from),
      ),
      { does: 'delete', how: 'whole', recursive: false },
    )
  }
  if (has(options, ['--remove-files']) && has(options, ['--directory'])) {
    const doer = { ...doerOf(line.shell, line.command.span), by: line.id }
    for (const name of line.parsed.operands) addPath(inFolder(line), doer, name, { does: 'delete', how: 'whole', recursive: true })
  }
  if (has(options, ['--directory']) && has(options, ['--create', '--append', '--update'])) {
    const doer = { ...doerOf(line.shell, line.command.span), by: line.id }
    for (const name of line.parsed.operands) addPath(inFolder(line), doer, name, { does: 'read', how: 'whole', recursive: true })
  }
  return null
}

/** Where its names are looked for. */
function inFolder({ shell, parsed }: ReaderLine): Shell {
  const folder = valuesOf(parsed.options, '--directory').at(-1)
  if (folder === undefined) return shell
  return altered(shell, { cwd: folder.text === null || shell.cwd.text === null ? folder : literal(normalise(folder.text, shell.cwd.text)) })
}

/** Names in the archive count as they are, from the root and upwards too: those that are asked for, or nobody knows which. */
function noteAnywhere(line: ReaderLine): void {
  const { shell, command, parsed, id } = line
  const doer = { ...doerOf(shell, command.span), by: id }
  const there = inFolder(line)
  for (const name of parsed.operands) addPath(there, doer, name, { does: 'write', how: 'copy', recursive: false })
  if (parsed.operands.length === 0) addPath(shell, doer, unknownWord('archive', false), { does: 'write', how: 'copy', recursive: false, marks: MAY_HOLD_SELF })
}
const MAY_HOLD_SELF = ['may-hold-self']
