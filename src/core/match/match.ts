// Does an action match what a rule says?
import type { Action, Place, RunAction, Word } from '../model.ts'
import type {
  CallConditions,
  ChangeConditions,
  ConnectConditions,
  ExecuteConditions,
  MatchSource,
  PathConditions,
  PlaceConditions,
  QueryConditions,
  RunConditions,
  SignalConditions,
  TextConditions,
  UnknownConditions,
} from '../rules/source.ts'
import { expandBraces, hasGlob } from '../text/glob.ts'
import { copyOf } from '../text/kept.ts'
import type { CompileUserRegex } from '../text/regex.ts'
import { argumentTest } from './arguments.ts'
import { findsText } from './text.ts'
import { ancestors, fullName, whereItLeads } from './trial.ts'
import type { Call, Matcher, Trial } from './trial.ts'
import { anyGlob, compileConditions, compileRun, lastName, lazily, listOf, textTest, wordTest } from './words.ts'
import type { RunPattern, RunTest } from './words.ts'

/** Compiles a checked match. What `checkPack` would have refused throws, at the latest when it is asked. */
export const compileMatch = (source: MatchSource, compileUser: CompileUserRegex): Matcher => {
  const tests = [...kindTests(source, compileUser), ...commonTests(source, compileUser)]
  if (tests.length === 1) return tests[0] as Matcher
  return every(tests)
}

const every =
  (tests: readonly Matcher[]): Matcher =>
  (action, trial) => {
    for (const test of tests) if (!test(action, trial)) return false
    return true
  }

/** The kind of action without which the match cannot hold; null when it may be any, or none. Most alternatives of a rule are about another kind. */
const kindOf = (source: MatchSource): Action['does'] | null => KINDS.find((kind) => source[kind] !== undefined) ?? null
const KINDS = ['run', 'read', 'write', 'delete', 'change', 'signal', 'connect', 'query', 'execute', 'unknown', 'call'] as const

interface Part {
  readonly kind: Action['does'] | null
  readonly source: MatchSource
  /** The programs it names. */
  runs: readonly RunPattern[] | null
  matches: Matcher | null
}
/** Names that are made up must not fill the memory. */
const MOST_KEPT = 512
const LONGEST_KEPT = 64
/** What is found out once for each program. */
const keptForProgram = <T>(find: (name: string) => readonly T[]): ((name: string) => readonly T[]) => {
  const kept = new Map<string, readonly T[]>()
  return (name) => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const found = find(name)
    if (kept.size >= MOST_KEPT) kept.clear()
    if (name.length <= LONGEST_KEPT) kept.set(copyOf(name), found)
    return found
  }
}

/** Most parts are about other programs, or other kinds of action. */
const some = (sources: readonly MatchSource[], compileUser: CompileUserRegex): Matcher => {
  const parts: Part[] = sources.map((source) => ({ kind: kindOf(source), source, runs: null, matches: null }))
  const ofProgram = keptForProgram((name) => parts.filter((part) => part.kind === null || (part.kind === 'run' && isAbout(part, name))))
  const byKind = new Map<Action['does'] | null, readonly Part[]>()
  const ofKind = (does: Action['does'] | null): readonly Part[] => {
    const possible = parts.filter(({ kind }) => kind === null || kind === does)
    byKind.set(does, possible)
    return possible
  }
  return (action, trial) => {
    const does = action === null ? null : action.does
    const possible = action !== null && action.does === 'run' ? ofProgram(action.program) : (byKind.get(does) ?? ofKind(does))
    for (const part of possible) if ((part.matches ??= compileMatch(part.source, compileUser))(action, trial)) return true
    return false
  }
}
/** Most patterns name one program: those are compared before anything is made of them. */
const isAbout = (part: Part, name: string): boolean => {
  const patterns = listOf(part.source.run ?? [])
  if (patterns.some((pattern) => pattern.startsWith(name) && (pattern.length === name.length || pattern[name.length] === ' '))) return true
  part.runs ??= patterns.filter((pattern) => hasGlob(pattern.split(' ', 1)[0] ?? '')).map(compileRun)
  return part.runs.some((pattern) => isOf(pattern, name))
}
const isOf = ({ only, program }: RunPattern, name: string): boolean => (only === null ? program(name) : only === name)

/** Most parts of a rule are never reached: an earlier one says no. */
export const matchLater = (source: MatchSource, compileUser: CompileUserRegex): Matcher => {
  let made: Matcher | undefined
  return (action, trial) => (made ??= compileMatch(source, compileUser))(action, trial)
}

