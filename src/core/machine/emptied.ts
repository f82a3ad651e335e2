// Is a tool told to clean up, and that its cache or output is the home itself? It empties whatever folder it was given.
import type { Place, Word } from '../model.ts'
import { locate } from '../disk/paths.ts'
import { knownStart, wordFrom } from '../value/fields.ts'
import { act } from './act.ts'
import { fork } from './process.ts'
import type { Run } from './run-line.ts'

const CLEANS = /^-{0,2}(?:clean|clear|purge|prune|reset|erase|clobber|delete|remove)(?:[-:_]?[a-z]{1,12})?$/i
/** A subcommand stands near the front. */
const NEAR = 5
/** As options and variables are named that say where a tool keeps what it makes. */
const FOLDER = /cache|out|dest|target|dist|build|folder|store|^-[do]$/i
const HOMES: readonly Place[] = ['home', 'homes', 'root']

export function noteEmptied({ shell, command }: Run): void {
  const { words, assigns, span } = command
  if (shell.at !== 'here' || !words.slice(1, NEAR).some(({ text }) => text !== null && CLEANS.test(text))) return
  const given: Word[] = assigns.filter(({ name }) => FOLDER.test(name)).map(({ value }) => value)
  words.forEach((word, at) => {
    const start = knownStart(word)
    const equals = start.startsWith('-') ? start.indexOf('=') : -1
    const before = knownStart(words[at - 1] ?? { text: '' })
    if (equals > 0 ? FOLDER.test(start.slice(0, equals)) : before.startsWith('-') && FOLDER.test(before))
      given.push(equals > 0 ? wordFrom(word, equals + 1) : word)
  })
  for (const path of given)
    if (locate(shell, path).places.some((place) => HOMES.includes(place)))
      act({ do: 'delete', path, how: 'whole', recursive: true }, fork(shell, { certain: false, depth: shell.depth + 1 }), span)
}
