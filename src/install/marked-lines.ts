// How are lines of ours put into a file that others write too, and found again?
import { OUR_FILE } from '../hosts/_frame/install.ts'

const BEGIN = `# >>> prudent: ${OUR_FILE}`
const END = '# <<< prudent'

export const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

export const marked = (lines: readonly string[], indent: string, eol: string): string =>
  [BEGIN, ...lines, END].map((line) => `${line === '' ? '' : indent}${line}${eol}`).join('')

/** The text without what is between our marks, marks included, and without what `appended` put around them. `was`: what there was without us. */
export function withoutMarked(text: string, was: string | null = null): string {
  const kept: string[] = []
  let inside = false
  let last = false
  for (const line of text.split(/(?<=\n)/)) {
    if (inside) inside = line.trim() !== END
    else if (line.trim().startsWith('# >>> prudent:')) {
      inside = true
      // Only lines at the end have an empty one before them that is ours; those in a list are indented.
      last = line.startsWith('#')
      if (last && kept.length > 1 && /^\r?\n$/.test(kept.at(-1) ?? '')) kept.pop()
    } else {
      kept.push(line)
      last = false
    }
  }
  // A mark that never ends is not ours to guess at.
  if (inside) return text
  const rest = kept.join('')
  return last && was !== null && was !== '' && !was.endsWith('\n') ? rest.replace(/\r?\n$/, '') : rest
}

/** Lines at the end, after an empty one. */
export function appended(text: string, lines: readonly string[]): string {
  const eol = eolOf(text)
  const start = text === '' || text.endsWith('\n') ? text : `${text}${eol}`
  return `${start}${start === '' ? '' : eol}${marked(lines, '', eol)}`
}

/** What stands between our marks, marks included. */
export function onlyMarked(text: string): string {
  const rest = withoutMarked(text)
  const lines = text.split(/(?<=\n)/)
  const start = lines.findIndex((line) => line.trim().startsWith('# >>> prudent:'))
  const end = lines.findLastIndex((line) => line.trim() === END)
  return rest === text || start < 0 || end < start ? '' : lines.slice(start, end + 1).join('')
}
