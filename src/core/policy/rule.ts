// Is this pack, preset or settings file well formed, and if not, what should be written instead?
import { detectors } from '../detectors/index.ts'
import type { Does, Severity } from '../model.ts'
import { compileLookAround, compileRegex } from '../text/regex.ts'
import type { CompileUserRegex } from '../text/regex.ts'
import { checkShape, didYouMean, orList, shorten } from './description.ts'
import type { Form, Problem, Vocabulary } from './description.ts'
import { KINDS, packShape, presetShape, RUN_KEYS, settingsShape } from './shapes.ts'
import { isOfCall, KINDS_WITH } from '../match/text.ts'
import { listOf } from '../match/words.ts'
import type { CustomPattern, LayerName, MatchSource, PackSource, RuleSource, SettingsSource, TextConditions, TextOn } from '../rules/source.ts'
import { SEVERITIES } from '../rules/verdicts.ts'

export type { Problem } from './description.ts'

export interface Known {
  /** Names from the place files; without it any name passes. */
  readonly places?: readonly string[]
  /** Our own rules need two hits and two misses each. */
  readonly builtIn?: boolean
  /** The engine for patterns that are not ours; without it their syntax is taken on trust. */
  readonly compileUserRegex?: CompileUserRegex
}

export const checkPack = (value: unknown, known: Known = {}): Problem[] => {
  const problems = checkShape(packShape, value, vocabularyOf(known))
  const rules = (value as Partial<PackSource> | null)?.rules
  if (!Array.isArray(rules)) return problems
  const seen = new Set<string>()
  rules.forEach((rule: unknown, i) => {
    if (!isMap(rule)) return
    problems.push(...checkRule(rule, ['rules', i], known), ...checkVerdict(rule, ['rules', i], value as Partial<PackSource>))
    if (typeof rule.id !== 'string') return
    if (seen.has(rule.id)) problems.push({ path: ['rules', i, 'id'], message: `\`${shorten(rule.id)}\` is used twice: give each rule an id of its own` })
    seen.add(rule.id)
  })
  return problems
}

export const checkPreset = (value: unknown): Problem[] => checkShape(presetShape, value, vocabularyOf({}))

/** `otherKeys` are the keys of the settings file that other parts of the product own and check. */
export const checkSettings = (value: unknown, layer: LayerName, otherKeys: readonly string[] = [], known: Known = {}): Problem[] => {
  const own = isMap(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !otherKeys.includes(name))) : value
  const problems = checkShape(settingsShape, own, vocabularyOf({}))
  if (layer !== 'administrator' && isMap(own) && (own as SettingsSource).lock !== undefined) {
    problems.push({ path: ['lock'], message: "`lock` counts in the administrator's settings only: remove it here", key: true })
  }
  if (layer === 'project' && isMap(own) && isMap(own['sandbox']) && own['sandbox']['tools'] !== undefined) {
    problems.push({ path: ['sandbox', 'tools'], message: "`tools` counts in the user's or the administrator's settings only: remove it here", key: true })
  }
  const patterns = isMap(own) ? (own as SettingsSource).custom_patterns : undefined
  if (Array.isArray(patterns)) {
    ;(patterns as readonly unknown[]).forEach((given, i) => {
      const pattern = typeof given === 'string' ? { pattern: given } : isMap(given) ? (given as unknown as CustomPattern) : null
      if (pattern !== null) problems.push(...checkText(pattern, ['custom_patterns', i, ...(typeof given === 'string' ? [] : ['pattern'])], known))
    })
  }
  return problems
}

