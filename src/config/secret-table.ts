// How is the book of secrets stored so that a text without one needs only the keywords, and one with some only their kinds?
import { tablesOf } from '../core/secrets/compile.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretBook, SecretKind } from '../core/secrets/model.ts'
import { latinOf } from '../gate/bytes.ts'
import { packTable, readTable } from './lazy-table.ts'
import type { Slice } from './lazy-table.ts'

type Stored = ReturnType<typeof tablesOf>
/** Numbers of one byte, and of two with the lower first. */
const NARROW = ['columns', 'letters', 'lengths', 'sorts', 'least'] as const
const WIDE = ['first', 'fail', 'from', 'ends', 'wakes', 'wakesFrom'] as const
/** Its first bytes: how wide a row is, and how long each part. */
const HEAD = 96

/** The finished automaton: building it takes as long as everything else about a plain call. */
export function packKeywords(data: SecretBookData): Buffer {
  const { automaton, ...rest } = tablesOf(data)
  const all = { ...automaton, ...rest }
  const parts = [...WIDE.map((name) => lowFirst(Buffer.from(all[name].slice().buffer))), ...NARROW.map((name) => Buffer.from(all[name]))]
  const head = [automaton.width, ...parts.map(({ length }) => length)].join(' ')
  return Buffer.concat([Buffer.from(head.padEnd(HEAD)), ...parts])
}

/** As this machine has its numbers, or back. */
const lowFirst = (bytes: Uint8Array): Uint8Array => (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? bytes : Buffer.from(bytes).swap16())

function readKeywords(bytes: Uint8Array): Stored {
  const [width = 0, ...lengths] = latinOf(bytes.subarray(0, HEAD)).trimEnd().split(' ').map(Number)
  let at = HEAD
  const starts = lengths.map((length) => (at += length) - length)
  if (lengths.length !== WIDE.length + NARROW.length || !(width > 0) || at !== bytes.length) throw new Error('the table of secrets is cut short')
  const part = (index: number): Uint8Array => bytes.subarray(starts[index], (starts[index] as number) + (lengths[index] as number))
  const wide = (name: (typeof WIDE)[number]): Uint16Array => {
    const found = lowFirst(part(WIDE.indexOf(name)))
    // A view of two-byte numbers must begin at an even place.
    const even = found.byteOffset % 2 === 0 ? found : new Uint8Array(found)
    return new Uint16Array(even.buffer, even.byteOffset, even.length / 2)
  }
  const narrow = (name: (typeof NARROW)[number]): Uint8Array => part(WIDE.length + NARROW.indexOf(name))
  return {
    automaton: {
      columns: narrow('columns'),
      width,
      first: wide('first'),
      letters: narrow('letters'),
      fail: wide('fail'),
      from: wide('from'),
      ends: wide('ends'),
      lengths: narrow('lengths'),
    },
    sorts: narrow('sorts'),
    least: narrow('least'),
    wakes: wide('wakes'),
    wakesFrom: wide('wakesFrom'),
  }
}

const REST = 'rest'

/** The kinds by their numbers, and what else there is. */
export const packSecrets = ({ kinds, ...rest }: SecretBookData): string =>
  packTable({ ...Object.fromEntries(kinds.map((kind, index) => [`kind ${index}`, kind])), [REST]: rest })

const rowsOf = (from: Slice): Readonly<Record<string, unknown>> => readTable<unknown>(from)
const kindIn = (rows: Readonly<Record<string, unknown>>, index: number): SecretKind => {
  const kind = rows[`kind ${index}`]
  if (kind === undefined) throw new Error('the table of secrets is cut short')
  return kind as SecretKind
}

/** `open` is called when the first kind is wanted. */
export function readSecrets(keywords: Uint8Array, open: () => Slice): SecretBook {
  const kept: SecretKind[] = []
  let rows: Readonly<Record<string, unknown>> | undefined
  const all = (): Readonly<Record<string, unknown>> => (rows ??= rowsOf(open()))
  return {
    ...readKeywords(keywords),
    kindAt: (index) => (kept[index] ??= kindIn(all(), index)),
    regexes: [],
  }
}

/** The whole, for joining it with another. */
export function wholeBook(book: SecretBook, from: Slice): SecretBookData {
  const rows = rowsOf(from)
  return { ...(rows[REST] as Omit<SecretBookData, 'kinds'>), kinds: Array.from(book.sorts, (_, index) => kindIn(rows, index)) }
}
