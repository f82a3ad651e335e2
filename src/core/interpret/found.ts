// Does what was found out about a path before the call still hold when its turn comes?
import { wordSet } from '../text/word-set.ts'
import type { Action, PathAction } from '../model.ts'
import { isWithin } from '../text/path.ts'
import type { Found, Shell } from './shell/state.ts'
import { addNeed } from './trace.ts'

/** Programs that change no file but those they are seen to write. */
const QUIET = wordSet(
  'cd set export local declare readonly unset ls echo printf pwd true test [ cat head tail wc grep rg which mkdir touch cp rm rmdir sleep date',
)

/** Asks, and answers once it is known. Only here, and only while nothing before it in this text can have changed it. `inScripts`: also where a script that was read asks. */
export function isFound(shell: Shell, kind: Found, path: string | null, inScripts = false): boolean {
  if (path === null || shell.at !== 'here' || shell.later || !path.startsWith('/') || path.includes('\0')) return false
  addNeed(shell.trace, { kind, path })
  return wasFound(shell, kind, path, inScripts)
}

/** The same without asking. `about`: what nothing may have changed since. */
export const wasFound = (shell: Shell, kind: Found, path: string, inScripts = false, about = path): boolean =>
  shell.found[kind].has(path) && shell.at === 'here' && !shell.later && isUntouched(shell, (write) => isElsewhere(write, about), inScripts)

/** Whether this text took the path away just before, and nothing since can have brought it back. */
export function wasRemoved({ trace: { actions }, at }: Shell, path: string): boolean {
  if (at !== 'here' || path === '') return false
  for (let id = actions.length - 1; id >= 0; id--) {
    const action = actions[id]!
    if (action.does === 'delete' && action.certain && action.recursive && action.at === 'here' && action.resolved !== null && isWithin(path, action.resolved))
      return true
    if (
      action.does === 'write'
        ? action.resolved === null || !isElsewhere(action, path)
        : action.does === 'run'
          ? !QUIET.has(action.program) && action.program !== 'mv'
          : action.does !== 'read' && action.does !== 'delete' && action.does !== 'carry'
    )
      return false
  }
  return false
}

/** Whether what was seen below a folder still holds. */
export const stillHolds = (shell: Shell, folder: string): boolean =>
  shell.at === 'here' && !shell.later && isUntouched(shell, (write) => isElsewhere(write, folder), false)

/** Whether nothing lay there before, so that all of it was made by this call: moved or linked into it was nothing. */
export const cameSince = (shell: Shell, path: string | null): boolean =>
  path !== null &&
  shell.found.missing.has(path) &&
  shell.at === 'here' &&
  !shell.later &&
  isUntouched(shell, ({ how }) => how !== 'link' && how !== 'move', false)

const isElsewhere = ({ how, resolved }: PathAction, path: string): boolean =>
  how !== 'link' && how !== 'move' && resolved !== null && !isWithin(resolved, path) && !isWithin(path, resolved)

/** Whether nothing before in this call can have changed what was seen; of what it is seen to write, `isHarmless` says so. */
export function isUntouched({ trace: { actions }, by, own }: Shell, isHarmless: (write: PathAction) => boolean, inScripts: boolean): boolean {
  const above = new Set<number>()
  for (let id = by; id !== null && !above.has(id); id = actions[id]?.by ?? null) above.add(id)
  // What a committed script runs before changes what it is seen to write, and nothing behind its own back.
  const ours = (action: Action): boolean => inScripts && own && action.by !== null && isBelow(actions, action.by, above)
  return actions.every((action) => {
    if (action.does !== 'write' && ours(action)) return true
    switch (action.does) {
      case 'run':
        return above.has(action.id) || QUIET.has(action.program) || (action.program === 'git' && READS.has(action.operands[0]?.text ?? ''))
      case 'call':
        return above.has(action.id)
      case 'execute':
        // The text that this stands in: what it does before are actions of their own.
        return inScripts && action.language === 'shell' && action.text !== null && action.by !== null && above.has(action.by)
      case 'write':
        return isHarmless(action)
      case 'delete':
      case 'read':
      case 'carry':
        return true
      default:
        // A finding about the same command: what it throws away it does not make.
        return action.does === 'change' && action.what === 'uncommitted-work'
    }
  })
}
const READS = new Set(['status', 'diff', 'log', 'show', 'branch', 'rev-parse', 'ls-files'])

/** Whether a run, or one that leads to it, is among these. */
function isBelow(actions: readonly Action[], run: number, among: ReadonlySet<number>): boolean {
  for (let id = run; ;) {
    if (among.has(id)) return true
    const by = actions[id]?.by ?? null
    if (by === null || by >= id) return false
    id = by
  }
}

const SCAFFOLD = /^(?:@[\w.-]+\/)?create-[\w-]+$|^(?:degit|tiged|giget|cookiecutter|copier)$/
const BEGINS = wordSet('new create init startproject startapp clone')
const PACKAGES = wordSet('npm pnpm yarn bun deno')
const STARTS = wordSet('create init install i ci add dlx exec x c')
/** Programs that run another, which is seen besides, or only fetch and unpack. */
const ALONG = wordSet('npx bunx pnpx uvx pipx curl wget tar unzip 7z gunzip sudo env mv ln')

/** `npx create-x web && cd web && rm -rf .git`: what was not there before the call, and what began a project, cloned or unpacked has brought. */
export function wasBrought(shell: Shell, path: string | null): boolean {
  const { trace, by } = shell
  if (path === null || shell.at !== 'here' || shell.later || !path.startsWith('/') || /[\0*?[(]/.test(path)) return false
  const above = new Set<number>()
  for (let id = by; id !== null && !above.has(id); id = trace.actions[id]?.by ?? null) above.add(id)
  let brings = trace.arrivals.length > 0
  for (const action of trace.actions) {
    if (above.has(action.id)) continue
    if (action.does === 'run') {
      const [first, second] = action.operands
      const begins = SCAFFOLD.test(action.program) || (action.program !== 'git' && [first, second].some((word) => BEGINS.has(word?.text ?? '')))
      brings ||= begins
      if (begins || QUIET.has(action.program) || ALONG.has(action.program)) continue
      if (
        action.program === 'git'
          ? READS.has(first?.text ?? 'status') || first?.text === 'clone'
          : PACKAGES.has(action.program) && STARTS.has(first?.text ?? 'i')
      )
        continue
      return false
    }
    if (
      action.does === 'write'
        ? (action.how === 'move' || action.how === 'link') && (action.resolved === null || !isApart(action.resolved, path))
        : ELSE.has(action.does)
    )
      return false
  }
  if (!brings) return false
  addNeed(trace, { kind: 'missing', path, brought: true })
  return shell.found.missing.has(path)
}
const ELSE = wordSet('call execute change unknown signal query')
const isApart = (one: string, other: string): boolean => !isWithin(one, other) && !isWithin(other, one)
