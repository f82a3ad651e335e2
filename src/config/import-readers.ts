// How do the pattern files of Wolffish, rune, leashd and CPI-SI become rules and kinds of ours? Their order, case and scope are kept; what cannot be kept is said.
import type { Severity, Verdict } from '../core/model.ts'
import type { MatchSource, RuleSource, TextConditions } from '../core/rules/source.ts'
import { SEVERITIES } from '../core/rules/verdicts.ts'
import { ABOUT_FILE, add, ANY, conditions, isFields, listOf, note, noteUnread, slug, textOf } from './import-draft.ts'
import type { Draft, Fields, Path, Reader } from './import-draft.ts'

const LEVELS: Readonly<Record<string, Verdict | 'warn'>> = { warn: 'warn', confirm: 'ask', destructive: 'ask', block: 'deny' }

/** Two lists, tried on the tool's name and its input as JSON, in any case; the strictest wins. */
export const readWolffish: Reader = (value, draft) => {
  if (!isFields(value)) return 'no front matter with `danger_patterns` or `confirm_patterns` is found at the top'
  // The rest of the front matter is about the skill.
  const lists = Object.fromEntries(Object.entries(value).filter(([name]) => name.endsWith('_patterns')))
  noteUnread(draft, [], 'the file', lists, ['danger_patterns', 'confirm_patterns', 'warn_patterns'])
  for (const [key, usual] of [
    ['danger_patterns', 'deny'],
    ['confirm_patterns', 'ask'],
    ['warn_patterns', 'warn'],
  ] as const) {
    for (const [i, item] of listOf(value[key]).entries()) {
      const at: Path = Array.isArray(value[key]) ? [key, i] : [key]
      const given = isFields(item) ? item : { pattern: item }
      const pattern = textOf(given['pattern'])
      const level = textOf(given['level'])
      const verdict = level === null ? usual : LEVELS[level]
      if (pattern === null || verdict === undefined) {
        note(draft, at, `${key}: ${pattern === null ? 'an entry without a pattern' : `\`${pattern}\` with the level \`${String(level)}\``} is left out`)
        continue
      }
      noteUnread(draft, at, `${key}: \`${pattern.slice(0, 60)}\``, given, ['pattern', 'level', 'reason'])
      const text = conditions('call-json', [pattern], true)
      if (typeof text === 'string') note(draft, at, `${key}: ${text}; it is left out`)
      else add(draft, at, pattern, { text }, { verdict, title: given['reason'] ?? `it holds \`${pattern}\``, why: given['reason'] })
    }
  }
  return draft.rules.length === 0 && draft.notes.length === 0 ? 'no patterns are found: write `danger_patterns` or `confirm_patterns`' : null
}

const RUNE_KEYS = ['name', 'match', 'flags', 'requires', 'requires_flags', 'message', 'severity', 'builtin', 'description']
/** A list of regular expressions on the command; a second one may be required; `builtin` is the reading of `rm` by its options. */
export const readRune: Reader = (value, draft) => {
  const listed = Array.isArray(value)
  const items = listed ? (value as readonly unknown[]) : isFields(value) ? listOf(value['patterns']) : []
  if (items.length === 0) return 'no patterns are found: write a list, or a list under `patterns`'
  if (isFields(value)) noteUnread(draft, [], 'the file', value, ['patterns', ...ABOUT_FILE])
  for (const [i, item] of items.entries()) {
    const at: Path = listed ? [i] : ['patterns', i]
    const given = isFields(item) ? item : {}
    const name = textOf(given['name']) ?? 'pattern'
    const verdict = ({ block: 'deny', warn: 'warn' } as const)[textOf(given['severity']) ?? 'block']
    const leave = (why: string): void => note(draft, at, `${name}: ${why}; it is left out`)
    if (verdict === undefined) {
      leave(`no severity is called \`${String(given['severity'])}\``)
      continue
    }
    noteUnread(draft, at, name, given, RUNE_KEYS)
    for (const key of ['flags', 'requires_flags']) {
      const others = (textOf(given[key]) ?? '').replaceAll('i', '')
      if (others !== '') note(draft, [...at, key], `${name}: \`${key}: ${others.slice(0, 20)}\` has no counterpart and is left out`)
    }
    const say = { verdict, title: given['message'] ?? name, why: given['message'] }
    if (textOf(given['builtin']) !== null) {
      if (/(?:^|[_-])rm(?:[_-]|$)/.test(String(given['builtin']))) add(draft, at, name, { run: 'rm', options: { all: ['--recursive', '--force'] } }, say)
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
      conditions('command', [pattern], textOf(given['flags'])?.includes('i') === true, true),
      ...(required === null ? [] : [conditions('command', [required], textOf(given['requires_flags'])?.includes('i') === true, true)]),
    ]
    const wrong = texts.find((one) => typeof one === 'string')
    if (wrong !== undefined) leave(wrong)
    else if (texts.length === 1) add(draft, at, name, { text: texts[0] as TextConditions }, say)
    else add(draft, at, name, { all: texts.map((one) => ({ text: one as TextConditions })) }, say)
  }
  return null
}

