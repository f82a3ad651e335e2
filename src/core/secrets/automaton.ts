// Which of many keywords stand in a text, and where? One pass (Aho-Corasick), whatever their number.

export interface Automaton {
  /** Column of each character below 128; 0 is every other. Capitals share the column of their small letter. */
  readonly columns: Uint8Array
  readonly width: number
  /** The state after a state and a column. */
  readonly next: Uint16Array
  /** Keywords that end in a state: `ends[from[state]]` up to `ends[from[state + 1]]`. */
  readonly from: Uint16Array
  readonly ends: Uint16Array
  readonly lengths: Uint8Array
}

const columnsOf = (symbols: string): Uint8Array => {
  const columns = new Uint8Array(128)
  for (let i = 0; i < symbols.length; i++) {
    columns[symbols.charCodeAt(i)] = i + 1
    columns[symbols.charAt(i).toUpperCase().charCodeAt(0)] = i + 1
  }
  return columns
}

/** Keywords are ASCII and lower case, and fewer than 65,536 characters in all; the caller sees to that. The list is what travels as JSON. */
export function buildAutomaton(keywords: readonly string[]): Automaton {
  const text = keywords.join('')
  const symbols = [...new Set(text)].sort().join('')
  const columns = columnsOf(symbols)
  const width = symbols.length + 1
  const next = new Uint16Array((text.length + 1) * width)
  // The tree of the keywords: each state's last child, and each child's elder sibling and column.
  const child = new Uint16Array(text.length + 1)
  const sibling = new Uint16Array(text.length + 1)
  const column = new Uint8Array(text.length + 1)
  const own: number[][] = [[]]
  keywords.forEach((keyword, index) => {
    let state = 0
    for (let i = 0; i < keyword.length; i++) {
      const at = columns[keyword.charCodeAt(i)] as number
      let to = next[state * width + at] as number
      if (to === 0) {
        to = own.length
        own.push([])
        next[state * width + at] = to
        column[to] = at
        sibling[to] = child[state] as number
        child[state] = to
      }
      state = to
    }
    own[state]?.push(index)
  })
  // A state without a step of its own goes where the longest shorter match would. Breadth first: what is fallen back on is always done.
  const fail = new Uint16Array(own.length)
  const queue = [0]
  for (const state of queue) {
    const back = fail[state] as number
    if (state !== 0) {
      next.copyWithin(state * width, back * width, (back + 1) * width)
      if ((own[back] as number[]).length > 0) own[state]?.push(...(own[back] as number[]))
    }
    for (let to = child[state] as number; to !== 0; to = sibling[to] as number) {
      const at = column[to] as number
      if (state !== 0) fail[to] = next[back * width + at] as number
      next[state * width + at] = to
      queue.push(to)
    }
  }
  const from = new Uint16Array(own.length + 1)
  own.forEach((list, state) => {
    from[state + 1] = (from[state] as number) + list.length
  })
  const lengths = Uint8Array.from(keywords, (keyword) => keyword.length)
  return { columns, width, next: next.subarray(0, own.length * width), from, ends: Uint16Array.from(own.flat()), lengths }
}

/** Calls `hit` with each keyword and where it ends, in order of the ends; stops when it says false. */
export function walkKeywords({ columns, width, next, from, ends }: Automaton, text: string, hit: (keyword: number, end: number) => boolean): void {
  let state = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const column = code < 128 ? (columns[code] as number) : 0
    state = next[state * width + column] as number
    const last = from[state + 1] as number
    for (let at = from[state] as number; at < last; at++) if (!hit(ends[at] as number, i + 1)) return
  }
}
