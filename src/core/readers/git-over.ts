// Says that git works on a folder that holds this gate's own files, and that it keeps what lies in a folder with its keys.
import type { Word } from '../model.ts'
import { isFound } from '../disk/observed.ts'
import { locate } from '../disk/paths.ts'
import { addNeed } from '../log/trace.ts'
import { act } from '../machine/act.ts'
import type { Shell } from '../machine/process.ts'
import type { Line } from '../machine/shell.ts'
import { has } from '../meaning/options.ts'
import { holdsKeys, holdsOurs, isOurOwn, oursBelow } from '../self/own-files.ts'
import { normalise } from '../text/path.ts'
import { literal } from '../value/text.ts'

/** Which commands take something away there, or put something back, their rule says. */
export function noteOver(there: Shell, line: Line): void {
  const { command, parsed } = line
  if (there.at !== 'here' || parsed.operands.length === 0) return
  const { scene } = there.trace
  // Mostly it is a project of somebody's, which its name tells.
  const { text } = there.cwd
  if (text?.startsWith('/') === true && !holdsOurs(scene, normalise(text, '/'))) return
  const { resolved } = locate(there, HERE)
  if (resolved === null || !holdsOurs(scene, resolved)) return
  // Files that are named and are not ours.
  const named = namedIn(line)
  const isOurs = (word: Word): boolean => {
    const path = locate(there, word).resolved
    return path === null || path.includes('\0') || holdsOurs(scene, path) || isOurOwn(scene, path)
  }
  if (named.length > 0 && !named.some(isOurs)) return
  // All are asked for at once.
  if (
    keepsUntracked(line) &&
    !oursBelow(scene, resolved)
      .map((file) => isUntracked(there, file))
      .includes(false)
  )
    return
  act({ do: 'change', what: 'tree-of-self', target: there.cwd }, there, command.span)
}
const HERE = literal('.')

/** `git checkout -- a b`, `git checkout HEAD a b`. */
function namedIn({ command: { words }, parsed: { operands, positions } }: Line): readonly Word[] {
  const [subcommand, ...own] = operands
  if (subcommand?.text !== 'checkout' && subcommand?.text !== 'restore') return []
  const dashes = words.findIndex((word, at) => at > (positions[0] ?? 0) && word.text === '--')
  return dashes >= 0 ? words.slice(dashes + 1) : subcommand.text === 'restore' ? own : own.slice(1)
}

/** What git does not know stays where it lies. */
function keepsUntracked({ parsed: { operands, options } }: Line): boolean {
  const [subcommand, verb] = operands
  const saves = verb === undefined || verb.text === 'push' || verb.text === 'save'
  return subcommand?.text === 'stash' && saves && !has(options, ['--include-untracked', '--all', '-u', '-a'])
}

/** Counted, as far as somebody looked. */
function isUntracked(there: Shell, path: string): boolean {
  const { trace } = there
  addNeed(trace, { kind: 'extent', path })
  const isGone = isFound(there, 'missing', path)
  return isGone || trace.extents?.[path]?.tracked === 0
}

/** `git add .local`: what it keeps can be read from git. */
export function noteKeysStaged(there: Shell, { command, parsed }: Line): void {
  const [, ...own] = parsed.operands
  const targets = own.length === 0 && has(parsed.options, ['--all']) ? [HERE] : own
  for (const target of targets) {
    // Over the budget, that itself is said.
    if (there.trace.budget.spent) return
    const { resolved } = locate(there, target)
    if (resolved !== null && there.at === 'here' && holdsKeys(there.trace.scene, resolved))
      return void act({ do: 'change', what: 'stages-keys', target }, there, command.span)
  }
}
