// How is the form of a file described once, so that checking it and its JSON Schema cannot disagree?

/** Texts with a meaning of their own; `Vocabulary` says which are good. */
export type Form =
  | 'any'
  | 'line'
  | 'rule-id'
  | 'rule-glob'
  | 'place'
  | 'detector'
  | 'regex'
  | 'pattern'
  | 'text-on'
  | 'glob'
  | 'path-glob'
  | 'run'
  | 'option'
  | 'clock'
  | 'variable'

export type Shape =
  | { readonly is: 'text'; readonly form: Form }
  | { readonly is: 'word'; readonly of: readonly string[] }
  | { readonly is: 'flag'; readonly only?: boolean }
  | { readonly is: 'null' }
  | { readonly is: 'number'; readonly min: number; readonly max: number }
  | { readonly is: 'list'; readonly of: Shape; readonly min?: number }
  | { readonly is: 'map'; readonly key: Form; readonly of: Shape }
  | { readonly is: 'object'; readonly keys: Readonly<Record<string, Key>> }
  | { readonly is: 'either'; readonly of: readonly Shape[] }
  | { readonly is: 'named'; readonly name: string; readonly get: () => Shape }
export interface Key {
  readonly about: string
  readonly shape: Shape
  readonly required?: boolean
}

export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** The problem is the key itself, not its value. */
  readonly key?: boolean
}

/** Says what is wrong with a text of this form, or null. */
export type Vocabulary = (form: Form, text: string) => string | null

export const text = (form: Form = 'any'): Shape => ({ is: 'text', form })
export const word = (...of: readonly string[]): Shape => ({ is: 'word', of })
export const flag: Shape = { is: 'flag' }
export const yes: Shape = { is: 'flag', only: true }
export const number = (min: number, max: number): Shape => ({ is: 'number', min, max })
export const list = (of: Shape, min?: number): Shape => (min === undefined ? { is: 'list', of } : { is: 'list', of, min })
export const map = (key: Form, of: Shape): Shape => ({ is: 'map', key, of })
export const either = (...of: readonly Shape[]): Shape => ({ is: 'either', of })
export const many = (of: Shape): Shape => either(of, list(of, 1))
export const object = (keys: Readonly<Record<string, Key>>): Shape => ({ is: 'object', keys })
export const named = (name: string, get: () => Shape): Shape => ({ is: 'named', name, get })
export const key = (about: string, shape: Shape): Key => ({ about, shape })
export const required = (about: string, shape: Shape): Key => ({ about, shape, required: true })

type Path = readonly (string | number)[]
const DEEPEST = 40

/** Everything that is wrong with a value of this shape. */
export const checkShape = (shape: Shape, value: unknown, vocabulary: Vocabulary, path: Path = []): Problem[] => {
  const problems: Problem[] = []
  visit(shape, value, path, vocabulary, problems)
  return problems
}

const visit = (shape: Shape, value: unknown, path: Path, vocabulary: Vocabulary, problems: Problem[]): void => {
  const wrong = (message: string, at: Path = path, isKey = false): void => {
    problems.push(isKey ? { path: at, message, key: true } : { path: at, message })
  }
  if (path.length > DEEPEST) return wrong('nested too deeply: split it into two rules')
  if (!suits(shape, value)) return wrong(mismatch(shape, value))
  switch (shape.is) {
    case 'named':
      return visit(shape.get(), value, path, vocabulary, problems)
    case 'either': {
      const branch = shape.of.find((one) => suits(one, value))
      return branch === undefined ? undefined : visit(branch, value, path, vocabulary, problems)
    }
    case 'text': {
      const message = vocabulary(shape.form, value as string)
      return message === null ? undefined : wrong(message)
    }
    case 'word':
      if (!shape.of.includes(value as string))
        wrong(`\`${shorten(value as string)}\` is not known here: write ${orList(shape.of)}${didYouMean(value as string, shape.of)}`)
      return
    case 'number':
      if (!Number.isInteger(value) || (value as number) < shape.min || (value as number) > shape.max)
        wrong(`write a whole number from ${shape.min} to ${shape.max}`)
      return
    case 'list': {
      const items = value as readonly unknown[]
      if (items.length < (shape.min ?? 0)) wrong(`the list is too short: write at least ${shape.min}`)
      items.forEach((item, i) => visit(shape.of, item, [...path, i], vocabulary, problems))
      return
    }
    case 'map':
      for (const [name, item] of Object.entries(value as object)) {
        const message = vocabulary(shape.key, name)
        if (message !== null) wrong(message, [...path, name], true)
        visit(shape.of, item, [...path, name], vocabulary, problems)
      }
      return
    case 'object': {
      const given = value as Record<string, unknown>
      const names = Object.keys(shape.keys)
      for (const [name, item] of Object.entries(given)) {
        const known = Object.hasOwn(shape.keys, name) ? shape.keys[name] : undefined
        if (known === undefined) wrong(`unknown key \`${shorten(name)}\`: write ${orList(names)}${didYouMean(name, names)}`, [...path, name], true)
        else visit(known.shape, item, [...path, name], vocabulary, problems)
      }
      for (const name of names)
        if (shape.keys[name]?.required === true && !Object.hasOwn(given, name)) wrong(`\`${name}\` is missing: ${shape.keys[name].about}`)
      return
    }
    default:
      return
  }
}

