// How is the book of secrets stored so that a text without one needs only the keywords?
import { buildAutomaton } from '../core/secrets/automaton.ts'
import type { Automaton } from '../core/secrets/automaton.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretBook } from '../core/secrets/model.ts'

const PARTS = ['columns', 'next', 'from', 'ends', 'lengths'] as const
const isWide = (part: (typeof PARTS)[number]): boolean => part !== 'columns' && part !== 'lengths'

/** The finished automaton: building it takes as long as everything else about a plain call. A part a line. */
export function packAutomaton(keywords: readonly string[]): string {
  const automaton = buildAutomaton(keywords)
  const texts = PARTS.map((part) => Buffer.from(automaton[part].buffer, automaton[part].byteOffset, automaton[part].byteLength).toString('base64'))
  // Numbers of two bytes are stored as this machine has them; one that has them otherwise builds its own.
  return [isLittle() ? 'little' : 'big', automaton.width, ...texts].join('\n')
}

const isLittle = (): boolean => new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

function readAutomaton(text: string): Automaton | null {
  const [order, width, ...texts] = text.split('\n')
  if (order !== (isLittle() ? 'little' : 'big') || texts.length !== PARTS.length) return null
  const part = (name: (typeof PARTS)[number]): Uint8Array => {
    const bytes = Buffer.from(texts[PARTS.indexOf(name)] as string, 'base64')
    // A view of two-byte numbers must begin at an even place.
    return isWide(name) && bytes.byteOffset % 2 !== 0 ? Uint8Array.from(bytes) : bytes
  }
  const wide = (name: (typeof PARTS)[number]): Uint16Array => {
    const bytes = part(name)
    return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)
  }
  return { columns: part('columns'), width: Number(width), next: wide('next'), from: wide('from'), ends: wide('ends'), lengths: part('lengths') }
}

/** `json` is read when the first keyword is found. */
export function readSecretTable(automatonText: string, json: () => string): SecretBook {
  let kept: SecretBookData | undefined
  let regexes: (RegExp | undefined)[] | undefined
  const data = (): SecretBookData => (kept ??= JSON.parse(json()) as SecretBookData)
  return {
    automaton: readAutomaton(automatonText) ?? buildAutomaton(data().keywords),
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
