// What does a script say whose language has no full parser here? (A forgiving reader of calls, assignments, loops and blocks.)
import { scan } from './scan.ts'
import type { Token } from './scan.ts'
import { hasWayOut, opaque } from './syntax.ts'
import type { Argument, Code, Parameter, Parsed } from './syntax.ts'

const MAX_DEPTH = 120
const SKIPPED = new Set(
  (
    'if unless elsif elseif elif else then begin rescue ensure my our local const let var val and or not when case switch try catch finally new await async export public private ' +
    'static final use package global echo die until tell to set repeat'
  ).split(' '),
)
const ENDS = new Set(['end', 'done'])
const OPENS_WORD = new Set(['if', 'unless', 'while', 'until', 'for', 'case', 'begin', 'def', 'class', 'module'])
const WORD_BLOCKS = new Set(['ruby', 'lua', 'generic'])
const BARE_CALLS = new Set(['ruby', 'perl', 'groovy', 'generic'])
const COMPARES = new Set(['==', '!=', '===', '!==', '<', '>', '<=', '>=', '=~', '!~', '<=>', 'eq', 'ne', 'in'])
const STATEMENT_ENDS = new Set([
  'if',
  'unless',
  'while',
  'until',
  'for',
  'foreach',
  'do',
  'then',
  'end',
  'else',
  'elsif',
  'elseif',
  'rescue',
  'and',
  'or',
  'as',
  'return',
  'ensure',
  'when',
])

