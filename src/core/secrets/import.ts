// Which kinds do the rules of gitleaks and betterleaks become, and which of them cannot be used here?
import type { SecretProblem, SecretSpec } from './model.ts'
import { patternOf, whyNot } from './pattern.ts'
import { convertRe2 } from './re2.ts'

export interface ImportedSecrets {
  readonly specs: readonly SecretSpec[]
  /** Rules left out, each with the reason. */
  readonly problems: readonly SecretProblem[]
  /** Rules taken without a part that has no counterpart here. */
  readonly notes: readonly SecretProblem[]
}

const MOST_RULES = 5_000
/** The other parts say when a rule does not count: without them it finds more, never less. They are named. */
const READ = ['id', 'description', 'regex', 'keywords', 'secretGroup', 'entropy', 'tags']
const READ_OF_FILE = ['rules', 'title', 'description', 'version', 'minVersion']

/** `file` is a rule file as its TOML parser gives it. Compile the specs with `examples: false`. */
export function importSecrets(file: unknown): ImportedSecrets {
  const specs: SecretSpec[] = []
  const problems: SecretProblem[] = []
  const notes: SecretProblem[] = []
  const rules: unknown = isObject(file) ? file['rules'] : undefined
  if (!Array.isArray(rules)) return { specs, problems: [{ id: '?', message: 'the file has no `rules`' }], notes }
  const seen = new Set<string>()
  for (const rule of (rules as readonly unknown[]).slice(0, MOST_RULES)) {
    const taken = specOf(rule)
    if (typeof taken === 'string') {
      problems.push({ id: idOf(rule), message: taken })
      continue
    }
    if (seen.has(taken.id)) {
      problems.push({ id: taken.id, message: 'another rule has this id' })
      continue
    }
    seen.add(taken.id)
    specs.push(taken)
    const lost = Object.keys(isObject(rule) ? rule : {}).filter((key) => !READ.includes(key))
    if (lost.length > 0) notes.push({ id: taken.id, message: `taken without ${lost.map((key) => `\`${key.slice(0, 60)}\``).join(' and ')}` })
  }
  const more = Object.keys(file as object).filter((key) => !READ_OF_FILE.includes(key))
  if (more.length > 0) notes.push({ id: 'the file', message: `taken without ${more.map((key) => `\`${key.slice(0, 60)}\``).join(' and ')}` })
  if (rules.length > MOST_RULES) notes.push({ id: 'the file', message: `only the first ${MOST_RULES} of ${rules.length} rules were taken` })
  return { specs, problems, notes }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Ids are written our way: lower case, dashes. */
const idOf = (rule: unknown): string => {
  const id: unknown = isObject(rule) ? rule['id'] : undefined
  return typeof id === 'string'
    ? id
        .toLowerCase()
        .replace(/[^a-z0-9.]+/g, '-')
        .replace(/^[-.]+/, '')
        .slice(0, 80) || '?'
    : '?'
}

function specOf(rule: unknown): SecretSpec | string {
  if (!isObject(rule)) return 'a rule is a table'
  const id = idOf(rule)
  if (id.length < 2) return 'the rule has no `id`'
  if (typeof rule['regex'] !== 'string') return 'the rule has no `regex`: it looks at paths alone'
  const words: readonly unknown[] = Array.isArray(rule['keywords']) ? rule['keywords'] : []
  const keywords = words.flatMap((word) => (typeof word === 'string' && /^[ -~]{3,40}$/.test(word) ? [word.toLowerCase()] : []))
  if (keywords.length === 0 || keywords.length < words.length) return 'each keyword must be ASCII of 3 to 40 characters, and there must be one'
  const converted = convertRe2(rule['regex'], typeof rule['secretGroup'] === 'number' ? rule['secretGroup'] : 0)
  if (!converted.ok) return converted.message
  const reason = whyNot(patternOf(converted.regex))
  if (reason !== null) return reason
  const entropy = typeof rule['entropy'] === 'number' && rule['entropy'] > 0
  const title = typeof rule['description'] === 'string' && rule['description'] !== '' ? rule['description'].split('\n')[0]?.slice(0, 120) : undefined
  return { id, title: title ?? id, keywords, regex: converted.regex, randomness: entropy ? 'low' : 'none' }
}
