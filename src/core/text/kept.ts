// What was looked up under a short name before, in the same book?

/** Longer names may hold on to the whole text that they were cut from, and come back seldom. */
const LONGEST = 12
const MOST = 4096

/** A pure lookup that remembers its answers, for as long as its book lives. Names that are made up must not fill the memory. */
export const keptByName = <Book extends object, Answer>(find: (book: Book, name: string) => Answer): ((book: Book, name: string) => Answer) => {
  const books = new WeakMap<Book, Map<string, Answer>>()
  return (book, name) => {
    if (name.length > LONGEST) return find(book, name)
    let kept = books.get(book)
    if (kept === undefined) books.set(book, (kept = new Map()))
    let answer = kept.get(name)
    if (answer === undefined) {
      answer = find(book, name)
      if (kept.size >= MOST) kept.clear()
      kept.set(name, answer)
    }
    return answer
  }
}
