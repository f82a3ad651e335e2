// What do the statements of a loosely read script say: blocks, loops, definitions, imports?
import { wordSet } from '../../text/word-set.ts'
import { isMark, isWord, MAX_DEPTH } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import type { Expressions } from './expressions.ts'
import type { Token } from './scan.ts'
import { hasWayOut } from '../_code/syntax.ts'
import type { Code, Parameter } from '../_code/syntax.ts'

const SKIPPED = wordSet(
  'if unless elsif elseif elif else then begin rescue ensure my our local const let var val and or not when case switch try catch finally new await async export public private ' +
    'static final use package global echo die until tell to set repeat',
)
const ENDS = new Set(['end', 'done'])
const OPENS_WORD = new Set(['if', 'unless', 'while', 'until', 'for', 'case', 'begin', 'def', 'class', 'module'])

export interface Statements {
  readonly block: (closer: '}' | 'end' | null) => Code
  readonly definition: () => Code
  readonly parameters: (close: string) => Parameter[]
}

/** `source` is the whole text: loops look there for a way out. */
export function createStatements(cursor: Cursor, source: string, { expression, argumentList, call }: Expressions): Statements {
  const { syntax, tokens, peek, ended, at, nothing, spanning } = cursor

  function block(closer: '}' | 'end' | null): Code {
    const start = peek()
    const body: Code[] = []
    if (cursor.depth++ > MAX_DEPTH) {
      cursor.overflow()
      cursor.position = tokens.length
    }
    while (cursor.position < tokens.length) {
      const token = tokens[cursor.position]!
      if (token.is === 'break') cursor.position++
      else if (isMark(token, '}')) {
        cursor.position++
        if (closer === '}') break
      } else if (token.is === 'word' && ENDS.has(token.text)) {
        cursor.position++
        if (closer === 'end') break
      } else {
        const before = cursor.position
        body.push(statement())
        if (cursor.position === before) cursor.position++
      }
    }
    cursor.depth--
    return { is: 'block', body, start: at(start).start, end: at(tokens[cursor.position - 1]).end }
  }

  /** What follows a head: braces, words up to `end`, or one statement. */
  function body(): Code {
    while (peek()?.is === 'break' && peek()?.text === '\n') cursor.position++
    if (isMark(peek(), '{')) {
      cursor.position++
      return block('}')
    }
    if (isWord(peek(), 'do') || isWord(peek(), 'then')) {
      cursor.position++
      return block('end')
    }
    if (syntax.end_blocks && tokens[cursor.position - 1]?.is === 'break') return block('end')
    return statement()
  }

  function statement(): Code {
    const token = tokens[cursor.position]
    if (token === undefined) return nothing(token)
    if (token.is === 'word') {
      if (token.text === 'while' || token.text === 'loop' || token.text === 'until') return whileLoop()
      if (token.text === 'for' || token.text === 'foreach') return forLoop()
      if (token.text === 'def' || token.text === 'function' || token.text === 'sub' || token.text === 'func') return definition()
      if (token.text === 'return') {
        cursor.position++
        return { is: 'return', value: ended() ? null : expression(), ...at(token) }
      }
      if (token.text === 'do' && syntax.told_in_words) return appleScript()
      if (token.text === 'set' && syntax.told_in_words && isWord(peek(2), 'to')) {
        const name = peek(1)!
        cursor.position += 3
        if (isWord(peek(), 'do'))
          return { is: 'assign', target: { is: 'name', name: name.text, ...at(name) }, value: appleScript(), op: '=', declares: true, ...at(token) }
        return ended()
          ? nothing(token)
          : { is: 'assign', target: { is: 'name', name: name.text, ...at(name) }, value: expression(), op: '=', declares: true, ...at(token) }
      }
      if (syntax.end_blocks && OPENS_WORD.has(token.text)) {
        cursor.position++
        const test = ended() ? nothing(token) : expression()
        while (peek()?.is === 'break' || isWord(peek(), 'then')) cursor.position++
        return { is: 'block', body: [test, block('end')], ...at(token) }
      }
      if (token.text === 'use' && syntax.uses) {
        const used = using()
        if (used !== null) return used
      }
      if (SKIPPED.has(token.text)) {
        cursor.position++
        if (token.text === 'echo' || token.text === 'die') return call({ is: 'name', name: 'echo', ...at(token) }, argumentList(null), token)
        return ended() ? nothing(token) : expression()
      }
      if (token.text === 'import' || token.text === 'from' || token.text === 'require') {
        const imported = importing()
        if (imported !== null) return imported
      }
    }
    if (isMark(token, '{')) {
      cursor.position++
      return block('}')
    }
    return expression()
  }

  function whileLoop(): Code {
    const token = tokens[cursor.position++]!
    const from = cursor.position
    const test = token.text === 'loop' || ended() ? nothing(token) : expression()
    const words = tokens
      .slice(from, cursor.position)
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
    const token = tokens[cursor.position++]!
    while (isWord(peek(), 'my') || isWord(peek(), 'our') || isWord(peek(), 'local')) cursor.position++
    let target: Code = { is: 'name', name: '$_', ...at(token) }
    let over: Code
    if (isMark(peek(), '(')) {
      const open = cursor.position++
      if (isWord(peek(), 'const') || isWord(peek(), 'let') || isWord(peek(), 'var')) cursor.position++
      over = peek()?.is === 'break' ? nothing(token) : expression()
      if (isWord(peek(), 'as') || isWord(peek(), 'of')) {
        const reads = isWord(peek(), 'as')
        cursor.position++
        const other = expression()
        ;[target, over] = reads ? [other, over] : [over, other]
        if (isMark(peek(), '=>')) {
          cursor.position++
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
      cursor.position++
      if (isMark(peek(), ',')) cursor.position++
    }
    if (isWord(peek(), 'in')) cursor.position++
    over = ended() ? nothing(token) : expression()
    if (names.length > 0) target = names.length === 1 ? names[0]! : { is: 'list', items: names, ...at(token) }
    // Lua's `ipairs(list)` gives pairs.
    const inner = body()
    return { is: 'loop', target, over, body: inner, endless: false, ...spanning(over, inner) }
  }

  function skipTo(mark: string): void {
    let open = 0
    while (cursor.position < tokens.length) {
      const token = tokens[cursor.position++]!
      if (token.is !== 'mark') continue
      if (token.text === mark && open === 0) return
      if (/^[([{]$/.test(token.text)) open++
      else if (/^[)\]}]$/.test(token.text)) open--
    }
  }

  function parameters(close: string): Parameter[] {
    const found: Parameter[] = []
    while (cursor.position < tokens.length && !isMark(peek(), close) && peek()!.is !== 'break') {
      const token = tokens[cursor.position++]!
      if (token.is === 'word' && !SKIPPED.has(token.text))
        found.push({ target: { is: 'name', name: token.text, ...at(token) }, fallback: null, rest: isMark(tokens[cursor.position - 2], '*') })
    }
    cursor.position++
    return found
  }

  function definition(): Code {
    const token = tokens[cursor.position++]!
    let name: string | null = null
    while (peek()?.is === 'word' || isMark(peek(), '.') || isMark(peek(), ':')) name = tokens[cursor.position++]!.text
    let found: Parameter[] = []
    if (isMark(peek(), '(')) {
      cursor.position++
      found = parameters(')')
    }
    const inner = isMark(peek(), '{') ? body() : syntax.end_blocks ? block('end') : body()
    return { is: 'function', name, parameters: found, body: inner, start: token.start, end: inner.end }
  }

  function importing(): Code | null {
    const token = tokens[cursor.position]!
    if (!syntax.imports) return null
    if (isMark(peek(1), '(') || peek(1)?.is === 'text') return null
    const words: string[] = []
    while (cursor.position < tokens.length && tokens[cursor.position]!.is !== 'break') words.push(tokens[cursor.position++]!.text)
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

  const folders: string[] = []

  /** Perl's `use lib 'x'` says where to look, `use A::B` what to take in. */
  function using(): Code | null {
    const token = tokens[cursor.position]!
    const first = peek(1)
    if (first?.is !== 'word' || (first.text !== 'lib' && !/^[A-Z]/.test(first.text))) return null
    const rest: Token[] = []
    for (cursor.position++; cursor.position < tokens.length && tokens[cursor.position]!.is !== 'break'; cursor.position++) rest.push(tokens[cursor.position]!)
    if (first.text === 'lib') {
      for (const one of rest) if (one.is === 'text' || one.is === 'hole') folders.push(one.text)
      return nothing(token)
    }
    const name = rest
      .slice(
        0,
        Math.max(
          1,
          rest.findIndex((one) => one.is !== 'word' && one.text !== '::'),
        ),
      )
      .map((one) => (one.text === '::' ? '/' : one.text.replaceAll('::', '/')))
      .join('')
    const body = ['', ...folders.slice(0, 4).map((folder) => `${folder}/`)].map((before): Code => ({
      is: 'module',
      name: `${before}${name}.pm`,
      member: null,
      ...at(token),
    }))
    return { is: 'block', body, ...at(token) }
  }

  /** `do shell script "…"` and `do script "…"`. */
  function appleScript(): Code {
    const token = tokens[cursor.position++]!
    while (isWord(peek(), 'shell') || isWord(peek(), 'script')) cursor.position++
    return call({ is: 'name', name: 'do-shell-script', ...at(token) }, ended() ? [] : [{ name: null, value: expression(), spread: false }], token)
  }

  return { block, definition, parameters }
}