/** Does the value have the right JavaScript type for this shape? (`only` flags are told apart by value.) */
const suits = (shape: Shape, value: unknown): boolean => {
  switch (shape.is) {
    case 'named':
      return suits(shape.get(), value)
    case 'either':
      return shape.of.some((one) => suits(one, value))
    case 'text':
    case 'word':
      return typeof value === 'string'
    case 'flag':
      return shape.only === true ? value === true : typeof value === 'boolean'
    case 'null':
      return value === null
    case 'number':
      return typeof value === 'number'
    case 'list':
      return Array.isArray(value)
    default:
      return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
}

const mismatch = (shape: Shape, value: unknown): string => {
  const want = wants(shape)
  if (value === null || value === undefined) return `nothing is written here: write ${want}`
  if ((typeof value === 'number' || typeof value === 'boolean') && want.includes('text'))
    return `\`${String(value)}\` is read as a ${typeof value === 'number' ? 'number' : 'yes or no'}: write it in quotes`
  const got = Array.isArray(value)
    ? 'a list'
    : typeof value === 'object'
      ? 'a map'
      : typeof value === 'string'
        ? `the text \`${shorten(value)}\``
        : 'this value'
  return `${got} does not fit here: write ${want}`
}

const wants = (shape: Shape): string => {
  switch (shape.is) {
    case 'named':
      return wants(shape.get())
    case 'either':
      return orList([...new Set(shape.of.map(wants))], false)
    case 'text':
      return 'a text'
    case 'word':
      return orList(shape.of)
    case 'flag':
      return shape.only === true ? '`true`' : '`true` or `false`'
    case 'null':
      return '`null`'
    case 'number':
      return `a number from ${shape.min} to ${shape.max}`
    case 'list':
      return 'a list'
    case 'map':
      return 'a map'
    case 'object':
      return `a map with ${orList(Object.keys(shape.keys))}`
  }
}

const MOST_NAMED = 12
export const orList = (words: readonly string[], ticks = true): string => {
  const shown = words.slice(0, MOST_NAMED).map((one) => (ticks ? `\`${one}\`` : one))
  if (words.length > MOST_NAMED) return `${shown.join(', ')} …`
  return shown.length < 2 ? (shown[0] ?? 'nothing') : `${shown.slice(0, -1).join(', ')} or ${shown[shown.length - 1]}`
}

export const shorten = (given: string): string => (given.length > 60 ? `${given.slice(0, 57)}...` : given)

/** `; did you mean …?` for the nearest of the known words, or nothing. */
export const didYouMean = (given: string, known: readonly string[]): string => {
  let best: string | null = null
  let least = Math.max(1, Math.floor(given.length / 3)) + 1
  if (given.length <= 60) {
    for (const one of known) {
      const begins = given.length > 2 && one.startsWith(given.toLowerCase())
      const distance = begins ? 1 : Math.abs(one.length - given.length) >= least ? least : editDistance(given.toLowerCase(), one.toLowerCase())
      if (distance < least) [best, least] = [one, distance]
    }
  }
  return best === null ? '' : `; did you mean \`${best}\`?`
}

/** Letters added, left out, replaced or swapped with their neighbour. */
const editDistance = (a: string, b: string): number => {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next[j] = least
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
