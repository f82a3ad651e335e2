// Do the words of a run match a rule's path, options and operands?
import type { RunAction, Word } from '../model.ts'
import type { Many, Range, RunConditions } from '../rules/source.ts'
import { expandBraces, hasGlob } from '../text/glob.ts'
import { compileNameGlob } from '../text/name-words.ts'
import type { Trial } from './trial.ts'

export type WordTest = (word: Word) => boolean

export const listOf = <T>(value: Many<T>): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : [value as T])

/** The last component of a path. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf('/', path.length - 2) + 1, path.endsWith('/') ? path.length - 1 : path.length)

/** Globs over whole texts: here `*` crosses everything. Long lists cost little: most texts fail on their first character, and most members are looked up, not tried. */
export const textTest = (patterns: Many<string>, ignoreCase = false): ((text: string) => boolean) => {
  const all = listOf(patterns)
  if (all.some((one) => one === '*' || one === '**')) return () => true
  const [only] = all
  if (all.length === 1 && only !== undefined && !ignoreCase && !hasGlob(only)) return (text) => text === only
  const begins = ignoreCase ? null : beginnings(all)
  const test = lazily(() => spelledTest(all, ignoreCase))
  return begins === null ? test : (text) => text !== '' && begins.includes(text.charAt(0)) && test(text)
}

const spelledTest = (all: readonly string[], ignoreCase: boolean): TextTest => {
  const spelled = all.flatMap(expandBraces).map((one) => (ignoreCase ? one.toLowerCase() : one))
  const globs = spelled.filter(hasGlob)
  const literal = new Set(globs.length === 0 ? spelled : spelled.filter((one) => !globs.includes(one)))
  const tests = globs.length === 0 ? null : anyGlob(globs, false)
  // To look a long text up costs its length.
  const longest = Math.max(0, ...Array.from(literal, (one) => one.length))
  const test: TextTest =
    tests !== null ? (text) => (text.length <= longest && literal.has(text)) || tests(text) : (text) => text.length <= longest && literal.has(text)
  return ignoreCase ? (text) => test(text.toLowerCase()) : test
}

/** The characters with which a match can begin; null when it may be any, or none. */
const beginnings = (patterns: readonly string[]): string | null => {
  let found = ''
  for (const pattern of patterns) {
    const first = pattern.charAt(0)
    const end = first === '{' ? pattern.indexOf('}') : -1
    const inside = end < 0 ? '' : pattern.slice(1, end)
    const parts = end < 0 ? [pattern] : inside.includes('{') || !inside.includes(',') ? [''] : inside.split(',')
    for (const part of parts) {
      if (part === '' || hasGlob(part.charAt(0))) return null
      found += part.charAt(0)
    }
  }
  return found
}

type TextTest = (text: string) => boolean
const FEW = 4

/** Found by the character they begin or end with, where that is a plain one. */
export const anyGlob = (globs: readonly string[], separators: boolean): TextTest => {
  const compiled = globs.map((one) => lazily(() => compileNameGlob(one, { separators })))
  if (globs.length < FEW) return (text) => holds(compiled, text)
  const begins = new Map<number, TextTest[]>()
  const ends = new Map<number, TextTest[]>()
  const others: TextTest[] = []
  globs.forEach((glob, at) => {
    const test = compiled[at] as TextTest
    const isEnded = /[^*?\]}\\]$/.test(glob)
    // All paths begin alike.
    const isLed = !(separators && isEnded) && /^[^*?[{\\]/.test(glob)
    const [table, code] = isLed ? [begins, glob.charCodeAt(0)] : isEnded ? [ends, glob.charCodeAt(glob.length - 1)] : [null, 0]
    const known = table?.get(code)
    if (table === null) others.push(test)
    else if (known === undefined) table.set(code, [test])
    else known.push(test)
  })
  return (text) =>
    (text !== '' && (holds(begins.get(text.charCodeAt(0)), text) || holds(ends.get(text.charCodeAt(text.length - 1)), text))) || holds(others, text)
}

