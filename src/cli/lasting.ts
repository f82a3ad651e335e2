// How long is `30d`, and how does a person read until when something counts?
import { UsageError } from './command.ts'

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 }

export function minutesOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const [, count, unit = 'd'] = /^(\d{1,5})\s*([mhdw])?$/.exec(text) ?? []
  const minutes = Number(count) * (MINUTES[unit] ?? Number.NaN)
  if (!(minutes > 0)) throw new UsageError(`\`${text.slice(0, 20)}\` is no time: write 30d, 12h or 90m`)
  return minutes
}

export const moment = (at: string): string => at.slice(0, 16).replace('T', ' ')
