// How is the book of secrets stored so that a text without one needs only the keywords?
import { buildAutomaton } from '../core/secrets/automaton.ts'
import type { Automaton } from '../core/secrets/automaton.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretBook } from '../core/secrets/model.ts'

const PARTS = ['columns', 'next', 'from', 'ends', 'lengths'] as const
/** Its first bytes: byte order, width, and how long each part is. */
const HEAD = 64

/** The finished automaton: building it takes as long as everything else about a plain call. */
export function packAutomaton(keywords: readonly string[]): Buffer {
  const automaton = buildAutomaton(keywords)
  const parts = PARTS.map((name) => {
    const { buffer, byteOffset, byteLength } = automaton[name]
    // A view of two-byte numbers must begin at an even place.
    return Buffer.concat([Buffer.from(buffer, byteOffset, byteLength), Buffer.alloc(byteLength % 2)])
  })
  // Numbers of two bytes are stored as this machine has them; one that has them otherwise builds its own.
  const head = [isLittle() ? 'little' : 'big', automaton.width, ...PARTS.map((name) => automaton[name].byteLength)].join(' ')
  return Buffer.concat([Buffer.from(head.padEnd(HEAD)), ...parts])
}

const isLittle = (): boolean => new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

function readAutomaton(bytes: Buffer): Automaton | null {
  const [order, ...numbers] = bytes.toString('latin1', 0, HEAD).trimEnd().split(' ')
  const [width = 0, ...lengths] = numbers.map(Number)
  if (order === (isLittle() ? 'big' : 'little')) return null
  const even = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer)
  let at = HEAD
  const starts = lengths.map((length) => {
    const start = at
    at += length + (length % 2)
    return start
  })
  if (order !== (isLittle() ? 'little' : 'big') || lengths.length !== PARTS.length || !(width > 0) || at !== bytes.length)
    throw new Error('the table of secrets is cut short')
  const part = (name: (typeof PARTS)[number]): Uint8Array => {
    const index = PARTS.indexOf(name)
    return even.subarray(starts[index], (starts[index] as number) + (lengths[index] as number))
  }
  const wide = (name: (typeof PARTS)[number]): Uint16Array => {
    const { buffer, byteOffset, byteLength } = part(name)
    return new Uint16Array(buffer, byteOffset, byteLength / 2)
  }
  return { columns: part('columns'), width, next: wide('next'), from: wide('from'), ends: wide('ends'), lengths: part('lengths') }
}

/** `json` is read when the first keyword is found. */
export function readSecretTable(automatonBytes: Buffer, json: () => string): SecretBook {
  let kept: SecretBookData | undefined
  let regexes: (RegExp | undefined)[] | undefined
  const data = (): SecretBookData => (kept ??= JSON.parse(json()) as SecretBookData)
  return {
    automaton: readAutomaton(automatonBytes) ?? buildAutomaton(data().keywords),
    get kinds() {
      return data().kinds
    },
    get wakes() {
      return data().wakes
    },
    get prefixes() {
      return data().prefixes
    },
    get regexes() {
      return (regexes ??= Array.from({ length: data().kinds.length }))
    },
  }
}