const holds = (tests: readonly TextTest[] | undefined, text: string): boolean => {
  if (tests !== undefined) for (const test of tests) if (test(text)) return true
  return false
}

/** As `textTest`; a word that is not known matches `*` alone. */
export const wordTest = (patterns: Many<string>): WordTest => {
  const test = textTest(patterns)
  const anything = listOf(patterns).some((one) => one === '*' || one === '**')
  return (word) => (word.text === null ? anything : test(word.text))
}

const inRange = (count: number, range: number | Range): boolean =>
  typeof range === 'number' ? count === range : count >= (range.min ?? 0) && count <= (range.max ?? Number.POSITIVE_INFINITY)

export interface RunPattern {
  /** The program it is about, where that is one: then there is nothing to test. */
  readonly only: string | null
  readonly program: (name: string) => boolean
  /** How many operands the path takes, or -1. Each step is found as early as possible, so this is linear. */
  readonly consumes: (operands: readonly Word[]) => number
}

/** Its words wait until a program has matched: most patterns of a rule are about others. */
export const compileRun = (pattern: string): RunPattern => {
  const space = pattern.indexOf(' ')
  const first = space < 0 ? pattern : pattern.slice(0, space)
  let stretches: readonly Stretch[] | undefined
  return {
    only: hasGlob(first) ? null : first,
    program: first === '**' ? (): boolean => true : lazily(() => textTest(first)),
    consumes: (operands) => {
      if (space < 0) return 0
      stretches ??= stretchesOf(pattern.slice(space + 1).split(' '))
      return prefixLength(stretches, operands)
    },
  }
}

/** Made when it is first asked. No test takes more than three things, and to gather them in a list would cost more than most tests. */
export const lazily = <Test extends (a: never, b: never, c: never) => unknown>(make: () => Test): Test => {
  let made: Test | undefined
  return ((a: never, b: never, c: never) => (made ??= make())(a, b, c)) as Test
}

/** Words that must stand together: right where the one before ended, or `floating`, anywhere after it. */
interface Stretch {
  readonly floating: boolean
  readonly tests: readonly WordTest[]
}

const stretchesOf = (steps: readonly string[]): readonly Stretch[] => {
  const stretches: { readonly floating: boolean; readonly tests: WordTest[] }[] = []
  let open: WordTest[] | null = null
  let floating = false
  for (const step of steps) {
    if (step === '**') {
      floating = true
      open = null
      continue
    }
    if (open === null) stretches.push({ floating, tests: (open = []) })
    open.push(hasGlob(step) ? wordTest(step) : (word) => word.text === step)
  }
  return stretches
}

const prefixLength = (stretches: readonly Stretch[], operands: readonly Word[]): number => {
  let at = 0
  for (const { floating, tests } of stretches) {
    const last = floating ? operands.length - tests.length : Math.min(at, operands.length - tests.length)
    let from = at
    while (from <= last && !standsAt(tests, operands, from)) from++
    if (from > last) return -1
    at = from + tests.length
  }
  return at
}
const standsAt = (tests: readonly WordTest[], operands: readonly Word[], from: number): boolean => {
  for (let k = 0; k < tests.length; k++) if (!(tests[k] as WordTest)(operands[from + k] as Word)) return false
  return true
}

