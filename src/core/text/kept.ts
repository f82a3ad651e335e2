// What was looked up under a name before, in the same book?

/** Longer names come back seldom. */
const LONGEST = 64
const MOST = 4096

/** A pure lookup that remembers its answers, for as long as its book lives. Names that are made up must not fill the memory. */
export const keptByName = <Book extends object, Answer>(find: (book: Book, name: string) => Answer): ((book: Book, name: string) => Answer) => {
  const books = new WeakMap<Book, Map<string, Answer>>()
  // Mostly it is the same book as before.
  let last: { readonly book: Book; readonly kept: Map<string, Answer> } | null = null
  const keptOf = (book: Book): Map<string, Answer> => {
    const kept = books.get(book) ?? new Map<string, Answer>()
    books.set(book, kept)
    last = { book, kept }
    return kept
  }
  return (book, name) => {
    const kept = last !== null && last.book === book ? last.kept : keptOf(book)
    const known = kept.get(name)
    if (known !== undefined || kept.has(name)) return known as Answer
    const answer = find(book, name)
    if (name.length <= LONGEST) {
      if (kept.size >= MOST) kept.clear()
      kept.set(copyOf(name), answer)
    }
    return answer
  }
}

/** A text of its own: a piece of a call's text would hold on to all of that. */
export const copyOf = (text: string): string => ` ${text}`.slice(1)
