// Does a computed name lead to where programs are looked up, so that what is changed there may be the Node that runs this gate, or our own command?
import type { Word } from '../model.ts'
import { lastComponent } from '../text/path.ts'
import { hasRole } from '../meaning/traits.ts'
import type { Meaning } from '../meaning/entries.ts'
import type { Trace } from '../log/trace.ts'
import { isRuntime } from './own-paths.ts'
import { literalsOf, sourcesOf, wordsOf } from './said.ts'
import type { Says } from './said.ts'

/** `self`: the name ends as ours do; else it may be any program there. */
export function saidBySearchPath(trace: Trace, target: Word, by: number | null): Says | null {
  const end = endOf(target)
  if (end !== null && !isOurProgram(trace, end)) return null
  const { meaning } = trace.books
  if (isSearched(meaning, target) || isPrinted(trace, target)) return end === null ? 'may-be-self' : 'self'
  // Of all that code may say besides, only a name of ours counts.
  const speaks = end !== null && trace.notes.codes.some((code) => code.by === by && namesSearched(meaning, code.text))
  return speaks ? 'may-be-self' : null
}

/** The name that stands at the end, behind what is not known; null where that itself is not known, and `''` where it is only part of a name. */
function endOf({ parts = [] }: Word): string | null {
  const last = parts.at(-1)
  if (last?.kind !== 'text') return null
  const at = last.text.lastIndexOf('/')
  return at < 0 ? '' : last.text.slice(at + 1)
}
const isOurProgram = ({ scene: { own = [] } }: Trace, name: string): boolean =>
  OUR_COMMAND.test(name) || isRuntime(`/${name}`) || own.some((path) => isRuntime(path) && lastComponent(path) === name)
const OUR_COMMAND = /^prudent(?:-hook)?(?:\.cmd|\.ps1)?$/

export const isSearched = (meaning: Meaning, { parts = [] }: Word): boolean =>
  parts.some((part) => part.kind === 'unknown' && part.name !== null && hasRole(meaning, part.name, 'programs'))

/** `echo $PATH | cut -d: -f1`, `printenv PATH`: what it comes out of was told of it. */
const isPrinted = (trace: Trace, { from }: Word): boolean =>
  from !== undefined &&
  sourcesOf(trace, from).some((id) => {
    const run = trace.actions[id]
    if (run?.does !== 'run') return false
    const given = run.stdin === undefined ? wordsOf(run) : [...wordsOf(run), run.stdin]
    return given.some((word) => isSearched(trace.books.meaning, word) || namesSearched(trace.books.meaning, literalsOf(word)))
  })

/** Whether a text has one of these variables in it. */
const namesSearched = (meaning: Meaning, text: string): boolean => text.match(NAMES)?.some((name) => hasRole(meaning, name, 'programs')) === true
const NAMES = /[A-Za-z]\w*/g
