// What would Redis commands do?
import type { QueryClass, QueryEffect } from '../_query/classes.ts'
import type { QueryReader } from '../_query/reader.ts'

const COMMANDS: Readonly<Record<string, QueryClass>> = {
  FLUSHALL: 'flush',
  FLUSHDB: 'flush',
  SHUTDOWN: 'shutdown',
  SWAPDB: 'update-all',
  MIGRATE: 'copy-out',
  FAILOVER: 'setting',
  DEL: 'delete-some',
  UNLINK: 'delete-some',
  GETDEL: 'delete-some',
  HDEL: 'delete-some',
  SREM: 'delete-some',
  ZREM: 'delete-some',
  LREM: 'delete-some',
  LTRIM: 'delete-some',
  XTRIM: 'delete-some',
  XDEL: 'delete-some',
  SPOP: 'delete-some',
  LPOP: 'delete-some',
  RPOP: 'delete-some',
  ZPOPMIN: 'delete-some',
  ZPOPMAX: 'delete-some',
  ZREMRANGEBYSCORE: 'delete-some',
  ZREMRANGEBYRANK: 'delete-some',
  ZREMRANGEBYLEX: 'delete-some',
  'JSON.DEL': 'delete-some',
  'FT.DROPINDEX': 'drop-index',
  'FT.DROP': 'drop-index',
  'GRAPH.DELETE': 'drop-table',
  EXPIRE: 'update-some',
  PEXPIRE: 'update-some',
  EXPIREAT: 'update-some',
  RENAME: 'update-some',
  RENAMENX: 'update-some',
  MOVE: 'update-some',
  RESTORE: 'update-some',
  PERSIST: 'update-some',
  SET: 'insert',
  SETEX: 'insert',
  SETNX: 'insert',
  MSET: 'insert',
  APPEND: 'insert',
  INCR: 'insert',
  INCRBY: 'insert',
  DECR: 'insert',
  DECRBY: 'insert',
  HSET: 'insert',
  HMSET: 'insert',
  HINCRBY: 'insert',
  LPUSH: 'insert',
  RPUSH: 'insert',
  SADD: 'insert',
  ZADD: 'insert',
  XADD: 'insert',
  PUBLISH: 'insert',
  SETRANGE: 'insert',
  COPY: 'insert',
  GETSET: 'insert',
  'JSON.SET': 'insert',
  PFADD: 'insert',
  GET: 'read',
  MGET: 'read',
  KEYS: 'read',
  SCAN: 'read',
  HGET: 'read',
  HGETALL: 'read',
  HMGET: 'read',
  HKEYS: 'read',
  HLEN: 'read',
  LRANGE: 'read',
  LLEN: 'read',
  SMEMBERS: 'read',
  SCARD: 'read',
  SISMEMBER: 'read',
  ZRANGE: 'read',
  ZCARD: 'read',
  ZSCORE: 'read',
  XRANGE: 'read',
  XLEN: 'read',
  XINFO: 'read',
  TYPE: 'read',
  TTL: 'read',
  PTTL: 'read',
  EXISTS: 'read',
  INFO: 'read',
  DBSIZE: 'read',
  PING: 'read',
  ECHO: 'read',
  TIME: 'read',
  STRLEN: 'read',
  MEMORY: 'read',
  OBJECT: 'read',
  DUMP: 'read',
  MONITOR: 'read',
  LASTSAVE: 'read',
  COMMAND: 'read',
  ROLE: 'read',
  RANDOMKEY: 'read',
  HSCAN: 'read',
  SSCAN: 'read',
  ZSCAN: 'read',
  GETRANGE: 'read',
  SUBSCRIBE: 'read',
  PSUBSCRIBE: 'read',
  PUBSUB: 'read',
  'JSON.GET': 'read',
  'FT.SEARCH': 'read',
  'FT.INFO': 'read',
  HEXISTS: 'read',
}
/** First and second word; what is not here falls back to `other`. */
const PAIRS: Readonly<Record<string, QueryClass>> = {
  'CONFIG SET': 'setting',
  'CONFIG REWRITE': 'setting',
  'CONFIG GET': 'read',
  'CONFIG RESETSTAT': 'other',
  'SCRIPT FLUSH': 'flush',
  'SCRIPT KILL': 'kill',
  'FUNCTION FLUSH': 'flush',
  'FUNCTION DELETE': 'drop-other',
  'FUNCTION KILL': 'kill',
  'FUNCTION RESTORE': 'update-some',
  'FUNCTION LIST': 'read',
  'FUNCTION STATS': 'read',
  'CLUSTER RESET': 'flush',
  'CLUSTER FLUSHSLOTS': 'flush',
  'CLUSTER FORGET': 'setting',
  'CLUSTER DELSLOTS': 'setting',
  'CLUSTER FAILOVER': 'setting',
  'CLUSTER MEET': 'setting',
  'CLUSTER INFO': 'read',
  'CLUSTER NODES': 'read',
  'CLUSTER SLOTS': 'read',
  'CLIENT KILL': 'kill',
  'CLIENT LIST': 'read',
  'CLIENT INFO': 'read',
  'CLIENT GETNAME': 'read',
  'CLIENT PAUSE': 'setting',
  'ACL SETUSER': 'grant',
  'ACL LOAD': 'grant',
  'ACL DELUSER': 'drop-role',
  'ACL LIST': 'read',
  'ACL WHOAMI': 'read',
  'MODULE LOAD': 'shell',
  'MODULE LOADEX': 'shell',
  'MODULE UNLOAD': 'setting',
  'MODULE LIST': 'read',
  'SLOWLOG GET': 'read',
  'SLOWLOG LEN': 'read',
  'SLOWLOG RESET': 'other',
  'LATENCY RESET': 'other',
  'XGROUP DESTROY': 'delete-some',
  'SENTINEL FAILOVER': 'setting',
  'SENTINEL REMOVE': 'setting',
  'SENTINEL RESET': 'setting',
  'SENTINEL SET': 'setting',
  'DEBUG SEGFAULT': 'shutdown',
  'DEBUG PANIC': 'shutdown',
  'DEBUG RESTART': 'shutdown',
  'DEBUG CRASH-AND-RECOVER': 'shutdown',
  'DEBUG OOM': 'shutdown',
  'DEBUG SLEEP': 'shutdown',
  'DEBUG CHANGE-REPL-ID': 'setting',
  'DEBUG RELOAD': 'setting',
  'DEBUG OBJECT': 'read',
  'DEBUG SDSLEN': 'read',
  'DEBUG LISTPACK': 'read',
  'DEBUG POPULATE': 'insert',
  'DEBUG SET-ACTIVE-EXPIRE': 'setting',
}
const BY_PAIR = new Map(Object.entries(PAIRS))
const BY_WORD = new Map(Object.entries(COMMANDS))
const SCRIPTS = new Set(['EVAL', 'EVAL_RO', 'FUNCTION'])
const UNDONE = new Set(['delete-some', 'update-some', 'update-all', 'insert', 'flush'])

