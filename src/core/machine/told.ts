// What a program is told that others get to read: names of branches and versions, messages, fields. Said only where a secret may be among it.
import type { Word } from '../model.ts'
import type { Effect as Stated } from '../meaning/entries.ts'
import { select } from '../meaning/selectors.ts'
import { NONE, union } from '../value/text.ts'
import { act } from './act.ts'
import type { Line } from './shell.ts'

/** It comes out of something else, or holds a variable. */
const mayHoldSecret = ({ from = NONE, parts = NO_PARTS }: Word): boolean =>
  from.length > 0 || parts.some((part) => part.kind === 'unknown' && part.name !== null)
const NO_PARTS: NonNullable<Word['parts']> = []

/** Nothing is sent as a file is: only what comes out of secrets, and secrets by their names, count. */
export function tell(line: Line, { on, sends = true }: Stated): void {
  const { shell, command } = line
  const body = (sends === true ? command.words : select(line, sends)).filter(mayHoldSecret)
  if (body.length === 0) return
  const takes = body.reduce<readonly number[]>((all, { from }) => union(all, from), NONE)
  for (const url of select(line, on)) act({ do: 'connect', url, sends: false, takes, going: { body, along: NONE_ALONG, takes } }, shell, command.span)
}
const NONE_ALONG: readonly Word[] = []
