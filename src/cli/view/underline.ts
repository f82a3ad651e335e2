// Where in the command does a finding point? The lines it touches, with a mark below.
import { showChar } from './safe-text.ts'

const MOST_LINES = 6

/** Offsets are UTF-16, as spans have them. Lines longer than the window are cut round the mark. */
export function underline(text: string, start: number, end: number, columns: number, mark = '^'): string[] {
  const from = Math.max(0, Math.min(start, text.length))
  const to = Math.max(from, Math.min(end, text.length))
  const out: string[] = []
  let touched = 0
  let at = lineStart(text, from)
  while (at <= text.length) {
    const newline = text.indexOf('\n', at)
    const stop = newline < 0 ? text.length : newline
    const first = Math.max(from, at)
    const last = Math.min(to, stop)
    if (first > last || (first === last && touched > 0)) break
    if (touched === MOST_LINES) {
      out.push('…')
      break
    }
    touched++
    out.push(...markedLine(text, at, stop, first, last, columns, mark))
    if (newline < 0 || newline >= to) break
    at = newline + 1
  }
  return out
}

const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

function markedLine(text: string, at: number, stop: number, first: number, last: number, columns: number, mark: string): [string, string] {
  const before = cellsOf(text.slice(Math.max(at, first - columns), first))
  const inside = cellsOf(text.slice(first, Math.min(last, first + columns)))
  const after = cellsOf(text.slice(last, Math.min(stop, last + columns)))
  const room = Math.max(columns - 2, 10)
  const marked = inside.slice(0, room)
  const leading = Math.max(0, Math.min(before.length, room - marked.length - Math.min(after.length, 10)))
  const keptLead = before.slice(before.length - leading)
  const rest = after.slice(0, Math.max(0, room - marked.length - keptLead.length))
  const cutFront = keptLead.length < before.length || first - columns > at
  const cutBack = rest.length < after.length || marked.length < inside.length || last + columns < stop
  const front = cutFront ? '…' : ''
  const line = `${front}${[...keptLead, ...marked, ...rest].join('')}${cutBack ? '…' : ''}`
  return [line, `${' '.repeat(front.length + keptLead.length)}${mark.repeat(Math.max(1, marked.length))}`]
}

/** One entry a terminal cell; the second cell of a wide character is empty. */
function cellsOf(text: string): string[] {
  const out: string[] = []
  for (const char of text) {
    const shown = showChar(char)
    if (shown.text !== char) out.push(...shown.text)
    else if (shown.cells === 0 && out.length > 0) out[out.length - 1] += shown.text
    else out.push(shown.text, ...Array.from({ length: shown.cells - 1 }, () => ''))
  }
  return out
}
