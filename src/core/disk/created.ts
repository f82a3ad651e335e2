// Which folder did this text make itself? Not one that lay there before: `mkdir data; rm -rf data` takes what was in it.
import type { Place } from '../model.ts'
import type { PipelineNode } from '../languages/bash/parse.ts'
import type { Shell } from '../machine/process.ts'
import { addNeed } from '../log/trace.ts'

/** Systems know no longer names: of longer ones the folders before that are looked up. */
const LONGEST = 4096
export const firstEnd = (path: string): number => (path.length <= LONGEST ? path.length : path.lastIndexOf('/', LONGEST))

export const noteMade = (shell: Shell, path: string): void => void shell.made.set(path, shell.strict)

/** The folder that this text was to make, and that the path lies in. */
export function madeAbove({ made }: Shell, path: string): string | null {
  if (made.size === 0) return null
  for (let end = firstEnd(path); end > 0; end = path.lastIndexOf('/', end - 1)) if (made.has(path.slice(0, end))) return path.slice(0, end)
  return null
}

/** What is deleted was made here only where the making is known not to have failed, or nothing lay there before the call. */
export function withoutLeft(shell: Shell, resolved: string | null, places: readonly Place[]): readonly Place[] {
  const path = resolved === null || shell.at !== 'here' || !places.includes('made-here') ? null : madeAbove(shell, resolved)
  if (path === null || shell.made.get(path) === true) return places
  addNeed(shell.trace, { kind: 'missing', path, brought: true })
  return shell.found.missing.has(path) ? places : places.filter((place) => place !== 'made-here')
}

/** `mkdir x && …`, `mkdir x || exit`: whatever is reached knows that it was made. Says which those are that were made since. */
export function surelyMade({ made }: Shell, part: PipelineNode, before: number): readonly string[] {
  if (made.size === before || part.type !== 'Command' || !/^(?:mkdir|git)$/.test(part.name?.text ?? '')) return NONE
  const paths = [...made.keys()].slice(before)
  for (const path of paths) made.set(path, true)
  return paths
}
const NONE: readonly string[] = []

/** Behind the list that it hangs on nobody knows any more. */
export function doubtMade({ made }: Shell, paths: readonly string[]): void {
  for (const path of paths) if (made.has(path)) made.set(path, false)
}
