// Which of many keywords stand in a text, and where? One pass (Aho-Corasick), whatever their number.

/** The tree of the keywords, in breadth-first order: the children of a state stand side by side, by their columns, and what a state falls back on before it. */
export interface Automaton {
  /** Column of each character below 128; 0 is every other. Capitals share the column of their small letter. */
  readonly columns: Uint8Array
  readonly width: number
  /** Children of a state: `first[state]` up to `first[state + 1]`. */
  readonly first: Uint16Array
  /** The column that leads to a state. */
  readonly letters: Uint8Array
  /** Where a state without a fitting child goes on: the longest shorter match. */
  readonly fail: Uint16Array
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

interface Node {
  readonly column: number
  readonly children: Map<number, Node>
  readonly own: number[]
}

/** Keywords are ASCII and lower case, and fewer than 65,536 characters in all; the caller sees to that. The list is what travels as JSON. */
export function buildAutomaton(keywords: readonly string[]): Automaton {
  const symbols = [...new Set(keywords.join(''))].sort().join('')
  const columns = columnsOf(symbols)
  const root: Node = { column: 0, children: new Map(), own: [] }
  keywords.forEach((keyword, index) => {
    let node = root
    for (let i = 0; i < keyword.length; i++) {
      const column = columns[keyword.charCodeAt(i)] as number
      let child = node.children.get(column)
      if (child === undefined) node.children.set(column, (child = { column, children: new Map(), own: [] }))
      node = child
    }
    node.own.push(index)
  })
  const nodes: { readonly node: Node; readonly parent: number }[] = [{ node: root, parent: 0 }]
  const firsts: number[] = []
  for (const { node } of nodes) {
    const state = firsts.push(nodes.length) - 1
    for (const child of [...node.children.values()].sort((a, b) => a.column - b.column)) nodes.push({ node: child, parent: state })
  }
  const first = Uint16Array.from([...firsts, nodes.length])
  const letters = Uint8Array.from(nodes, ({ node }) => node.column)
  const fail = new Uint16Array(nodes.length)
  const tree = { first, letters, fail }
  const begins = beginsOf(tree, symbols.length + 1)
  const all: (readonly number[])[] = []
  nodes.forEach(({ node, parent }, state) => {
    // Children of the root fall back on the root; deeper states on where their parent's way leads by the same letter.
    if (parent !== 0) fail[state] = stepFrom(tree, begins, fail[parent] as number, node.column)
    all.push(state === 0 ? node.own : [...node.own, ...(all[fail[state] as number] as readonly number[])])
  })
  const from = new Uint16Array(nodes.length + 1)
  all.forEach((list, state) => {
    from[state + 1] = (from[state] as number) + list.length
  })
  const lengths = Uint8Array.from(keywords, (keyword) => keyword.length)
  return { columns, width: symbols.length + 1, first, letters, fail, from, ends: Uint16Array.from(all.flat()), lengths }
}

type Tree = Pick<Automaton, 'first' | 'letters' | 'fail'>

/** `begins`: from the root, where most ways end up, by column. */
function stepFrom({ first, letters, fail }: Tree, begins: Uint16Array, start: number, column: number): number {
  for (let state = start; state !== 0; state = fail[state] as number) {
    const last = first[state + 1] as number
    for (let child = first[state] as number; child < last; child++) {
      const letter = letters[child] as number
      if (letter === column) return child
      if (letter > column) break
    }
  }
  return begins[column] as number
}

function beginsOf({ first, letters }: Tree, width: number): Uint16Array {
  const begins = new Uint16Array(width)
  for (let child = first[0] as number; child < (first[1] as number); child++) begins[letters[child] as number] = child
  return begins
}

/** After this many characters it pays to write every step down. */
const LONG = 16_384
interface Walked {
  characters: number
  readonly begins: Uint16Array
  /** The state after a state and a column, for all of them; and whether a keyword ends there, which few do. */
  table: Uint16Array | Uint32Array | null
}
/** Above every state: marks that a keyword ends in it. */
const markOf = ({ letters }: Pick<Automaton, 'letters'>): number => (letters.length < 0x8000 ? 0x8000 : 0x10000)
const walks = new WeakMap<Automaton, Walked>()

function walkedOf(automaton: Automaton, text: string): Walked {
  let walked = walks.get(automaton)
  if (walked === undefined) walks.set(automaton, (walked = { characters: 0, begins: beginsOf(automaton, automaton.width), table: null }))
  walked.characters += text.length
  if (walked.table === null && walked.characters >= LONG) walked.table = tableOf(automaton, markOf(automaton))
  return walked
}

function tableOf({ width, first, letters, fail, from }: Automaton, mark: number): Uint16Array | Uint32Array {
  const next = mark < 0x10000 ? new Uint16Array(letters.length * width) : new Uint32Array(letters.length * width)
  for (let state = 0; state < letters.length; state++) {
    const back = fail[state] as number
    if (state !== 0) next.copyWithin(state * width, back * width, (back + 1) * width)
    for (let child = first[state] as number; child < (first[state + 1] as number); child++) {
      const ends = from[child + 1] === from[child] ? 0 : mark
      next[state * width + (letters[child] as number)] = child + ends
    }
  }
  return next
}

/** Calls `hit` with each keyword and where it ends, in order of the ends; stops when it says false. */
export function walkKeywords(automaton: Automaton, text: string, hit: (keyword: number, end: number) => boolean): void {
  const { columns, width, from, ends } = automaton
  const { table: next, begins } = walkedOf(automaton, text)
  const mark = markOf(automaton)
  let state = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const column = code < 128 ? (columns[code] as number) : 0
    if (next === null) {
      if (state === 0 || column === 0) state = begins[column] as number
      else state = stepFrom(automaton, begins, state, column)
      if (state === 0) continue
    } else {
      const step = next[state * width + column] as number
      state = step & (mark - 1)
      if (step === state) continue
    }
    const last = from[state + 1] as number
    for (let at = from[state] as number; at < last; at++) if (!hit(ends[at] as number, i + 1)) return
  }
}
