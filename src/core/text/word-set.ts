// Is a word one of these? A list that is made when first asked: quicker to start with than an expression of as many ways, which is compiled first.

export type WordSet = Pick<ReadonlySet<string>, 'has'>

/** From words between single spaces. */
export function wordSet(words: string): WordSet {
  let made: ReadonlySet<string> | undefined
  return { has: (word) => (made ??= new Set(words.split(' '))).has(word) }
}