export function parseLoosely(source: string, language: string): Parsed {
  let tooDeep = false

  function parse(text: string, base: number, level: number): Code {
    const tokens = scan(text, language, base)
    let i = 0
    let depth = level

    const peek = (ahead = 0): Token | undefined => tokens[i + ahead]
    const isMark = (token: Token | undefined, text: string): boolean => token?.is === 'mark' && token.text === text
    const isWord = (token: Token | undefined, text: string): boolean => token?.is === 'word' && token.text === text
    const at = (token: Token | undefined) => ({ start: token?.start ?? base, end: token?.end ?? base })
    const nothing = (token: Token | undefined): Code => opaque(at(token), [])
    const spanning = (from: Code, to: Code | undefined) => ({ start: from.start, end: Math.max(from.end, to?.end ?? 0, tokens[i - 1]?.end ?? 0) })

    function block(closer: '}' | 'end' | null): Code {
      const start = peek()
      const body: Code[] = []
      if (depth++ > MAX_DEPTH) {
        tooDeep = true
        i = tokens.length
      }
      while (i < tokens.length) {
        const token = tokens[i]!
        if (token.is === 'break') i++
        else if (isMark(token, '}')) {
          i++
          if (closer === '}') break
        } else if (token.is === 'word' && ENDS.has(token.text)) {
          i++
          if (closer === 'end') break
        } else {
          const before = i
          body.push(statement())
          if (i === before) i++
        }
      }
      depth--
      return { is: 'block', body, start: at(start).start, end: tokens[i - 1]?.end ?? base }
    }

    /** What follows a head: braces, words up to `end`, or one statement. */
    function body(): Code {
      while (peek()?.is === 'break' && peek()?.text === '\n') i++
      if (isMark(peek(), '{')) {
        i++
        return block('}')
      }
      if (isWord(peek(), 'do') || isWord(peek(), 'then')) {
        i++
        return block('end')
      }
      if (WORD_BLOCKS.has(language) && tokens[i - 1]?.is === 'break') return block('end')
      return statement()
    }

    function statement(): Code {
      const token = tokens[i]
      if (token === undefined) return nothing(token)
      if (token.is === 'word') {
        if (token.text === 'while' || token.text === 'loop' || token.text === 'until') return whileLoop()
        if (token.text === 'for' || token.text === 'foreach') return forLoop()
        if (token.text === 'def' || token.text === 'function' || token.text === 'sub' || token.text === 'func') return definition()
        if (token.text === 'return') {
          i++
          return { is: 'return', value: ended() ? null : expression(), ...at(token) }
        }
        if (token.text === 'do' && language === 'osascript') return appleScript()
        if (token.text === 'set' && language === 'osascript' && isWord(peek(2), 'to')) {
          const name = peek(1)!
          i += 3
          if (isWord(peek(), 'do'))
            return { is: 'assign', target: { is: 'name', name: name.text, ...at(name) }, value: appleScript(), op: '=', declares: true, ...at(token) }
          return ended()
            ? nothing(token)
            : { is: 'assign', target: { is: 'name', name: name.text, ...at(name) }, value: expression(), op: '=', declares: true, ...at(token) }
        }
        if (WORD_BLOCKS.has(language) && OPENS_WORD.has(token.text)) {
          i++
          const test = ended() ? nothing(token) : expression()
          while (peek()?.is === 'break' || isWord(peek(), 'then')) i++
          return { is: 'block', body: [test, block('end')], ...at(token) }
        }
        if (SKIPPED.has(token.text)) {
          i++
          if (token.text === 'echo' || token.text === 'die') return call({ is: 'name', name: 'echo', ...at(token) }, argumentList(null), token)
          return ended() ? nothing(token) : expression()
        }
        if (token.text === 'import' || token.text === 'from' || token.text === 'require') {
          const imported = importing()
          if (imported !== null) return imported
        }
      }
      if (isMark(token, '{')) {
        i++
        return block('}')
      }
      return expression()
    }

    const ended = (): boolean => {
      const token = peek()
      return (
        token === undefined ||
        token.is === 'break' ||
        (token.is === 'mark' && /^[)\]},]$/.test(token.text)) ||
        (token.is === 'word' && STATEMENT_ENDS.has(token.text))
      )
    }

    function whileLoop(): Code {
      const token = tokens[i++]!
      const from = i
      const test = token.text === 'loop' || ended() ? nothing(token) : expression()
      const words = tokens
        .slice(from, i)
        .map((one) => one.text)
        .join('')
      const inner = body()
      const always = token.text === 'loop' || /^\(?(?:1|true)\)?$/.test(words)
      const forks = /^\(?fork(?:\(\))?\)?$/.test(words)
      const loop: Code = {
        is: 'loop',
        target: null,
        over: test,
        body: inner,
        endless: (always || forks) && !hasWayOut(source.slice(inner.start, inner.end)),
        ...spanning(test, inner),
      }
      return loop
    }

    function forLoop(): Code {
      const token = tokens[i++]!
      while (isWord(peek(), 'my') || isWord(peek(), 'our') || isWord(peek(), 'local')) i++
      let target: Code = { is: 'name', name: '$_', ...at(token) }
      let over: Code
      if (isMark(peek(), '(')) {
        const open = i++
        if (isWord(peek(), 'const') || isWord(peek(), 'let') || isWord(peek(), 'var')) i++
        over = peek()?.is === 'break' ? nothing(token) : expression()
        if (isWord(peek(), 'as') || isWord(peek(), 'of')) {
          const reads = isWord(peek(), 'as')
          i++
          const other = expression()
          ;[target, over] = reads ? [other, over] : [over, other]
          if (isMark(peek(), '=>')) {
            i++
            target = expression()
          }
        }
        const endless = isMark(tokens[open + 3], ')') && tokens[open + 1]?.text === ';' && tokens[open + 2]?.text === ';'
        skipTo(')')
        const inner = body()
        return {
          is: 'loop',
          target: endless ? null : target,
          over,
          body: inner,
          endless: endless && !hasWayOut(source.slice(inner.start, inner.end)),
          ...spanning(over, inner),
        }
      }
      const names: Code[] = []
      while (peek()?.is === 'word' && !isWord(peek(), 'in')) {
        names.push({ is: 'name', name: peek()!.text, ...at(peek()) })
        i++
        if (isMark(peek(), ',')) i++
      }
      if (isWord(peek(), 'in')) i++
      over = ended() ? nothing(token) : expression()
      if (names.length > 0) target = names.length === 1 ? names[0]! : { is: 'list', items: names, ...at(token) }
      // Lua's `ipairs(list)` gives pairs.
      const inner = body()
      return { is: 'loop', target, over, body: inner, endless: false, ...spanning(over, inner) }
    }

    function skipTo(mark: string): void {
      let open = 0
      while (i < tokens.length) {
        const token = tokens[i++]!
        if (token.is !== 'mark') continue
        if (token.text === mark && open === 0) return
        if (/^[([{]$/.test(token.text)) open++
        else if (/^[)\]}]$/.test(token.text)) open--
      }
    }

    function parameters(close: string): Parameter[] {
      const found: Parameter[] = []
      while (i < tokens.length && !isMark(peek(), close) && peek()!.is !== 'break') {
        const token = tokens[i++]!
        if (token.is === 'word' && !SKIPPED.has(token.text))
          found.push({ target: { is: 'name', name: token.text, ...at(token) }, fallback: null, rest: isMark(tokens[i - 2], '*') })
      }
      i++
      return found
    }

    function definition(): Code {
      const token = tokens[i++]!
      let name: string | null = null
      while (peek()?.is === 'word' || isMark(peek(), '.') || isMark(peek(), ':')) name = tokens[i++]!.text
      let found: Parameter[] = []
      if (isMark(peek(), '(')) {
        i++
        found = parameters(')')
      }
      const inner = isMark(peek(), '{') ? body() : WORD_BLOCKS.has(language) ? block('end') : body()
      return { is: 'function', name, parameters: found, body: inner, start: token.start, end: inner.end }
    }

    function importing(): Code | null {
      const token = tokens[i]!
      if (language !== 'python' && language !== 'javascript' && language !== 'generic') return null
      if (isMark(peek(1), '(') || peek(1)?.is === 'text') return null
      const words: string[] = []
      while (i < tokens.length && tokens[i]!.is !== 'break') words.push(tokens[i++]!.text)
      const from = words.indexOf('from')
      const origin = from === 0 ? words.slice(1, words.indexOf('import')).join('') : from > 0 ? (words[from + 1] ?? '') : null
      const list = from === 0 ? words.slice(words.indexOf('import') + 1) : from > 0 ? words.slice(1, from) : words.slice(1)
      const items = list
        .filter((word) => word !== '{' && word !== '}')
        .join(' ')
        .split(' , ')
      const made = items.map((item): Code => {
        const [name, alias] = item.split(' as ')
        const module = name!.replace(/ /g, '')
        const target = alias?.trim() ?? (origin === null ? module.split('.')[0]! : module)
        const whole = origin !== null && (from === 0 || list.includes('{'))
        return {
          is: 'assign',
          target: { is: 'name', name: target, ...at(token) },
          value: { is: 'module', name: origin ?? module, member: whole ? module : null, ...at(token) },
          op: '=',
          declares: true,
          ...at(token),
        }
      })
      return { is: 'block', body: made, ...at(token) }
    }

    /** `do shell script "…"` and `do script "…"`. */
    function appleScript(): Code {
      const token = tokens[i++]!
      while (isWord(peek(), 'shell') || isWord(peek(), 'script')) i++
      return call({ is: 'name', name: 'do shell script', ...at(token) }, ended() ? [] : [{ name: null, value: expression(), spread: false }], token)
    }

    function call(callee: Code, args: readonly Argument[], from: Token | Code): Code {
      return { is: 'call', callee, args, start: from.start, end: Math.max(callee.end, tokens[i - 1]?.end ?? 0) }
    }

    function argumentList(close: string | null, byName = true): Argument[] {
      const args: Argument[] = []
      while (i < tokens.length) {
        const token = tokens[i]!
        if (close !== null ? isMark(token, close) : ended() && !isMark(token, ',')) {
          if (close !== null) i++
          break
        }
        if (isMark(token, ',') || token.is === 'break' || isMark(token, '&')) {
          if (close === null && token.is === 'break') break
          i++
          continue
        }
        const before = i
        // `key: value`, `key = value` and `key => value` are arguments by name.
        const next = peek(1)
        if (
          token.is === 'word' &&
          (isMark(next, ':') || (isMark(next, '=') && byName && language !== 'php' && language !== 'perl' && !token.text.startsWith('$'))) &&
          !isMark(peek(2), ':')
        ) {
          i += 2
          if (!ended()) args.push({ name: token.text, value: expression(), spread: false })
          continue
        }
        if (isWord(token, 'my') || isWord(token, 'our') || isWord(token, 'new') || isWord(token, 'local')) {
          i++
          continue
        }
        const value = expression()
        if (isMark(peek(), '=>')) {
          i++
          const name = value.is === 'constant' ? String(value.value) : value.is === 'name' ? value.name : ''
          if (!ended()) args.push({ name, value: expression(), spread: false })
        } else args.push({ name: null, value, spread: false })
        if (i === before) i++
      }
      return args
    }

    function expression(): Code {
      if (depth > MAX_DEPTH) {
        tooDeep = true
        i++
        return nothing(peek())
      }
      depth++
      let left = operand()
      for (;;) {
        const token = peek()
        if (token === undefined) break
        const op = token.text
        if (token.is === 'mark' && (op === '=' || op === '+=' || op === '.=' || op === '||=' || op === '<<=')) {
          i++
          const value = ended() ? nothing(token) : expression()
          left = { is: 'assign', target: left, value, op: op === '+=' || op === '.=' ? '+=' : '=', declares: false, ...spanning(left, value) }
        } else if (token.is === 'mark' && op === ',' && left.is === 'name' && isAssignedList()) left = listAssignment(left)
        else if ((token.is === 'mark' && (op === '?' || op === '||' || op === '??' || op === '?:')) || (isWord(token, 'or') && language === 'lua')) {
          i++
          if (ended()) break
          const other = expression()
          const options: Code[] = op === '?' ? [other] : [left, other]
          if (op === '?' && isMark(peek(), ':')) {
            i++
            if (!ended()) options.push(expression())
          }
          left = { is: 'choice', test: op === '?' ? left : null, options, ...spanning(left, other) }
        } else if (COMPARES.has(op) || (token.is === 'mark' && op === '&&')) {
          i++
          if (ended()) break
          const right = expression()
          left = op === '&&' ? { is: 'block', body: [left, right], ...spanning(left, right) } : opaque(spanning(left, right), [left, right], true)
        } else if ((token.is === 'mark' && /^(?:\+|-|\*|\/|%|\.|\.\.|<<|\^|\||&|~)$/.test(op)) || (isWord(token, 'x') && language === 'perl')) {
          i++
          if (ended()) break
          const concats = op === '&' && language === 'osascript' ? '+' : op
          const parts = [left, operand()]
          // One list for a long chain, so that its length costs no more than its terms.
          while (peek()?.is === 'mark' && peek()!.text === op) {
            i++
            if (ended()) break
            parts.push(operand())
          }
          left = { is: 'binary', op: concats, parts, ...spanning(left, parts.at(-1)) }
        } else break
      }
      depth--
      return left
    }

    function isAssignedList(): boolean {
      let j = i
      while (j < i + 12 && (isMark(tokens[j], ',') || tokens[j]?.is === 'word')) j++
      return isMark(tokens[j], '=') && depth < 4
    }
    function listAssignment(first: Code): Code {
      const items: Code[] = [first]
      while (isMark(peek(), ',')) {
        i++
        const token = tokens[i++]
        if (token !== undefined) items.push({ is: 'name', name: token.text, ...at(token) })
      }
      i++
      const value = ended() ? nothing(peek()) : expression()
      return { is: 'assign', target: { is: 'list', items, ...spanning(first, undefined) }, value, op: '=', declares: false, ...spanning(first, value) }
    }

    function holes(token: Token): Code {
      if (token.pieces === undefined) return { is: 'constant', value: token.text, ...at(token) }
      const parts = token.pieces.map((piece): Code =>
        piece.code
          ? last(parse(piece.text, piece.start, depth + 4))
          : { is: 'constant', value: piece.text, start: piece.start, end: piece.start + piece.text.length },
      )
      return { is: 'template', parts, tag: null, ...at(token) }
    }
    const last = (code: Code): Code => (code.is === 'block' && code.body.length === 1 ? code.body[0]! : code)

    function operand(): Code {
      const token = tokens[i++]
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
            i--
            return postfix(definition())
          }
          if (
            (token.text === 'new' ||
              token.text === 'not' ||
              token.text === 'defined' ||
              token.text === 'await' ||
              token.text === 'my' ||
              token.text === 'our') &&
            !ended()
          )
            return operand()
          if (token.text === 'fork' && !isMark(peek(), '(') && (language === 'ruby' || language === 'perl'))
            return postfix(call({ is: 'name', name: 'fork', ...at(token) }, [], token))
          return postfix({ is: 'name', name: token.text, ...at(token) })
        case 'mark': {
          if (token.text === '(') {
            const items = argumentList(')', false).map((arg) => arg.value)
            return postfix(items.length === 1 ? items[0]! : { is: 'list', items, start: token.start, end: tokens[i - 1]?.end ?? token.end })
          }
          if (token.text === '[') {
            const items = argumentList(']')
            const entries = items.filter((arg) => arg.name !== null)
            if (entries.length > 0) return postfix({ is: 'map', entries: entries.map((arg) => ({ key: arg.name, value: arg.value })), ...at(token) })
            return postfix({ is: 'list', items: items.map((arg) => arg.value), start: token.start, end: tokens[i - 1]?.end ?? token.end })
          }
          if (token.text === '{') {
            const args = argumentList('}')
            if (language === 'lua' && args.every((arg) => arg.name === null))
              return { is: 'list', items: args.map((arg) => arg.value), start: token.start, end: tokens[i - 1]?.end ?? token.end }
            return { is: 'map', entries: args.map((arg) => ({ key: arg.name, value: arg.value })), start: token.start, end: tokens[i - 1]?.end ?? token.end }
          }
          if (/^(?:!|-|@|\\|&|\*|\+|\$|~)$/.test(token.text) && !ended()) {
            const inner = operand()
            return token.text === '!'
              ? opaque(spanning(inner, undefined), [inner], true)
              : token.text === '-' && inner.is === 'constant' && typeof inner.value === 'number'
                ? { ...inner, value: -inner.value }
                : inner
          }
          if (/^[)\]}]$/.test(token.text)) i--
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
            (token.text === ':' && language === 'lua') ||
            (token.text === '.' && language !== 'perl' && language !== 'php'))
        if (property && next?.is === 'word') {
          i += 2
          code = { is: 'member', of: code, key: next.text, start: code.start, end: next.end }
          if (language === 'ruby' && token.text === '.' && !isMark(peek(), '(') && !isMark(peek(), '=') && !bareCall()) code = call(code, blockArgument(), code)
        } else if (property && isMark(next, '(')) {
          // Ruby's `proc.()`.
          i += 2
          code = call(code, argumentList(')'), code)
        } else if (property && (isMark(next, '{') || isMark(next, '['))) i++
        else if (isMark(token, '(') && (!token.spaced || code.is === 'name') && code.is !== 'constant') {
          i++
          code = call(code, [...argumentList(')'), ...blockArgument()], code)
        } else if (isMark(token, '[') && !token.spaced) {
          i++
          const inside = argumentList(']')[0]?.value
          // Ruby's `Dir['*']` looks for names.
          if (code.is === 'name' && code.name === 'Dir' && inside !== undefined)
            code = call({ is: 'member', of: code, key: 'glob', start: code.start, end: code.end }, [{ name: null, value: inside, spread: false }], code)
          else code = { is: 'member', of: code, key: inside ?? nothing(token), start: code.start, end: tokens[i - 1]?.end ?? token.end }
        } else if (isMark(token, '{') && !token.spaced && language === 'perl' && (code.is === 'name' || code.is === 'member')) {
          i++
          const inside = argumentList('}')[0]?.value
          code = {
            is: 'member',
            of: code,
            key:
              inside?.is === 'name' && !inside.name.startsWith('$')
                ? { is: 'constant', value: inside.name, start: inside.start, end: inside.end }
                : (inside ?? nothing(token)),
            start: code.start,
            end: tokens[i - 1]?.end ?? token.end,
          }
        } else if ((code.is === 'name' || code.is === 'member') && bareCall()) code = call(code, [...argumentList(null), ...blockArgument()], code)
        else if ((isMark(token, '{') || isWord(token, 'do')) && (language === 'ruby' || language === 'groovy') && (code.is === 'call' || code.is === 'name')) {
          const given = blockArgument()
          if (given.length === 0) return code
          code = code.is === 'call' ? { ...code, args: [...code.args, ...given] } : call(code, given, code)
        } else return code
      }
      return code
    }

    /** A name followed, after a space, by what could be its first argument. */
    function bareCall(): boolean {
      const before = tokens[i - 1]
      const token = peek()
      if (token === undefined || before?.is !== 'word' || before.text.startsWith('$')) return false
      if (language === 'lua') return token.is === 'text'
      if (language === 'php') return /^(?:echo|print|include|require|include_once|require_once)$/.test(before.text) && !ended()
      if (!BARE_CALLS.has(language) || (!token.spaced && token.is === 'mark')) return false
      if (token.is === 'text' || token.is === 'hole' || token.is === 'command' || token.is === 'number' || token.is === 'words') return true
      if (token.is === 'word') return !STATEMENT_ENDS.has(token.text) && !/^(?:x|eq|ne|in|cmp|lt|gt)$/.test(token.text)
      return isMark(token, '[') && language === 'ruby'
    }

    /** A block given to a call: `{ |x| … }` or `do |x| … end`. */
    function blockArgument(): Argument[] {
      const token = peek()
      const braces = isMark(token, '{')
      if ((language !== 'ruby' && language !== 'groovy') || token === undefined || (!braces && !isWord(token, 'do'))) return []
      i++
      let found: Parameter[] = []
      if (isMark(peek(), '|')) {
        i++
        found = parameters('|')
      }
      const inner = block(braces ? '}' : 'end')
      return [{ name: null, value: { is: 'function', name: null, parameters: found, body: inner, start: token.start, end: inner.end }, spread: false }]
    }

    return block(null)
  }

  return { code: parse(source, 0, 0), tooDeep }
}
