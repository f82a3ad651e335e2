// Under which keys is a rule found, so that only rules that could match an action are looked at?
import { isOfCall, KINDS_WITH } from '../match/text.ts'
import { ancestors } from '../match/trial.ts'
import type { Call } from '../match/trial.ts'
import { lastName, listOf, programsOf } from '../match/words.ts'
import type { Action, Word } from '../model.ts'
import { expandBraces, hasGlob } from '../text/glob.ts'
import type { CompiledIndex } from '../rules/compiled.ts'
import type { CallConditions, ConnectConditions, Many, MatchSource, TextOn } from '../rules/source.ts'

/** Looked at for every action. */
const ALWAYS = '*'

/** The rule looks at the call as a whole: detectors, the command's text, the call as JSON and its arguments. */
export const isWhole = (match: MatchSource): boolean => {
  const { detector, text, not, any, all } = match
  if (detector === undefined && text === undefined && not === undefined && any === undefined && all === undefined) return false
  if (OF_ACTIONS.some((name) => match[name] !== undefined)) return false
  if (detector !== undefined) return true
  if (text !== undefined) return isOfCall(text.on ?? 'command')
  if (not !== undefined) return isWhole(not)
  return (any ?? all)?.every(isWhole) ?? false
}
const OF_ACTIONS = [
  ...(['run', 'read', 'write', 'delete', 'change', 'signal', 'connect', 'query', 'execute', 'unknown', 'call', 'flow'] as const),
  ...(['options', 'operands', 'env', 'depth', 'barred', 'at', 'as', 'by', 'did', 'certain'] as const),
]

/** The words that must stand in a text of the call before the match can hold; null when nothing is known. */
export const wakeWords = (match: MatchSource): readonly { readonly on: TextOn; readonly words: readonly string[] }[] | null => {
  if (match.text?.keywords !== undefined) return [{ on: match.text.on ?? 'command', words: match.text.keywords }]
  if (match.any !== undefined) {
    const each = match.any.map(wakeWords)
    return each.some((one) => one === null) ? null : each.flatMap((one) => one ?? [])
  }
  return (match.all ?? []).map(wakeWords).find((one) => one !== null) ?? null
}

/** The detector that must speak before the match can hold, where nothing else finds the rule; null when there is none. */
export const neededDetector = (match: MatchSource): string | null => {
  if (!isWhole(match)) return null
  return match.detector ?? match.all?.map(neededDetector).find((one) => one !== null) ?? null
}

/** The alternatives that look at the call as a whole, where others look at actions: the rule is found both ways. */
export const wholeParts = (match: MatchSource): readonly MatchSource[] =>
  isWhole(match) ? [match] : match.any !== undefined && Object.keys(match).length === 1 ? match.any.filter(isWhole) : []

/** The alternatives that hold only where a word stands in a text of an action: the word finds the rule. */
export const wokenParts = (match: MatchSource): readonly MatchSource[] =>
  match.any !== undefined && Object.keys(match).length === 1
    ? match.any.filter(({ text }) => text?.keywords !== undefined && !isOfCall(text.on ?? 'command'))
    : []

/** Every action that matches has at least one of these keys; what looks at the whole call, or is woken by a word, needs none. */
export const keysOfRule = (match: MatchSource): readonly string[] => {
  const others = [...wholeParts(match), ...wokenParts(match)]
  if (others.length === 0) return keysOf(match)
  return isWhole(match) ? [] : [...new Set((match.any ?? []).filter((one) => !others.includes(one)).flatMap(keysOf))].sort()
}

const keysOf = (match: MatchSource): readonly string[] => {
  const keys = kindKeys(match)
  return keys.length === 0 ? [ALWAYS] : [...new Set(keys)].sort()
}

