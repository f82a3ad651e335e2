// In which folder does code do what it does? (`os.chdir(x)`, `Dir.chdir x`, `{ cwd: x }`)
import type { CodeEffect } from './effects.ts'
import { option } from './call.ts'
import type { Call, Meaning } from './call.ts'
import { joinPaths } from './paths.ts'
import { alternatives, home, wordOf } from './values.ts'
import type { Value } from './values.ts'

const STARTS = new Set<Meaning['does']>(['shell', 'words', 'command', 'spawn'])

export interface Folder {
  readonly stands: () => Pick<CodeEffect, 'folder' | 'there'>
  /** Follows a call that enters a folder, and one that starts a program in another. */
  readonly during: <T>(meaning: Meaning, call: Call, act: () => T) => T
}

export function createFolder(): Folder {
  let entered: Value | null = null
  let there = false
  const join = (value: Value): Value => joinPaths(entered === null ? [value] : [entered, value], true)
  return {
    stands: () => (entered === null ? {} : { folder: wordOf(entered), ...(there ? { there: true } : {}) }),
    during: (meaning, call, act) => {
      const [first] = call.args
      // A branch that is not taken enters nothing: what follows may happen in either.
      // To Perl and Ruby no folder is home.
      if (meaning.does === 'chdir') entered = first === undefined || first.is === 'function' ? home() : join(alternatives(first)[0]!)
      const given = STARTS.has(meaning.does) ? option(call, 'cwd') : undefined
      if (given === undefined || (given.is !== 'text' && given.is !== 'thing')) return act()
      const before = { entered, there }
      entered = join(given)
      there = true
      const result = act()
      entered = before.entered
      there = before.there
      return result
    },
  }
}