/** Both readings of a run, each with its own operands. */
export const matchesEither = (matcher: Matcher, action: Action, call: Call): boolean => {
  if (matcher(action, { call, otherwise: false, base: 0 })) return true
  const led = whereItLeads(action)
  if (led !== null) return matcher(led, { call, otherwise: false, base: 0 })
  return action.does === 'run' && action.operandsOtherwise !== undefined && matcher(action, { call, otherwise: true, base: 0 })
}

type Test<T> = (action: T) => boolean
const kindTests = (source: MatchSource, compileUser: CompileUserRegex): Matcher[] => {
  const tests: Matcher[] = []
  if (source.run !== undefined) tests.push(runMatcher(listOf(source.run), source))
  else if (
    source.options !== undefined ||
    source.operands !== undefined ||
    source.env !== undefined ||
    source.depth !== undefined ||
    source.barred !== undefined
  )
    tests.push(partMatcher(source))
  for (const kind of ['read', 'write', 'delete'] as const) {
    const given = source[kind]
    if (given !== undefined)
      tests.push(of(kind, pathTest(given === true ? {} : typeof given === 'string' || Array.isArray(given) ? { path: given } : (given as PathConditions))))
  }
  if (source.change !== undefined) tests.push(of('change', changeTest(asConditions(source.change, (what) => ({ what })))))
  if (source.signal !== undefined) tests.push(of('signal', signalTest(source.signal === true ? {} : source.signal)))
  if (source.connect !== undefined) tests.push(of('connect', connectTest(source.connect === true ? {} : source.connect)))
  if (source.query !== undefined) tests.push(of('query', queryTest(asConditions(source.query, (one) => ({ class: one })))))
  if (source.execute !== undefined) tests.push(of('execute', executeTest(source.execute === true ? {} : source.execute)))
  if (source.unknown !== undefined) tests.push(of('unknown', unknownTest(source.unknown === true ? {} : source.unknown)))
  if (source.call !== undefined) tests.push(of('call', callTest(source.call === true ? {} : source.call)))
  if (source.flow !== undefined) tests.push(flowMatcher(source.flow.from, source.flow.to, compileUser))
  if (source.text !== undefined) tests.push(textMatcher(source.text, compileUser))
  if (source.detector !== undefined) tests.push(detectorMatcher(source.detector))
  if (source.all !== undefined) tests.push(every(source.all.map((one) => matchLater(one, compileUser))))
  if (source.any !== undefined) tests.push(some(source.any, compileUser))
  if (source.not !== undefined) {
    const part = matchLater(source.not, compileUser)
    tests.push((action, trial) => {
      const { base } = trial
      const matched = part(action, trial)
      trial.base = base
      return !matched
    })
  }
  return tests
}

const commonTests = (source: MatchSource, compileUser: CompileUserRegex): Matcher[] => {
  const tests: Matcher[] = []
  const { as, certain } = source
  if (source.at !== undefined) {
    const where = listOf(source.at)
    tests.push((action) => action !== null && where.includes(action.at))
  }
  if (as !== undefined) tests.push((action) => action !== null && action.as === as)
  if (certain !== undefined) tests.push((action) => action !== null && action.certain === certain)
  if (source.by !== undefined) {
    const by = onceForRun(matchLater(source.by, compileUser))
    tests.push((action, { call }) => action !== null && ancestors(action, call).some((run) => by(run, call)))
  }
  if (source.did !== undefined) {
    const did = onceForRun(matchLater(source.did, compileUser))
    tests.push((action, { call }) => {
      const run = action === null ? undefined : ancestors(action, call)[0]
      return run !== undefined && did(run, call)
    })
  }
  if (source.tool !== undefined) {
    const named = textTest(source.tool)
    tests.push((_, { call: { tool } }) => tool !== null && (named(tool.name) || (tool.server !== null && named(fullName(tool)))))
  }
  return tests
}

/** A run does many things; whether it matches is found out once. */
const onceForRun = (matcher: Matcher): ((run: RunAction, call: Call) => boolean) => {
  const mark = {}
  return (run, call) => {
    let known = call.once.get(mark) as Map<number, boolean> | undefined
    if (known === undefined) call.once.set(mark, (known = new Map()))
    let matches = known.get(run.id)
    if (matches === undefined) known.set(run.id, (matches = matchesEither(matcher, run, call)))
    return matches
  }
}

