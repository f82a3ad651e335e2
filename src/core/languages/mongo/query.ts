// What would a script for the MongoDB shell do?
import type { QueryClass, QueryEffect } from '../_query/classes.ts'
import { isTemporaryName } from '../_query/classes.ts'
import type { QueryReader } from '../_query/reader.ts'

interface Piece {
  /** `"` for text, `a` for words and numbers, else the sign itself. */
  readonly kind: string
  readonly text: string
  readonly start: number
  readonly end: number
}

const METHODS: Readonly<Record<string, QueryClass>> = {
  dropDatabase: 'drop-database',
  drop: 'drop-table',
  dropIndex: 'drop-index',
  dropIndexes: 'drop-index',
  dropUser: 'drop-role',
  dropAllUsers: 'drop-role',
  dropRole: 'drop-role',
  dropAllRoles: 'drop-role',
  dropSearchIndex: 'drop-index',
  removeUser: 'drop-role',
  deleteOne: 'delete-some',
  findOneAndDelete: 'delete-some',
  deleteMany: 'delete-all',
  remove: 'delete-all',
  updateOne: 'update-some',
  findOneAndUpdate: 'update-some',
  findOneAndReplace: 'update-some',
  replaceOne: 'update-some',
  findAndModify: 'update-some',
  updateMany: 'update-all',
  update: 'update-all',
  insertOne: 'insert',
  insertMany: 'insert',
  insert: 'insert',
  save: 'insert',
  bulkWrite: 'update-some',
  renameCollection: 'alter',
  createCollection: 'create',
  createIndex: 'create',
  createIndexes: 'create',
  createView: 'create',
  ensureIndex: 'create',
  createUser: 'create',
  createRole: 'grant',
  grantRolesToUser: 'grant',
  grantRolesToRole: 'grant',
  grantPrivilegesToRole: 'grant',
  revokeRolesFromUser: 'grant',
  updateUser: 'grant',
  updateRole: 'grant',
  changeUserPassword: 'grant',
  shutdownServer: 'shutdown',
  stepDown: 'setting',
  reconfig: 'setting',
  initiate: 'setting',
  setProfilingLevel: 'setting',
  fsyncLock: 'setting',
  setFeatureCompatibilityVersion: 'setting',
  killOp: 'kill',
  execSync: 'shell',
  exec: 'shell',
  spawnSync: 'shell',
  spawn: 'shell',
  execFileSync: 'shell',
  runProgram: 'shell',
  runNonMongoProgram: 'shell',
  find: 'read',
  findOne: 'read',
  countDocuments: 'read',
  estimatedDocumentCount: 'read',
  count: 'read',
  distinct: 'read',
  aggregate: 'read',
  getCollectionNames: 'read',
  getCollectionInfos: 'read',
  stats: 'read',
  getIndexes: 'read',
  status: 'read',
  serverStatus: 'read',
  listDatabases: 'read',
  writeFileSync: 'write-file',
  readFileSync: 'read-file',
}
/** Database commands given as documents: `runCommand({ drop: 'users' })`. */
const COMMANDS: Readonly<Record<string, QueryClass>> = {
  dropDatabase: 'drop-database',
  drop: 'drop-table',
  dropIndexes: 'drop-index',
  deleteIndexes: 'drop-index',
  delete: 'delete-some',
  update: 'update-some',
  insert: 'insert',
  shutdown: 'shutdown',
  dropUser: 'drop-role',
  dropAllUsersFromDatabase: 'drop-role',
  dropRole: 'drop-role',
  createUser: 'create',
  updateUser: 'grant',
  grantRolesToUser: 'grant',
  setParameter: 'setting',
  replSetReconfig: 'setting',
  replSetStepDown: 'setting',
  killOp: 'kill',
  killSessions: 'kill',
  killAllSessions: 'kill',
  renameCollection: 'alter',
  collMod: 'alter',
  create: 'create',
  fsync: 'setting',
  convertToCapped: 'alter',
  removeShard: 'setting',
  compact: 'other',
}
/** Words of the chain that are no collection. */
const PASSED_OVER = new Set(['db', 'getSiblingDB', 'getCollection', 'getDB', 'getMongo', 'collection', 'this', 'rs', 'sh', 'require', 'child_process', 'fs'])
const KEYWORDS_BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of'])

