// apply_patch in a shell: the patch is its first argument or its input.
import type { Word } from '../model.ts'
import { fork } from '../machine/process.ts'
import { applyPatch } from '../tools/apply-patch.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { notRead } from '../machine/effect.ts'
import { act } from '../machine/act.ts'

export function readApplyPatch({ shell, command, parsed, id }: ReaderLine): Word | null {
  const patches = [...parsed.operands, ...(command.stdin === null ? [] : [command.stdin])]
  const inner = fork(shell, { by: id, span: shell.span ?? command.span })
  const found = patches.map(({ text }) => text !== null && applyPatch(inner, command.span.field, text))
  if (!found.includes(true)) act(notRead('shape', 'high', 'a patch that names no file'), inner, command.span)
  return null
}