const of =
  <K extends Action['does']>(kind: K, test: Test<Extract<Action, { does: K }>>): Matcher =>
  (action) =>
    action !== null && (action.does as string) === kind && test(action as Extract<Action, { does: K }>)

const asConditions = <T extends object>(given: true | string | readonly string[] | T, make: (names: string | readonly string[]) => T): T =>
  given === true ? ({} as T) : typeof given === 'string' || Array.isArray(given) ? make(given as string | readonly string[]) : (given as T)

const operandsIn = (action: Extract<Action, { does: 'run' }>, trial: Trial): readonly Word[] =>
  trial.otherwise && action.operandsOtherwise !== undefined ? action.operandsOtherwise : action.operands

const FEW = 4
const runMatcher = (patterns: readonly string[], source: RunConditions): Matcher => {
  const compiled = patterns.map(compileRun)
  const ofProgram = compiled.length > FEW ? keptForProgram((name) => compiled.filter((pattern) => isOf(pattern, name))) : null
  let holds: RunTest | null | undefined
  return (action, trial) => {
    if (action === null || action.does !== 'run' || (action.dry && source.dry !== true)) return false
    const operands = operandsIn(action, trial)
    for (const pattern of ofProgram === null ? compiled : ofProgram(action.program)) {
      if (ofProgram === null && !isOf(pattern, action.program)) continue
      const base = pattern.consumes(operands)
      if (base < 0) continue
      if (holds === undefined) holds = compileConditions(source)
      if (holds === null || holds(action, base === 0 ? operands : operands.slice(base), trial)) {
        trial.base = base
        return true
      }
    }
    return false
  }
}

/** Conditions without a path: the operands begin where the rule's own path ended. */
const partMatcher = (source: RunConditions): Matcher => {
  const holds = compileConditions(source)
  return (action, trial) => action !== null && action.does === 'run' && (holds === null || holds(action, operandsIn(action, trial).slice(trial.base), trial))
}

const all = <T>(tests: readonly Test<T>[]): Test<T> | null => {
  const [first, second] = tests
  if (first === undefined || second === undefined) return first ?? null
  return (action) => {
    for (const test of tests) if (!test(action)) return false
    return true
  }
}
/** What a rule does not ask for is null: nothing need be called to say that it holds. */
const isOne = <T>(value: T | readonly T[] | undefined): Test<T> | null => {
  if (value === undefined) return null
  const values = listOf(value)
  return (one) => values.includes(one)
}
const wordIs = (patterns: string | readonly string[] | undefined): Test<Word | null> | null => {
  if (patterns === undefined) return null
  const test = wordTest(patterns)
  return (word) => word !== null && test(word)
}
const textIs = (patterns: string | readonly string[] | undefined, ignoreCase = false): Test<string | null> | null => {
  if (patterns === undefined) return null
  const test = textTest(patterns, ignoreCase)
  const anything = listOf(patterns).includes('*')
  return (text) => (text === null ? anything : test(text))
}

const placeTest = (source: PlaceConditions): Test<{ readonly places: readonly Place[] }> | null => {
  const tests: Test<{ readonly places: readonly Place[] }>[] = []
  if (source.place !== undefined) {
    const wanted = new Set<string>(listOf(source.place))
    tests.push(({ places }) => holdsOne(wanted, places))
  }
  if (source.places !== undefined) {
    const wanted = listOf(source.places)
    tests.push(({ places }) => wanted.every((place) => places.includes(place)))
  }
  if (source['not-place'] !== undefined) {
    const unwanted = new Set<string>(listOf(source['not-place']))
    tests.push(({ places }) => !holdsOne(unwanted, places))
  }
  return all(tests)
}
const holdsOne = (wanted: ReadonlySet<string>, places: readonly Place[]): boolean => {
  for (const place of places) if (wanted.has(place)) return true
  return false
}

type PathAction = Extract<Action, { does: 'read' | 'write' | 'delete' }>
const pathTest = (source: PathConditions): Test<PathAction> => {
  const place = placeTest(source)
  const how = isOne<string>(source.how)
  const { recursive, resolved } = source
  const paths = source.path === undefined ? null : lazily(() => anyGlob(listOf(source.path ?? []).flatMap(expandBraces), true))
  const anyPath = source.path !== undefined && listOf(source.path).some((one) => one === '*' || one === '**')
  const name = source.name === undefined ? null : textTest(source.name)
  return (action) => {
    const known = action.resolved ?? null
    if ((how !== null && !how(action.how)) || (recursive !== undefined && recursive !== action.recursive) || (place !== null && !place(action))) return false
    if (resolved !== undefined && resolved !== (known !== null && !known.includes('\0'))) return false
    if (paths !== null && (known === null ? !anyPath : !paths(known))) return false
    const shown = known ?? action.path.text
    return name === null || (shown !== null && name(lastName(shown)))
  }
}

