// How is Tcl read? Command by command: those that hold scripts are followed into them, the others become calls by their name.
import { listed } from '../_book/lists.ts'
import type { Lists } from '../_book/lists.ts'
import type { CodeReader } from '../_code/reader.ts'
import { MAX_DEPTH, opaque } from '../_code/syntax.ts'
import type { Argument, Code, Parameter } from '../_code/syntax.ts'
import { wordSet } from '../../text/word-set.ts'
import { commandsOf, textOf } from './words.ts'
import type { Command, Piece, TclWord } from './words.ts'

type At = Pick<Code, 'start' | 'end'>
interface Reading {
  readonly depth: number
  readonly lists: Lists
  readonly tooDeep: () => void
}

/** Options that take a value, of commands whose other options stand alone. */
const VALUED: Readonly<Record<string, Pick<ReadonlySet<string>, 'has'>>> = {
  glob: wordSet('-directory -path -types'),
  socket: wordSet('-server -myaddr -myport'),
}
const PIPES = /^(?:\||\|&|&|(?:[0-9]?>>?|<<?|>&|>>&)(?:@|$|[\w./~-]).*|[0-9]?>@[0-9]|>>?&?|<<?)$/

function script(text: string, base: number, reading: Reading): Code {
  const at = { start: base, end: base + text.length }
  if (reading.depth > MAX_DEPTH / 4) {
    reading.tooDeep()
    return opaque(at, [])
  }
  const inner = { ...reading, depth: reading.depth + 1 }
  const body = commandsOf(text, base).map((command) => statement(command, inner))
  return body.length === 1 ? body[0]! : { is: 'block', body, ...at }
}

const constant = (value: string | null, at: At): Code => ({ is: 'constant', value, start: at.start, end: at.end })
const variable = (name: string, at: At): Code => ({ is: 'name', name: `$${name}`, start: at.start, end: at.end })
const assign = (name: string, value: Code, op: '=' | '+=', at: At): Code => ({
  is: 'assign',
  target: variable(name, at),
  value,
  op,
  declares: false,
  start: at.start,
  end: at.end,
})

function piece(one: Piece, at: At, reading: Reading): Code {
  if (one.is === 'text') return constant(one.text, at)
  if (one.is === 'command') return script(one.text, one.start, reading)
  return one.key === null
    ? variable(one.name, at)
    : { is: 'member', of: variable(one.name, at), key: joined(one.key, at, reading), start: at.start, end: at.end }
}

function joined(pieces: readonly Piece[], at: At, reading: Reading): Code {
  if (pieces.length === 0) return constant('', at)
  const parts = pieces.map((one) => piece(one, at, reading))
  return parts.length === 1 ? parts[0]! : { is: 'template', parts, tag: null, start: at.start, end: at.end }
}

const value = (word: TclWord | undefined, at: At, reading: Reading): Code => (word === undefined ? constant(null, at) : joined(word.pieces, word, reading))

/** A word that is run: read where it is said, left to whoever evaluates it where not. */
function body(word: TclWord | undefined, at: At, reading: Reading): Code {
  const said = textOf(word)
  if (word === undefined) return opaque(at, [])
  return said === null ? value(word, at, reading) : script(said, word.start + (word.braced ? 1 : 0), reading)
}

/** What stands in a condition or a sum is read for its commands. */
function sum(words: readonly TclWord[], at: At, reading: Reading): Code {
  const texts = words.flatMap((word) => (word.braced ? commandsOf(`x "${(textOf(word) ?? '').replaceAll('"', ' ')}"`, word.start - 2).flat() : [word]))
  return opaque(
    at,
    texts.map((word) => value(word, at, reading)),
    true,
  )
}

const members = (word: TclWord | undefined): readonly string[] => (textOf(word) ?? '').split(/\s+/).filter((one) => one !== '')

