// What a write changes, line by line. Pure.

export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Longer texts are shown whole, one after the other: comparing them would take too long. */
const MOST_CELLS = 1_000_000

export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  const gone = (text: string): DiffLine => ({ kind: 'gone', text })
  const fresh = (text: string): DiffLine => ({ kind: 'new', text })
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const left = a.slice(head, a.length - tail)
  const right = b.slice(head, b.length - tail)
  const middle = left.length * right.length > MOST_CELLS ? [...left.map(gone), ...right.map(fresh)] : compared(left, right)
  return [...a.slice(0, head).map(same), ...middle, ...a.slice(a.length - tail).map(same)]
}

/** Lines beside a change that are shown with it. */
const CONTEXT = 3
export type Shown = DiffLine | { readonly kind: 'skipped'; readonly count: number }

/** What has not changed is counted where it is long. */
export function around(lines: readonly DiffLine[]): readonly Shown[] {
  const isNear = (at: number): boolean => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same')
  const shown: Shown[] = []
  for (let at = 0; at < lines.length;) {
    let end = at
    while (end < lines.length && !isNear(end)) end++
    // A line that says that one is left out is no shorter.
    if (end - at > 1) shown.push({ kind: 'skipped', count: end - at })
    else shown.push(...lines.slice(at, Math.max(end, at)))
    if (end < lines.length) shown.push(lines[end] as DiffLine)
    at = end + 1
  }
  return shown
}

/** By the longest common subsequence. */
function compared(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0
  for (let row = a.length - 1; row >= 0; row--)
    for (let column = b.length - 1; column >= 0; column--)
      longest[row * width + column] = a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const out: DiffLine[] = []
  let row = 0
  let column = 0
  while (row < a.length || column < b.length) {
    const [old, young] = [a[row], b[column]]
    if (old !== undefined && old === young) {
      out.push({ kind: 'same', text: old })
      row++
      column++
    } else if (old !== undefined && (young === undefined || at(row + 1, column) >= at(row, column + 1))) {
      out.push({ kind: 'gone', text: old })
      row++
    } else {
      out.push({ kind: 'new', text: young ?? '' })
      column++
    }
  }
  return out
}

/** Names that tools give to what is replaced, and to what replaces it. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['old', 'new'],
]

/** The two fields of a call that are the two sides of a change. */
export const changePair = (names: readonly string[]): readonly [string, string] | null =>
  PAIRS.find(([before, after]) => names.includes(before) && names.includes(after)) ?? null