const changeTest = (source: ChangeConditions): Test<Extract<Action, { does: 'change' }>> => {
  const [place, what, target, value] = [placeTest(source), isOne(source.what), wordIs(source.target), wordIs(source.value)]
  const { recursive } = source
  return (action) =>
    (what === null || what(action.what)) &&
    (place === null || place(action)) &&
    (target === null || target(action.target)) &&
    (value === null || value(action.value)) &&
    (recursive === undefined || recursive === action.recursive)
}
const signalTest = ({ broad, target: pattern }: SignalConditions): Test<Extract<Action, { does: 'signal' }>> => {
  const target = wordIs(pattern)
  return (action) => (broad === undefined || broad === action.broad) && (target === null || target(action.target))
}
const connectTest = (source: ConnectConditions): Test<Extract<Action, { does: 'connect' }>> => {
  const [place, host, url, method] = [placeTest(source), textIs(source.host, true), wordIs(source.url), textIs(source.method, true)]
  const { sends } = source
  return (action) =>
    (sends === undefined || sends === action.sends) &&
    (method === null || method(action.method)) &&
    (place === null || place(action)) &&
    (host === null || host(action.host)) &&
    (url === null || url(action.url))
}
const queryTest = (source: QueryConditions): Test<Extract<Action, { does: 'query' }>> => {
  const [kind, engine, target, host] = [isOne(source.class), isOne(source.engine), textIs(source.target), textIs(source.host, true)]
  return (action) =>
    (kind === null || kind(action.class)) &&
    (engine === null || engine(action.engine)) &&
    (target === null || target(action.target)) &&
    (host === null || host(action.host))
}
const executeTest = (source: ExecuteConditions): Test<Extract<Action, { does: 'execute' }>> => {
  const [language, origin] = [isOne(source.language), isOne<string>(source.origin)]
  const { decoded, known } = source
  return (action) =>
    (language === null || language(action.language)) &&
    (origin === null || origin(action.origin)) &&
    (decoded === undefined || decoded === action.decoded) &&
    (known === undefined || known === (action.text !== null))
}
const unknownTest = (source: UnknownConditions): Test<Extract<Action, { does: 'unknown' }>> => {
  const [because, could] = [isOne<string>(source.because), isOne<string>(source.could)]
  return (action) => (because === null || because(action.because)) && (could === null || could(action.could))
}
const callTest = (source: CallConditions): Test<Extract<Action, { does: 'call' }>> => {
  const server = source.server === null ? (name: string | null) => name === null : textIs(source.server)
  const name = textIs(source.name)
  const { destructive } = source
  const argument = source.argument === undefined ? null : argumentTest(source.argument.name, source.argument.value)
  return (action) =>
    (server === null || server(action.tool.server)) &&
    (name === null || name(action.tool.name)) &&
    (destructive === undefined || destructive === (action.destructive === true)) &&
    (argument === null || argument(action.arguments))
}

/** Marks once per call what the data of `from` reaches, then asks whether `to` is among it. */
const flowMatcher = (fromSource: MatchSource, toSource: MatchSource, compileUser: CompileUserRegex): Matcher => {
  const [from, to] = [matchLater(fromSource, compileUser), matchLater(toSource, compileUser)]
  const mark = {}
  return (action, trial) => {
    // What takes nothing is reached by nothing.
    if (action === null || action.takes.length === 0) return false
    const { call } = trial
    let reached = call.once.get(mark) as Set<number> | undefined
    if (reached === undefined) {
      reached = new Set()
      const queue = call.actions.filter((one) => matchesEither(from, one, call)).map((one) => one.id)
      for (let i = 0; i < queue.length; i++) {
        for (const taker of call.takenBy(queue[i] as number)) {
          if (reached.has(taker)) continue
          reached.add(taker)
          queue.push(taker)
        }
      }
      call.once.set(mark, reached)
    }
    return reached.has(action.id) && to(action, trial)
  }
}

const textMatcher = (source: TextConditions, compileUser: CompileUserRegex): Matcher => {
  const finds = findsText(source, compileUser)
  return (action, trial) => finds(action, trial.call) !== null
}
const detectorMatcher =
  (name: string): Matcher =>
  (_, trial) =>
    trial.call.detect(name) !== null
