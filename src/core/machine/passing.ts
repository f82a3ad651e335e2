// Is what comes out of a pipe what went into it? Where code came from, and whether a program on the way made it into something else.
import type { Action, RunAction, Word } from '../model.ts'
import { isRooted } from '../text/path.ts'
import { locate } from '../disk/paths.ts'
import { afford, bulkOfText } from '../log/process.ts'
import type { Shell } from './process.ts'
import { INSTALLED } from './trust.ts'
import { addNeed } from '../log/trace.ts'
import { literal, NONE, unknownWord } from '../value/text.ts'
import { findProgram } from '../meaning/entries.ts'
import { hasTrait } from '../meaning/traits.ts'

/** Looking through what was done so far is paid for. */
const ACTIONS_A_STEP = 512

/** Whether somebody has installed what lies there. */
export const isInstalled = (place: string): boolean => INSTALLED.includes(place)

/** Whether a program on the way puts out something else than it took in: what `jq` finds in a file is not what the file says. `byText`: and is known to put out text. */
export function isMade(shell: Shell, code: Word, byText = false): boolean {
  return shell.trace.log.behind(code, textOf).some((id) => {
    const action = shell.trace.actions[id]
    if (action?.does !== 'run') return false
    const { meaning } = shell.trace.books
    return byText ? hasTrait(meaning, action.program, 'text-filter') : !hasTrait(meaning, action.program, 'passes-text') && !handsOn(shell, action.program)
  })
}

/** What a file holds that this text has a program write, and of which nothing else is known; null for any other file. */
export function writtenUnseen(shell: Shell, path: string | null): Word | null {
  const {
    actions,
    notes: { arrivals },
  } = shell.trace
  const arrived = path === null ? undefined : arrivals.find(({ named }) => named.includes(path))
  if (arrived !== undefined) return unknownWord('file', true, [arrived.by])
  if (path === null || shell.disk.wasWritten(path) || !afford(shell, actions.length / ACTIONS_A_STEP)) return null
  for (let at = actions.length - 1; at >= 0; at--) {
    const action = actions[at]
    if (action === undefined) continue
    if (action.does === 'write' && action.resolved === path && action.by !== null && (action.how === 'truncate' || action.how === 'whole'))
      return unknownWord('file', true, [action.id, action.by])
    const patched = action.does === 'run' ? patchedBy(shell, action, path) : null
    if (patched !== null) return patched
    if (action.does === 'run' && isPiece(shell, action, path)) {
      const reads = actions.filter((other) => other.does === 'read' && other.by === action.id).map(({ id }) => id)
      return unknownWord('file', true, [action.id, ...reads])
    }
  }
  return null
}

/** Whether this text linked or copied a program of the machine there that runs others: `ln -s /bin/sh ./ls`. */
export function isRunnerThere(shell: Shell, path: string): boolean {
  const { actions, books } = shell.trace
  const put = actions.findLast((action) => action.does === 'write' && action.resolved === path)
  if (put === undefined || !afford(shell, 1 + actions.length / ACTIONS_A_STEP)) return false
  return actions.some((action) => {
    if (action.does !== 'read' || action.by !== put.by || action.resolved === null || !action.places.some(isInstalled)) return false
    const program = findProgram(books.meaning, action.resolved.slice(action.resolved.lastIndexOf('/') + 1))
    return !program.known || program.runs.length > 0 || Object.keys(program.subcommands).length > 0
  })
}

/** A file that a patch changes holds what it held and what the patch adds; asks for both. */
function patchedBy(shell: Shell, run: RunAction, path: string): Word | null {
  if (run.dry || (run.program !== 'patch' && (run.program !== 'git' || run.operands[0]?.text !== 'apply'))) return null
  const { actions } = shell.trace
  if (!afford(shell, 1 + actions.length / ACTIONS_A_STEP)) return null
  const added: string[] = []
  const read = (text: string): void => {
    if (afford(shell, bulkOfText(text.length))) for (const line of addedTo(text, path)) added.push(line)
  }
  if (run.stdin?.text != null) read(run.stdin.text)
  for (const action of actions) {
    if (action.does !== 'read' || action.resolved === null || (action.by !== run.id && run.stdin?.from?.includes(action.id) !== true)) continue
    const text = shell.disk.contentAt(action.resolved)?.text
    if (text != null) read(text)
    else if (shell.at === 'here' && isRooted(action.resolved) && !action.resolved.includes('\0')) addNeed(shell.trace, { kind: 'file', path: action.resolved })
  }
  if (added.length === 0) return null
  if (shell.at === 'here') addNeed(shell.trace, { kind: 'file', path })
  return literal([shell.disk.contentAt(path)?.text ?? '', ...added].join('\n'), [run.id])
}

function addedTo(patch: string, path: string): readonly string[] {
  const added: string[] = []
  let here = false
  for (const line of patch.split('\n')) {
    if (line.startsWith('+++ ')) {
      const name = line
        .slice(4)
        .replace(/[\t\r].*$/, '')
        .trim()
      here = path.endsWith(`/${name}`) || path.endsWith(name.slice(Math.max(0, name.indexOf('/'))))
    } else if (here && line.startsWith('+')) added.push(line.slice(1))
  }
  return added
}

/** `split x` makes xaa, xab … of it. */
function isPiece(shell: Shell, { program, operands, options }: RunAction, path: string): boolean {
  if (program !== 'split' && program !== 'csplit') return false
  const given = program === 'split' ? operands[1] : options.find(({ name }) => name === '--prefix')?.value
  const prefix = given === undefined || given === true ? literal(program === 'split' ? 'x' : 'xx') : given
  const { resolved } = locate(shell, prefix)
  return resolved !== null && path.startsWith(resolved) && /^(?:[a-z]{2,5}|\d{2,5})(?:\.\w{1,8})?$/.test(path.slice(resolved.length))
}

/** Where the text of it comes from: not the names of the files, and not its other words. */
function textOf(action: Action): readonly number[] {
  if (action.does === 'run') return action.stdin?.from ?? NONE
  if (action.does === 'read') return action.takes.filter((id) => action.path.from?.includes(id) !== true)
  return action.takes
}

/** `sudo cat x`, `bash -c 'cat x'`: what it prints is printed by what it runs. */
const handsOn = ({ trace }: Shell, program: string): boolean =>
  findProgram(trace.books.meaning, program).runs.some(({ kind }) => kind === 'words' || kind === 'shell' || kind === 'joined')
