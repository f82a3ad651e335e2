// Which part of the log does the person want to see?
import type { EntryFilter } from '../audit/entry.ts'
import type { StoryFilter } from '../audit/stories.ts'
import type { Verdict } from '../core/model.ts'
import { textOption, UsageError } from './command.ts'
import type { GivenWords, OptionSpec } from './command.ts'

export const FILTER_OPTIONS: readonly OptionSpec[] = [
  { flags: '--since <time>', summary: 'from then on: `2h`, `3d`, `2026-03-01` or a full ISO 8601 time' },
  { flags: '--host <name>', summary: 'calls of this agent' },
  { flags: '--session <id>', summary: 'calls of this session' },
  {
    flags: '--verdict <verdict>',
    summary: 'calls that were answered so, by us or by the person who was asked; `deny` where nobody could be',
    choices: ['allow', 'ask', 'deny'],
  },
  { flags: '--rule <id>', summary: 'calls in which this rule, or a rule of this family, found something' },
]

export function filterFrom(given: GivenWords, now: Date): { readonly entries: EntryFilter; readonly stories: StoryFilter } {
  const [host, session, rule] = ['host', 'session', 'rule'].map((name) => textOption(given, name))
  const since = textOption(given, 'since')
  const verdict = textOption(given, 'verdict') as Verdict | undefined
  return {
    entries: {
      ...(since === undefined ? {} : { since: timeOf(since, now) }),
      ...(host === undefined ? {} : { host }),
      ...(session === undefined ? {} : { session }),
    },
    stories: { ...(verdict === undefined ? {} : { verdict }), ...(rule === undefined ? {} : { rule }) },
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

function timeOf(text: string, now: Date): string {
  const span = /^(\d{1,6})([smhdw])$/.exec(text)
  const at = span === null ? Date.parse(text) : now.getTime() - Number(span[1]) * (UNITS[span[2] ?? ''] ?? 0)
  if (Number.isNaN(at) || Math.abs(at) > 8.64e15) throw new UsageError(`\`${text.slice(0, 40)}\` is no time: write --since 2h, 3d or 2026-03-01`)
  return new Date(at).toISOString()
}