function statement(command: Command, reading: Reading): Code {
  const [head, ...rest] = command
  const at = { start: head?.start ?? 0, end: command.at(-1)?.end ?? 0 }
  const said = textOf(head)
  if (said === null) return { is: 'call', callee: value(head, at, reading), args: rest.map((word) => argument(word, reading)), ...at }
  const name = said.replace(/^::/, '').replaceAll('::', '.')
  switch (name) {
    case 'set': {
      const target = textOf(rest[0]) ?? ''
      return rest.length < 2 ? variable(target, at) : assign(target, value(rest[1], at, reading), '=', at)
    }
    case 'append':
    case 'lappend':
      return assign(textOf(rest[0]) ?? '', value(rest[1], at, reading), '+=', at)
    case 'expr':
      return sum(rest, at, reading)
    case 'list':
      return { is: 'list', items: rest.map((word) => value(word, at, reading)), ...at }
    case 'return':
      return { is: 'return', value: rest.length === 0 ? null : value(rest.at(-1), at, reading), ...at }
    case 'if':
      return branches(rest, at, reading)
    case 'for':
      return {
        is: 'block',
        body: [body(rest[0], at, reading), sum(rest.slice(1, 2), at, reading), body(rest[3], at, reading), body(rest[2], at, reading)],
        ...at,
      }
    case 'foreach':
    case 'lmap':
      return loop(rest, at, reading)
    case 'proc':
      return procedure(rest, at, reading)
    case 'catch':
    case 'try':
      return { is: 'block', body: rest.filter((word) => word.braced).map((word) => body(word, at, reading)), ...at }
    case 'switch':
    case 'expect':
      return cases(rest, at, reading)
    case 'while':
      return { is: 'block', body: [sum(rest.slice(0, 1), at, reading), body(rest[1], at, reading)], ...at }
    case 'eval':
    case 'uplevel':
      return rest.length === 1 && textOf(rest[0]) !== null ? body(rest[0], at, reading) : evaluated(rest, at, reading)
    case 'puts':
      return output(rest, at, reading)
    case 'read':
    case 'gets':
      return input(name, rest, at, reading)
    default:
      return call(name, rest, at, reading)
  }
}

function evaluated(words: readonly TclWord[], at: At, reading: Reading): Code {
  const parts = words.flatMap((word, place) => [...(place === 0 ? [] : [constant(' ', at)]), value(word, at, reading)])
  return {
    is: 'call',
    callee: { is: 'name', name: 'eval', ...at },
    args: [{ name: null, value: { is: 'template', parts, tag: null, ...at }, spread: false }],
    ...at,
  }
}

function branches(words: readonly TclWord[], at: At, reading: Reading): Code {
  const tests: Code[] = []
  const bodies: Code[] = []
  const left = words.filter((word) => word.braced || !/^(?:then|else|elseif)$/.test(textOf(word) ?? ''))
  for (let place = 0; place < left.length; place += 2) {
    const last = place + 1 >= left.length
    if (!last) tests.push(sum(left.slice(place, place + 1), at, reading))
    bodies.push(body(left[last ? place : place + 1], at, reading))
  }
  return { is: 'branches', tests, bodies, total: left.length % 2 === 1, ...at }
}

function loop(words: readonly TclWord[], at: At, reading: Reading): Code {
  const names = members(words[0])
  const items: readonly Code[] = names.map((one) => variable(one, at))
  const said = words[1]?.braced === true ? members(words[1]) : null
  const over: Code = said === null ? value(words[1], at, reading) : { is: 'list', items: said.map((one) => constant(one, at)), ...at }
  // Several names share one list: each may hold any of it.
  if (items.length > 1) return { is: 'block', body: [...names.map((one) => assign(one, opaque(at, [over]), '=', at)), body(words.at(-1), at, reading)], ...at }
  return { is: 'loop', target: items[0] ?? null, over, body: body(words.at(-1), at, reading), endless: false, ...at }
}

function procedure(words: readonly TclWord[], at: At, reading: Reading): Code {
  const parameters = members(words[1]).map((one): Parameter => ({ target: variable(one.replace(/[{}]/g, ''), at), fallback: null, rest: one === 'args' }))
  return { is: 'function', name: (textOf(words[0]) ?? '').replace(/^::/, '').replaceAll('::', '.'), parameters, body: body(words[2], at, reading), ...at }
}

