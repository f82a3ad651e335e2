// apply_patch in a shell: the patch is its first argument or its input.
import type { Word } from '../model.ts'
import { fork } from '../machine/process.ts'
import { doerOf } from '../log/process.ts'
import { addUnknown } from '../log/trace.ts'
import { applyPatch } from '../tools/apply-patch.ts'
import type { ReaderLine } from '../machine/shell.ts'

export function readApplyPatch({ shell, command, parsed, id }: ReaderLine): Word | null {
  const patches = [...parsed.operands, ...(command.stdin === null ? [] : [command.stdin])]
  const inner = fork(shell, { by: id, span: shell.span ?? command.span })
  const found = patches.map(({ text }) => text !== null && applyPatch(inner, command.span.field, text))
  if (!found.includes(true)) addUnknown(shell.trace, doerOf(inner, command.span), 'shape', 'high', 'a patch that names no file')
  return null
}
