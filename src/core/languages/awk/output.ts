// Works out what an awk program prints of a known text. Null for what nobody is sure of: awks differ, and only what they agree on is computed.
import { directive } from '../../text/directive.ts'
import { unescape } from '../../text/escapes.ts'
import { posixRegex } from '../../text/posix-regex.ts'
import { parseAwk } from './syntax.ts'
import type { Expression, Rule, Statement } from './syntax.ts'

/** A text that came from outside compares as a number where it looks like one. */
type Value = string | number | { readonly given: string }
type Ends = 'next' | 'exit' | 'break' | 'continue' | null

interface Running {
  readonly names: Map<string, Value>
  readonly arrays: Map<string, Map<string, Value>>
  fields: string[]
  /** The line, where no field of it was set. */
  line: string | null
  out: string
  left: number
}
/** Nothing and zero. */
const UNSET: Value = { given: '' }
const MOST_STEPS = 20_000
const LONGEST = 50_000
const ASCII = /^[\x00-\x7f]*$/

class Unsure extends Error {}
const unsure = (): never => {
  throw new Unsure()
}

/** `sets`: variables by name, `FS` among them. */
export function awkOutput(program: string, input: string | null, sets: ReadonlyMap<string, string>): string | null {
  if (program.length > LONGEST || (input ?? '').length > LONGEST || !ASCII.test(input ?? '') || !ASCII.test(program)) return null
  const at: Running = {
    names: new Map<string, Value>([
      ['FS', ' '],
      ['OFS', ' '],
      ['ORS', '\n'],
      ['NR', 0],
    ]),
    arrays: new Map(),
    fields: [],
    line: '',
    out: '',
    left: MOST_STEPS,
  }
  try {
    for (const [name, text] of sets) at.names.set(name, { given: text })
    runAll(at, parseAwk(program), input)
    return at.out
  } catch (error) {
    if (error instanceof Unsure || error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

function runAll(at: Running, rules: readonly Rule[], input: string | null): void {
  const all = (when: 'begin' | 'end'): Ends => {
    for (const rule of rules) if (rule.when === when && rule.runs !== null && run(at, rule.runs) === 'exit') return 'exit'
    return null
  }
  const main = rules.filter(({ when }) => when !== 'begin' && when !== 'end')
  const isLast = (): boolean => rules.every(({ when }) => when !== 'end')
  if (all('begin') === 'exit') return isLast() ? undefined : unsure()
  if (main.length === 0 && isLast()) return
  if (input === null) return unsure()
  const lines = input === '' ? [] : input.replace(/\n$/, '').split('\n')
  for (const line of lines) {
    setLine(at, line)
    at.names.set('NR', number(at, name(at, 'NR')) + 1)
    if (oneLine(at, main) === 'exit') return isLast() ? undefined : unsure()
  }
  all('end')
}

function oneLine(at: Running, rules: readonly Rule[]): Ends {
  for (const { when, runs } of rules) {
    if (when !== null && !truth(at, evaluate(at, when as Expression))) continue
    const ended = runs === null ? print(at, []) : run(at, runs)
    if (ended === 'next') return null
    if (ended === 'exit') return ended
  }
  return null
}

function setLine(at: Running, line: string): void {
  at.line = line
  at.fields = split(line, text(at, name(at, 'FS')))
}

function split(line: string, separator: string): string[] {
  if (line === '') return []
  if (separator === ' ') return line.split(/[ \t\n]+/).filter((one) => one !== '')
  if (separator.length === 1 && separator !== '\\') return line.split(separator)
  const regex = posixRegex(separator, true, false) ?? unsure()
  return line.split(new RegExp(regex.source, regex.flags.replace('g', '')))
}

function run(at: Running, statement: Statement): Ends {
  if (--at.left < 0) unsure()
  switch (statement.is) {
    case 'block':
      for (const one of statement.body) {
        const ended = run(at, one)
        if (ended !== null) return ended
      }
      return null
    case 'print':
      return print(at, statement.args)
    case 'printf':
      return write(at, format(at, statement.args))
    case 'if':
      return truth(at, evaluate(at, statement.test)) ? run(at, statement.yes) : statement.otherwise === null ? null : run(at, statement.otherwise)
    case 'loop':
      return loop(at, statement)
    case 'do':
      evaluate(at, statement.what)
      return null
    default:
      return statement.is
  }
}

function loop(at: Running, statement: Statement & { is: 'loop' }): Ends {
  const goesOn = (): boolean => statement.test === null || truth(at, evaluate(at, statement.test))
  if (!statement.first && !goesOn()) return null
  do {
    const ended = run(at, statement.body)
    if (ended === 'break') break
    if (ended === 'next' || ended === 'exit') return ended
    if (statement.step !== null) run(at, statement.step)
  } while (goesOn())
  return null
}

function print(at: Running, args: readonly Expression[]): Ends {
  const said = args.length === 0 ? wholeLine(at) : args.map((arg) => text(at, evaluate(at, arg))).join(text(at, name(at, 'OFS')))
  return write(at, said + text(at, name(at, 'ORS')))
}
function write(at: Running, said: string): null {
  at.out += said
  if (at.out.length > LONGEST) unsure()
  return null
}

function format(at: Running, [template, ...args]: readonly Expression[]): string {
  if (template === undefined) return unsure()
  const values = args.map((arg) => evaluate(at, arg))
  let next = 0
  return text(at, evaluate(at, template)).replace(/%%|%[-+ #0]*\d*(?:\.\d*)?[a-zA-Z]|%/g, (piece) => {
    if (piece === '%%') return '%'
    const value = next < values.length ? values[next++]! : unsure()
    if (piece === '%s') return text(at, value)
    if (piece.endsWith('c')) {
      if (piece !== '%c' || value === UNSET) return unsure()
      if (!isNumber(value)) return text(at, value).slice(0, 1)
      const code = number(at, value)
      return code > 0 && code < 128 ? String.fromCharCode(code) : unsure()
    }
    return directive(piece, piece.endsWith('s') ? text(at, value) : String(number(at, value))) ?? unsure()
  })
}

const wholeLine = (at: Running): string => (at.line ??= at.fields.join(text(at, name(at, 'OFS'))))

/** awk's own, besides those that are set here. */
const ITS_OWN = /^(?:FNR|RS|FILENAME|FIELDWIDTHS|FPAT|RSTART|RLENGTH|SUBSEP|ENVIRON|ARGV|ARGC|CONVFMT|OFMT|ERRNO|PROCINFO|RT|IGNORECASE)$/
const name = (at: Running, called: string): Value => {
  if (called === 'NF') return at.fields.length
  return ITS_OWN.test(called) ? unsure() : (at.names.get(called) ?? UNSET)
}

function text(at: Running, value: Value): string {
  if (--at.left < 0) unsure()
  if (typeof value === 'object') return value.given
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : unsure()
}
const NUMBER = /^\s*[-+]?\d+(?:\.\d+)?\s*$/
function number(at: Running, value: Value): number {
  if (typeof value === 'number') return value
  const said = text(at, value)
  if (said.trim() === '') return 0
  if (NUMBER.test(said)) return Number(said)
  return /^\s*[-+]?[\d.]|^\s*[-+]?(?:inf|nan)/i.test(said) ? unsure() : 0
}
const isNumber = (value: Value): boolean => value === UNSET || typeof value === 'number' || (typeof value === 'object' && NUMBER.test(value.given))
const truth = (at: Running, value: Value): boolean => (isNumber(value) ? number(at, value) !== 0 : text(at, value) !== '')

function evaluate(at: Running, code: Expression): Value {
  if (--at.left < 0) unsure()
  switch (code.is) {
    case 'text':
      return /\\(?![\\"nt/]|[0-7]{3})/.test(code.text) ? unsure() : unescape(code.text.replaceAll('\\/', '/'))
    case 'number':
      return code.value
    case 'regex':
      return Number(matches(code.source, wholeLine(at)))
    case 'name':
      return at.arrays.has(code.name) ? unsure() : name(at, code.name)
    case 'element':
      return at.arrays.get(code.name)?.get(text(at, evaluate(at, code.key))) ?? UNSET
    case 'field': {
      const place = number(at, evaluate(at, code.of))
      return place === 0 ? { given: wholeLine(at) } : place > 0 ? { given: at.fields[place - 1] ?? '' } : unsure()
    }
    case 'unary': {
      const value = evaluate(at, code.of)
      return code.sign === '!' ? Number(!truth(at, value)) : code.sign === '-' ? -number(at, value) : number(at, value)
    }
    case 'step': {
      const before = number(at, evaluate(at, code.of))
      set(at, code.of, before + code.by)
      return code.before ? before + code.by : before
    }
    case 'binary':
      return binary(at, code)
    case 'choice':
      return evaluate(at, truth(at, evaluate(at, code.test)) ? code.yes : code.no)
    case 'assign': {
      const value = evaluate(at, code.value)
      const made = code.sign === '' ? value : arithmetic(code.sign, number(at, evaluate(at, code.to)), number(at, value))
      set(at, code.to, made)
      return made
    }
    case 'call':
      return called(at, code.name, code.args)
  }
}

function set(at: Running, to: Expression, value: Value): void {
  if (to.is === 'name') {
    if (to.name === 'NF' || ITS_OWN.test(to.name) || at.arrays.has(to.name)) unsure()
    at.names.set(to.name, value)
  } else if (to.is === 'element') {
    const array = at.arrays.get(to.name) ?? new Map<string, Value>()
    at.arrays.set(to.name, array)
    array.set(text(at, evaluate(at, to.key)), value)
  } else if (to.is === 'field') {
    const place = number(at, evaluate(at, to.of))
    if (place === 0) return setLine(at, text(at, value))
    if (place < 0 || place > 1000) unsure()
    while (at.fields.length < place) at.fields.push('')
    at.fields[place - 1] = text(at, value)
    at.line = null
  }
}

function arithmetic(sign: string, left: number, right: number): number {
  const made =
    sign === '+'
      ? left + right
      : sign === '-'
        ? left - right
        : sign === '*'
          ? left * right
          : sign === '%'
            ? left % right
            : sign === '/'
              ? left / right
              : left ** right
  return Number.isFinite(made) ? made : unsure()
}

function binary(at: Running, { sign, left, right }: Expression & { is: 'binary' }): Value {
  if (sign === '&&') return Number(truth(at, evaluate(at, left)) && truth(at, evaluate(at, right)))
  if (sign === '||') return Number(truth(at, evaluate(at, left)) || truth(at, evaluate(at, right)))
  if (sign === '~' || sign === '!~') {
    const source = right.is === 'regex' ? right.source : text(at, evaluate(at, right))
    return Number(matches(source, text(at, evaluate(at, left))) === (sign === '~'))
  }
  const [a, b] = [evaluate(at, left), evaluate(at, right)]
  if (sign === '') return text(at, a) + text(at, b)
  if (!/^[<>=!]/.test(sign)) return arithmetic(sign, number(at, a), number(at, b))
  const [x, y] = isNumber(a) && isNumber(b) ? [number(at, a), number(at, b)] : [text(at, a), text(at, b)]
  return Number(sign === '<' ? x < y : sign === '<=' ? x <= y : sign === '>' ? x > y : sign === '>=' ? x >= y : (x === y) === (sign === '=='))
}

const regexOf = (source: string, every: boolean): RegExp => {
  const regex = posixRegex(source, true, false) ?? unsure()
  return new RegExp(regex.source, every ? `${regex.flags.replace('g', '')}g` : regex.flags.replace('g', ''))
}
const matches = (source: string, said: string): boolean => regexOf(source, false).test(said)

function called(at: Running, called: string, args: readonly Expression[]): Value {
  const [first, second, third] = args
  const said = (arg: Expression | undefined): string => (arg === undefined ? wholeLine(at) : text(at, evaluate(at, arg)))
  switch (called) {
    case 'length':
      return first?.is === 'name' && at.arrays.has(first.name) ? unsure() : said(first).length
    case 'toupper':
      return said(first).toUpperCase()
    case 'tolower':
      return said(first).toLowerCase()
    case 'index':
      return said(first).indexOf(said(second)) + 1
    case 'int':
      return Math.trunc(number(at, evaluate(at, first ?? unsure())))
    case 'sprintf':
      return format(at, args)
    case 'substr': {
      const [from, count] = [number(at, evaluate(at, second ?? unsure())), third === undefined ? Infinity : number(at, evaluate(at, third))]
      if (!Number.isInteger(from) || from < 1 || count < 0) return unsure()
      return said(first).slice(from - 1, from - 1 + count)
    }
    case 'split': {
      if (second?.is !== 'name' || third?.is === 'regex') return unsure()
      const pieces = split(said(first), third === undefined ? text(at, name(at, 'FS')) : said(third))
      if (third !== undefined && said(third) === '') return unsure()
      at.arrays.set(second.name, new Map(pieces.map((piece, place) => [String(place + 1), { given: piece }])))
      return pieces.length
    }
    case 'sub':
    case 'gsub':
      return substitute(at, called === 'gsub', args)
    default:
      return unsure()
  }
}

function substitute(at: Running, every: boolean, [pattern, replacement, target]: readonly Expression[]): number {
  if (pattern === undefined || replacement === undefined) return unsure()
  const fresh = text(at, evaluate(at, replacement))
  const source = pattern.is === 'regex' ? pattern.source : text(at, evaluate(at, pattern))
  const to: Expression = target ?? { is: 'field', of: { is: 'number', value: 0 } }
  if (fresh.includes('\\') || matches(source, '')) return unsure()
  let count = 0
  const made = text(at, evaluate(at, to)).replace(regexOf(source, every), (found) => (count++, fresh.replaceAll('&', () => found)))
  if (count > 0) set(at, to, made)
  return count
}
