// What may a person say under `audit` in their settings, and what holds where they say nothing?

export interface AuditSettings {
  /** How much of a call's input is written; secrets are masked in each. */
  readonly content: AuditContent
  /** Nothing is allowed that could not be recorded. */
  readonly strict: boolean
  /** Whole days older than this are removed. */
  readonly keepDays: number
  /** The oldest days are removed until the rest fits. */
  readonly keepMegabytes: number
}
export type AuditContent = 'truncated' | 'redacted' | 'none'

export const AUDIT_DEFAULTS: AuditSettings = { content: 'truncated', strict: false, keepDays: 180, keepMegabytes: 500 }
const CONTENTS: readonly AuditContent[] = ['truncated', 'redacted', 'none']
const KEYS = ['content', 'strict', 'keep_days', 'keep_megabytes']

export type ReadAudit = { readonly ok: true; readonly settings: AuditSettings } | { readonly ok: false; readonly key: string; readonly message: string }

/** Unknown keys are problems: a misspelt `strict` must not pass for the default. */
export function readAuditSettings(value: unknown): ReadAudit {
  const wrong = (key: string, message: string): ReadAudit => ({ ok: false, key, message })
  if (value === undefined || value === null) return { ok: true, settings: AUDIT_DEFAULTS }
  if (typeof value !== 'object' || Array.isArray(value)) return wrong('', '`audit` is a table: write `audit: { content: truncated }`')
  const given = value as Readonly<Record<string, unknown>>
  const stranger = Object.keys(given).find((key) => !KEYS.includes(key))
  if (stranger !== undefined) return wrong(stranger, `\`audit\` has no key \`${stranger.slice(0, 40)}\`: write ${KEYS.join(', ')}`)
  const { content = AUDIT_DEFAULTS.content, strict = AUDIT_DEFAULTS.strict } = given
  const { keep_days: days = AUDIT_DEFAULTS.keepDays, keep_megabytes: megabytes = AUDIT_DEFAULTS.keepMegabytes } = given
  if (!CONTENTS.includes(content as AuditContent)) return wrong('content', `\`content\` is one of ${CONTENTS.join(', ')}`)
  if (typeof strict !== 'boolean') return wrong('strict', '`strict` is true or false')
  if (!isCount(days)) return wrong('keep_days', '`keep_days` is a whole number of days, at least 1')
  if (!isCount(megabytes)) return wrong('keep_megabytes', '`keep_megabytes` is a whole number, at least 1')
  return { ok: true, settings: { content: content as AuditContent, strict, keepDays: days, keepMegabytes: megabytes } }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1_000_000
