// How is CMake read? Command by command: those that start programs become one call for each program, the others calls by their name.
import { listed } from '../_book/lists.ts'
import type { Lists } from '../_book/lists.ts'
import type { CodeReader } from '../_code/reader.ts'
import type { Argument, Code } from '../_code/syntax.ts'

type At = Pick<Code, 'start' | 'end'>
interface Said extends At {
  readonly text: string
  readonly quoted: boolean
}

const COMMAND = /(?:^|[\n;)])[ \t]*([A-Za-z_]\w{0,60})[ \t]*\(/g
const REFERENCE = /\$(?:(ENV|CACHE)?)\{([\w.+/-]{1,100})\}/g
const IS_COMMAND = /(?:^|_)COMMAND$/
const OPEN_BRACKET = /\[(={0,8})\[/y
const BARE = /[^\s()"#;]+/y
const QUOTED = /"((?:[^"\\]|\\[^])*)"/y

/** The words from `at` on up to the bracket that closes; comments are left out. */
function wordsFrom(text: string, from: number): { readonly words: readonly Said[]; readonly end: number } {
  const words: Said[] = []
  let depth = 1
  let at = from
  let closes = true
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  while (at < text.length) {
    const char = text[at]
    const bracket = char === '[' ? take(OPEN_BRACKET) : null
    const quoted = char === '"' && closes ? take(QUOTED) : null
    // One that nothing closes is looked for once.
    if (char === '"' && quoted === null) closes = false
    const bare = take(BARE)
    if (bracket !== null) {
      const start = at + bracket[0].length
      const close = text.indexOf(`]${bracket[1] ?? ''}]`, start)
      const end = close < 0 ? text.length : close
      words.push({ text: text.slice(start, end).replaceAll('$', '$\0').replace(/^\n/, ''), quoted: true, start: at, end })
      at = end + bracket[0].length
    } else if (quoted !== null) {
      words.push({ text: (quoted[1] ?? '').replaceAll(/\\(["\\$;#])/g, '$1'), quoted: true, start: at, end: at + quoted[0].length })
      at += quoted[0].length
    } else if (char === '#') {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (bare !== null) {
      words.push({ text: bare[0], quoted: false, start: at, end: at + bare[0].length })
      at += bare[0].length
    } else {
      if (char === '(') depth++
      if (char === ')' && --depth === 0) break
      at++
    }
  }
  return { words, end: at }
}

const constant = (value: string, at: At): Code => ({ is: 'constant', value, start: at.start, end: at.end })

function value({ text, start, end }: Said): Code {
  const at = { start, end }
  const parts: Code[] = []
  let last = 0
  const said = (piece: string): void => {
    if (piece !== '') parts.push(constant(piece.replaceAll('\0', ''), at))
  }
  for (const found of text.matchAll(REFERENCE)) {
    said(text.slice(last, found.index))
    const [whole, kind = '', name = ''] = found
    parts.push(kind === 'ENV' ? { is: 'member', of: { is: 'name', name: '$ENV', ...at }, key: name, ...at } : { is: 'name', name: `$${name}`, ...at })
    last = found.index + whole.length
  }
  said(text.slice(last))
  return parts.length === 1 ? parts[0]! : parts.length === 0 ? constant('', at) : { is: 'template', parts, tag: null, ...at }
}

const argument = (one: Said): Argument => ({ name: null, value: value(one), spread: false })
const called = (name: string, args: readonly Argument[], at: At): Code => ({ is: 'call', callee: { is: 'name', name, ...at }, args, ...at })

/** `COMMAND a b COMMAND c`: each of them. A target's own may stand without the word, behind its name. */
function programsIn(name: string, words: readonly Said[], parts: ReadonlySet<string>): readonly (readonly Said[])[] {
  const all: Said[][] = []
  let own: Said[] | null = null
  words.forEach((word, at) => {
    if (!word.quoted && parts.has(word.text)) {
      own = IS_COMMAND.test(word.text) || (word.text === 'ALL' && name === 'add_custom_target') ? [] : null
      if (own !== null) all.push(own)
    } else if (name === 'add_custom_target' && at === 0) all.push((own = []))
    else if (name === 'exec_program' && at === 0) all.push((own = [word]))
    else own?.push(word)
  })
  return all.filter((one) => one.length > 0)
}

/** Handed to a shell as one line, quoted words of it as they are. */
function asLine(words: readonly Said[], at: At): Code {
  const parts = words.flatMap((word, place): Code[] => {
    const plain = /^[\w./~@%+=:,*?&|<>;-]+$/.test(word.text) || word.text.includes('$')
    const said = plain ? value(word) : constant(`'${word.text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`, word)
    return place === 0 ? [said] : [constant(' ', at), said]
  })
  return called('in_shell', [{ name: null, value: { is: 'template', parts, tag: null, ...at }, spread: false }], at)
}

function statement(name: string, words: readonly Said[], at: At, lists: Lists): Code | null {
  const [first, ...rest] = words
  if (listed(lists, 'starts-programs').has(name)) {
    const built = listed(lists, 'when-built').has(name)
    const body = programsIn(name, words, listed(lists, 'parts')).map((program) =>
      built ? asLine(program, at) : called('execute_process', program.map(argument), at),
    )
    const all: Code = { is: 'block', body, ...at }
    return built ? { is: 'function', name: null, parameters: [], body: all, ...at } : all
  }
  if (first === undefined) return null
  if (name === 'set') {
    const held = rest.filter((word) => word.quoted || !listed(lists, 'set-words').has(word.text))
    if (held.length !== 1 || held[0] === undefined) return null
    return { is: 'assign', target: { is: 'name', name: `$${first.text}`, ...at }, value: value(held[0]), op: '=', declares: false, ...at }
  }
  if (name === 'file') {
    const verb = `file.${first.text.toLowerCase()}`
    const [sent, ...to] = rest.map(argument)
    if (verb !== 'file.upload' || sent === undefined) return called(verb, rest.map(argument), at)
    return called(verb, [{ ...sent, value: called('file.read', [sent], at) }, ...to], at)
  }
  if (name === 'cmake_language' && first.text === 'EVAL') return called('eval', rest.slice(1).map(argument), at)
  return name === 'include' ? called('include', [argument(first)], at) : null
}

export const reader: CodeReader = {
  name: 'cmake',
  parse: (source, lists) => {
    const text = source.replaceAll(/^[ \t]*#(?!\[).*$/gm, (comment) => ' '.repeat(comment.length))
    const body: Code[] = []
    let done = 0
    for (const found of text.matchAll(COMMAND)) {
      if (found.index < done - 1) continue
      const { words, end } = wordsFrom(text, found.index + found[0].length)
      const code = statement((found[1] ?? '').toLowerCase(), words, { start: found.index, end }, lists)
      if (code !== null) body.push(code)
      done = end
    }
    return { code: { is: 'block', body, start: 0, end: text.length }, tooDeep: false }
  },
}