const LEASHD_KEYS = ['name', 'tools', 'tool', 'action', 'command_patterns', 'path_patterns', 'reason', 'description', 'risk_level']
const ACTIONS: Readonly<Record<string, Verdict>> = { allow: 'allow', deny: 'deny', require_approval: 'ask' }
/** First match decides, for each simple command; what is not matched gets the default. A mistake stops the import, as it stops that system. */
export const readLeashd: Reader = (value, draft) => {
  if (!isFields(value)) return 'this is no policy: write `rules`, and `settings` with `default_action`'
  const settings = isFields(value['settings']) ? value['settings'] : {}
  const { default_action: misplaced, ...rest } = value
  if (misplaced !== undefined)
    note(draft, ['default_action'], 'the file: `default_action` counts only under `settings`: it is left out; move it there if it is meant')
  noteUnread(draft, [], 'the file', rest, ['rules', 'settings', ...ABOUT_FILE])
  const { approval_timeout_seconds: timeout, ...others } = settings
  if (timeout !== undefined)
    note(
      draft,
      ['settings', 'approval_timeout_seconds'],
      `settings: write \`approvals: { timeout: ${JSON.stringify(timeout)} }\` in your own settings; a pack cannot say it`,
    )
  noteUnread(draft, ['settings'], 'settings', others, ['default_action'])
  if (listOf(value['rules']).length === 0 && settings['default_action'] === undefined)
    return 'no rules are found: write `rules`, or `settings` with `default_action`'
  for (const [i, item] of listOf(value['rules']).entries()) {
    const at: Path = ['rules', i]
    const given = isFields(item) ? item : {}
    const name = textOf(given['name'])
    const verdict = ACTIONS[textOf(given['action']) ?? '']
    if (name === null || verdict === undefined)
      return `line ${draft.lineOf(at)}: the rule \`${name ?? '?'}\` needs a name and an action: allow, deny or require_approval`
    noteUnread(draft, at, name, given, LEASHD_KEYS)
    const named = [...listOf(given['tools']), ...listOf(given['tool'])]
    const tools = named.filter((one) => typeof one === 'string')
    if (tools.length < named.length) note(draft, at, `${name}: a tool that is no text is left out`)
    if (given['risk_level'] !== undefined && !SEVERITIES.includes(given['risk_level'] as Severity)) {
      const odd = (textOf(given['risk_level']) ?? 'something else').slice(0, 40)
      note(draft, [...at, 'risk_level'], `${name}: no severity is called \`${odd}\`: the usual one of its action is taken`)
    }
    const commands = listOf(given['command_patterns']).map(String)
    const paths = listOf(given['path_patterns']).map(String)
    const match = leashdMatch(tools, commands, paths)
    if (typeof match === 'string') return `line ${draft.lineOf(at)}: the rule \`${name}\`: ${match}`
    const idle = tools.filter((one) => (one === 'Bash' ? paths.length > 0 : commands.length > 0))
    if (match === null) {
      note(
        draft,
        at,
        `${name}: ${tools.length === 0 ? 'it names no tool' : 'its patterns are about nothing that its tools have'} and can match nothing; it is left out`,
      )
      continue
    }
    if (idle.length > 0)
      note(
        draft,
        at,
        `${name}: its patterns say nothing about ${idle.slice(0, 10).join(', ')}: ${idle.length === 1 ? 'that tool is' : 'those tools are'} left out`,
      )
    add(draft, at, name, match, {
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
    ['settings', 'default_action'],
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
      const text = conditions(on, some, false, true)
      if (typeof text === 'string') return text
      parts.push({ text })
    }
  }
  if (others.length > 0 && commands.length === 0) {
    if (paths.length === 0) parts.push({ text: { on: 'call-json', ...ANY }, tool: others })
    for (const on of paths.length === 0 ? [] : (['argument:file_path', 'argument:path'] as const)) {
      const text = conditions(on, paths, false, true)
      if (typeof text === 'string') return text
      parts.push({ text, tool: others })
    }
  }
  return parts.length === 0 ? null : parts.length === 1 ? (parts[0] ?? null) : { any: parts }
}
const PIPE = /\\\||\[\|\]/

const CATEGORY = ['patterns', 'paths', 'severity', 'description', 'reason', 'name', 'title', 'platform', 'services']

/** Substrings by category, case as written: dangerous commands and critical paths ask; what looks like a secret becomes a kind of secret, so that it is covered. */
export const readCpiSi: Reader = (value, draft) => {
  if (!isFields(value)) return 'this is no pattern file: write `patterns` or `paths`'
  const secrets = /secret/i.test(JSON.stringify(value['metadata'] ?? ''))
  const { config, extensions, ...rest } = value
  // Its own library does not read them either.
  for (const [name, given] of [
    ['config', config],
    ['extensions', extensions],
  ] as const)
    if (given !== undefined) note(draft, [name], `\`${name}\` is read by nobody, there or here, and left out`)
  noteUnread(draft, [], 'the file', rest, ['patterns', 'paths', ...ABOUT_FILE])
  for (const key of ['patterns', 'paths'] as const) {
    for (const [category, given] of Object.entries(isFields(value[key]) ? value[key] : {})) {
      // Notes stand between the categories there.
      if (!isFields(given)) continue
      const at: Path = [key, category]
      noteUnread(draft, at, category, given, CATEGORY)
      const patterns = listOf(given[key] ?? given['patterns']).flatMap((one) => textOf(one) ?? [])
      if (patterns.length === 0) note(draft, at, `${category}: it holds no patterns and is left out`)
      else if (secrets) addKinds(draft, at, category, patterns, given)
      else addCategory(draft, at, category, patterns, key, given)
    }
  }
  return draft.rules.length + draft.kinds.length === 0 ? 'no patterns are found: write categories under `patterns` or `paths`' : null
}

const PLATFORMS: Readonly<Record<string, RuleSource['platforms']>> = {
  linux: ['linux'],
  'linux/unix': ['linux', 'macos'],
  unix: ['linux', 'macos'],
  macos: ['macos'],
  windows: ['windows'],
}

function addCategory(draft: Draft, at: Path, category: string, patterns: readonly string[], of: 'patterns' | 'paths', given: Fields): void {
  const isGlob = (one: string): boolean => of === 'paths' && one.includes('*')
  const plain = patterns.filter((one) => !isGlob(one))
  const globs = patterns.filter(isGlob).map((one) => (one.startsWith('*.') || !/^[/*]/.test(one) ? `**/${one}` : one))
  const text: TextConditions = { on: of === 'paths' ? 'path' : 'command', as: 'substring', pattern: plain }
  const parts: MatchSource[] = [
    ...(plain.length > 0 ? [of === 'paths' ? { all: [{ write: true as const }, { text }] } : { text }] : []),
    ...(globs.length > 0 ? [{ write: { path: globs } }] : []),
  ]
  const [first] = parts
  if (first === undefined) return
  const platforms = PLATFORMS[textOf(given['platform'])?.toLowerCase() ?? '']
  const say = { verdict: 'ask' as const, severity: given['severity'], title: given['description'], why: given['reason'] }
  add(draft, at, category, parts.length === 1 ? first : { any: parts }, platforms === undefined ? say : { ...say, platforms })
}

/** What begins so and goes on to the end of the word. A kind has no severity: what is done about secrets stands in the settings. */
function addKinds(draft: Draft, at: Path, category: string, patterns: readonly string[], given: Fields): void {
  for (const pattern of patterns) {
    if (!/^[ -~]{3,40}$/.test(pattern)) {
      note(draft, at, `${category}: a pattern of ${pattern.length} characters is no keyword: it needs 3 to 40 plain ones; it is left out`)
      continue
    }
    const services = listOf(given['services']).flatMap((one) => textOf(one) ?? [])
    const id = `${draft.family}-${slug(category)}-${slug(pattern) || 'mark'}`.slice(0, 80)
    if (draft.kinds.some((kind) => kind.id === id)) continue
    const title = (textOf(given['description']) ?? category).split('\n')[0]?.slice(0, 100) ?? category
    draft.kinds.push({
      id,
      title: services.length > 0 ? `${title} (${services.slice(0, 5).join(', ')})` : title,
      keywords: [pattern.toLowerCase()],
      regex: `${pattern.replaceAll(/[.+?^${}()|[\]\\*/-]/g, '\\$&')}["']?[^\\s"'\`<>,;)]{0,200}`,
      randomness: 'none',
    })
    draft.lines.set(id, draft.lineOf(at))
  }
}
