// What public descriptions of command lines say of options (test/build/described-options.txt, written by scripts/described-options.mjs).
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './built-gate.ts'

/** What follows an option: nothing, a value, one only where it is attached, several, or one that may be left out. */
export type Follows = 'nothing' | 'value' | 'attached' | 'several' | 'maybe'
const FOLLOWS: readonly Follows[] = ['nothing', 'value', 'attached', 'several', 'maybe']

interface Described {
  /** The program and its subcommands. */
  readonly words: readonly string[]
  /** By spelling: what each of the two descriptions says, where they know it. */
  readonly options: ReadonlyMap<string, readonly Follows[]>
}

export function describedOptions(): readonly Described[] {
  const text = readFileSync(path.join(root, 'test/build/described-options.txt'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [words = '', ...groups] = line.split('\t')
      const options = new Map<string, Follows[]>()
      for (const group of groups) {
        const [kind = '', ...names] = group.split(' ')
        const follows = FOLLOWS[Number(kind[1])] ?? 'maybe'
        for (const name of names) options.set(name, [...(options.get(name) ?? []), follows])
      }
      return { words: words.split(' '), options }
    })
}
