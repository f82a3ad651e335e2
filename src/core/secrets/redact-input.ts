// How does the input of a call look with the secrets in it covered up? At any depth, and so that what is left still means the same.
import type { Json, JsonObject } from '../model.ts'
import type { SecretBook, SecretFinding } from './model.ts'
import { coverSecrets } from './scan.ts'

export interface RedactedInput {
  readonly input: JsonObject
  /** What was covered, in order: never the text. */
  readonly secrets: readonly RedactedSecret[]
}
export interface RedactedSecret {
  readonly kind: string
  readonly length: number
}

const DEEPEST = 64
const SHORTEST_REPEAT = 8
const MOST_REPEATED = 64
const MOST_TEXT = 4_000_000

/** What is to be found in a file must stay as the file has it, and a changed path would be another file's. */
const KEPT =
  /^(?:(?:old|removed|original|before|search|find)(?:_?(?:str|string|text|value|content|contents|code|lines))?|(?:.{0,40}_?)?(?:path|paths|filename|directory|folder|cwd|workdir)|target_?file)$/i
/** Read by a shell or an interpreter, or an address: the stand-in must be one plain word there, whatever stands round it. */
const COMMANDS = /^(?:.{0,40}command(?:s|_?line)?|cmds?|args|argv|script|shell|bash|exec|code|chars|input|(?:.{0,40}_)?(?:ur[il]s?|href|link|endpoint))$/i
const PATCH = /^\s{0,8}(?:\*\*\* Begin Patch|diff --git |--- |Index: )/

const shown = ({ kind, length }: SecretFinding): string => `[redacted ${kind}, ${length} characters]`
const asWord = ({ kind, length }: SecretFinding): string => `redacted-${kind}-${length}-characters`

/** Null when some of it cannot be looked at whole: then nothing may be said about the rest either. */
export function redactInput(input: JsonObject, book: SecretBook): RedactedInput | null {
  const secrets: RedactedSecret[] = []
  /** A secret known from one field is one in all others too. */
  const known = new Map<string, SecretFinding>()
  let left = MOST_TEXT
  let whole = true

  const cover = (text: string, key: string): string => {
    left -= text.length
    if (left < 0) whole = false
    if (!whole) return text
    const isPatch = PATCH.test(text)
    const form = COMMANDS.test(key) && !isPatch ? asWord : shown
    let line = 0
    const covered = coverSecrets(text, book, (secret) => {
      const value = text.slice(secret.start, secret.end)
      if (isPatch) {
        // Secrets come in order: each line is passed once.
        for (let end = text.indexOf('\n', line); end >= 0 && end < secret.start; end = text.indexOf('\n', line)) line = end + 1
        // Lines that a patch takes away, or finds its place by, must stay as the file has them.
        if (text[line] !== '+') return value
      }
      secrets.push({ kind: secret.kind, length: secret.length })
      if (value.length >= SHORTEST_REPEAT && known.size < MOST_REPEATED) known.set(value, secret)
      return isPatch ? form(secret) + '\n+'.repeat(value.split('\n').length - 1) : form(secret)
    })
    if (covered === null) whole = false
    return covered?.text ?? text
  }
  const coverKnown = (text: string, key: string): string => {
    if (PATCH.test(text)) return text
    const form = COMMANDS.test(key) ? asWord : shown
    let out = text
    for (const [value, secret] of known) {
      if (!out.includes(value)) continue
      secrets.push({ kind: secret.kind, length: secret.length })
      out = out.replaceAll(value, () => form(secret))
    }
    return out
  }
  const walk = (value: Json, key: string, change: (text: string, key: string) => string, depth: number): Json => {
    if (typeof value === 'string') return KEPT.test(key) ? value : change(value, key)
    if (typeof value !== 'object' || value === null) return value
    if (depth > DEEPEST) {
      whole = false
      return value
    }
    // What a list holds is named like the list.
    if (Array.isArray(value)) return value.map((item) => walk(item as Json, key, change, depth + 1))
    return walkObject(value as JsonObject, change, depth + 1)
  }
  const walkObject = (object: JsonObject, change: (text: string, key: string) => string, depth: number): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, walk(value, key, change, depth)]))

  const once = walkObject(input, cover, 0)
  const twice = known.size === 0 ? once : walkObject(once, coverKnown, 0)
  return whole ? { input: twice, secrets } : null
}
