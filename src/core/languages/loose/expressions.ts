// Reads the expressions of a loosely read script: calls, operators, literals, blocks given to calls.
import { isMark, isWord, MAX_DEPTH, STATEMENT_ENDS } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import type { Token } from './scan.ts'
import { opaque } from '../_code/syntax.ts'
import type { Argument, Code, Parameter } from '../_code/syntax.ts'

const COMPARES = new Set(['==', '!=', '===', '!==', '<', '>', '<=', '>=', '=~', '!~', '<=>', 'eq', 'ne', 'lt', 'gt', 'le', 'ge', 'cmp', 'in'])
/** Operators that bind tighter than others, by level. */
const LEVELS: Readonly<Record<string, number>> = {
  '..': 0,
  '|': 1,
  '^': 1,
  '&': 2,
  '~': 2,
  '<<': 3,
  '+': 4,
  '-': 4,
  '.': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  x: 5,
  '**': 6,
}

/** A text that is called is the name of what is called. */
const calledBy = (code: Code): Code =>
  code.is === 'constant' && typeof code.value === 'string' ? { is: 'name', name: code.value.replaceAll('::', '.'), start: code.start, end: code.end } : code

export interface Expressions {
  readonly expression: () => Code
  /** Arguments up to a closing mark, or to the end of the statement. */
  readonly argumentList: (close: string | null) => Argument[]
  readonly call: (callee: Code, args: readonly Argument[], from: Token | Code) => Code
}

/** What expressions hold that is not an expression: bodies of functions, and code within strings. */
export interface Inner {
  readonly block: (closer: '}' | 'end') => Code
  readonly definition: () => Code
  readonly parameters: (close: string) => Parameter[]
  readonly parse: (text: string, base: number, depth: number) => Code
}

