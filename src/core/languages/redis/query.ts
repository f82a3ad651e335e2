// What Redis commands do: which command does what stands in languages/redis.yaml.
import type { QueryClass, QueryEffect } from '../_query/classes.ts'
import { classOf } from '../_query/reader.ts'
import type { QueryReader, QueryWords } from '../_query/reader.ts'

const SCRIPTS = new Set(['EVAL', 'EVAL_RO', 'FUNCTION'])
const UNDONE = new Set(['delete-some', 'update-some', 'update-all', 'insert', 'flush'])

/** Reads the words of one command, or a script with one command a line. */
function readRedis(text: string, said: QueryWords): QueryEffect[] {
  const effects: QueryEffect[] = []
  let multi = -1
  let at = 0
  while (at < text.length) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const words = wordsOf(text, at, Math.min(end, at + 2000))
    // redis-cli takes a leading number as how often to repeat
    if (words.length > 1 && /^\d+$/.test(words[0] as string)) words.shift()
    const first = (words[0] ?? '').toUpperCase()
    if (SCRIPTS.has(first) && (first !== 'FUNCTION' || /^LOAD$/i.test(words[1] ?? ''))) {
      // a Lua script may go on over many lines: the rest of the text is its
      readLua(text, at, effects, said)
      return effects
    }
    if (first === 'MULTI') multi = effects.length
    else if (first === 'EXEC') multi = -1
    else if (first === 'DISCARD' && multi >= 0) {
      for (let i = multi; i < effects.length; i++)
        if (UNDONE.has((effects[i] as QueryEffect).class)) effects[i] = { ...(effects[i] as QueryEffect), class: 'rolled-back' }
      multi = -1
    } else if (first !== '' && !first.startsWith('#')) {
      const effect = commandEffect(words, said)
      effects.push({ class: effect.class, target: effect.target, start: at, end })
    }
    at = end + 1
  }
  return effects
}

function commandEffect(words: readonly string[], { statements }: QueryWords): { class: QueryClass; target: string | null } {
  const first = (words[0] ?? '').toUpperCase()
  const pair = words.length > 1 ? `${first} ${(words[1] as string).toUpperCase()}` : first
  if (first === 'SLAVEOF' || first === 'REPLICAOF') {
    // following another server throws away everything held here
    const free = /^no$/i.test(words[1] ?? '')
    return { class: free ? 'setting' : 'flush', target: free ? null : (words[1] ?? null) }
  }
  const paired = pair === first ? undefined : classOf(statements, pair)
  if (paired !== undefined) return { class: paired, target: words[2] ?? null }
  const kind = classOf(statements, first)
  if (kind !== undefined) {
    return { class: kind, target: kind === 'flush' || kind === 'shutdown' ? null : (words[1] ?? null) }
  }
  return { class: first === 'DEBUG' ? 'setting' : 'other', target: null }
}

/** The first words of a line, as redis-cli splits them: quotes keep spaces. */
function wordsOf(text: string, from: number, to: number): string[] {
  const words: string[] = []
  let at = from
  while (at < to && words.length < 5) {
    if (SPACES.has(text[at] as string)) {
      at++
      continue
    }
    let word = ''
    while (at < to && !SPACES.has(text[at] as string)) {
      const sign = text[at] as string
      if (sign !== '"' && sign !== "'") {
        const start = at
        while (at < to && !SPACES.has(text[at] as string) && text[at] !== '"' && text[at] !== "'") at++
        word += text.slice(start, at)
        continue
      }
      for (at++; at < to && text[at] !== sign; at++) {
        if (text[at] === '\\' && sign === '"') at++
        word += text[at] ?? ''
      }
      at++
    }
    words.push(word)
  }
  return words
}
const SPACES = new Set([' ', '\t', '\r', ';'])

const CALL = /\b(?:p?call)\s{0,20}\(([^()]{0,400})/g

function readLua(text: string, start: number, effects: QueryEffect[], said: QueryWords): void {
  const script = text.slice(start)
  let found = false
  for (const match of script.matchAll(CALL)) {
    const words = (match[1] ?? '')
      .split(',')
      .map((word) => word.replace(/[\\'"\s]/g, ''))
      .slice(0, 4)
    if (!/^[A-Za-z.]{2,30}$/.test(words[0] ?? '')) continue
    found = true
    const effect = commandEffect(words, said)
    const from = start + match.index
    effects.push({
      class: effect.class,
      target: /['"]/.test((match[1] ?? '').split(',')[1] ?? '') ? effect.target : null,
      start: from,
      end: from + match[0].length,
    })
  }
  if (!found) effects.push({ class: 'other', target: null, start, end: text.length })
}

export const reader: QueryReader = { name: 'redis', read: (text, _engine, words) => readRedis(text, words) }
