// Does a test hold, and does a pattern match, where the texts of the words are known? Null where they do not say.
import { compileGlob } from '../../text/glob.ts'
import type { TextTest } from '../../text/glob.ts'
import type { SyntaxWord } from './parse.ts'
import type { Tested } from './test-expression.ts'

/** Every text that a word may be; null where it may be any. */
export type Texts = (word: SyntaxWord) => readonly string[] | null

export function holds(test: Tested | null, texts: Texts): boolean | null {
  switch (test?.is) {
    case 'unary':
      // Without quotes nothing is no word at all, to `[` at least.
      if ((test.operator !== '-n' && test.operator !== '-z') || !(test.bare || test.operand.text.startsWith('"'))) return null
      return agreed(texts(test.operand), (text) => (text === '') === (test.operator === '-z'))
    case 'binary':
      return binary(test, texts)
    case 'not':
      return opposite(holds(test.of, texts))
    case '&&':
    case '||':
      return joined(
        test.of.map((part) => () => holds(part, texts)),
        test.of.slice(1).map(() => test.is),
      )
    case undefined:
      return null
  }
}

export const opposite = (outcome: boolean | null): boolean | null => (outcome === null ? null : !outcome)

/** `a && b || c`: what is not known may be either. */
export function joined(parts: readonly (() => boolean | null)[], operators: readonly ('&&' | '||')[]): boolean | null {
  let outcome = parts[0]?.() ?? null
  for (let at = 1; at < parts.length; at++) {
    const ends = operators[at - 1] === '||'
    if (outcome === ends) continue
    const next = parts[at]?.() ?? null
    outcome = outcome === null && next !== ends ? null : next
  }
  return outcome
}

type Binary = Extract<Tested, { is: 'binary' }>

function binary({ left, operator, right, bare }: Binary, texts: Texts): boolean | null {
  const known = texts(left)
  // Without quotes several words, or none, make another test of it.
  const lefts = bare || !left.text.startsWith('$') || known?.every((text) => /^[^\s*?[]+$/.test(text)) === true ? known : null
  // `!` and `(` say something else to `[`.
  if (lefts === null || (!bare && lefts.some((text) => text === '!' || text === '('))) return null
  switch (operator) {
    case '=':
    case '==':
    case '!=': {
      const test = bare ? (patternOf(right) ?? among(texts(right))) : among(texts(right))
      return test === null ? null : agreed(lefts, (text) => test(text) === (operator !== '!='))
    }
    case '=~': {
      const words = WORDS.exec(right.text)
      if (words === null) return null
      const [, start, group, plain = '', end] = words
      const all = group?.split('|') ?? [plain]
      return agreed(lefts, (text) =>
        all.some((one) => (start === '' ? (end === '' ? text.includes(one) : text.endsWith(one)) : end === '' ? text.startsWith(one) : text === one)),
      )
    }
    case '-eq':
    case '-ne':
    case '-gt':
    case '-lt':
    case '-ge':
    case '-le': {
      const [other, ...others] = texts(right) ?? []
      if (other === undefined || others.length > 0 || ![other, ...lefts].every((text) => NUMBER.test(text))) return null
      return agreed(lefts, (text) => compare(Number(text), operator, Number(other)))
    }
    default:
      return null
  }
}
const NUMBER = /^(?:0|[1-9]\d{0,8})$/
/** `^(reset|wipe)$`, `^re`, `--all$`: words that are no more than words to a regular expression. */
const WORDS = /^(\^?)(?:\(([\w-]+(?:\|[\w-]+)*)\)|([\w-]+))(\$?)$/

function among(texts: readonly string[] | null): TextTest | null {
  const [only, ...others] = texts ?? []
  return only === undefined || others.length > 0 ? null : (text) => text === only
}

function compare(a: number, operator: string, b: number): boolean {
  return operator === '-eq'
    ? a === b
    : operator === '-ne'
      ? a !== b
      : operator === '-gt'
        ? a > b
        : operator === '-lt'
          ? a < b
          : operator === '-ge'
            ? a >= b
            : a <= b
}

function agreed(texts: readonly string[] | null, isSo: (text: string) => boolean): boolean | null {
  const [first, ...others] = (texts ?? []).map(isSo)
  return first === undefined || others.some((one) => one !== first) ? null : first
}

const LONGEST = 200

/** What a pattern of `case` or of `[[ a == b ]]` stands for: plain and quoted text, `*`, `?` and simple sets. */
export function patternOf({ text, value, parts }: SyntaxWord, ignoreCase = false): TextTest | null {
  if (text.length > LONGEST) return null
  if (parts === undefined && !ignoreCase) return /[~\\]/.test(text) ? null : (given) => given === value
  let pattern = ''
  if (parts === undefined && /[~\\]/.test(text)) return null
  if (parts === undefined) pattern = escaped(value)
  for (const part of parts ?? []) {
    if (part.type === 'Glob' && /^(?:\*|\?|\[!?\w+\])$/.test(part.text)) pattern += part.text
    else if ((part.type === 'Literal' && !/[~\\]/.test(part.text)) || part.type === 'SingleQuoted') pattern += escaped(part.value)
    else if (part.type === 'DoubleQuoted' && part.parts.every((one) => one.type === 'Literal')) for (const one of part.parts) pattern += escaped(one.value)
    else return null
  }
  return compileGlob(pattern, { separators: false, ignoreCase })
}
const escaped = (text: string): string => text.replace(/[*?[\]{}\\!]/g, '\\$&')
