// Parses awk as far as what it prints can be worked out; throws SyntaxError for anything else.

export type Expression =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'regex'; readonly source: string }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'element'; readonly name: string; readonly key: Expression }
  | { readonly is: 'field'; readonly of: Expression }
  | { readonly is: 'unary'; readonly sign: string; readonly of: Expression }
  | { readonly is: 'step'; readonly by: 1 | -1; readonly before: boolean; readonly of: Expression }
  | { readonly is: 'binary'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly is: 'assign'; readonly sign: string; readonly to: Expression; readonly value: Expression }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Expression[] }
export type Statement =
  | { readonly is: 'block'; readonly body: readonly Statement[] }
  | { readonly is: 'print' | 'printf'; readonly args: readonly Expression[] }
  | { readonly is: 'if'; readonly test: Expression; readonly yes: Statement; readonly otherwise: Statement | null }
  | { readonly is: 'loop'; readonly test: Expression | null; readonly step: Statement | null; readonly body: Statement; readonly first: boolean }
  | { readonly is: 'next' | 'exit' | 'break' | 'continue' }
  | { readonly is: 'do'; readonly what: Expression }
export interface Rule {
  readonly when: 'begin' | 'end' | Expression | null
  /** Null: it prints the line. */
  readonly runs: Statement | null
}

const TOKEN = /"(?:[^"\\\n]|\\[^])*"|[A-Za-z_]\w*|\d+(?:\.\d+)?|\.\d+|&&|\|\||[=!<>+\-*/%^]=|!~|\+\+|--|>>|\n|[-+*/%^!<>|?:,;~$(){}[\]=]/y
const BLANK = /(?:[ \t\r]|\\\n|#[^\n]*(?![^\n]))*/y
const PATTERN = /\/(?:[^/\\\n]|\\.)+\//y
/** Behind these a slash divides. */
const ENDS_VALUE = /^(?:[\w.]+|".*"|[)\]$]|\+\+|--)$/s

interface Reading {
  readonly tokens: readonly string[]
  at: number
  depth: number
  /** `>` writes to a file here. */
  prints: boolean
}
const DEEPEST = 60

export function parseAwk(text: string): readonly Rule[] {
  const from: Reading = { tokens: tokensOf(text), at: 0, depth: 0, prints: false }
  const rules: Rule[] = []
  for (skipEnds(from); from.at < from.tokens.length; skipEnds(from)) rules.push(ruleOf(from))
  return rules
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = []
  for (let at = 0; ;) {
    BLANK.lastIndex = at
    at += BLANK.exec(text)?.[0].length ?? 0
    if (at >= text.length) return tokens
    TOKEN.lastIndex = PATTERN.lastIndex = at
    const last = tokens.at(-1) ?? ''
    const isPattern = text[at] === '/' && (!ENDS_VALUE.test(last) || /^(?:print|printf|return|in)$/.test(last))
    const token = (isPattern ? PATTERN.exec(text)?.[0] : undefined) ?? TOKEN.exec(text)?.[0]
    if (token === undefined) throw new SyntaxError('no token of awk')
    // What else a number may be written as, awks read in different ways.
    if (/^\d/.test(token) && (/^0\d/.test(token) || /[\w.]/.test(text[at + token.length] ?? ''))) throw new SyntaxError('a number that awks do not agree on')
    tokens.push(token)
    at += token.length
  }
}

const peek = (from: Reading): string => from.tokens[from.at] ?? ''
const isNext = (from: Reading, token: string): boolean => peek(from) === token && from.at++ >= 0
function expect(from: Reading, token: string): void {
  if (!isNext(from, token)) throw new SyntaxError(`expected ${token}`)
}
function skipEnds(from: Reading): void {
  while (peek(from) === ';' || peek(from) === '\n') from.at++
}
const skipLines = (from: Reading): void => {
  while (peek(from) === '\n') from.at++
}

function ruleOf(from: Reading): Rule {
  const when = isNext(from, 'BEGIN') ? 'begin' : isNext(from, 'END') ? 'end' : peek(from) === '{' ? null : expression(from)
  return { when, runs: peek(from) === '{' ? block(from) : null }
}

function block(from: Reading): Statement {
  expect(from, '{')
  const body: Statement[] = []
  for (skipEnds(from); !isNext(from, '}'); skipEnds(from)) body.push(statement(from))
  return { is: 'block', body }
}

function statement(from: Reading): Statement {
  if (++from.depth > DEEPEST) throw new SyntaxError('too deep')
  skipLines(from)
  const read = statementHere(from)
  from.depth--
  return read
}

function statementHere(from: Reading): Statement {
  const token = peek(from)
  if (token === '{') return block(from)
  if (token === ';') return (from.at++, { is: 'block', body: [] })
  if (token === 'next' || token === 'exit' || token === 'break' || token === 'continue') return (from.at++, { is: token })
  if (token === 'print' || token === 'printf') return printing(from, token)
  if (isNext(from, 'if')) return branch(from)
  if (isNext(from, 'while')) return { is: 'loop', test: inBrackets(from), step: null, body: statement(from), first: false }
  if (isNext(from, 'do')) {
    const body = statement(from)
    skipEnds(from)
    expect(from, 'while')
    return { is: 'loop', test: inBrackets(from), step: null, body, first: true }
  }
  if (isNext(from, 'for')) return counting(from)
  return { is: 'do', what: expression(from) }
}

function inBrackets(from: Reading): Expression {
  expect(from, '(')
  const inner = expression(from)
  expect(from, ')')
  return inner
}

function branch(from: Reading): Statement {
  const test = inBrackets(from)
  const yes = statement(from)
  const at = from.at
  skipEnds(from)
  if (isNext(from, 'else')) return { is: 'if', test, yes, otherwise: statement(from) }
  from.at = at
  return { is: 'if', test, yes, otherwise: null }
}

