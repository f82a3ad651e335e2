// Which commands do tar's options run, and may what it unpacks lie anywhere?
import type { Word } from '../model.ts'
import { normalise } from '../text/path.ts'
import { altered } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { literal, unknownWord } from '../value/text.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { runShell } from '../machine/run-shell.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { act, actAll } from '../machine/act.ts'
import { locate } from '../disk/paths.ts'
import { switchesUnseen } from '../machine/switched.ts'

export function readTar(line: ReaderLine): Word | null {
  const { options } = line.parsed
  for (const { text } of valuesOf(options, '--checkpoint-action')) if (text?.startsWith('exec=') === true) runShell(line, text.slice(5))
  for (const name of ['--to-command', '--use-compress-program', '--rsh-command', '--info-script', '--new-volume-script'])
    for (const { text } of valuesOf(options, name)) if (text !== null) runShell(line, text)
  const renames = valuesOf(options, '--xform').some(({ text }) => text === null || /\.\.\/|[,|#!@/]\/(?!g?$)/.test(text))
  if ((renames || has(options, ['--absolute-names'])) && has(options, ['--get']) && !has(options, ['--to-stdout', '--to-command'])) noteAnywhere(line)
  if (has(options, ['--get']))
    for (const { text } of [...valuesOf(options, '--xform'), ...SUBSTITUTED.flatMap((name) => valuesOf(options, name))]) noteRenamed(line, text)
  const lists = valuesOf(options, '--files-from')
  if (has(options, ['--remove-files']) && lists.length > 0) {
    act(
      {
        do: 'delete',
        path: unknownWord(
          'list',
          false,
          lists.flatMap(({ from = [] }) => from),
        ),
        how: 'whole',
        recursive: true,
        by: line.id,
      },
      line.shell,
      line.command.span,
    )
  }
  if (has(options, ['--remove-files']) && has(options, ['--directory'])) {
    for (const name of line.parsed.operands) act({ do: 'delete', path: name, how: 'whole', recursive: true, by: line.id }, inFolder(line), line.command.span)
  }
  if (has(options, ['--directory']) && has(options, ['--create', '--append', '--update'])) {
    for (const name of line.parsed.operands) act({ do: 'read', path: name, how: 'whole', recursive: true, by: line.id }, inFolder(line), line.command.span)
  }
  return null
}

/** How bsdtar spells it. */
const SUBSTITUTED = ['-s']

/** `s,^,.claude/,`: what the names begin with then. */
function noteRenamed(line: ReaderLine, text: string | null): void {
  const [, , folder = ''] = text === null ? [] : (/^s?(.)(?:.*?)\1(.*?)\1/.exec(text)?.slice(0, 3) ?? [])
  if (!/^[\w./-]+$/.test(folder) || folder === '/') return
  const [there, word] = [inFolder(line), literal(folder.replace(/\/+$/, ''))]
  if (locate(there, word).places.includes('self')) act({ do: 'write', path: word, how: 'copy', by: line.id }, there, line.command.span)
  else actAll(switchesUnseen(there, word, []), there, line.command.span)
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
  const there = inFolder(line)
  for (const name of parsed.operands) act({ do: 'write', path: name, how: 'copy', by: id }, there, command.span)
  if (parsed.operands.length === 0) act({ do: 'write', path: unknownWord('archive', false), how: 'copy', marks: MAY_HOLD_SELF, by: id }, shell, command.span)
}
const MAY_HOLD_SELF = ['may-hold-self']
