// Makes actions of the files that code reads, writes, deletes, copies and moves, and keeps what they hold then, as far as the code says.
import type { PathHow, Span } from '../model.ts'
import type { CodeEffect } from '../languages/_code/effects.ts'
import { marksOfPut } from '../disk/destinations.ts'
import { keepContent } from '../disk/paths.ts'
import { joinWords } from '../value/fields.ts'
import { literal, NO_PLACES, unknownWord } from '../value/text.ts'
import { act } from './act.ts'
import { actBelow } from './code-effects.ts'
import { isHanded } from './handed.ts'
import type { Handed } from './handed.ts'
import type { Shell } from './process.ts'

const TAKEN_IN = ['taken-in']
const PUTS: ReadonlySet<PathHow> = new Set(['copy', 'move', 'link'])

export function applyPath(
  shell: Shell,
  effect: CodeEffect & { readonly does: 'read' | 'write' | 'delete' },
  takes: readonly number[],
  handed: Handed,
  span: Span,
): number | null {
  const { does, path, how, recursive, from, content } = effect
  const brings = how === 'copy' && !recursive ? 'files' : 'folders'
  const isTaken = does !== 'write' && effect.file !== undefined && effect.shown !== true
  const marks = does === 'write' ? marksOfPut(shell, path, how, recursive) : isTaken ? TAKEN_IN : NO_PLACES
  const id =
    from !== undefined && effect.deep === undefined && PUTS.has(how)
      ? act({ do: 'put', how, from, to: path, brings, exact: true, recursive, takes }, shell, span)
      : actBelow(shell, effect, { do: does, path, how, recursive, takes, marks }, span)
  if (does === 'write' && content != null) keepContent(shell, path, literal(content, takes))
  else if (does === 'write' && (takes.length > 0 || isHanded(handed)))
    keepContent(shell, path, joinWords([unknownWord('file', true, takes), ...(handed.input === null ? [] : [handed.input]), ...handed.words]))
  return id
}
