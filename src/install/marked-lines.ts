// How are lines of ours put into a file that others write too, and found again?
import { OUR_FILE } from '../gate/host-install.ts'

const BEGIN = `# >>> prudent: ${OUR_FILE}`
const END = '# <<< prudent'

export const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

export const marked = (lines: readonly string[], indent: string, eol: string): string =>
  [BEGIN, ...lines, END].map((line) => `${line === '' ? '' : indent}${line}${eol}`).join('')

/** The text without what is between our marks, marks included; an empty line of ours before it goes too. */
export function withoutMarked(text: string): string {
  const eol = eolOf(text)
  const lines = text.split(/(?<=\n)/)
  const kept: string[] = []
  let inside = false
  for (const line of lines) {
    if (line.trim().startsWith('# >>> prudent:')) {
      inside = true
      if (kept.at(-1) === eol && kept.length > 1) kept.pop()
      continue
    }
    if (!inside) kept.push(line)
    else if (line.trim() === END) inside = false
  }
  // A mark that never ends is not ours to guess at.
  return inside ? text : kept.join('')
}

/** Lines at the end, after an empty one. */
export function appended(text: string, lines: readonly string[]): string {
  const eol = eolOf(text)
  const start = text === '' || text.endsWith('\n') ? text : `${text}${eol}`
  return `${start}${start === '' ? '' : eol}${marked(lines, '', eol)}`
}
