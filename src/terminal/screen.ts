// How does a screen get onto the terminal and off again, whatever ends us?
import type { ReadStream, WriteStream } from 'node:tty'
import { guardTerminal } from './guard.ts'

export interface Screen {
  readonly size: () => { readonly columns: number; readonly rows: number }
  readonly draw: (lines: readonly string[]) => void
  readonly ring: () => void
  /** Takes the terminal again after it was somebody else's for a while. */
  readonly again: () => void
  /** Gives it back as it was. Twice does no harm. */
  readonly restore: () => void
}

const ESC = '\u001B['
/** Another screen, no cursor, pasted text marked as such, no wrapping, and nothing turned round, whatever letters it has. */
const ENTER = `${ESC}?1049h${ESC}?25l${ESC}?2004h${ESC}?7l${ESC}8l${ESC}2J`
const LEAVE = `${ESC}8h${ESC}?7h${ESC}?2004l${ESC}?25h${ESC}?1049l`

/** `plain`: a terminal that can do nothing but print. */
export function openScreen(input: ReadStream, output: WriteStream, plain: boolean): Screen {
  let isOpen = false
  let last = ''
  const size = (): { readonly columns: number; readonly rows: number } => ({
    columns: Math.max(output.columns || 80, 20),
    rows: Math.max(output.rows || 24, 6),
  })
  const write = (text: string): void => {
    try {
      output.write(text)
    } catch {
      // The terminal has gone; whoever waits for keys will hear of it.
    }
  }
  const enter = (): void => {
    isOpen = true
    last = ''
    input.setRawMode(true)
    if (!plain) write(ENTER)
  }
  const over = guardTerminal(plain ? '' : LEAVE)
  enter()
  return {
    size,
    again: enter,
    ring: () => write('\u0007'),
    draw: (lines) => {
      if (!isOpen) return
      const { rows } = size()
      const text = plain
        ? `\n${lines.filter((line) => line !== '').join('\n')}\n`
        : lines
            .slice(0, rows)
            .map((line, at) => `${ESC}${at + 1};1H${ESC}2K${line}`)
            .join('') + `${ESC}${Math.min(lines.length, rows) + 1};1H${lines.length < rows ? `${ESC}J` : ''}`
      // Where nothing can be drawn over, only the time has changed when digits have.
      const same = plain ? text.replaceAll(/\d+:\d\d left/g, '') : text
      if (same === last) return
      last = same
      write(text)
    },
    restore: () => {
      if (!isOpen) return
      isOpen = false
      if (!plain) write(LEAVE)
      try {
        input.setRawMode(false)
      } catch {
        // The terminal has gone.
      }
      over()
    },
  }
}
