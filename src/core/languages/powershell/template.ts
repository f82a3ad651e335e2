// Fills in the command line that a .NET call is the same as: `is` in languages/powershell.yaml.
import type { Word } from '../../model.ts'
import { joinWords, unknownWord } from '../_windows/words.ts'

/** What a template may speak of. `item` is one word, `items` all of an array. */
export interface Holes {
  readonly count: number
  item(at: number): Word
  items(at: number): readonly Word[]
  readonly all: readonly Word[]
  readonly self: readonly Word[]
  /** Other names: `$method`, `$type`. */
  readonly names: Readonly<Record<string, string>>
}

const TOKEN = /^([^?]*)(?:\?(?:(\d)(?:=(\w+))?)?)?$/
const HOLE = /(\$(?:\d\*?|\*|[a-z]+\*?))/
const isTrue = (word: Word): boolean => /^\$?true$|^1$/i.test(word.text ?? '')

export function fillTemplate(template: string, holes: Holes): Word[] {
  const words: Word[] = []
  for (const token of template.split(' ')) {
    const [, body = '', flag, value] = TOKEN.exec(token) ?? []
    const given = /^\$(\d)/.exec(body)?.[1]
    if (flag !== undefined) {
      const word = holes.item(Number(flag))
      if (value === undefined ? isTrue(word) : word.text?.toLowerCase() === value) words.push({ text: body })
    } else if (token.endsWith('?') && given !== undefined && Number(given) >= holes.count) {
      // The option before it goes with its value.
      if (words.at(-1)?.text?.startsWith('-') === true) words.pop()
    } else for (const word of fill(body, holes)) words.push(word)
  }
  return words
}

function fill(body: string, holes: Holes): readonly Word[] {
  const pieces = body.split(HOLE).filter((piece) => piece !== '')
  const [only = ''] = pieces
  if (pieces.length === 1 && only.endsWith('*')) {
    if (only === '$*') return holes.all
    return only === '$self*' ? holes.self : holes.items(Number(only.slice(1, -1)))
  }
  const words = pieces.map((piece) => one(piece, holes))
  return [words.length === 1 && words[0] !== undefined ? words[0] : joinWords(words, '')]
}

function one(piece: string, holes: Holes): Word {
  if (!piece.startsWith('$')) return { text: piece }
  const name = piece.slice(1)
  if (/^\d$/.test(name)) return holes.item(Number(name))
  if (name === 'self') return holes.self[0] ?? unknownWord(null)
  if (name === 'last') return holes.count === 0 ? unknownWord(null) : holes.item(holes.count - 1)
  const text = Object.hasOwn(holes.names, name) ? holes.names[name] : undefined
  return text === undefined ? { text: piece } : { text }
}