const kindKeys = (match: MatchSource): readonly string[] => {
  if (match.run !== undefined) {
    const patterns = listOf(match.run)
    // Few commands set a certain variable.
    const variable = Object.keys(match.env ?? {}).find((name) => !hasGlob(name))
    if (variable !== undefined) return [`run$${variable}`]
    return patterns.flatMap(runKeys)
  }
  for (const kind of ['read', 'write', 'delete'] as const) {
    const given = match[kind]
    if (given !== undefined)
      return byRun(
        kind,
        match,
        typeof given === 'object' && !Array.isArray(given)
          ? pathKeys(kind, given as PathNames)
          : pathKeys(kind, given === true ? {} : { path: given as Many<string> }),
      )
  }
  if (match.change !== undefined) {
    const { change } = match
    if (change === true) return ['change']
    if (typeof change === 'string' || Array.isArray(change)) return listOf(change as Many<string>).map((what) => `change:${what}`)
    const given = change as { what?: Many<string>; place?: Many<string> }
    return given.what !== undefined ? listOf(given.what).map((what) => `change:${what}`) : pathKeys('change', given)
  }
  if (match.signal !== undefined) return byRun('signal', match, ['signal'])
  if (match.connect !== undefined) return byRun('connect', match, match.connect === true ? ['connect'] : connectKeys(match.connect))
  if (match.query !== undefined) {
    const { query } = match
    const classes =
      query === true ? undefined : typeof query === 'string' || Array.isArray(query) ? (query as Many<string>) : (query as { class?: Many<string> }).class
    return classes === undefined ? ['query'] : listOf(classes).map((one) => `query:${one}`)
  }
  if (match.execute !== undefined) return ['execute']
  if (match.unknown !== undefined)
    return match.unknown === true || match.unknown.because === undefined ? ['unknown'] : listOf(match.unknown.because).map((one) => `unknown:${one}`)
  if (match.call !== undefined) {
    return match.call === true ? ['call'] : callKeys(match.call)
  }
  if (match.flow !== undefined) return kindKeys(match.flow.to)
  if (match.text !== undefined) {
    const on = match.text.on ?? 'command'
    return isOfCall(on) ? [ALWAYS] : KINDS_WITH[on]
  }
  if (match.any !== undefined) return match.any.flatMap(keysOf)
  if (match.all !== undefined) return match.all.map(keysOf).reduce((best, keys) => (vagueness(keys) < vagueness(best) ? keys : best), [ALWAYS])
  if (match.options !== undefined || match.operands !== undefined || match.env !== undefined || match.depth !== undefined || match.barred !== undefined)
    return ['run']
  return [ALWAYS]
}

