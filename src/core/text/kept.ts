// What was looked up under a name before, in the same book?

/** Longer names come back seldom. */
const LONGEST = 64
const MOST = 4096

/** A pure lookup that remembers its answers, for as long as its book lives. Names that are made up must not fill the memory. */
export const keptByName = <Book extends object, Answer>(find: (book: Book, name: string) => Answer): ((book: Book, name: string) => Answer) => {
  const books = new WeakMap<Book, Map<string, Answer>>()
  return (book, name) => {
    let kept = books.get(book)
    if (kept === undefined) books.set(book, (kept = new Map()))
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