/** Reads JavaScript for mongosh. */
function readMongo(text: string): QueryEffect[] {
  const effects: QueryEffect[] = []
  const pieces = putTogether(split(text))
  const report = (kind: QueryClass, target: string | null, from: Piece, to: Piece): void => {
    effects.push({ class: kind, target, start: from.start, end: to.end })
  }
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as Piece
    if (piece.kind !== 'a' && piece.kind !== '"') continue
    const before = pieces[i - 1]
    const called = method(pieces, i)
    if (called !== null) readCall(pieces, i, called, report)
    else if (piece.kind === 'a' && pieces[i + 1]?.kind === '(' && before?.kind !== '.') {
      const argument = pieces[i + 2]
      const literal = argument?.kind === '"' ? argument.text : null
      if (piece.text === 'load') report('run-file', literal, piece, piece)
      else if (piece.text === 'run' || piece.text === 'runProgram' || piece.text === 'execSync') report('shell', literal, piece, piece)
      else if (piece.text === 'eval' && literal !== null && literal.length < text.length) {
        for (const effect of readMongo(literal)) effects.push({ ...effect, start: piece.start, end: argument?.end ?? piece.end })
      }
    } else if (piece.kind === 'a' && (piece.text === 'show' || piece.text === 'use') && i === 0)
      report(piece.text === 'show' ? 'read' : 'other', null, piece, piece)
  }
  if (effects.length === 0 && pieces.length > 0) effects.push({ class: 'other', target: null, start: 0, end: text.length })
  return effects
}

/** `"drop" + "Database"` is one text. */
function putTogether(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(({ kind }) => kind === '+')) return pieces
  const out: Piece[] = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Piece
    const [sign, left] = [out.at(-1), out.at(-2)]
    if (piece.kind !== '"' || sign?.kind !== '+' || left?.kind !== '"') {
      out.push(piece)
      continue
    }
    out.splice(-2, 2, { ...left, text: left.text + piece.text, end: piece.end })
  }
  return out
}

/** The name of the method called at this piece: `.drop(`, `["drop"](`, `?.drop(`. */
function method(pieces: readonly Piece[], at: number): { name: string; open: number } | null {
  const piece = pieces[at] as Piece
  const before = pieces[at - 1]?.kind
  if (piece.kind === 'a' && before === '.' && pieces[at + 1]?.kind === '(') return { name: piece.text, open: at + 1 }
  if (piece.kind === '"' && before === '[' && pieces[at + 1]?.kind === ']' && pieces[at + 2]?.kind === '(') return { name: piece.text, open: at + 2 }
  return null
}

function readCall(
  pieces: readonly Piece[],
  at: number,
  { name, open }: { name: string; open: number },
  report: (kind: QueryClass, target: string | null, from: Piece, to: Piece) => void,
): void {
  const piece = pieces[at] as Piece
  const last = pieces[open] as Piece
  const argument = pieces[open + 1]
  if (name === 'runCommand' || name === 'adminCommand') {
    const key = argument?.kind === '{' ? pieces[open + 2] : argument
    const value = pieces[open + 4]
    const kind = key !== undefined && Object.hasOwn(COMMANDS, key.text) ? (COMMANDS[key.text] as QueryClass) : 'other'
    return report(kind, value?.kind === '"' ? value.text : null, piece, last)
  }
  if (!Object.hasOwn(METHODS, name)) return
  const kind = METHODS[name] as QueryClass
  const target = kind === 'shell' || kind === 'read-file' || kind === 'write-file' ? (argument?.kind === '"' ? argument.text : null) : collection(pieces, at)
  if (kind === 'delete-all' || kind === 'update-all') {
    const every = emptyFilter(pieces, open + 1)
    const one =
      every > 0 && (name === 'remove' ? /^(?:true|justOne|1)$/.test(secondArgument(pieces, every)) : name === 'update' && !mentions(pieces, every, 'multi'))
    const some = kind === 'delete-all' ? 'delete-some' : 'update-some'
    if (every < 0 || one) return report(some, target, piece, last)
    return report(isTemporaryName(target) ? 'drop-temporary' : kind, target, piece, last)
  }
  if (kind === 'drop-table' && (isTemporaryName(target) || pieces[at - 2]?.text === 'Symbol')) return report('drop-temporary', target, piece, last)
  if (name === 'renameCollection' && mentions(pieces, open, 'true')) return report('replace-table', target, piece, last)
  if (name === 'aggregate') {
    if (mentions(pieces, open, '$out')) return report('replace-table', target, piece, last)
    if (mentions(pieces, open, '$merge')) return report('update-some', target, piece, last)
  }
  report(kind, name === 'exec' && argument?.kind !== '"' ? null : target, piece, last)
}

