// Looks up what languages/powershell.yaml and languages/cmd.yaml say of a name: its alias, the folder a variable holds, what a call does. Names count in any case.
import type { CommandNames, Held, LanguageBook, Meaning } from '../_book/book.ts'
import type { Part } from '../../model.ts'
import { addText, unknownPart } from './words.ts'

export const WINDOWS_SHELLS = ['powershell', 'cmd'] as const
export type WindowsShell = (typeof WINDOWS_SHELLS)[number]

export interface Tongue {
  readonly commands: CommandNames
  readonly values: Readonly<Record<string, Held>>
  readonly calls: Readonly<Record<string, Meaning>>
}

/** What programs/ says of a command. */
export interface Programs {
  isKnown(name: string): boolean
  /** Its options are words with a dash, which may be cut short; or letters behind a slash. */
  isCmdlet(name: string): boolean
  isSwitched(name: string): boolean
  /** Whether the word, with its dash, is one of its parameters or the beginning of one. */
  takes(name: string, word: string): boolean
  has(name: string, trait: string): boolean
  deletes(name: string): boolean
  /** Its words are for another program. */
  runsOthers(name: string): boolean
}
/** What words are looked up in. */
export interface Lookup {
  readonly tongue: Tongue
  readonly programs: Programs
}

const NO_NAMES: CommandNames = { aliases: {}, programs: {}, registry: {}, drives: {}, verbs: [], taking: [], builtins: [], divided: [], variable: 'NAME' }
/** Of a shell nobody described. */
export const NO_TONGUE: Tongue = { commands: NO_NAMES, values: {}, calls: {} }
const known = new WeakMap<LanguageBook, Map<string, Tongue>>()

export function tongueOf(book: LanguageBook, language: WindowsShell): Tongue {
  let made = known.get(book)
  if (made === undefined) known.set(book, (made = new Map()))
  let tongue = made.get(language)
  if (tongue === undefined) {
    const entry = book.entries[language]
    tongue = { commands: entry?.commands ?? NO_NAMES, values: entry?.values ?? {}, calls: book.calls[language] ?? {} }
    made.set(language, tongue)
  }
  return tongue
}

export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(table, name) ? table[name] : undefined)

/** The name that programs/ describes a command under. */
export const commandOf = ({ commands }: Tongue, name: string): string => {
  const lower = name.toLowerCase()
  return own(commands.aliases, lower) ?? lower
}

/** What an environment variable holds on nearly every Windows; null: nobody said. */
export function heldIn({ values }: Tongue, variable: string): readonly Part[] | null {
  const held = own(values, variable.toLowerCase())
  if (held === undefined || typeof held === 'string' || 'constant' in held || 'arguments' in held) return null
  if ('variable' in held) return [unknownPart(held.variable)]
  const text = ('text' in held ? held.text : held.path).replaceAll('\\', '/')
  const parts: Part[] = []
  if ('path' in held && text.startsWith('~')) {
    parts.push(unknownPart('HOME'))
    addText(parts, text.slice(1))
  } else addText(parts, text)
  return parts
}
