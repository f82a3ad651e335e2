// Does a name hold a whole word? `*<test>*` fits `app-test.db` and `appTest.db`, not `latest.db`.
import { compileGlob } from './glob.ts'
import type { GlobOptions, TextTest } from './glob.ts'

/** What rules and places may say of names: a glob, or `*<word>*` for a whole word anywhere in it. Names end their words at what is no letter, and where camelCase begins another. */
export function compileNameGlob(pattern: string, options: GlobOptions = {}): TextTest {
  const word = /^\*<([a-z]+)>\*$/.exec(pattern)?.[1]
  return word === undefined ? compileGlob(pattern, options) : (text) => holdsWord(text, word)
}

function holdsWord(text: string, word: string): boolean {
  const lower = text.toLowerCase()
  // A few capitals grow when they are made small; then the places of the two texts differ, and the small one counts.
  const name = lower.length === text.length ? text : lower
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (isBetweenWords(name, at) && isBetweenWords(name, at + word.length)) return true
  }
  return false
}

/** `a|_`, `a|B`, `AB|Cd`. */
function isBetweenWords(name: string, at: number): boolean {
  const before = name.charAt(at - 1)
  const after = name.charAt(at)
  if (!isLetter(before) || !isLetter(after)) return true
  return isCapital(after) && (!isCapital(before) || (isLetter(name.charAt(at + 1)) && !isCapital(name.charAt(at + 1))))
}

const isLetter = (character: string): boolean => /^\p{L}$/u.test(character)
const isCapital = (character: string): boolean => /^\p{Lu}$/u.test(character)