/** `switch x { a {…} b {…} }`, `expect "x" {…}`: every second word is a script. */
function cases(words: readonly TclWord[], at: At, reading: Reading): Code {
  const last = words.at(-1)
  const listed =
    last?.braced === true && (words.length === 1 || /^\s*\S[^\n]*\{/.test(textOf(last) ?? ''))
      ? commandsOf((textOf(last) ?? '').replaceAll('\n', ' '), last.start + 1).flat()
      : words
  const scripts = listed.filter((word) => word.braced && word !== last).concat(listed === words && last?.braced === true ? [last] : [])
  return { is: 'block', body: scripts.map((word) => body(word, at, reading)), ...at }
}

/** `puts ?-nonewline? ?channel? text` */
function output(words: readonly TclWord[], at: At, reading: Reading): Code {
  const given = words.filter((word) => textOf(word) !== '-nonewline')
  const text: Argument = { name: null, value: value(given.at(-1), at, reading), spread: false }
  const to = textOf(given[0])
  if (given.length < 2 || to === 'stdout' || to === 'stderr') return { is: 'call', callee: { is: 'name', name: 'puts', ...at }, args: [text], ...at }
  return { is: 'call', callee: { is: 'member', of: value(given[0], at, reading), key: 'puts', ...at }, args: [text], ...at }
}

/** `read $file`, `gets $file line` */
function input(name: string, words: readonly TclWord[], at: At, reading: Reading): Code {
  const from = words.find((word) => textOf(word) !== '-nonewline')
  const got: Code = { is: 'call', callee: { is: 'member', of: value(from, at, reading), key: name, ...at }, args: [], ...at }
  const into = name === 'gets' ? textOf(words[1]) : null
  return into === null ? got : assign(into, got, '=', at)
}

function argument(word: TclWord, reading: Reading): Argument {
  return { name: null, value: value(word, word, reading), spread: word.spread }
}

function call(said: string, words: readonly TclWord[], at: At, reading: Reading): Code {
  const [leads, bodied] = [listed(reading.lists, 'options-first').has(said), listed(reading.lists, 'last-is-script')]
  const first = listed(reading.lists, 'ensembles').has(said) ? textOf(words[0]) : null
  const name = first === null ? said : `${said}.${first}`
  const given = first === null ? words : words.slice(1)
  const args: Argument[] = []
  const scripts: Code[] = []
  let leading = true
  for (let place = 0; place < given.length; place++) {
    const word = given[place]!
    const text = textOf(word)
    if (text === '--' && leading) leading = false
    else if (text !== null && /^-[a-z]+$/.test(text) && leading && !word.braced) {
      const takes = VALUED[said]?.has(text) ?? !leads
      const next = given[place + 1]
      if (takes && next?.braced === true && text === '-command') scripts.push(body(next, at, reading))
      args.push({ name: text.slice(1), value: takes && next !== undefined ? value(next, at, reading) : { is: 'constant', value: true, ...at }, spread: false })
      if (takes) place++
    } else {
      leading = leading && !leads && VALUED[said] === undefined
      const isBody = word.braced && (text ?? '').includes('\n')
      if (isBody || (place === given.length - 1 && bodied.has(name) && text !== null)) scripts.push(body(word, at, reading))
      else args.push(argument(word, reading))
    }
  }
  const done = run(name, args, given, at, reading)
  return scripts.length === 0 ? done : { is: 'block', body: [...scripts, done], ...at }
}

/** `exec a | b > c` is a line for a shell; without such marks, its words are as they are. What is sent to a program ends in a return. */
function run(name: string, args: readonly Argument[], given: readonly TclWord[], at: At, reading: Reading): Code {
  const callee = (called: string): Code => ({ is: 'name', name: called, ...at })
  if (name === 'send') {
    const text = textOf(given.at(-1))
    return {
      is: 'call',
      callee: callee(name),
      args: text === null ? args : [{ name: null, value: constant(text.replace(/[\r\n]+$/, ''), at), spread: false }],
      ...at,
    }
  }
  if (name !== 'exec' || !given.some((word) => !word.braced && PIPES.test(textOf(word) ?? ''))) return { is: 'call', callee: callee(name), args, ...at }
  const parts = given
    .filter((word) => !/^-(?:ignorestderr|keepnewline|-)$/.test(textOf(word) ?? ''))
    .flatMap((word, place): Code[] => [...(place === 0 ? [] : [constant(' ', at)]), ...shellWord(word, at, reading)])
  return { is: 'call', callee: callee('exec-line'), args: [{ name: null, value: { is: 'template', parts, tag: null, ...at }, spread: false }], ...at }
}

function shellWord(word: TclWord, at: At, reading: Reading): readonly Code[] {
  const text = textOf(word)
  if (text === null) return [constant('"', at), value(word, at, reading), constant('"', at)]
  return [constant(PIPES.test(text) || /^[\w./~@%+=:,-]+$/.test(text) ? text.replace(/^(\d?>)@/, '$1&') : `'${text.replaceAll("'", `'\\''`)}'`, at)]
}

export const reader: CodeReader = {
  name: 'tcl',
  parse: (text, lists) => {
    let tooDeep = false
    const code = script(text, 0, { depth: 0, lists, tooDeep: () => (tooDeep = true) })
    return { code, tooDeep }
  },
}