/** The collection a chain such as `db.getCollection("x").find()` is about. */
function collection(pieces: readonly Piece[], at: number): string | null {
  for (let i = at - 1; i >= 0 && i > at - 14; i--) {
    const { kind, text } = pieces[i] as Piece
    if (kind === ';' || kind === '=' || kind === '{') return null
    if (kind === '"' || (kind === 'a' && !PASSED_OVER.has(text) && (pieces[i - 1]?.kind === '.' || pieces[i + 1]?.kind === '.')))
      return Object.hasOwn(METHODS, text) ? null : text
  }
  return null
}

/** Where an argument that matches every document ends; -1 when it does not. */
function emptyFilter(pieces: readonly Piece[], at: number): number {
  const kind = (offset: number): string => pieces[at + offset]?.kind ?? ''
  const text = (offset: number): string => pieces[at + offset]?.text ?? ''
  if (kind(0) === ')') return at
  if (kind(0) !== '{') return -1
  if (kind(1) === '}') return at + 2
  // { _id: { $exists: true } }, { _id: { $ne: null } }
  if (text(1) === '_id' && kind(3) === '{' && kind(7) === '}' && kind(8) === '}') {
    const always = (text(4) === '$exists' && text(6) === 'true') || (text(4) === '$ne' && text(6) === 'null')
    return always ? at + 9 : -1
  }
  return -1
}

function secondArgument(pieces: readonly Piece[], at: number): string {
  if (pieces[at]?.kind !== ',') return ''
  return pieces[at + 1]?.kind === '{' ? (pieces[at + 2]?.text ?? '') : (pieces[at + 1]?.text ?? '')
}

/** Is this word or key among the next pieces of the call? */
function mentions(pieces: readonly Piece[], open: number, wanted: string): boolean {
  for (let i = open; i < pieces.length && i < open + 200; i++) {
    if (pieces[i]?.text === wanted) return true
    if (pieces[i]?.kind === ';') return false
  }
  return false
}

const SIGNS = new Set(['(', ')', '[', ']', '{', '}', ';', ',', '.', ':', '='])
/** More signs without a word between them say nothing more: the last takes the place of the one before. */
const LONGEST_RUN = 64

/** Splits JavaScript into words, texts and signs; comments and regular expressions are left out. */
function split(text: string): Piece[] {
  const pieces: Piece[] = []
  const word = /[\w$\u0080-\uffff]+/y
  const length = text.length
  let at = 0
  let run = 0
  while (at < length) {
    const sign = text[at] as string
    if (sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r' || sign === '?') {
      at++
      continue
    }
    if (sign === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const close = text[at + 1] === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2)
      at = close < 0 ? length : close + (text[at + 1] === '/' ? 1 : 2)
      continue
    }
    if (sign === '"' || sign === "'" || sign === '`') {
      let end = at + 1
      while (end < length && text[end] !== sign) end += text[end] === '\\' ? 2 : 1
      run = 0
      pieces.push({ kind: '"', text: text.slice(at + 1, Math.min(end, length)), start: at, end: Math.min(end + 1, length) })
      at = end + 1
      continue
    }
    if (sign === '/') {
      const before = pieces[pieces.length - 1]
      const value =
        before !== undefined &&
        (before.kind === ')' || before.kind === ']' || before.kind === '"' || (before.kind === 'a' && !KEYWORDS_BEFORE_REGEX.has(before.text)))
      if (!value) {
        let end = at + 1
        let inClass = false
        while (end < length && text[end] !== '\n' && (inClass || text[end] !== '/')) {
          if (text[end] === '\\') end++
          else if (text[end] === '[') inClass = true
          else if (text[end] === ']') inClass = false
          end++
        }
        run = 0
        pieces.push({ kind: 'a', text: '/', start: at, end: Math.min(end + 1, length) })
        at = end + 1
        continue
      }
    }
    word.lastIndex = at
    const found = SIGNS.has(sign) ? null : word.exec(text)
    if (found === null) {
      const piece: Piece = { kind: sign, text: sign, start: at, end: at + 1 }
      if (run++ < LONGEST_RUN) pieces.push(piece)
      else pieces[pieces.length - 1] = piece
      at++
      continue
    }
    run = 0
    pieces.push({ kind: 'a', text: found[0], start: at, end: word.lastIndex })
    at = word.lastIndex
  }
  return pieces
}

export const reader: QueryReader = { name: 'mongo', read: (text) => readMongo(text) }
