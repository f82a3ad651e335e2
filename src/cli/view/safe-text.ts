// How is text that somebody else wrote shown in a terminal, and how many cells does it take?

export interface Shown {
  readonly text: string
  readonly cells: number
}

/** One character as it may be printed: what could move the cursor, hide or reorder is spelt out. */
export function showChar(char: string): Shown {
  const code = char.codePointAt(0) ?? 0
  if (code === 9) return { text: ' ', cells: 1 }
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return spelt(`\\x${code.toString(16).padStart(2, '0')}`)
  if (isInvisible(code)) return spelt(`\\u{${code.toString(16)}}`)
  return { text: char, cells: cellsOf(code) }
}

const spelt = (text: string): Shown => ({ text, cells: text.length })

/** One line, safe to print. */
export const safe = (text: string): string => {
  let out = ''
  for (const char of text) out += showChar(char).text
  return out
}

/** Cut to so many cells, with an ellipsis where something is missing. */
export function clip(text: string, cells: number): string {
  // Two units and a few marks a cell: more cannot be shown, so a huge text costs nothing.
  const head = text.slice(0, cells * 4)
  let used = 0
  let out = ''
  let short = ''
  for (const char of head) {
    const shown = showChar(char)
    if (used + shown.cells > cells) return `${short}…`
    out += shown.text
    used += shown.cells
    if (used < cells) short = out
  }
  return head.length < text.length ? `${short}…` : out
}

export const widthOf = (text: string): number => {
  let cells = 0
  for (const char of text) cells += showChar(char).cells
  return cells
}

/** Words onto lines of so many cells. A word that does not fit stands alone. */
export function wrap(text: string, cells: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of safe(text).split(' ')) {
    const width = widthOf(word)
    if (line !== '' && used + 1 + width > cells) {
      lines.push(line)
      line = word
      used = width
    } else {
      line = line === '' ? word : `${line} ${word}`
      used += width + (used === 0 ? 0 : 1)
    }
  }
  return [...lines, line]
}

/** Code onto lines of so many cells, broken behind a blank, a comma or an opening bracket where there is one, so that nothing of it is lost. */
export function wrapCode(text: string, cells: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const end = (): void => {
    lines.push(line)
    line = ''
    used = 0
  }
  const put = (word: string, breaks: readonly RegExp[]): void => {
    const width = widthOf(word.trimEnd())
    const [at, ...finer] = breaks
    if (used > 0 && used + width > cells) end()
    if (width > cells && at !== undefined) for (const part of word.split(at)) put(part, finer)
    else {
      line += word
      used += widthOf(word)
    }
  }
  put(safe(text), [/(?<=[ ,{[])(?! )/, /(?<=[/().])/, /(?<=[^])/u])
  return line === '' && lines.length > 0 ? lines : [...lines, line]
}

const isInvisible = (code: number): boolean =>
  code === 0xad ||
  code === 0x61c ||
  code === 0x180e ||
  code === 0xfeff ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0xe0000 && code <= 0xe01ef)

/** East Asian wide characters and emoji take two cells, combining marks none. */
function cellsOf(code: number): number {
  if (code < 0x300) return 1
  if (code <= 0x36f || (code >= 0x1ab0 && code <= 0x1aff) || (code >= 0x20d0 && code <= 0x20ff)) return 0
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  return wide ? 2 : 1
}