/** Reads the words of one command, or a script with one command a line. */
function readRedis(text: string): QueryEffect[] {
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
      readLua(text, at, effects)
      return effects
    }
    if (first === 'MULTI') multi = effects.length
    else if (first === 'EXEC') multi = -1
    else if (first === 'DISCARD' && multi >= 0) {
      for (let i = multi; i < effects.length; i++)
        if (UNDONE.has((effects[i] as QueryEffect).class)) effects[i] = { ...(effects[i] as QueryEffect), class: 'rolled-back' }
      multi = -1
    } else if (first !== '' && !first.startsWith('#')) {
      const effect = commandEffect(words)
      effects.push({ class: effect.class, target: effect.target, start: at, end })
    }
    at = end + 1
  }
  return effects
}

function commandEffect(words: readonly string[]): { class: QueryClass; target: string | null } {
  const first = (words[0] ?? '').toUpperCase()
  const pair = words.length > 1 ? `${first} ${(words[1] as string).toUpperCase()}` : first
  if (first === 'SLAVEOF' || first === 'REPLICAOF') {
    // following another server throws away everything held here
    const free = /^no$/i.test(words[1] ?? '')
    return { class: free ? 'setting' : 'flush', target: free ? null : (words[1] ?? null) }
  }
  const paired = BY_PAIR.get(pair)
  if (paired !== undefined) return { class: paired, target: words[2] ?? null }
  const kind = BY_WORD.get(first)
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

function readLua(text: string, start: number, effects: QueryEffect[]): void {
  const script = text.slice(start)
  let found = false
  for (const match of script.matchAll(CALL)) {
    const words = (match[1] ?? '')
      .split(',')
      .map((word) => word.replace(/[\\'"\s]/g, ''))
      .slice(0, 4)
    if (!/^[A-Za-z.]{2,30}$/.test(words[0] ?? '')) continue
    found = true
    const effect = commandEffect(words)
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

export const reader: QueryReader = { name: 'redis', read: (text) => readRedis(text) }
