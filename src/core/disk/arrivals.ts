// Is what is run there yet? What is unpacked, checked out or made a moment before it runs, nobody could read.
import type { Action } from '../model.ts'
import { isWithin } from '../text/path.ts'
import { locate } from './paths.ts'
import type { Viewer } from './disk.ts'
import { addNeed } from '../log/trace.ts'
import { languageNamed } from '../languages/_book/book.ts'
import type { Meaning } from '../meaning/entries.ts'
import { hasTrait } from '../meaning/traits.ts'

/** Where a program that brings in others' files conventionally begins to build them: as much to be trusted as its makefile. */
const BUILDS = new Set(['configure', 'bootstrap', 'autogen.sh', 'gradlew', 'mvnw'])
/** What is run is what a bundler or a compiler made as often as not; what its first line has yet to say, may be. */
const isBundled = ({ trace }: Viewer, language: string): boolean => language === 'script' || languageNamed(trace.books.languages, language)?.bundled === true
const SCRIPT_NAME = /\.(?:sh|bash|zsh|ksh|fish|command|pyw?|rb|pl|php|lua|ps1)$/

/** Of a file that runs and that this call has not written as far as anybody has seen. Asks whether it is there, where something before it may have put it there. */
export function isNotThere(viewer: Viewer, language: string, path: string): boolean {
  const { trace } = viewer
  if (viewer.at !== 'here' || viewer.later || !path.startsWith('/') || path.includes('\0')) return false
  if (trace.notes.arrivals.length === 0 && !trace.notes.isLoose) return false
  const brought = trace.notes.arrivals.findLast(({ folder }) => folder === null || isWithin(path, folder))
  // Where builds put what they make, a build did; only an archive may hold it too.
  if (brought?.folder == null && locate(viewer, { text: path }).places.includes('regenerable')) return false
  if (
    brought === undefined
      ? !trace.notes.isLoose || languageNamed(trace.books.languages, language)?.bundled === true
      : BUILDS.has(path.slice(path.lastIndexOf('/') + 1))
  )
    return false
  if (mayBeBuilt(viewer, language, path, brought?.by ?? -1)) return false
  addNeed(trace, { kind: 'missing', path })
  return viewer.disk.hasFound('missing', path)
}

/** Whether a program that ran since may have built it. Viewer scripts are not built. */
const mayBeBuilt = (viewer: Viewer, language: string, path: string, after: number): boolean =>
  isBundled(viewer, language) &&
  !SCRIPT_NAME.test(path) &&
  viewer.trace.actions.some((action) => action.id > after && action.id !== viewer.by && isBuild(viewer.trace.books.meaning, action))
const isBuild = (meaning: Meaning, action: Action): boolean => action.does === 'run' && !action.dry && !hasTrait(meaning, action.program, 'makes-nothing')
