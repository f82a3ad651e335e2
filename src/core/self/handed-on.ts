// Which programs are handed a name of this gate's own files that was computed, as a word, in a variable, or inside a text in the program's own language?
import type { Place, Word } from '../model.ts'
import { findProgram } from '../meaning/entries.ts'
import { namesFiles } from './own-ground.ts'
import type { Touch } from './own-code.ts'
import { isListedAsOurs, literalsOf, saidBy, wordsOf } from './said.ts'
import type { Named } from '../log/notes.ts'
import type { Trace } from '../log/trace.ts'

/** A path, or an option with one; else it is a text that may only speak of it. */
const ONE_NAME = /^[^\s"'`;(){}|<>]*$/
/** A command line in a word, behind the name of a setting: its program is known to change or to start something. */
function isCommandLine(text: string, { books }: Trace): boolean {
  const [, first = ''] = /^(?:[\w.-]{1,100}=)?\s*!?([\w.+-]+)\s/.exec(text) ?? []
  const { known, does, runs } = findProgram(books.meaning, first)
  return known && (runs.length > 0 || does.some(({ kind }) => kind !== 'read'))
}

/** What a name that was listed is handed to may change it, like one that is spelt out: the rules say what only reads. */
export function* touchesNamed(trace: Trace, { by, word, inVariable }: Named): Generator<Touch> {
  const run = trace.actions[by]
  if (run?.does !== 'run' || run.later === true || !isListedAsOurs(trace, word)) return
  const spelled = (word.parts ?? []).map((part) => (part.kind === 'unknown' ? '' : part.text)).join('')
  if (ONE_NAME.test(spelled)) yield { run, target: word, places: IS, ...(inVariable ? { what: 'variable-names-ours' } : {}) }
  else if (isCommandLine(spelled, trace)) yield { run, target: word, places: MAY_BE }
}
const IS: readonly Place[] = ['self']
const MAY_BE: readonly Place[] = ['may-be-self']

/** What a program is told in a language of its own that nobody reads: names in it may be of files that it writes. */
export function* touchesTold(trace: Trace, id: number): Generator<Touch> {
  const run = trace.actions[id]
  if (run?.does !== 'run' || run.later === true) return
  for (const word of textsOf(trace, id)) {
    const says = word.from === undefined ? null : saidBy(trace, word, null)
    if (says !== null) return yield { run, target: word, places: [says] }
    if (namesFiles(literalsOf(word), trace.scene, trace.books.places)) return yield { run, target: null, places: MAY_BE }
  }
}

/** Whether not all of what it is told is known. */
export const isToldUnread = (trace: Trace, id: number): boolean => textsOf(trace, id).some(({ text }) => text === null)

/** What it is told: its input, and words of more than a name. */
function textsOf({ actions }: Trace, id: number): readonly Word[] {
  const run = actions[id]
  if (run?.does !== 'run') return []
  const words = wordsOf(run).filter((word) => !ONE_NAME.test(literalsOf(word)))
  return run.stdin === undefined ? words : [...words, run.stdin]
}
