// Expands `$x` and `${x…}`: known values are computed as bash would; the rest stays unknown by name.
import type { Part, Span, Word } from '../../model.ts'
import { literal, union, unknownWord, withFrom } from '../../value/text.ts'
import { evaluateValue, expandAgain, expandSubscript } from './re-evaluation.ts'
import { MOST_VALUES } from '../../machine/alternatives.ts'
import { printedEscapes } from '../../text/escapes.ts'
import { hasRole } from '../../meaning/traits.ts'
import { hasGlob, joinWords, knownStart, toWord } from '../../value/fields.ts'
import type { ParameterExpansionPart, SyntaxWord } from './parse.ts'
import type { Shell } from '../../machine/process.ts'
import { lookup, offer, positionalOf, setVariable } from '../../machine/env.ts'
import { refuse } from '../../machine/flow.ts'

type Expand = (shell: Shell, word: SyntaxWord) => Word

/** Before the name of a list, for what `${!a[@]}` stands for: its numbers, or the names of its parts. */
export const INDEXES = '!of '

/** Longer values are left unknown rather than computed on. */
const LONGEST = 65_536

export function expandSimple(shell: Shell, name: string): Word {
  if (!/^[1-9@*#]$/.test(name)) return valueOf(shell, name)
  const positional = positionalOf(shell)
  if (name === '@' || name === '*') return positional === null ? unknownWord(name) : joinWords(positional, name === '*' ? separatorOf(shell) : ' ')
  if (name === '#') return positional === null ? unknownWord('#', false) : literal(String(positional.length))
  return positional === null ? unknownWord(name) : (positional[Number(name) - 1] ?? missing(shell, name))
}

function valueOf(shell: Shell, name: string): Word {
  const value = lookup(shell, name)
  if (value === null) return unknownWord(name)
  return value.words[0] ?? literal('')
}

export function expandParameter(shell: Shell, part: ParameterExpansionPart, given: Expand): Word {
  const { parameter: name, prefix, operation } = part
  const operand = operation !== undefined && 'operand' in operation && operation.operand !== undefined ? operation.operand : undefined
  const span = { field: shell.trace.field, start: part.pos, end: part.end }
  // Whatever the value is, the words beside it are expanded: once.
  const known = new Map<SyntaxWord, Word>()
  const expand: Expand = (inner, word) => {
    const expanded = known.get(word) ?? given(inner, word)
    known.set(word, expanded)
    return expanded
  }
  for (const word of wordsBeside(part)) expand(shell, word)
  for (const word of numbersIn(part)) evaluateValue(shell, expand(shell, word), span)
  if (operation?.type === 'Unknown') expandAgain(shell, operation.operator, span)
  if (operation?.type === 'Unknown' || operation?.type === 'Names') return unknownWord(name)
  if (prefix === '!' && (part.index?.text === '@' || part.index?.text === '*')) return unknownWord(`${INDEXES}${name}`)
  // `${1:-x}` says itself what an argument is that nobody gave.
  const isMissing =
    operation?.type === 'Default' && operation.operator.endsWith('-') && /^[1-9]\d?$/.test(name) && Number(name) > (positionalOf(shell)?.length ?? Infinity)
  const set = name in {} || isMissing ? null : /^\d+$|^[@*#]$/.test(name) ? expandPositional(shell, name) : lookup(shell, name)
  let base: Word | null
  if (part.index !== undefined && set !== null && 'words' in set) {
    const index = numberOf(shell, expand(shell, part.index).text)
    const keyed = index === null ? -1 : (set.keys?.lastIndexOf(index) ?? -1)
    base =
      index === '@' || index === '*'
        ? joinWords(set.words, index === '*' ? separatorOf(shell) : ' ')
        : keyed >= 0
          ? (set.words[keyed] ?? null)
          : index !== null && /^\d+$/.test(index)
            ? (set.words[Number(index)] ?? (operation?.type === 'Default' ? null : literal('')))
            : set.words.length === 1 && index !== null
              ? (set.words[0] ?? literal(''))
              : (onlyPattern(set.words) ?? (set.array ? anyOf(shell, set.words) : null) ?? unknownWord(name, true, joinWords(set.words).from))
  } else base = set === null ? null : 'words' in set ? (set.words[0] ?? literal('')) : set
  // Done to each of the words, or counting them: not computed.
  const isAll = part.index?.text === '@' || part.index?.text === '*'
  if (isAll && set !== null && 'words' in set) {
    if (prefix === '#' && operation === undefined) return literal(String(set.words.length))
    if (operation !== undefined && operation.type !== 'Default') return onlyPattern(set.words) ?? unknownWord(name, true, base?.from)
  }
  // A part of a value, its length or its presence go by other names than the value itself.
  if (prefix === '#') return base?.text === null || base === null ? unknownWord(`#${name}`, false) : literal(String(base.text.length))
  if (prefix === '!' && base !== null) expandSubscript(shell, base, span)
  if (operation?.type === 'Transform' && operand?.text === 'P' && base?.text != null) return prompted(shell, base, span)
  if (prefix === '!') return base?.text && operation === undefined ? expandSimple(shell, base.text) : unknownWord(name, true, base?.from)
  if (operation === undefined) return base ?? unknownWord(name)
  if (operation.type === 'Transform' && base?.text != null) return transformed(base, operand?.text ?? '') ?? unknownWord(name, true, base.from)
  if (operation.type === 'Slice' && base?.text == null) {
    const start = startOf(shell, name, base, expand(shell, operation.offset).text, operation.length === undefined ? null : expand(shell, operation.length).text)
    if (start !== null) return start
  }
  if (operation.type === 'Default' && operand !== undefined) return withDefault(shell, name, base, operation.operator, operand, expand)
  if (base === null || base.text === null || base.text.length > LONGEST) {
    return base ?? unknownWord(operation.type === 'Slice' && operation.length !== undefined ? `${name}:` : name)
  }
  const text = base.text
  const keep = (result: string): Word => literal(result, base.from)
  switch (operation.type) {
    case 'Remove': {
      const pattern = expand(shell, operation.operand).text
      const left = pattern === null || isQuoted(operation.operand, pattern) ? null : removeMatch(text, pattern, operation.operator)
      return left === null ? unknownWord(name, true, base.from) : keep(left)
    }
    case 'Replace': {
      const pattern = expand(shell, operation.pattern).text
      const replacement = expand(shell, operation.replacement).text
      const replaced =
        pattern === null || replacement === null || isQuoted(operation.pattern, pattern) || /[&\\]/.test(replacement)
          ? null
          : replaceMatch(text, pattern, replacement, operation.operator)
      return replaced === null ? unknownWord(name, true, base.from) : keep(replaced)
    }
    case 'Slice':
      return sliceOf(shell, name, base, operation, expand)
    case 'CaseModification': {
      if (operand !== undefined && operand.text !== '') return unknownWord(name, true, base.from)
      const all = operation.operator.length === 2
      const up = operation.operator.startsWith('^')
      const change = (piece: string): string => (up ? piece.toUpperCase() : piece.toLowerCase())
      return keep(all ? change(text) : change(text.slice(0, 1)) + text.slice(1))
    }
    default:
      return unknownWord(name)
  }
}

/** What `*` puts between the words that it joins. */
const separatorOf = (shell: Shell): string => lookup(shell, 'IFS')?.words[0]?.text?.slice(0, 1) ?? ' '

/** `${x@E}`, `${x@U}`; null for what is not computed. */
function transformed({ text, from }: Word, how: string): Word | null {
  const known = text ?? ''
  const changed =
    how === 'E'
      ? (printedEscapes(known, 'echo')?.text ?? null)
      : how === 'U'
        ? known.toUpperCase()
        : how === 'L'
          ? known.toLowerCase()
          : how === 'u'
            ? known.slice(0, 1).toUpperCase() + known.slice(1)
            : null
  return changed === null ? null : literal(changed, from)
}

/** `${PATH:0:1}`: the beginning of a value may be known without the rest. */
function startOf(shell: Shell, name: string, base: Word | null, from: string | null, length: string | null): Word | null {
  const known = base === null ? (hasRole(shell.trace.books.meaning, name, 'rooted') ? '/' : '') : knownStart(base)
  const [start, end] = [Number(from?.trim() ?? Number.NaN), Number(from ?? Number.NaN) + Number(length?.trim() ?? Number.NaN)]
  return start >= 0 && end > start && end <= known.length ? literal(known.slice(start, end), base?.from) : null
}

/** `${a[i]}`: a name in brackets is a number's. */
function numberOf(shell: Shell, index: string | null): string | null {
  const value = index !== null && /^[A-Za-z_]\w*$/.test(index) && shell.vars.has(index) ? lookup(shell, index)?.words[0] : undefined
  return value === undefined ? index : value.text
}

/** `${x:2:3}`; by numbers that are not known, what it is a part of goes on. */
function sliceOf(
  shell: Shell,
  name: string,
  base: Word,
  { offset, length: end }: { readonly offset: SyntaxWord; readonly length?: SyntaxWord | undefined },
  expand: Expand,
): Word {
  const text = base.text ?? ''
  const from = Number(expand(shell, offset).text?.trim() ?? Number.NaN)
  const length = end === undefined ? text.length : Number(expand(shell, end).text?.trim() ?? Number.NaN)
  if (!Number.isInteger(from) || !Number.isInteger(length)) {
    const all = /^[@*]$/.test(name) ? onlyPattern(positionalOf(shell) ?? []) : base.parts === undefined ? null : base
    return all ?? unknownWord(name, true, base.from)
  }
  const start = from < 0 ? Math.max(0, text.length + from) : from
  return literal(length < 0 ? text.slice(start, length) : text.slice(start, start + length), base.from)
}

/** One of a list that is what one pattern takes, whichever: where it lies is known. */
export function onlyPattern([only, ...others]: readonly Word[]): Word | null {
  if (only === undefined || others.length > 0 || !hasGlob(only)) return null
  const parts = (only.parts ?? []).map((part): Part => (part.kind === 'glob' ? { kind: 'unknown', name: null, mayBeEmpty: false } : part))
  return toWord(parts, only.from ?? [])
}

/** `${x@P}` of a value that is known. */
function prompted(shell: Shell, base: Word, span: Span): Word {
  const text = base.text ?? ''
  const { actions } = shell.trace
  const before = actions.length
  expandAgain(shell, text, span)
  const runs = actions.slice(before).flatMap(({ does, id }) => (does === 'run' ? [id] : []))
  // What stands between the escapes and variables of a prompt stays as it is.
  const words = text.split(PROMPTED).map((piece, at) => (at % 2 === 0 ? literal(piece) : promptedBy(shell, piece)))
  return withFrom(joinWords(words, ''), union(base.from, runs))
}
const PROMPTED = /(\\(?:[0-7]{3}|D\{[^}]{0,100}\}|.)|\$\{?[A-Za-z_]\w{0,100}\}?|\$\([^)]{0,500}\)|`[^`]{0,500}`)/s
function promptedBy(shell: Shell, piece: string): Word {
  const [, variable] = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(piece) ?? []
  return variable === undefined ? unknownWord('prompt') : expandSimple(shell, variable)
}

/** Of a list by a number that is not known, each in its turn, where the command is read for several values anyway: twice, for the first turns may be those of known numbers. Null where that is not all. */
function anyOf(shell: Shell, words: readonly Word[]): Word | null {
  if (words.length === 0 || words.length > MOST_VALUES - 2) return null
  offer(shell, 2 * words.length + 1)
  return shell.choice === 0 ? null : (words[(shell.choice - 1) % words.length] ?? null)
}

/** All but a default, which is expanded where it is needed. */
function wordsBeside({ index, operation }: ParameterExpansionPart): readonly SyntaxWord[] {
  const words = [index]
  if (operation !== undefined && operation.type !== 'Default') {
    if ('operand' in operation) words.push(operation.operand)
    if ('pattern' in operation) words.push(operation.pattern, operation.replacement)
    if ('offset' in operation) words.push(operation.offset, operation.length)
  }
  return words.filter((word) => word !== undefined)
}

const numbersIn = ({ index, operation }: ParameterExpansionPart): readonly SyntaxWord[] =>
  [index, ...(operation?.type === 'Slice' ? [operation.offset, operation.length] : [])].filter((word) => word !== undefined)

function expandPositional(shell: Shell, name: string): Word | null {
  if (name === '0') return lookup(shell, '0')?.words[0] ?? null
  const positional = positionalOf(shell)
  if (positional === null) return null
  if (/^\d+$/.test(name)) return positional[Number(name) - 1] ?? missing(shell, name)
  return expandSimple(shell, name)
}

function withDefault(shell: Shell, name: string, base: Word | null, operator: string, operand: SyntaxWord, expand: Expand): Word {
  const empty = base !== null && base.text === '' && operator.startsWith(':')
  if (operator.endsWith('+'))
    return base === null
      ? { ...expand(shell, operand), text: null, parts: [{ kind: 'unknown', name: `${name}+`, mayBeEmpty: true }] }
      : empty
        ? literal('')
        : expand(shell, operand)
  if (operator.endsWith('?')) {
    if (base !== null && !empty) return base
    expand(shell, operand)
    if (empty) refuse(shell, true)
    return unknownWord(name, false)
  }
  if (base !== null && !empty) return base
  const fallback = expand(shell, operand)
  if (operator.endsWith('=')) setVariable(shell, name, fallback)
  return fallback
}

/** Of a quoted `*` it is no longer told that it is one. */
const isQuoted = ({ text }: SyntaxWord, pattern: string): boolean => /["'\\]/.test(text) && /[*?[\\]/.test(pattern)

/** Shell patterns over one value; quadratic at worst, so only on bounded text. */
function matcher(pattern: string): RegExp | null {
  // What begins with a bracket, or is turned round by `^`, is not the same set to every shell.
  if (pattern.length > 200 || /\[(?:!?\]|\^)/.test(pattern)) return null
  const source = pattern.replace(/\\(.)|\[[!^]?([^\]]+)\]|[.+^${}()|\\]|\*+|\?/gs, (piece, escaped: string | undefined, set: string | undefined) => {
    if (escaped !== undefined) return escaped.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (set !== undefined) return `[${/^\[[!^]/.test(piece) ? '^' : ''}${set.replace(/[\\\]^]/g, '\\$&')}]`
    if (piece.startsWith('*')) return '[^]*?'
    if (piece === '?') return '[^]'
    return `\\${piece}`
  })
  // More than two wildcards could backtrack badly; such values stay as they are.
  if ((source.match(/\[\^\]\*\?/g) ?? []).length > 2) return null
  try {
    return new RegExp(`^(?:${source})$`)
  } catch {
    return null
  }
}

function removeMatch(text: string, pattern: string, operator: string): string | null {
  const match = matcher(pattern)
  if (match === null || text.length > 4096) return null
  const longest = operator.length === 2
  const suffix = operator.startsWith('%')
  for (let step = 0; step <= text.length; step++) {
    const length = longest ? text.length - step : step
    const piece = suffix ? text.slice(text.length - length) : text.slice(0, length)
    if (match.test(piece)) return suffix ? text.slice(0, text.length - length) : text.slice(length)
  }
  return text
}

function replaceMatch(text: string, pattern: string, replacement: string, operator: string): string | null {
  if (pattern === '') return operator === '/#' || operator === '/%' ? null : text
  if (text.length > 4096 || /[*?[\\]/.test(pattern)) return null
  if (operator === '//') {
    const pieces = text.split(pattern)
    return text.length + pieces.length * replacement.length > LONGEST ? null : pieces.join(replacement)
  }
  if (operator === '/#') return text.startsWith(pattern) ? replacement + text.slice(pattern.length) : text
  if (operator === '/%') return text.endsWith(pattern) ? text.slice(0, text.length - pattern.length) + replacement : text
  const at = text.indexOf(pattern)
  return at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + pattern.length)
}

/** An argument nobody gave is empty; a script the project has committed is taken to check for that. */
const missing = (shell: Shell, name: string): Word => (shell.trust === 'project' ? unknownWord(name, false) : literal(''))
