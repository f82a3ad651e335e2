// Which lines come and go between two texts? As people know it from version control.
import type { FileText } from './edit.ts'

export type DiffLine = { readonly kind: 'same' | 'out' | 'in'; readonly text: string }

/** Cells of the table; above it the middle is shown as one block. */
const LARGEST_TABLE = 4_000_000

/** All lines of both, in order. */
export function diffLines(from: FileText, to: FileText): readonly DiffLine[] {
  const [a, b] = [linesOf(from), linesOf(to)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }))
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))]
}

const linesOf = (text: FileText): string[] => (text === null || text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

function between(a: readonly string[], b: readonly string[]): DiffLine[] {
  const out = (text: string): DiffLine => ({ kind: 'out', text })
  const added = (text: string): DiffLine => ({ kind: 'in', text })
  if (a.length * b.length > LARGEST_TABLE) return [...a.map(out), ...b.map(added)]
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '' })
      i++
      j++
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) lines.push(out(a[i++] ?? ''))
    else lines.push(added(b[j++] ?? ''))
  }
  return lines
}