const vagueness = (keys: readonly string[]): number =>
  Math.max(...keys.map((key) => (key === ALWAYS ? 3 : /[@=:<#/^$%]/.test(key) ? (key.includes(' ') ? 0 : 1) : 2)), 0)

const runKeys = (pattern: string): string[] => {
  const { names, prefixes } = programsOf(pattern)
  const [program, second, ...rest] = pattern.split(' ')
  const seconds = second === undefined ? [] : expandBraces(second)
  const keys = prefixes.flatMap((prefix) => (prefix === '' ? (wordKeys(pattern) ?? endKeys(pattern) ?? ['run~']) : [`run~${prefix}`]))
  if (names.length === 0) return keys
  if (second === undefined) return [...keys, ...names.map((name) => `run:${name}`)]
  const [open, plain] = [seconds.filter(hasGlob), seconds.filter((one) => !hasGlob(one))]
  keys.push(...names.flatMap((name) => plain.map((one) => `run:${name} ${one}`)))
  if (open.length === 0) return keys
  // `git credential-* get`: better found by how its words begin than with every use of git.
  const starts = open.map(startOf)
  if (starts.every((start) => start.length >= LETTERS))
    return [...keys, ...names.flatMap((name) => starts.map((start) => `run:${name}^${start.slice(0, LETTERS)}`))]
  const begins = wordKeys([program, open.length === 1 ? open[0] : `{${open.join(',')}}`, ...rest].join(' '))
  return [...keys, ...(begins ?? names.map((name) => `run:${name}`))]
}

/** What every match of it begins with. */
const startOf = (pattern: string): string => /^[^*?[\\{]*/.exec(pattern)?.[0] ?? ''

/** So many letters of a word find a rule whose program may be any. */
const LETTERS = 3

/** Keys by the first word after the program that every match begins alike; null when there is none. */
const wordKeys = (pattern: string): readonly string[] | null => {
  const all = pattern.split(' ')
  for (const position of [1, 2]) {
    if (all.slice(0, position).some((word) => word.includes('**'))) return null
    const word = all[position]
    if (word === undefined) return null
    const words = expandBraces(word)
    const starts = words.map(startOf)
    if (starts.every((start, at) => start.length >= LETTERS || start === words[at]))
      return starts.map((start, at) => (start === words[at] ? `run${position}=${start}` : `run${position}^${start.slice(0, LETTERS)}`))
  }
  return null
}

/** Keys by the end of the program's name, for `*-nuke`. */
const endKeys = (pattern: string): readonly string[] | null => {
  const names = expandBraces(pattern.split(' ', 1)[0] ?? '').filter(hasGlob)
  const ends = names.map((name) => /^\*([^*?[\\{]{3,})$/.exec(name)?.[1])
  return ends.some((end) => end === undefined) ? null : ends.map((end) => `run%${end?.slice(-LETTERS)}`)
}

const callKeys = ({ server, name, destructive }: CallConditions): readonly string[] => {
  const names = name === undefined ? [] : listOf(name).flatMap(expandBraces)
  const keys = names.map(nameKey)
  if (keys.length > 0 && !keys.includes('call')) return keys
  if (destructive === true) return ['call#destructive']
  // Only `*` holds for tools without a server too.
  return server === undefined || server === null || listOf(server).includes('*') ? ['call'] : ['call#server']
}

/** By the name itself, by how it begins, or because it has more than one word. */
const nameKey = (pattern: string): string => {
  if (!hasGlob(pattern)) return `call:${pattern}`
  const start = startOf(pattern)
  if (start.length >= LETTERS) return `call^${start.slice(0, LETTERS)}`
  return /[_-]/.test(pattern.replaceAll('[_-]', '_').replaceAll(/\[[^\]]*\]/g, '')) ? 'call#words' : 'call'
}

/** Names without wildcards, or none when any of them has one. */
const literals = (patterns: Many<string> | undefined): readonly string[] => {
  const all = patterns === undefined ? [] : listOf(patterns).flatMap(expandBraces)
  return all.some(hasGlob) ? [] : all
}

const connectKeys = (given: ConnectConditions): readonly string[] => {
  const keys = pathKeys('connect', { ...given, name: literals(given.host) })
  if (!keys.includes('connect')) return keys
  const methods = literals(given.method)
  if (methods.length > 0) return methods.map((method) => `connect#${method.toUpperCase()}`)
  return given.sends === true ? ['connect#sends'] : keys
}

interface PathNames {
  readonly place?: Many<string>
  readonly places?: Many<string>
  readonly name?: Many<string>
  readonly path?: Many<string>
}
const pathKeys = (kind: string, given: PathNames): readonly string[] => {
  if (given.place !== undefined) return listOf(given.place).map((place) => `${kind}@${place}`)
  if (given.places !== undefined) return [`${kind}@${listOf(given.places)[0] ?? ''}`]
  const names = literals(given.name)
  if (names.length > 0) return names.map((name) => `${kind}=${name.toLowerCase()}`)
  const components = given.path === undefined ? [] : listOf(given.path).flatMap(expandBraces).map(literalComponent)
  return components.length === 0 || components.includes(null) ? [kind] : components.map((one) => `${kind}/${one}`)
}

/** The longest component of a path glob that stands for itself alone, the last of those: every path it matches has that component, and few others do. */
const literalComponent = (glob: string): string | null => {
  const literal = glob.split('/').filter((one) => one !== '' && !hasGlob(one))
  return literal.reduce<string | null>((best, one) => (best === null || one.length >= best.length ? one : best), null)
}

/** A path rule about one program's doings is found under that program. */
const byRun = (kind: string, match: MatchSource, keys: readonly string[]): readonly string[] => {
  const run = match.did?.run ?? match.by?.run
  if (!keys.includes(kind) || run === undefined) return keys
  const programs = listOf(run).map(programsOf)
  if (programs.some((one) => one.prefixes.length > 0)) return keys
  return programs.flatMap((one) => one.names.map((name) => `${kind}<${name}`))
}

/** The keys that an action of another kind than `run` has by its kind alone. */
export const kindKeysOf = (kind: Action['does']): readonly string[] => [ALWAYS, kind]

/** The keys that a run has by its program and its first operand. */
export const runKeysOf = (program: string, first: string | null, index: Pick<CompiledIndex, 'prefixLengths'>): readonly string[] => {
  const keys = [ALWAYS, 'run', `run:${program}`]
  if (first !== null) {
    const start = first.slice(0, LETTERS)
    keys.push(`run:${program} ${first}`, `run:${program}^${start}`, `run1=${first}`, `run1^${start}`)
  }
  for (const length of index.prefixLengths) if (length <= program.length) keys.push(`run~${program.slice(0, length)}`)
  if (program.length >= LETTERS) keys.push(`run%${program.slice(-LETTERS)}`)
  return keys
}

export type OnPath = keyof typeof ON_PATHS
const ON_PATHS = {
  read: { place: 'read@', name: 'read=', component: 'read/', run: 'read<' },
  write: { place: 'write@', name: 'write=', component: 'write/', run: 'write<' },
  delete: { place: 'delete@', name: 'delete=', component: 'delete/', run: 'delete<' },
} as const

/** The keys that an act on a path has by where it leads. */
export const pathKeysOf = (kind: OnPath, resolved: string, index: Pick<CompiledIndex, 'byComponent'>): readonly string[] => {
  const { name, component } = ON_PATHS[kind]
  const keys = [name + lastName(resolved).toLowerCase()]
  if (index.byComponent) for (const one of new Set(resolved.split('/'))) keys.push(component + one)
  return keys
}

/** The keys of an action besides those of `kindKeysOf`, `runKeysOf` and `pathKeysOf`, each as its beginning and its end: they are many, and to join them costs more than to look them up. */
export const actionKeys = (action: Action, call: Call, index: Pick<CompiledIndex, 'byRun'>): readonly string[] => {
  const keys: string[] = []
  switch (action.does) {
    case 'run': {
      pushSecond(keys, action.operands)
      if (action.operandsOtherwise !== undefined) pushSecond(keys, action.operandsOtherwise)
      for (const { name } of action.assigns) keys.push('run$', name)
      break
    }
    case 'read':
    case 'write':
    case 'delete': {
      const prefix = ON_PATHS[action.does]
      for (const place of action.places) keys.push(prefix.place, place)
      if (action.resolved === null && action.path.text !== null) keys.push(prefix.name, lastName(action.path.text).toLowerCase())
      if (index.byRun) for (const run of ancestors(action, call)) keys.push(prefix.run, run.program)
      break
    }
    case 'change':
      keys.push('change:', action.what)
      for (const place of action.places) keys.push('change@', place)
      break
    case 'connect':
      for (const place of action.places) keys.push('connect@', place)
      if (action.host !== null) keys.push('connect=', action.host.toLowerCase())
      if (action.method !== null) keys.push('connect#', action.method.toUpperCase())
      if (action.sends) keys.push('connect#sends', '')
      if (index.byRun) for (const run of ancestors(action, call)) keys.push('connect<', run.program)
      break
    case 'signal':
      if (index.byRun) for (const run of ancestors(action, call)) keys.push('signal<', run.program)
      break
    case 'query':
      keys.push('query:', action.class)
      break
    case 'unknown':
      keys.push('unknown:', action.because)
      break
    case 'call':
      keys.push('call:', action.tool.name, 'call^', action.tool.name.slice(0, LETTERS))
      if (/[_-]/.test(action.tool.name)) keys.push('call#words', '')
      if (action.tool.server !== null) keys.push('call#server', '')
      if (action.destructive === true) keys.push('call#destructive', '')
      break
    default:
      break
  }
  return keys
}

const pushSecond = (keys: string[], operands: readonly Word[]): void => {
  const second = operands[1]?.text ?? null
  if (second !== null) keys.push('run2=', second, 'run2^', second.slice(0, LETTERS))
}
