// Which commands of one program stand in one line? tmux takes several with `;` between them, xdotool one behind the other.
import type { Word } from '../model.ts'
import { subcommandOf } from './entries.ts'
import type { Program } from './entries.ts'
import { parseOptions } from './options.ts'

/** The same line as lines of one command each, in full; null where it is that already. */
export function chained(entry: Program, words: readonly Word[]): readonly (readonly Word[])[] | null {
  const [head, ...rest] = words
  if (head === undefined || entry.chains === undefined) return null
  // However many: each is paid for when it is read.
  const parts = entry.chains === 'subcommands' ? atSubcommands(entry, rest) : atSigns(entry.chains, rest)
  const whole = parts.map((part) => inFull(entry, [head, ...part]))
  return whole.length === 1 && whole[0]?.every((word, at) => word === words[at]) === true && whole[0].length === words.length ? null : whole
}

/** A word that is the sign ends a command, and so does one that ends with it. */
function atSigns(sign: string, words: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]]
  for (const word of words) {
    const text = word.text ?? ''
    const ends = text.endsWith(sign) && !text.endsWith(`\\${sign}`)
    if (!ends || text.length > sign.length) parts.at(-1)?.push(ends ? { ...word, text: text.slice(0, -sign.length) } : word)
    if (ends) parts.push([])
  }
  return parts.filter((part, at) => at === 0 || part.length > 0)
}

function atSubcommands(entry: Program, words: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]]
  let takesAll = false
  for (const word of words) {
    const sub: Program | undefined = word.text === null || takesAll ? undefined : subcommandOf(entry, word.text)
    if (sub !== undefined) {
      takesAll = sub.stops
      if (parts.at(-1)?.length !== 0) parts.push([])
    }
    parts.at(-1)?.push(word)
  }
  return parts
}

/** Any beginning of a command's name stands for it. */
function inFull(entry: Program, words: readonly Word[]): readonly Word[] {
  if (entry.chains === 'subcommands') return words
  const { operands, positions, depth } = parseOptions(entry, words)
  const said = operands[0]?.text ?? ''
  const at = positions[0]
  if (depth > 0 || said.length < SHORTEST || at === undefined) return words
  const name = Object.keys(entry.subcommands).find((one) => one.startsWith(said))
  return name === undefined ? words : words.map((word, index) => (index === at ? { text: name } : word))
}
const SHORTEST = 3
