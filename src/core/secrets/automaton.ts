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

/** As JSON: only the steps that differ from those of the first state. */
export interface AutomatonData {
  readonly symbols: string
  readonly states: number
  /** Triples: state, column, next state. */
  readonly steps: readonly number[]
  readonly from: readonly number[]
  readonly ends: readonly number[]
  readonly lengths: readonly number[]
}

const columnsOf = (symbols: string): Uint8Array => {
  const columns = new Uint8Array(128)
  for (let i = 0; i < symbols.length; i++) {
    columns[symbols.charCodeAt(i)] = i + 1
    columns[symbols.charAt(i).toUpperCase().charCodeAt(0)] = i + 1
  }
  return columns
}

/** Keywords are ASCII and lower case; the caller has checked that. */
export function buildAutomaton(keywords: readonly string[]): Automaton {
  return readAutomaton(describeAutomaton(keywords))
}

export function describeAutomaton(keywords: readonly string[]): AutomatonData {
  const symbols = [...new Set(keywords.join(''))].sort().join('')
  const columns = columnsOf(symbols)
  const children: Map<number, number>[] = [new Map()]
  const own: number[][] = [[]]
  keywords.forEach((keyword, index) => {
    let state = 0
    for (let i = 0; i < keyword.length; i++) {
      const column = columns[keyword.charCodeAt(i)] ?? 0
      let to = children[state]?.get(column)
      if (to === undefined) {
        to = children.length
        children[state]?.set(column, to)
        children.push(new Map())
        own.push([])
      }
      state = to
    }
    own[state]?.push(index)
  })
  const width = symbols.length + 1
  const next = new Uint16Array(children.length * width)
  const fail = new Uint16Array(children.length)
  const queue: number[] = []
  for (const [column, to] of children[0] ?? []) {
    next[column] = to
    queue.push(to)
  }
  // Breadth first: a state's fallback is always done before the state.
  for (const state of queue) {
    const back = fail[state] ?? 0
    own[state]?.push(...(own[back] ?? []))
    for (let column = 0; column < width; column++) {
      const to = children[state]?.get(column)
      const other = next[back * width + column] ?? 0
      next[state * width + column] = to ?? other
      if (to === undefined) continue
      fail[to] = other
      queue.push(to)
    }
  }
  const steps: number[] = []
  for (let i = 0; i < next.length; i++) {
    if (i < width ? next[i] !== 0 : next[i] !== next[i % width]) steps.push(Math.floor(i / width), i % width, next[i] ?? 0)
  }
  const from = [0]
  const ends: number[] = []
  for (const list of own) {
    ends.push(...list)
    from.push(ends.length)
  }
  return { symbols, states: children.length, steps, from, ends, lengths: keywords.map((keyword) => keyword.length) }
}

export function readAutomaton(data: AutomatonData): Automaton {
  const width = data.symbols.length + 1
  const next = new Uint16Array(data.states * width)
  const { steps } = data
  let at = 0
  for (; at < steps.length && steps[at] === 0; at += 3) next[steps[at + 1] ?? 0] = steps[at + 2] ?? 0
  for (let state = 1; state < data.states; state++) next.copyWithin(state * width, 0, width)
  for (; at < steps.length; at += 3) next[(steps[at] ?? 0) * width + (steps[at + 1] ?? 0)] = steps[at + 2] ?? 0
  return {
    columns: columnsOf(data.symbols),
    width,
    next,
    from: Uint16Array.from(data.from),
    ends: Uint16Array.from(data.ends),
    lengths: Uint8Array.from(data.lengths),
  }
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
