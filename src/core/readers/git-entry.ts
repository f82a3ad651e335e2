// Would git take our entry out of a host's settings? It brings back what is committed of files it knows, and `clean` takes those it does not know.
import type { Place, Word } from '../model.ts'
import { isWithin } from '../text/path.ts'
import { locate } from '../disk/paths.ts'
import type { Shell } from '../machine/process.ts'
import { literal, NO_PLACES } from '../value/text.ts'
import { has } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import type { Line } from '../machine/shell.ts'
import { act } from '../machine/act.ts'

const ELSEWHERE: ReadonlySet<string> = new Set(['branch', 'submodule'])
const WITH_OTHERS = ['--include-untracked', '--all', '-u', '-a']

/** Of one target: the place of what goes, of what must be looked at first, or none. What nobody looked at goes where it is named, or its folder. */
export function entryLost(there: Shell, { operands, options }: Parsed): (target: Word) => readonly Place[] {
  const { scene, extents } = there.trace
  const subcommand = operands[0]?.text ?? ''
  if (scene.wired === undefined || ELSEWHERE.has(subcommand)) return () => NO_PLACES
  return (target) => {
    const { resolved } = locate(there, target)
    const below = resolved === null ? [] : (scene.wired ?? []).filter((file) => isWithin(file, resolved))
    if (below.length === 0) return NO_PLACES
    const named = resolved !== null && !isWithin(scene.project, resolved) && resolved !== there.cwd.text
    const goes = (file: string): boolean => {
      const seen = extents?.[file]
      if (seen === undefined || subcommand === 'rm' || subcommand === 'mv') return named || (isBegun(there) && has(options, WITH_OTHERS))
      if (subcommand === 'clean') return (seen.untracked ?? 1) > 0
      if (subcommand === 'stash' && (seen.untracked ?? 0) > 0) return has(options, WITH_OTHERS)
      return (seen.changed ?? Number(named)) > 0
    }
    if (below.some(goes)) return ['our-entry']
    return below.some((file) => extents?.[file] === undefined) ? ['contains-our-entry'] : NO_PLACES
  }
}

/** A repository that the call itself makes has nothing committed yet. */
const isBegun = ({ trace: { actions } }: Shell): boolean =>
  actions.some((action) => action.does === 'run' && action.program === 'git' && action.operands[0]?.text === 'init')

/** What is no loss of work: the file is in git, or in the stash, and all the same no longer where the host reads it. */
export function noteEntry(there: Shell, { command, parsed }: Line): void {
  if (there.trace.scene.wired === undefined) return
  const places = entryLost(there, parsed)
  for (const target of targetsOf(parsed)) {
    const found = places(target)
    if (found.length > 0) act({ do: 'change', what: 'our-entry', target, places: found }, there, command.span)
  }
}

function targetsOf({ operands, options }: Parsed): readonly Word[] {
  const [subcommand, ...own] = operands
  if (subcommand?.text === 'rm') return has(options, ['--cached']) ? [] : own
  if (subcommand?.text === 'mv') return own.slice(0, -1)
  const stashes = subcommand?.text === 'stash' && (own.length === 0 || own[0]?.text === 'push' || own[0]?.text === 'save')
  return stashes ? [literal('.')] : []
}
