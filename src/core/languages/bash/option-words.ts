// Which values does a script find that takes its options apart? `getopts d: o`, `getopt -o d: --long dir: -- "$@"`.
import type { Word } from '../../model.ts'
import type { Shell, Value } from '../../machine/process.ts'
import { MOST_VALUES } from '../../machine/alternatives.ts'
import { setValue } from '../../machine/env.ts'
import { unknownWord } from '../../value/text.ts'

interface Taken {
  readonly letter: string
  readonly value: Word
}

/** Each option a word of its own, with its value behind it. `taken` is told the values of those of one letter. */
function apart(short: string, words: readonly Word[], taken: Taken[] = []): readonly Word[] {
  const all: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const text = word.text ?? ''
    const equals = text.startsWith('--') ? text.indexOf('=') : -1
    if (equals > 0) all.push({ text: text.slice(0, equals) }, { text: text.slice(equals + 1) })
    else if (!/^-[^-]/.test(text)) all.push(word)
    else
      for (let letter = 1; letter < text.length; letter++) {
        all.push({ text: `-${text[letter]}` })
        if (!short.includes(`${text[letter]}:`)) continue
        const value = letter + 1 < text.length ? { text: text.slice(letter + 1) } : words[++at]
        if (value === undefined) break
        all.push(value)
        taken.push({ letter: text[letter]!, value })
        break
      }
  }
  return all
}

/** Any of the values may be the one of this round; in the branch of its letter, those of that letter. */
export function getopts(shell: Shell, [short, , ...words]: readonly Word[], positional: readonly Word[] | null): void {
  const taken: Taken[] = []
  apart(short?.text ?? '', words.length > 0 ? words : (positional ?? []), taken)
  for (const letter of new Set(taken.map((one) => one.letter))) setValue(shell, MARK + letter, eitherOf(taken.filter((one) => one.letter === letter)))
  if (taken.length > 0) setValue(shell, 'OPTARG', eitherOf(taken))
}
const MARK = 'option '
function eitherOf(taken: readonly Taken[]): Value {
  const words = taken.map(({ value }) => value)
  const kept = words.length > MOST_VALUES ? [...words.slice(0, MOST_VALUES - 1), unknownWord('OPTARG', false)] : words
  const [first, ...others] = kept.map((value): Value => ({ words: [value], array: false }))
  return others.length === 0 ? first! : { ...first!, otherwise: others }
}

/** `d) DIR=$OPTARG`: a letter that was not given is not reached. */
export function inBranch(shell: Shell, patterns: readonly { readonly text: string }[]): void {
  const [only] = patterns
  const letter = /^(["']?)([A-Za-z0-9])\1$/.exec(only?.text ?? '')?.[2]
  if (letter === undefined || patterns.length > 1) return
  setValue(shell, 'OPTARG', shell.vars.get(MARK + letter))
}

/** What it prints, for `eval set --`; null where a word is not known. */
export function getopt(words: readonly Word[], quoted: (word: Word) => string): Word | null {
  const end = words.findIndex(({ text }) => text === '--')
  const at = words.findIndex(({ text }) => text === '-o' || text === '--options')
  const all = end < 0 ? [] : apart(words[at + 1]?.text ?? '', words.slice(end + 1))
  return end < 0 || all.some(({ text }) => text === null) ? null : { text: [...all.map(quoted), '--'].join(' ') }
}
