// Asks where a run would send commits or a package to (`goes` of its entry), so that the person who is asked can be told.
import type { Goes } from '../meaning/entries.ts'
import { locate } from '../disk/paths.ts'
import { has } from '../meaning/options.ts'
import { select } from '../meaning/selectors.ts'
import type { Line } from './shell.ts'
import { standingIn } from '../disk/disk.ts'

/** A call that sends to more places than these is not told of the rest. */
const MOST = 4
/** Addresses and folders stand in the command already. */
const ADDRESS = /[:/\\]/
/** Settings that lead elsewhere. */
const STEERS = /^(?:remote|url|branch|push|include|registry)/

/** Not where the call itself says it, or sets it before. */
export function noteDestination(line: Line, { to, of, names, folder, settings, unless }: Goes, run: number): void {
  const { shell, parsed } = line
  const { trace } = shell
  if (shell.at !== 'here' || shell.later || has(parsed.options, unless)) return
  const [name] = select(line, names)
  const named = name === undefined ? '' : name.text
  if (named === null || (to === 'remote' && (ADDRESS.test(named) || shell.remotes.size > 0))) return
  let at = shell.cwd.text
  for (const word of select(line, folder)) at = at === null ? null : locate(standingIn(shell, { text: at }), word).resolved
  if (at === null || !at.startsWith('/') || at.includes('\0')) return
  if (trace.actions.some((action) => action.does === 'change' && action.what.endsWith('-setting') && STEERS.test(action.target?.text ?? ''))) return
  if (trace.needs.filter(({ kind }) => kind === 'destination').length < MOST)
    trace.log.needAlso({ kind: 'destination', path: at, run, to, of, named, settings })
}