/** The programs a pattern can stand for: literal names, and globs with the text before their first wildcard. */
export const programsOf = (pattern: string): { readonly names: readonly string[]; readonly prefixes: readonly string[] } => {
  const first = pattern.split(' ', 1)[0] ?? '*'
  const names: string[] = []
  const prefixes: string[] = []
  for (const one of expandBraces(first)) {
    if (hasGlob(one)) prefixes.push(/^[^*?[\\{]*/.exec(one)?.[0] ?? '')
    else names.push(one)
  }
  return { names, prefixes }
}

export type RunTest = (action: RunAction, operands: readonly Word[], trial: Trial) => boolean

/** `operands` are those after the matched path. Null where there are no conditions. */
export const compileConditions = (source: RunConditions): RunTest | null => {
  const tests: RunTest[] = []
  const { options, operands, env, depth, barred } = source
  if (options !== undefined) tests.push(...optionTests(options))
  if (operands !== undefined) tests.push(...operandTests(operands))
  for (const [name, pattern] of Object.entries(env ?? {})) {
    const test = wordTest(pattern)
    tests.push((action) => action.assigns.some((assign) => assign.name === name && test(assign.value)))
  }
  if (depth !== undefined) tests.push((action) => inRange(action.depth, depth))
  if (barred !== undefined) tests.push((action) => (action.barred === true) === barred)
  if (tests.length === 0) return null
  return (action, words, trial) => {
    for (const test of tests) if (!test(action, words, trial)) return false
    return true
  }
}

/** One option may have several canonical names when a rule covers several programs: `-f|--force`. */
const spellings = (name: string): readonly string[] => (name.length > 1 && name.includes('|') ? name.split('|') : [name])

const optionTests = (source: NonNullable<RunConditions['options']>): RunTest[] => {
  const tests: RunTest[] = []
  if (source.any !== undefined) {
    const names = new Set(listOf(source.any).flatMap(spellings))
    tests.push((action) => action.options.some((option) => names.has(option.name)))
  }
  for (const one of source.all === undefined ? [] : listOf(source.all)) {
    const names = new Set(spellings(one))
    tests.push((action) => action.options.some((option) => names.has(option.name)))
  }
  if (source.none !== undefined) {
    const names = new Set(listOf(source.none).flatMap(spellings))
    tests.push((action) => !action.options.some((option) => names.has(option.name)))
  }
  for (const [one, pattern] of Object.entries(source.is ?? {})) {
    const names = new Set(spellings(one))
    const test = wordTest(pattern)
    const anything = listOf(pattern).includes('*')
    tests.push((action) => action.options.some((option) => names.has(option.name) && (option.value === true ? anything : test(option.value))))
  }
  return tests
}

const operandTests = (source: NonNullable<RunConditions['operands']>): RunTest[] => {
  const tests: RunTest[] = []
  const some = (pattern: Many<string>): ((words: readonly Word[]) => boolean) => {
    const test = wordTest(pattern)
    return (words) => words.some(test)
  }
  if (source.any !== undefined) {
    const any = some(source.any)
    tests.push((_, words) => any(words))
  }
  for (const one of source.all === undefined ? [] : listOf(source.all)) {
    const each = some(one)
    tests.push((_, words) => each(words))
  }
  if (source.none !== undefined) {
    const none = some(source.none)
    tests.push((_, words) => !none(words))
  }
  if (source.first !== undefined) {
    const test = wordTest(source.first)
    tests.push((_, words) => words[0] !== undefined && test(words[0]))
  }
  if (source.last !== undefined) {
    const test = wordTest(source.last)
    tests.push((_, words) => words.length > 0 && test(words[words.length - 1] as Word))
  }
  const { count, unknown } = source
  if (count !== undefined) tests.push((_, words) => inRange(words.length, count))
  if (unknown !== undefined) tests.push((_, words) => words.some((word) => word.text === null) === unknown)
  if (source.place !== undefined) {
    const places = new Set(listOf(source.place))
    tests.push((action, words, trial) => hasPlace(action, words, places, trial))
  }
  return tests
}

// A word has no place of its own: the path actions this run does know theirs.
const hasPlace = (action: RunAction, words: readonly Word[], places: ReadonlySet<string>, trial: Trial): boolean => {
  const texts = new Set(words.map((word) => word.text))
  // Programs of Windows have their words in small letters.
  const named = ({ text }: Word): boolean => texts.has(text) || (text !== null && texts.has(text.toLowerCase()))
  return trial.call.doneBy(action.id).some((done) => {
    if (done.does === 'read' || done.does === 'write' || done.does === 'delete') return named(done.path) && done.places.some((place) => places.has(place))
    if (done.does === 'change') return done.target !== null && named(done.target) && done.places.some((place) => places.has(place))
    return done.does === 'connect' && named(done.url) && done.places.some((place) => places.has(place))
  })
}