export function createExpressions(cursor: Cursor, { block, definition, parameters, parse }: Inner): Expressions {
  const { syntax, tokens, peek, ended, at, nothing, spanning } = cursor

  function call(callee: Code, args: readonly Argument[], from: Token | Code): Code {
    return { is: 'call', callee, args, start: from.start, end: Math.max(callee.end, tokens[cursor.position - 1]?.end ?? 0) }
  }

  function argumentList(close: string | null, byName = true): Argument[] {
    const args: Argument[] = []
    while (cursor.position < tokens.length) {
      const token = tokens[cursor.position]!
      if (close !== null ? isMark(token, close) : ended() && !isMark(token, ',')) {
        if (close !== null) cursor.position++
        break
      }
      if (isMark(token, ',') || token.is === 'break' || isMark(token, '&')) {
        if (close === null && token.is === 'break') break
        cursor.position++
        continue
      }
      const before = cursor.position
      // `key: value`, `key = value` and `key => value` are arguments by name.
      const next = peek(1)
      if (
        token.is === 'word' &&
        (isMark(next, ':') || (isMark(next, '=') && byName && syntax.named_arguments && !token.text.startsWith('$'))) &&
        !isMark(peek(2), ':')
      ) {
        cursor.position += 2
        if (!ended()) args.push({ name: token.text, value: expression(), spread: false })
        continue
      }
      if (isWord(token, 'my') || isWord(token, 'our') || isWord(token, 'new') || isWord(token, 'local')) {
        cursor.position++
        continue
      }
      const value = expression()
      if (isMark(peek(), '=>')) {
        cursor.position++
        const name = value.is === 'constant' ? String(value.value) : value.is === 'name' ? value.name : ''
        if (!ended()) args.push({ name, value: expression(), spread: false })
      } else args.push({ name: null, value, spread: false })
      if (cursor.position === before) cursor.position++
    }
    return args
  }

  function expression(): Code {
    if (cursor.depth > MAX_DEPTH) {
      cursor.overflow()
      cursor.position++
      return nothing(peek())
    }
    cursor.depth++
    let left = operand()
    /** Of the operator that put `left` together. */
    let level = Infinity
    for (;;) {
      const token = peek()
      if (token === undefined) break
      const op = token.text
      if (token.is === 'mark' && (op === '=' || op === ':=' || op === '+=' || op === '.=' || op === '||=' || op === '<<=')) {
        cursor.position++
        const value = ended() ? nothing(token) : expression()
        left = { is: 'assign', target: left, value, op: op === '+=' || op === '.=' ? '+=' : '=', declares: false, ...spanning(left, value) }
      } else if (token.is === 'mark' && op === ',' && left.is === 'name' && isAssignedList()) left = listAssignment(left)
      else if ((token.is === 'mark' && (op === '?' || op === '||' || op === '??' || op === '?:')) || (isWord(token, 'or') && syntax.or_gives)) {
        cursor.position++
        if (ended()) break
        const other = expression()
        const options: Code[] = op === '?' ? [other] : [left, other]
        if (op === '?' && isMark(peek(), ':')) {
          cursor.position++
          if (!ended()) options.push(expression())
        }
        left = { is: 'choice', test: op === '?' ? left : null, options, ...spanning(left, other) }
      } else if (COMPARES.has(op) || (token.is === 'mark' && op === '&&')) {
        cursor.position++
        if (ended()) break
        const right = expression()
        left = op === '&&' ? { is: 'block', body: [left, right], ...spanning(left, right) } : opaque(spanning(left, right), [left, right], true)
      } else if ((token.is === 'mark' && /^(?:\+|-|\*\*?|\/|%|\.|\.\.|<<|\^|\||&|~)$/.test(op)) || (isWord(token, 'x') && syntax.x_repeats)) {
        cursor.position++
        if (ended()) break
        const concats = op === '&' && syntax.joins === op ? '+' : op
        const tighter = left.is === 'binary' && (LEVELS[op] ?? 0) > level ? left : null
        const parts = [tighter?.parts.at(-1) ?? left, operand()]
        // One list for a long chain, so that its length costs no more than its terms.
        while (peek()?.is === 'mark' && peek()!.text === op) {
          cursor.position++
          if (ended()) break
          parts.push(operand())
        }
        const made: Code = { is: 'binary', op: concats, parts, ...spanning(left, parts.at(-1)) }
        left = tighter === null ? made : { ...tighter, parts: [...tighter.parts.slice(0, -1), made], end: made.end }
        if (tighter === null) level = LEVELS[op] ?? 0
      } else break
    }
    cursor.depth--
    return left
  }

  function isAssignedList(): boolean {
    let j = cursor.position
    while (j < cursor.position + 12 && (isMark(tokens[j], ',') || tokens[j]?.is === 'word')) j++
    return (isMark(tokens[j], '=') || isMark(tokens[j], ':=')) && cursor.depth < 4
  }

  function listAssignment(first: Code): Code {
    const items: Code[] = [first]
    while (isMark(peek(), ',')) {
      cursor.position++
      const token = tokens[cursor.position++]
      if (token !== undefined) items.push({ is: 'name', name: token.text, ...at(token) })
    }
    cursor.position++
    const value = ended() ? nothing(peek()) : expression()
    return { is: 'assign', target: { is: 'list', items, ...spanning(first, undefined) }, value, op: '=', declares: false, ...spanning(first, value) }
  }

  function holes(token: Token): Code {
    if (token.pieces === undefined) return { is: 'constant', value: token.text, ...at(token) }
    const parts = token.pieces.map((piece): Code =>
      piece.code
        ? last(parse(piece.text, piece.start, cursor.depth + 4))
        : { is: 'constant', value: piece.text, start: piece.start, end: piece.start + piece.text.length },
    )
    return { is: 'template', parts, tag: null, ...at(token) }
  }

  function operand(): Code {
    const token = tokens[cursor.position++]
    if (token === undefined) return nothing(token)
    switch (token.is) {
      case 'text':
        return postfix({ is: 'constant', value: token.text, ...at(token) })
      case 'hole':
        return postfix(holes(token))
      case 'command':
        return postfix(call({ is: 'name', name: '`', ...at(token) }, [{ name: null, value: holes(token), spread: false }], token))
      case 'number':
        return postfix({ is: 'constant', value: Number(/^0\d+$/.test(token.text) ? '0o' + token.text.slice(1) : token.text.replace(/_/g, '')), ...at(token) })
      case 'words': {
        // Perl's <*.txt> looks for names.
        if (token.text.startsWith('<'))
          return /[*?.]/.test(token.text)
            ? call(
                { is: 'name', name: 'glob', ...at(token) },
                [{ name: null, value: { is: 'constant', value: token.text.slice(1), ...at(token) }, spread: false }],
                token,
              )
            : { is: 'name', name: token.text.slice(1), ...at(token) }
        return postfix({
          is: 'list',
          items: token.text
            .split(/\s+/)
            .filter((word) => word !== '')
            .map((word): Code => ({ is: 'constant', value: word, ...at(token) })),
          ...at(token),
        })
      }
      case 'regex':
        return { is: 'regex', ...at(token) }
      case 'break':
        return nothing(token)
      case 'word':
        if (token.text === 'true' || token.text === 'false') return { is: 'constant', value: token.text === 'true', ...at(token) }
        if (token.text === 'nil' || token.text === 'null' || token.text === 'undef') return { is: 'constant', value: null, ...at(token) }
        if (
          (token.text === 'function' || token.text === 'sub' || token.text === 'fn' || token.text === 'lambda') &&
          (isMark(peek(), '(') || isMark(peek(), '{'))
        ) {
          cursor.position--
          return postfix(definition())
        }
        if (
          (token.text === 'new' || token.text === 'not' || token.text === 'defined' || token.text === 'await' || token.text === 'my' || token.text === 'our') &&
          !ended()
        )
          return operand()
        if (syntax.calls_alone.includes(token.text) && !isMark(peek(), '(')) return postfix(call({ is: 'name', name: token.text, ...at(token) }, [], token))
        return postfix({ is: 'name', name: token.text, ...at(token) })
      case 'mark': {
        if (token.text === '(') {
          const items = argumentList(')', false).map((arg) => arg.value)
          // `("a") x 3` is a list.
          if (syntax.x_repeats && isWord(peek(), 'x')) return opaque(at(token), items)
          return postfix(items.length === 1 ? items[0]! : { is: 'list', items, start: token.start, end: tokens[cursor.position - 1]?.end ?? token.end })
        }
        if (token.text === '[') {
          const items = argumentList(']')
          const entries = items.filter((arg) => arg.name !== null)
          if (entries.length > 0) return postfix({ is: 'map', entries: entries.map((arg) => ({ key: arg.name, value: arg.value })), ...at(token) })
          return postfix({ is: 'list', items: items.map((arg) => arg.value), start: token.start, end: tokens[cursor.position - 1]?.end ?? token.end })
        }
        if (token.text === '{') {
          const args = argumentList('}')
          if (syntax.brace_lists && args.every((arg) => arg.name === null))
            return { is: 'list', items: args.map((arg) => arg.value), start: token.start, end: tokens[cursor.position - 1]?.end ?? token.end }
          return {
            is: 'map',
            entries: args.map((arg) => ({ key: arg.name, value: arg.value })),
            start: token.start,
            end: tokens[cursor.position - 1]?.end ?? token.end,
          }
        }
        if (/^(?:!|-|@|\\|&|\*\*?|\+|\$|~)$/.test(token.text) && !ended()) {
          if (token.text === '&' && isMark(peek(), '{') && syntax.sigils.includes('%')) {
            cursor.position++
            return postfix(calledBy(argumentList('}')[0]?.value ?? nothing(token)))
          }
          const inner = operand()
          return token.text === '!' || token.text === '~' || (token.text === '-' && inner.is === 'constant' && typeof inner.value !== 'number')
            ? opaque(spanning(inner, undefined), [inner], token.text === '!')
            : token.text === '-' && inner.is === 'constant' && typeof inner.value === 'number'
              ? { ...inner, value: -inner.value }
              : inner
        }
        if (/^[)\]}]$/.test(token.text)) cursor.position--
        return nothing(token)
      }
    }
  }

  function postfix(start: Code): Code {
    let code = start
    for (let rounds = 0; rounds < 2000; rounds++) {
      const token = peek()
      if (token === undefined) return code
      const next = peek(1)
      const property =
        token.is === 'mark' &&
        (token.text === '->' ||
          token.text === '::' ||
          token.text === '?->' ||
          token.text === '?.' ||
          (token.text === ':' && syntax.colon_members) ||
          (token.text === '.' && syntax.joins !== token.text))
      if (property && next?.is === 'word') {
        cursor.position += 2
        code = { is: 'member', of: code, key: next.text, start: code.start, end: next.end }
        if (syntax.member_calls && '->.'.includes(token.text) && !isMark(peek(), '(') && !isMark(peek(), '=') && !bareCall())
          code = call(code, blockArgument(), code)
      } else if (property && isMark(next, '(')) {
        // Ruby's `proc.()`.
        cursor.position += 2
        code = call(code, argumentList(')'), code)
      } else if (property && (isMark(next, '{') || isMark(next, '['))) cursor.position++
      else if (isMark(token, '(') && (!token.spaced || code.is === 'name') && code.is !== 'constant') {
        cursor.position++
        code = call(code, [...argumentList(')'), ...blockArgument()], code)
      } else if (isMark(token, '[') && !token.spaced) {
        cursor.position++
        const opened = cursor.position
        const all = argumentList(']')
        // `text[1..]`, `text[0, 2]`: part of it, and of a list maybe any.
        const isPart = all.length > 1 || tokens.slice(opened, Math.min(cursor.position, opened + 20)).some((one) => isMark(one, '..') || isMark(one, '...'))
        const inside = isPart
          ? opaque(
              spanning(code, undefined),
              all.map(({ value }) => value),
            )
          : all[0]?.value
        // Ruby's `Dir['*']` looks for names.
        if (code.is === 'name' && code.name === 'Dir' && inside !== undefined)
          code = call({ is: 'member', of: code, key: 'glob', start: code.start, end: code.end }, [{ name: null, value: inside, spread: false }], code)
        else code = { is: 'member', of: code, key: inside ?? nothing(token), start: code.start, end: tokens[cursor.position - 1]?.end ?? token.end }
      } else if (isMark(token, '{') && code.is === 'name' && syntax.indirect_calls.includes(code.name)) {
        // `exec { $words[0] } @words`: the first says which file, and what is run is the same.
        cursor.position++
        argumentList('}')
        code = call(code, argumentList(null), code)
      } else if (isMark(token, '{') && !token.spaced && syntax.brace_keys && (code.is === 'name' || code.is === 'member')) {
        cursor.position++
        const inside = argumentList('}')[0]?.value
        code = {
          is: 'member',
          of: code,
          key:
            inside?.is === 'name' && !inside.name.startsWith('$')
              ? { is: 'constant', value: inside.name, start: inside.start, end: inside.end }
              : (inside ?? nothing(token)),
          start: code.start,
          end: tokens[cursor.position - 1]?.end ?? token.end,
        }
      } else if ((code.is === 'name' || code.is === 'member') && bareCall()) code = call(code, [...argumentList(null), ...blockArgument()], code)
      else if ((isMark(token, '{') || isWord(token, 'do')) && syntax.blocks && (code.is === 'call' || code.is === 'name')) {
        const given = blockArgument()
        if (given.length === 0) return code
        code = code.is === 'call' ? { ...code, args: [...code.args, ...given] } : call(code, given, code)
      } else return code
    }
    return code
  }

  /** A name followed, after a space, by what could be its first argument. */
  function bareCall(): boolean {
    const before = tokens[cursor.position - 1]
    const token = peek()
    if (token === undefined || before?.is !== 'word' || before.text.startsWith('$')) return false
    const { bare_calls: bare } = syntax
    if (bare === 'texts') return token.is === 'text'
    if (typeof bare === 'object') return bare.includes(before.text) && !ended()
    if (bare === 'none' || (!token.spaced && token.is === 'mark')) return false
    if (token.is === 'text' || token.is === 'hole' || token.is === 'command' || token.is === 'number' || token.is === 'words' || token.is === 'regex')
      return true
    if (token.is === 'word') return !STATEMENT_ENDS.has(token.text) && !/^(?:x|eq|ne|in|cmp|lt|gt)$/.test(token.text)
    return isMark(token, '[') && bare === 'lists'
  }

  /** A block given to a call: `{ |x| … }` or `do |x| … end`. */
  function blockArgument(): Argument[] {
    const token = peek()
    const braces = isMark(token, '{')
    if (!syntax.blocks || token === undefined || (!braces && !isWord(token, 'do'))) return []
    cursor.position++
    let found: Parameter[] = []
    if (isMark(peek(), '|')) {
      cursor.position++
      found = parameters('|')
    }
    const inner = block(braces ? '}' : 'end')
    return [{ name: null, value: { is: 'function', name: null, parameters: found, body: inner, start: token.start, end: inner.end }, spread: false }]
  }

  return { expression, argumentList, call }
}

const last = (code: Code): Code => (code.is === 'block' && code.body.length === 1 ? code.body[0]! : code)
