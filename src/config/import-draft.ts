// What is being gathered while another system's file is read: rules with the lines they come from, kinds of secrets, and what could not be taken over.
import type { Severity, Verdict } from '../core/model.ts'
import type { MatchSource, RuleSource, TextConditions, TextOn } from '../core/rules/source.ts'
import { SEVERITIES } from '../core/rules/verdicts.ts'
import type { SecretSpec } from '../core/secrets/model.ts'
import { compileLookAround } from '../core/text/regex.ts'
import { fromPython } from './import-python.ts'
import { compileUserRegex, looksAround } from './user-regex.ts'

export type Path = readonly (string | number)[]
export interface Draft {
  readonly family: string
  readonly rules: RuleSource[]
  readonly kinds: SecretSpec[]
  /** What was left out or means less here, one line each. */
  readonly notes: string[]
  readonly ids: Set<string>
  /** The line of the file that a rule comes from, by its id. */
  readonly lines: Map<string, number>
  /** In which line of the file a value stands. */
  readonly lineOf: (path: Path) => number
}
export type Reader = (value: unknown, draft: Draft) => string | null

export type Fields = Readonly<Record<string, unknown>>
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])

export const note = (draft: Draft, path: Path, message: string): void => void draft.notes.push(`line ${draft.lineOf(path)}: ${message}`)

/** What we do not read is said: it may have meant something there. */
export const noteUnread = (draft: Draft, path: Path, where: string, given: Fields, read: readonly string[]): void => {
  const names = Object.keys(given).filter((name) => !read.includes(name))
  if (names.length === 0) return
  const listed = names.slice(0, 10).map((name) => `\`${name.slice(0, 60)}\``)
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ''
  note(draft, [...path, names[0] ?? ''], `${where}: ${listed.join(', ')}${more} ${names.length === 1 ? 'is' : 'are'} not known and left out`)
}

/** About the file, not about calls. */
export const ABOUT_FILE = ['$schema', 'version', 'name', 'title', 'description', 'metadata', 'author']

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-$/, '')

interface Said {
  readonly verdict: Verdict | 'warn'
  readonly severity?: unknown
  readonly title?: unknown
  readonly why?: unknown
  readonly platforms?: RuleSource['platforms']
}

export const add = (draft: Draft, path: Path, name: string, match: MatchSource, { verdict, severity, title, why, platforms }: Said): void => {
  const base = `${draft.family}.${slug(name) || 'pattern'}`
  let id = base
  for (let i = 2; draft.ids.has(id); i++) id = `${base}-${i}`
  draft.ids.add(id)
  draft.lines.set(id, draft.lineOf(path))
  const usual: Severity = verdict === 'deny' ? 'critical' : verdict === 'ask' ? 'high' : 'low'
  draft.rules.push({
    id,
    // A warning is heard and stops nothing: the lowest severity, in every preset.
    severity: verdict !== 'warn' && SEVERITIES.includes(severity as Severity) ? (severity as Severity) : usual,
    title: line(textOf(title) ?? name),
    why: textOf(why)?.trim() ?? `The rule \`${name.slice(0, 60)}\` of ${draft.family} speaks of this.`,
    ...(platforms !== undefined && { platforms }),
    ...(verdict !== 'warn' && { verdict }),
    match,
  })
}

const line = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .slice(0, 120)
    .replace(/[.!]+$/, '') || 'a pattern matches'

/** Conditions for patterns on one text, or what is wrong with the first that cannot be used. `python`: they are written for that engine. */
export const conditions = (on: TextOn, given: readonly string[], anyCase: boolean, python = false): TextConditions | string => {
  const patterns: string[] = []
  for (const one of given) {
    const translated = python ? fromPython(one) : { ok: true as const, pattern: one }
    if (!translated.ok) return translated.message
    patterns.push(translated.pattern)
  }
  const around = patterns.some(looksAround)
  for (const pattern of patterns) {
    const compiled = (around ? compileLookAround : compileUserRegex)(pattern, anyCase)
    if (!compiled.ok) return compiled.message
  }
  return {
    on,
    pattern: patterns.length === 1 ? (patterns[0] ?? '') : patterns,
    ...(anyCase && { case: 'insensitive' }),
    ...(around && { 'look-around': true }),
  }
}

export const ANY = { as: 'glob', pattern: '*' } as const