function counting(from: Reading): Statement {
  expect(from, '(')
  const part = (end: string): Expression | null => (isNext(from, end) ? null : ((read) => (expect(from, end), read))(expression(from)))
  const start = part(';')
  const test = part(';')
  const step = part(')')
  const loop: Statement = { is: 'loop', test, step: step === null ? null : { is: 'do', what: step }, body: statement(from), first: false }
  return { is: 'block', body: start === null ? [loop] : [{ is: 'do', what: start }, loop] }
}

/** What is written to a file or a command is not printed. */
function printing(from: Reading, is: 'print' | 'printf'): Statement {
  from.at++
  from.prints = true
  const ends = (): boolean => ['', ';', '\n', '}'].includes(peek(from))
  const args: Expression[] = []
  while (!ends()) {
    if (args.length === 0 && peek(from) === '(' && closesLast(from)) {
      from.at++
      from.prints = false
      do args.push(expression(from))
      while (isNext(from, ','))
      expect(from, ')')
      break
    }
    args.push(expression(from))
    if (!isNext(from, ',')) break
  }
  from.prints = false
  if (!ends()) throw new SyntaxError('printed elsewhere')
  return { is, args }
}

/** Brackets round all that is printed. */
function closesLast(from: Reading): boolean {
  let depth = 0
  for (let at = from.at; at < from.tokens.length; at++) {
    const token = from.tokens[at] ?? ''
    if (token === '(') depth++
    else if (token === ')' && --depth === 0) return ['', ';', '\n', '}'].includes(from.tokens[at + 1] ?? '')
  }
  return false
}

function expression(from: Reading): Expression {
  if (++from.depth > DEEPEST) throw new SyntaxError('too deep')
  const left = ternary(from)
  const sign = /^(?:[-+*/%^]?=)$/.exec(peek(from))?.[0]
  from.depth--
  if (sign === undefined) return left
  from.at++
  if (left.is !== 'name' && left.is !== 'element' && left.is !== 'field') throw new SyntaxError('nothing that can be set')
  return { is: 'assign', sign: sign.slice(0, -1), to: left, value: expression(from) }
}

function ternary(from: Reading): Expression {
  const test = binary(from, 0)
  if (!isNext(from, '?')) return test
  const yes = expression(from)
  expect(from, ':')
  return { is: 'choice', test, yes, no: expression(from) }
}

/** From the loosest on. */
const SIGNS: readonly (readonly string[])[] = [['||'], ['&&'], ['~', '!~'], ['<', '<=', '>', '>=', '==', '!='], [''], ['+', '-'], ['*', '/', '%']]
const BEGINS_VALUE = /^(?:[\w.$"(]|-$|\+\+$|--$|!$)/
const NO_VALUE = /^(?:in|else|while|getline)$/

function binary(from: Reading, level: number): Expression {
  const signs = SIGNS[level]
  if (signs === undefined) return unary(from)
  let left = binary(from, level + 1)
  for (;;) {
    const token = peek(from)
    if (token === 'in' || token === 'getline' || token === '|') throw new SyntaxError('not followed')
    const isJoin = signs[0] === '' && BEGINS_VALUE.test(token) && !NO_VALUE.test(token) && token !== '-' && token !== '!'
    if (isJoin) left = { is: 'binary', sign: '', left, right: binary(from, level + 1) }
    else if (token !== '' && signs.includes(token) && !(token === '>' && from.prints)) {
      from.at++
      left = { is: 'binary', sign: token, left, right: binary(from, level + 1) }
    } else return left
  }
}

function unary(from: Reading): Expression {
  const token = peek(from)
  if (token === '!' || token === '-' || token === '+') {
    from.at++
    return { is: 'unary', sign: token, of: unary(from) }
  }
  const left = stepped(from)
  return isNext(from, '^') ? { is: 'binary', sign: '^', left, right: unary(from) } : left
}

function stepped(from: Reading): Expression {
  const by = isNext(from, '++') ? 1 : isNext(from, '--') ? -1 : null
  const of = value(from)
  if (by !== null) return { is: 'step', by, before: true, of }
  const after = of.is === 'name' || of.is === 'element' || of.is === 'field' ? (isNext(from, '++') ? 1 : isNext(from, '--') ? -1 : null) : null
  return after === null ? of : { is: 'step', by: after, before: false, of }
}

function value(from: Reading): Expression {
  const token = peek(from)
  from.at++
  if (token === '(') {
    const prints = from.prints
    from.prints = false
    const inner = expression(from)
    from.prints = prints
    expect(from, ')')
    return inner
  }
  if (token === '$') return { is: 'field', of: stepped(from) }
  if (token.startsWith('"')) return { is: 'text', text: token.slice(1, -1) }
  if (token.startsWith('/')) return { is: 'regex', source: token.slice(1, -1) }
  if (/^[\d.]/.test(token)) return { is: 'number', value: Number(token) }
  if (!/^[A-Za-z_]/.test(token) || NO_VALUE.test(token) || token === 'function' || token === 'func') throw new SyntaxError('no value')
  if (isNext(from, '[')) {
    const key = expression(from)
    expect(from, ']')
    return { is: 'element', name: token, key }
  }
  if (!isNext(from, '(')) return token === 'length' ? { is: 'call', name: token, args: [] } : { is: 'name', name: token }
  const args: Expression[] = []
  const prints = from.prints
  from.prints = false
  while (!isNext(from, ')')) {
    args.push(expression(from))
    if (peek(from) !== ')') expect(from, ',')
  }
  from.prints = prints
  return { is: 'call', name: token, args }
}
