// Expands what bash evaluates a second time: subscripts in values that arithmetic or a variable's name reach, and `${x@P}`; and counts variables.
import { afford, bulkOfList, bulkOfText } from '../../log/process.ts'
import type { Span, Word } from '../../model.ts'
import { literal, unknownWord } from '../../value/text.ts'
import { fork } from '../../machine/process.ts'
import type { Shell } from '../../machine/process.ts'
import { assign, setVariable } from '../../machine/env.ts'

/** A text that is expanded as it stands: commands in it run. */
export function expandAgain(shell: Shell, text: string, span: Span): void {
  if (!hasCommand(text)) return
  let mark = 'END'
  while (text.includes(mark)) mark += '_'
  shell.read.text(fork(shell, { depth: shell.depth + 1, certain: false, span: shell.span ?? span }), `: <<${mark}\n${text}\n${mark}\n`, null)
}
const hasCommand = (text: string): boolean => /\$\(|`/.test(text)

/** `a[…]` where a name is expected: what stands in the brackets is expanded. */
export function expandSubscript(shell: Shell, { text }: Word, span: Span): void {
  const open = text?.indexOf('[') ?? -1
  if (text !== null && open >= 0) expandAgain(shell, text.slice(open), span)
}

/** Arithmetic takes the values of its variables for arithmetic again. */
export function evaluate(shell: Shell, text: string, span: Span): void {
  const queue = [text]
  const seen = new Set<string>()
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (!afford(shell, bulkOfText(next.length))) return
    for (const [name] of next.matchAll(/[A-Za-z_]\w*/g)) {
      if (seen.has(name)) continue
      seen.add(name)
      const value = shell.vars.get(name)
      const words = [...(value?.words ?? []), ...(value?.otherwise ?? []).flatMap((other) => other.words)]
      if (!afford(shell, bulkOfList(words.length))) return
      for (const word of words) {
        expandSubscript(shell, word, span)
        if (word.text !== null) queue.push(word.text)
      }
    }
  }
}

/** The same for a value that is at hand. */
export function evaluateValue(shell: Shell, word: Word, span: Span): void {
  expandSubscript(shell, word, span)
  if (word.text !== null) evaluate(shell, word.text, span)
}

export const ASSIGNS: ReadonlySet<string> = new Set(['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '|=', '^='])
export const COUNTS: ReadonlySet<string> = new Set(['++', '--'])
const COUNTED = 'arithmetic'

/** `((i++))`: what it holds now, or in another round, is some number. `to`: it is set to that. */
export function count(shell: Shell, name: string, to = ''): void {
  if (!/^[A-Za-z_]\w{0,60}$/.test(name)) return
  if (/^\d{1,9}$/.test(to)) return setVariable(shell, name, literal(to))
  const value = shell.vars.get(name)
  const isCounted = [value, ...(value?.otherwise ?? [])].some((one) => one?.words[0]?.parts?.some((part) => part.kind === 'unknown' && part.name === COUNTED))
  if (!isCounted) assign(shell, name, { words: [unknownWord(COUNTED, false)], array: false }, true)
}

/** The same for the words of `let`. */
export function countLet(shell: Shell, text: string): void {
  for (const part of text.split(',')) {
    const found = /^\s*(?:(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=)\s*(\d*)))/.exec(part)
    if (found === null) continue
    const isPlain = /^\s*\w+\s*=\s*\d+\s*$/.test(part)
    count(shell, found[1] ?? found[2] ?? '', isPlain ? found[3] : '')
  }
}