/** Rule ids that several packs claim. */
export const checkIds = (packs: readonly PackSource[]): { readonly id: string; readonly packs: readonly string[] }[] => {
  const owners = new Map<string, string[]>()
  for (const pack of packs) for (const rule of pack.rules) owners.set(rule.id, [...(owners.get(rule.id) ?? []), pack.pack])
  return [...owners].filter(([, names]) => names.length > 1).map(([id, names]) => ({ id, packs: names }))
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const checkRule = (rule: Partial<RuleSource>, path: readonly (string | number)[], known: Known): Problem[] => {
  const problems: Problem[] = []
  if (typeof rule.title === 'string' && /[.!]$/.test(rule.title))
    problems.push({ path: [...path, 'title'], message: 'a title ends without a full stop: remove it' })
  if (isMap(rule.match)) checkMatch(rule.match, [...path, 'match'], 'whole', problems, known)
  const unless = Array.isArray(rule.unless) ? (rule.unless as readonly unknown[]) : rule.unless === undefined ? [] : [rule.unless]
  unless.forEach((one, i) => {
    if (isMap(one)) checkMatch(one, [...path, 'unless', ...(Array.isArray(rule.unless) ? [i] : [])], 'part', problems, known)
  })
  if (Array.isArray(rule.raise)) {
    rule.raise.forEach((raise: unknown, i) => {
      if (!isMap(raise)) return
      if (isMap(raise.when)) checkMatch(raise.when, [...path, 'raise', i, 'when'], 'part', problems, known)
      if (rankOf(raise.to) >= 0 && rankOf(rule.severity) >= 0 && rankOf(raise.to) <= rankOf(rule.severity)) {
        problems.push({
          path: [...path, 'raise', i, 'to'],
          message: `\`${String(raise.to)}\` is not above the rule's \`${String(rule.severity)}\`: raise only ever lifts`,
        })
      }
    })
  }
  if (known.builtIn === true) {
    for (const name of ['hits', 'misses'] as const) {
      const count = Array.isArray(rule[name]) ? rule[name].length : 0
      if (count < 2)
        problems.push({ path: rule[name] === undefined ? path : [...path, name], message: `${count} ${name} are too few: write at least two whole commands` })
    }
  }
  return problems
}

/** A verdict of its own belongs to an imported rule, and `allow` to an ordered pack: elsewhere it would say nothing. */
const checkVerdict = (rule: Partial<RuleSource>, path: readonly (string | number)[], pack: Partial<PackSource>): Problem[] => {
  const problems: Problem[] = []
  if (rule.verdict !== undefined && pack.imported !== true)
    problems.push({
      path: [...path, 'verdict'],
      message: 'only an imported pack gives verdicts: write `severity`, or `imported: true` above the rules',
      key: true,
    })
  else if (rule.verdict === 'allow' && pack.ordered !== true)
    problems.push({ path: [...path, 'verdict'], message: '`allow` only ends an ordered pack: write `ordered: true` above the rules, or remove the rule' })
  if (rule.status === 'profile' && pack.ordered === true)
    problems.push({ path: [...path, 'status'], message: 'a rule of an ordered pack is never silent: remove `status`' })
  return problems
}

const checkText = (text: TextConditions, path: readonly (string | number)[], known: Known): Problem[] => {
  if ((text.regex === undefined) === (text.pattern === undefined))
    return [
      { path, message: text.regex === undefined ? '`pattern` is missing: write what is looked for' : '`regex` and `pattern` stand side by side: keep one' },
    ]
  if (text.pattern === undefined) {
    const stray = (['as', 'case', 'look-around'] as const).find((name) => text[name] !== undefined)
    return stray === undefined
      ? []
      : [{ path: [...path, stray], message: `\`${stray}\` belongs beside \`pattern\`: remove it, or write \`pattern\``, key: true }]
  }
  if (text.as === 'substring' || text.as === 'glob') return []
  const patterns: readonly unknown[] = listOf(text.pattern)
  const around = text['look-around'] === true
  const compile = known.compileUserRegex ?? (around ? compileLookAround : undefined)
  const wrong = patterns.map((one) => (typeof one === 'string' && compile !== undefined ? compile(one, text.case === 'insensitive', around) : null))
  const first = wrong.find((one) => one !== null && !one.ok)
  if (first !== undefined && first !== null && !first.ok) return [{ path, message: first.message }]
  return known.builtIn === true ? [{ path, message: 'our own patterns are written as `regex`, so that they are audited' }] : []
}

const rankOf = (value: unknown): number => SEVERITIES.indexOf(value as Severity)

const LONGEST_PATTERN = 2000
const TEXTS: readonly string[] = ['call-json', 'command', ...Object.keys(KINDS_WITH)]

const KIND_OF: Readonly<Record<string, Does>> = {
  run: 'run',
  read: 'read',
  write: 'write',
  delete: 'delete',
  change: 'change',
  signal: 'signal',
  connect: 'connect',
  query: 'query',
  execute: 'execute',
  unknown: 'unknown',
  call: 'call',
}

type Standing = 'whole' | 'part'
const checkMatch = (match: MatchSource, path: readonly (string | number)[], standing: Standing, problems: Problem[], known: Known): void => {
  const names = Object.keys(match)
  const kinds = names.filter((name) => KINDS.includes(name))
  if (kinds.length > 1)
    problems.push({
      path: [...path, kinds[1] as string],
      message: `${orList(kinds).replace(' or ', ' and ')} stand side by side: keep one, or combine them with \`all\` or \`any\``,
      key: true,
    })
  if (standing === 'whole' && kinds.length === 0) problems.push({ path, message: 'no action kind is named: write one, as `run`, `write` or `delete`' })
  if (standing !== 'whole' && names.length === 0) problems.push({ path, message: 'an empty match holds for everything: write a condition' })
  const kind = kinds[0]
  if (kind !== undefined && kind !== 'run') {
    // Beside a combinator they would silently say nothing about the action's kind.
    for (const name of names)
      if (RUN_KEYS.includes(name))
        problems.push({ path: [...path, name], message: `\`${name}\` belongs beside \`run\`: move it there, or into \`by\``, key: true })
  }
  const nested = (value: unknown, at: readonly (string | number)[], as: Standing): void => {
    if (isMap(value)) checkMatch(value, at, as, problems, known)
  }
  if (isMap(match.text)) problems.push(...checkText(match.text, [...path, 'text'], known))
  for (const name of ['all', 'any'] as const) {
    const items: unknown = match[name]
    if (Array.isArray(items)) items.forEach((item, i) => nested(item, [...path, name, i], name === 'any' && standing === 'whole' ? 'whole' : 'part'))
  }
  if (Array.isArray(match.all) && standing === 'whole' && match.all.every((item) => isMap(item) && !namesKind(item as MatchSource))) {
    problems.push({ path: [...path, 'all'], message: 'none of these names an action kind: write one, as `run`, `write` or `delete`' })
  }
  if (standing === 'whole' && match.not !== undefined)
    problems.push({
      path: [...path, 'not'],
      message: '`not` alone matches nearly everything: put it into `all` beside an action kind, or into `unless`',
      key: true,
    })
  nested(match.not, [...path, 'not'], 'part')
  for (const name of ['by', 'did'] as const) {
    const runs: unknown = match[name]
    nested(runs, [...path, name], 'part')
    if (isMap(runs) && Object.keys(runs).some((one) => KIND_OF[one] !== undefined && one !== 'run')) {
      problems.push({ path: [...path, name], message: 'only a run does things: write `run` and its conditions' })
    }
  }
  if (isMap(match.flow)) {
    nested(match.flow.from, [...path, 'flow', 'from'], 'whole')
    nested(match.flow.to, [...path, 'flow', 'to'], 'whole')
  }
}

const namesKind = (match: MatchSource): boolean =>
  Object.keys(match).some((name) => KIND_OF[name] !== undefined || name === 'flow' || name === 'text' || name === 'detector') ||
  (match.any ?? []).some(namesKind) ||
  (match.all ?? []).some(namesKind)

const vocabularyOf =
  (known: Known): Vocabulary =>
  (form, text) => {
    if (text === '' && form !== 'any' && form !== 'glob') return 'an empty text says nothing: write a value or remove the key'
    return CHECKS[form](text, known)
  }

const fits =
  (pattern: RegExp, message: (text: string) => string) =>
  (text: string): string | null =>
    pattern.test(text) ? null : message(`\`${shorten(text)}\``)

const CHECKS: Readonly<Record<Form, (text: string, known: Known) => string | null>> = {
  any: () => null,
  line: fits(/^[^\n\r]*$/, () => 'this is one line: remove the line break'),
  'rule-id': fits(
    /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/,
    (text) => `${text} is not a rule id: write \`family.thing\` in lower case, as \`git.force-push\``,
  ),
  'rule-glob': fits(/^[a-z0-9*]+(?:[._-][a-z0-9*]+)*$/, (text) => `${text} is not a rule id or glob: write \`family.thing\` or \`family.*\``),
  place: (text, known) => {
    if (known.places === undefined || known.places.includes(text)) return null
    // What a place contains, or what a path would be with its variables empty, is told by a prefix.
    const plain = text.replace(/^empty-/, '').replace(/^contains-/, '')
    return known.places.includes(plain) ? null : `no place is called \`${shorten(text)}\`: write a name from places/${didYouMean(text, known.places)}`
  },
  detector: (text) => {
    const names = Object.keys(detectors)
    return names.includes(text) ? null : `no detector is called \`${shorten(text)}\`: write ${orList(names)}${didYouMean(text, names)}`
  },
  regex: (text) => {
    const result = compileRegex(text)
    return result.ok ? null : result.message
  },
  pattern: (text) => (text.length > LONGEST_PATTERN ? `this pattern has ${text.length} characters: keep it below ${LONGEST_PATTERN}` : null),
  'text-on': (text) =>
    isOfCall(text as TextOn) && text !== 'command' && text !== 'call-json' && !/^argument:./.test(text)
      ? `\`${shorten(text)}\` is no text of a call: write ${orList([...TEXTS, 'argument:NAME'])}${didYouMean(text, TEXTS)}`
      : null,
  glob: () => null,
  'path-glob': (text) => {
    if (text.startsWith('~'))
      return `\`${shorten(text)}\` begins at a home folder that is not known here: write a place, or \`**${shorten(text.slice(1)) || '/*'}\``
    return /^(?:[/*?[{\\]|[A-Za-z]:)/.test(text) ? null : `\`${shorten(text)}\` can match no resolved path: write \`**/${shorten(text)}\``
  },
  run: (text) => {
    if (text !== text.trim() || /\s{2}|[\t\n]/.test(text)) return `\`${shorten(text)}\` has stray spaces: write words with one space between them`
    return text.split(' ').some((word) => word.startsWith('-') && word.length > 1) ? `\`${shorten(text)}\` names an option: write it under \`options\`` : null
  },
  option: fits(/^\S+$/, (text) => `${text} is not an option name: write it without spaces, as \`--force\``),
  clock: fits(/^(?:[01]\d|2[0-3]):[0-5]\d$/, (text) => `${text} is not a time of day: write it as \`22:00\``),
  variable: fits(/^[A-Za-z_][A-Za-z0-9_]*$/, (text) => `${text} is not a variable name: write letters, digits and underscores`),
}
