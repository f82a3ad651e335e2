// How do pattern files of other systems become a pack of ours? Their order, case and scope are kept; what cannot be kept is said.
import type { MatchSource, PackSource, RuleSource, TextConditions, TextOn } from '../core/policy/source.ts'
import { SEVERITIES } from '../core/policy/verdicts.ts'
import { compileLookAround } from '../core/text/regex.ts'
import type { Severity, Verdict } from '../core/model.ts'
import { compileUserRegex, looksAround } from './user-regex.ts'
import { readYaml } from './yaml.ts'

export type PatternFormat = 'cpi-si' | 'leashd' | 'rune' | 'wolffish'

export type Imported =
  /** `notes` say what was left out and why, one line each. */
  | { readonly ok: true; readonly pack: PackSource; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly notes: readonly string[] }

/** Never throws. `name` is the pack's name and the family of its rules. */
export function importPatterns(format: PatternFormat, text: string, name: string): Imported {
  const body = format === 'wolffish' ? frontMatter(text) : format === 'cpi-si' ? withoutComments(text) : text
  const { value, problems } = readYaml(body)
  const [problem] = problems
  if (problem !== undefined) return { ok: false, message: `line ${problem.line}: ${problem.message}`, notes: [] }
  const family = slug(name) || format
  const draft: Draft = { family, rules: [], notes: [], ids: new Set() }
  const message = READERS[format](value, draft)
  if (message !== null) return { ok: false, message, notes: draft.notes }
  if (draft.rules.length === 0) return { ok: false, message: 'nothing of it can be taken over, so there is no pack', notes: draft.notes }
  const ordered = format === 'leashd'
  return {
    ok: true,
    pack: { pack: family, title: `Imported from ${name}`, imported: true, ...(ordered && { ordered }), rules: draft.rules },
    notes: draft.notes,
  }
}

/** A pack as a file people can read and edit. */
export function packText(pack: PackSource): string {
  const { rules, ...head } = pack
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  for (const rule of rules) {
    const [first = '', ...rest] = Object.entries(rule).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    lines.push(`  - ${first}`, ...rest.map((line) => `    ${line}`))
  }
  const start = Object.keys(head).length
  return [...lines.slice(0, start), 'rules:', ...lines.slice(start), ''].join('\n')
}

interface Draft {
  readonly family: string
  readonly rules: RuleSource[]
  readonly notes: string[]
  readonly ids: Set<string>
}
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
/** What we do not read is said: it may have meant something there. */
const noteUnread = (draft: Draft, where: string, given: Fields, read: readonly string[]): void => {
  const names = Object.keys(given).filter((name) => !read.includes(name))
  if (names.length === 0) return
  const listed = names.slice(0, 10).map((name) => `\`${name.slice(0, 60)}\``)
  draft.notes.push(
    `${where}: ${listed.join(', ')}${names.length > 10 ? ` and ${names.length - 10} more` : ''} ${names.length === 1 ? 'is' : 'are'} not known and left out`,
  )
}
/** About the file, not about calls. */
const ABOUT_FILE = ['$schema', 'version', 'name', 'title', 'description', 'metadata', 'author']
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-$/, '')

