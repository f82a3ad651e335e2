// Says of commands of PowerShell and cmd what programs/ knows: how their options are written, their parameters and traits.
import { findProgram } from '../meaning/entries.ts'
import type { Meaning } from '../meaning/entries.ts'
import { isParameter } from '../meaning/options.ts'
import { tongueOf, WINDOWS_SHELLS } from '../languages/_windows/tongue.ts'
import type { Lookup, Programs, WindowsShell } from '../languages/_windows/tongue.ts'
import type { LanguageBook } from '../languages/_book/book.ts'

const made = new WeakMap<Meaning, Programs>()

export function programsOf(meaning: Meaning): Programs {
  let programs = made.get(meaning)
  if (programs === undefined) made.set(meaning, (programs = over(meaning)))
  return programs
}

const over = (meaning: Meaning): Programs => ({
  isKnown: (name) => findProgram(meaning, name).known,
  isCmdlet: (name) => findProgram(meaning, name).style === WINDOWS_SHELLS[0],
  isSwitched: (name) => findProgram(meaning, name).style === 'slash',
  takes: (name, word) => isParameter(findProgram(meaning, name), word),
  has: (name, trait) => findProgram(meaning, name).traits?.includes(trait) === true,
  deletes: (name) => findProgram(meaning, name).does.some(({ kind }) => kind === 'delete'),
  runsOthers: (name) => findProgram(meaning, name).runs.length > 0,
})

/** What words of either shell are looked up in, made when it is asked for. */
export function lookupsOf({ languages, meaning }: { readonly languages: LanguageBook; readonly meaning: Meaning }): {
  readonly powershell: () => Lookup
  readonly cmd: () => Lookup
} {
  const of = (language: WindowsShell) => (): Lookup => ({ tongue: tongueOf(languages, language), programs: programsOf(meaning) })
  const [first, second] = WINDOWS_SHELLS
  return { powershell: of(first), cmd: of(second) }
}