const add = (
  draft: Draft,
  name: string,
  match: MatchSource,
  given: { verdict: Verdict | 'warn'; severity?: unknown; title?: unknown; why?: unknown },
): void => {
  const base = `${draft.family}.${slug(name) || 'pattern'}`
  let id = base
  for (let i = 2; draft.ids.has(id); i++) id = `${base}-${i}`
  draft.ids.add(id)
  const { verdict } = given
  const usual: Severity = verdict === 'deny' ? 'critical' : verdict === 'ask' ? 'high' : 'low'
  draft.rules.push({
    id,
    // A warning is heard and stops nothing: the lowest severity, in every preset.
    severity: verdict !== 'warn' && SEVERITIES.includes(given.severity as Severity) ? (given.severity as Severity) : usual,
    title: line(textOf(given.title) ?? name),
    why: textOf(given.why)?.trim() ?? `The rule \`${name.slice(0, 60)}\` of ${draft.family} speaks of this.`,
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

/** Conditions for patterns on one text, or what is wrong with the first that cannot be used. */
const conditions = (on: TextOn, patterns: readonly string[], anyCase: boolean): TextConditions | string => {
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

type Reader = (value: unknown, draft: Draft) => string | null

/** Two lists, tried on the tool's name and its input as JSON, in any case; the strictest wins. */
const readWolffish: Reader = (value, draft) => {
  if (!isFields(value)) return 'no front matter with `danger_patterns` or `confirm_patterns` is found at the top'
  const levels: Readonly<Record<string, Verdict | 'warn'>> = { warn: 'warn', confirm: 'ask', destructive: 'ask', block: 'deny' }
  // The rest of the front matter is about the skill.
  const lists = Object.fromEntries(Object.entries(value).filter(([name]) => name.endsWith('_patterns')))
  noteUnread(draft, 'the file', lists, ['danger_patterns', 'confirm_patterns', 'warn_patterns'])
  for (const [key, usual] of [
    ['danger_patterns', 'deny'],
    ['confirm_patterns', 'ask'],
    ['warn_patterns', 'warn'],
  ] as const) {
    for (const item of listOf(value[key])) {
      const given = isFields(item) ? item : { pattern: item }
      const pattern = textOf(given['pattern'])
      const level = textOf(given['level'])
      const verdict = level === null ? usual : levels[level]
      if (pattern === null || verdict === undefined) {
        draft.notes.push(`${key}: ${pattern === null ? 'an entry without a pattern' : `\`${pattern}\` with the level \`${String(level)}\``} is left out`)
        continue
      }
      noteUnread(draft, `${key}: \`${pattern.slice(0, 60)}\``, given, ['pattern', 'level', 'reason'])
      const text = conditions('call-json', [pattern], true)
      if (typeof text === 'string') draft.notes.push(`${key}: ${text}; it is left out`)
      else add(draft, pattern, { text }, { verdict, title: given['reason'] ?? `it holds \`${pattern}\``, why: given['reason'] })
    }
  }
  return draft.rules.length === 0 && draft.notes.length === 0 ? 'no patterns are found: write `danger_patterns` or `confirm_patterns`' : null
}

const RUNE_KEYS = ['name', 'match', 'flags', 'requires', 'requires_flags', 'message', 'severity', 'builtin', 'description']
/** A list of regular expressions on the command; a second one may be required; `builtin` is the reading of `rm` by its options. */
const readRune: Reader = (value, draft) => {
  const items = Array.isArray(value) ? (value as readonly unknown[]) : isFields(value) ? listOf(value['patterns']) : []
  if (items.length === 0) return 'no patterns are found: write a list, or a list under `patterns`'
  if (isFields(value)) noteUnread(draft, 'the file', value, ['patterns', ...ABOUT_FILE])
  for (const item of items) {
    const given = isFields(item) ? item : {}
    const name = textOf(given['name']) ?? 'pattern'
    const verdict = ({ block: 'deny', warn: 'warn' } as const)[textOf(given['severity']) ?? 'block']
    const leave = (why: string): void => void draft.notes.push(`${name}: ${why}; it is left out`)
    if (verdict === undefined) {
      leave(`no severity is called \`${String(given['severity'])}\``)
      continue
    }
    noteUnread(draft, name, given, RUNE_KEYS)
    for (const key of ['flags', 'requires_flags']) {
      const others = (textOf(given[key]) ?? '').replaceAll('i', '')
      if (others !== '') draft.notes.push(`${name}: \`${key}: ${others.slice(0, 20)}\` has no counterpart and is left out`)
    }
    const say = { verdict, title: given['message'] ?? name, why: given['message'] }
    if (textOf(given['builtin']) !== null) {
      if (/rm/.test(String(given['builtin']))) add(draft, name, { run: 'rm', options: { all: ['--recursive', '--force'] } }, say)
      else leave(`no built-in is called \`${String(given['builtin'])}\``)
      continue
    }
    const pattern = textOf(given['match'])
    if (pattern === null) {
      leave('it has no `match`')
      continue
    }
    const required = textOf(given['requires'])
    const texts = [
      conditions('command', [pattern], textOf(given['flags'])?.includes('i') === true),
      ...(required === null ? [] : [conditions('command', [required], textOf(given['requires_flags'])?.includes('i') === true)]),
    ]
    const wrong = texts.find((one) => typeof one === 'string')
    if (wrong !== undefined) leave(wrong)
    else if (texts.length === 1) add(draft, name, { text: texts[0] as TextConditions }, say)
    else add(draft, name, { all: texts.map((one) => ({ text: one as TextConditions })) }, say)
  }
  return null
}

const ANY = { as: 'glob', pattern: '*' } as const
const LEASHD_KEYS = ['name', 'tools', 'tool', 'action', 'command_patterns', 'path_patterns', 'reason', 'description', 'risk_level']
const ACTIONS: Readonly<Record<string, Verdict>> = { allow: 'allow', deny: 'deny', require_approval: 'ask' }
/** First match decides, for each simple command; what is not matched gets the default. A mistake stops the import, as it stops that system. */
const readLeashd: Reader = (value, draft) => {
  if (!isFields(value)) return 'this is no policy: write `rules`, and `settings` with `default_action`'
  const settings = isFields(value['settings']) ? value['settings'] : {}
  const { default_action: misplaced, ...rest } = value
  if (misplaced !== undefined) draft.notes.push('the file: `default_action` counts only under `settings`: it is left out; move it there if it is meant')
  noteUnread(draft, 'the file', rest, ['rules', 'settings', ...ABOUT_FILE])
  noteUnread(draft, 'settings', settings, ['default_action'])
  if (listOf(value['rules']).length === 0 && settings['default_action'] === undefined)
    return 'no rules are found: write `rules`, or `settings` with `default_action`'
  for (const item of listOf(value['rules'])) {
    const given = isFields(item) ? item : {}
    const name = textOf(given['name'])
    const verdict = ACTIONS[textOf(given['action']) ?? '']
    if (name === null || verdict === undefined) return `the rule \`${name ?? '?'}\` needs a name and an action: allow, deny or require_approval`
    noteUnread(draft, name, given, LEASHD_KEYS)
    const named = [...listOf(given['tools']), ...listOf(given['tool'])]
    const tools = named.filter((one) => typeof one === 'string')
    if (tools.length < named.length) draft.notes.push(`${name}: a tool that is no text is left out`)
    if (given['risk_level'] !== undefined && !SEVERITIES.includes(given['risk_level'] as Severity))
      draft.notes.push(
        `${name}: no severity is called \`${(textOf(given['risk_level']) ?? 'something else').slice(0, 40)}\`: the usual one of its action is taken`,
      )
    const commands = listOf(given['command_patterns']).map(String)
    const paths = listOf(given['path_patterns']).map(String)
    const match = leashdMatch(tools, commands, paths)
    if (typeof match === 'string') return `the rule \`${name}\`: ${match}`
    const idle = tools.filter((one) => (one === 'Bash' ? paths.length > 0 : commands.length > 0))
    if (match === null)
      draft.notes.push(
        `${name}: ${tools.length === 0 ? 'it names no tool' : 'its patterns are about nothing that its tools have'} and can match nothing; it is left out`,
      )
    else if (idle.length > 0)
      draft.notes.push(
        `${name}: its patterns say nothing about ${idle.slice(0, 10).join(', ')}: ${idle.length === 1 ? 'that tool is' : 'those tools are'} left out`,
      )
    if (match !== null)
      add(draft, name, match, {
        verdict,
        severity: given['risk_level'],
        title: given['description'] ?? given['reason'] ?? name,
        why: given['reason'] ?? given['description'],
      })
  }
  const verdict = ACTIONS[textOf(settings['default_action']) ?? 'require_approval']
  if (verdict === undefined) return `\`default_action: ${String(settings['default_action'])}\` is not known: write allow, deny or require_approval`
  add(
    draft,
    'unmatched',
    { any: [{ text: { on: 'segment', ...ANY } }, { call: true }] },
    { verdict, severity: 'medium', title: 'no rule of the policy speaks of this' },
  )
  return null
}

const leashdMatch = (tools: readonly string[], commands: readonly string[], paths: readonly string[]): MatchSource | string | null => {
  const others = tools.filter((one) => one !== 'Bash')
  const parts: MatchSource[] = []
  if (tools.includes('Bash') && paths.length === 0) {
    if (commands.length === 0) parts.push({ text: { on: 'segment', ...ANY } })
    // A pattern with a pipe in it is about more than one simple command.
    for (const [on, some] of [
      ['segment', commands.filter((one) => !PIPE.test(one))],
      ['command', commands.filter((one) => PIPE.test(one))],
    ] as const) {
      if (some.length === 0) continue
      const text = conditions(on, some, false)
      if (typeof text === 'string') return text
      parts.push({ text })
    }
  }
  if (others.length > 0 && commands.length === 0) {
    if (paths.length === 0) parts.push({ text: { on: 'call-json', ...ANY }, tool: others })
    for (const on of paths.length === 0 ? [] : (['argument:file_path', 'argument:path'] as const)) {
      const text = conditions(on, paths, false)
      if (typeof text === 'string') return text
      parts.push({ text, tool: others })
    }
  }
  return parts.length === 0 ? null : parts.length === 1 ? (parts[0] ?? null) : { any: parts }
}
const PIPE = /\\\||\[\|\]/

/** Substrings by category, case as written: dangerous commands, critical paths, or texts that look like secrets. */
const readCpiSi: Reader = (value, draft) => {
  if (!isFields(value)) return 'this is no pattern file: write `patterns` or `paths`'
  const secrets = /secret/i.test(JSON.stringify(value['metadata'] ?? ''))
  noteUnread(draft, 'the file', value, ['patterns', 'paths', ...ABOUT_FILE])
  for (const [key, of] of [
    ['patterns', secrets ? 'content' : 'command'],
    ['paths', 'path'],
  ] as const) {
    for (const [category, given] of Object.entries(isFields(value[key]) ? value[key] : {})) {
      // Notes stand between the categories there.
      if (!isFields(given)) continue
      noteUnread(draft, category, given, ['patterns', key, 'severity', 'description', 'reason', 'name', 'title'])
      const patterns = listOf(given[key] ?? given['patterns']).flatMap((one) => textOf(one) ?? [])
      if (patterns.length === 0) {
        draft.notes.push(`${category}: it holds no patterns and is left out`)
        continue
      }
      const on: TextOn = of
      const globs = patterns.filter((one) => of === 'path' && one.includes('*')).map((one) => (/^[/*]/.test(one) ? one : `**/${one}`))
      const plain = patterns.filter((one) => !(of === 'path' && one.includes('*')))
      const texts: MatchSource[] = [
        ...(plain.length > 0 ? [{ text: { on, as: 'substring' as const, pattern: plain } }] : []),
        ...(globs.length > 0 ? [{ write: { path: globs.map((one) => (one.startsWith('*.') ? `**/${one}` : one)) } }] : []),
      ]
      const written = of === 'path' ? texts.map((one) => (one.text === undefined ? one : { all: [{ write: true as const }, one] })) : texts
      const match = written.length === 1 ? written[0] : { any: written }
      const say = { verdict: secrets ? ('warn' as const) : ('ask' as const), severity: given['severity'], title: given['description'], why: given['reason'] }
      if (match !== undefined) add(draft, category, match, say)
    }
  }
  return draft.rules.length === 0 ? 'no patterns are found: write categories under `patterns` or `paths`' : null
}

const READERS: Readonly<Record<PatternFormat, Reader>> = { 'cpi-si': readCpiSi, leashd: readLeashd, rune: readRune, wolffish: readWolffish }

/** What stands between the first two lines of three dashes; the whole text when it does not begin with one. */
function frontMatter(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trimEnd() !== '---') return text
  const end = lines.findIndex((one, i) => i > 0 && one.trimEnd() === '---')
  return end < 0 ? text : lines.slice(1, end).join('\n')
}

/** JSON with line and block comments and commas too many. Strings are left alone. */
function withoutComments(text: string): string {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? ''
    let end = at + 1
    if (char === '"') {
      while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
      pieces.push(text.slice(at, ++end))
    } else if (char === '/' && (text[end] === '/' || text[end] === '*')) {
      const close = text[end] === '/' ? text.indexOf('\n', end) : text.indexOf('*/', end + 1)
      end = close < 0 ? text.length : close + (text[end] === '/' ? 0 : 2)
    } else pieces.push(char)
    at = end
  }
  const solid = pieces.filter((one) => one.trim() !== '')
  return solid.filter((one, i) => !(one === ',' && /^[}\]]$/.test(solid[i + 1] ?? ''))).join(' ')
}
