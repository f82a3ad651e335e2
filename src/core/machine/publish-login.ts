// Would this publish a package where nobody is logged in? Only for a committed script that nobody handed anything, and only where a look says so.
import type { Action, PathAction, RunAction, Word } from '../model.ts'
import { isWithin } from '../text/path.ts'
import { isUntouched } from '../disk/observed.ts'
import type { Performed, Shell } from './process.ts'
import { addNeed } from '../log/trace.ts'
import type { Trace } from '../log/trace.ts'
import type { Meaning } from '../meaning/entries.ts'
import type { Parsed } from '../meaning/options.ts'
import { hasTrait } from '../meaning/traits.ts'

/** Once all that it does is read: its own scripts may log somebody in. Asks for the look, and marks the run once it was made. */
export function noteBarred(shell: Shell, command: Performed, parsed: Parsed, id: number): void {
  const action = shell.trace.actions[id]
  if (action?.does === 'run' && (isBarred(shell, command, parsed) || isCarrier(shell, action))) shell.trace.log.amend(action, { barred: true })
}

/** At the very end: what comes later in the text may come round first. */
export function confirmBarred({ actions, log, books: { meaning } }: Trace): void {
  if (actions.every((action) => isUnrelated(meaning, action))) return
  for (const action of actions) {
    if (action.does !== 'run' || action.barred === undefined) continue
    const { barred: _, ...run } = action
    log.replace(run)
  }
}

/** `npx changeset publish`: no more than what it carries. */
function isCarrier({ trace: { actions, books } }: Shell, { id, program, operands }: RunAction): boolean {
  if ((program !== 'npx' && !hasTrait(books.meaning, program, 'package-manager')) || !isChangeset(operands.map(({ text }) => text ?? ''))) return false
  const carried = actions.filter((action) => action.does === 'run' && action.by === id)
  return carried.length > 0 && carried.every((action) => action.does === 'run' && action.barred === true)
}

function isBarred(shell: Shell, command: Performed, parsed: Parsed): boolean {
  const { node, chain, operands, depth, options } = parsed
  const harmless = node.login
  if (harmless === undefined || shell.trust !== 'project' || !shell.alone || shell.code || shell.later || shell.at !== 'here' || shell.as !== 'user')
    return false
  const isKnown = operands.slice(depth).every(({ text }) => text === '.') && command.words.every(isPlain) && parsed.operandsOtherwise === null
  const variables = [...shell.vars.keys(), ...[...command.assigns, ...parsed.assigns].map(({ name }) => name)]
  if (!isKnown || !options.every(({ name }) => harmless.includes(name)) || variables.some((name) => STEERS.test(name))) return false
  const folder = shell.cwd.text
  if (folder === null || !folder.startsWith('/') || folder.includes(HOLE) || !isPlainlyStarted(shell) || !isUnchanged(shell, folder)) return false
  const path = OF_EACH.has(chain[0]?.name ?? '') ? `${folder}/**` : folder
  addNeed(shell.trace, { kind: 'barred', path })
  return shell.disk.hasFound('barred', path)
}

const HOLE = '\0'
/** Publishes each package of a project, with what stands beside it. */
const OF_EACH = new Set(['changeset'])
const isPlain = (word: Word): boolean => word.text !== null && word.parts === undefined

/** Variables that bring a login, or lead to one. */
const STEERS =
  /npm|yarn|bun|auth|token|pass|secret|key|login|registry|^(?:HOME|PREFIX|DESTDIR|CI|PATH|BASH_ENV|ENV|NODE_OPTIONS|SHELL|CIRCLECI|(?:XDG|GITHUB|GITLAB|ACTIONS)_\w+)$/i

const LANGUAGES = new Set(['shell', 'script', 'bash', 'sh'])
const QUIET = new Set(
  '--silent -s --quiet -q --if-present --yes -y --no-install --jobs -j --keep-going -k --always-make -B --no-print-directory -e -u -x'.split(' '),
)
const MOST_ABOVE = 50

/** Nothing that started it sets variables nobody sees, or adds words to those of the script. */
function isPlainlyStarted({ trace: { actions, books }, by }: Shell): boolean {
  let id = by
  for (let left = MOST_ABOVE; id !== null; left--) {
    const action: Action | undefined = actions[id]
    if (action === undefined || left <= 0) return false
    if (action.does === 'run' ? !isPlainRun(books.meaning, action) : action.does !== 'execute' || !LANGUAGES.has(action.language)) return false
    id = action.by
  }
  return true
}

function isPlainRun(meaning: Meaning, { program, options, operands, assigns, stdin }: RunAction): boolean {
  if (stdin !== undefined || assigns.some(({ name }) => STEERS.test(name)) || options.some(({ name }) => !QUIET.has(name))) return false
  if (hasTrait(meaning, program, 'shell')) return operands.length <= 1
  const words = operands.map(({ text }) => text ?? '')
  if (words.some((word) => /^$|^-|[\s={]/.test(word))) return false
  // `run x`, `x`, `version x`: one word names what runs, and more would be handed on to it.
  if (hasTrait(meaning, program, 'package-manager')) return words.length <= (VERBS.has(words[0] ?? '') ? 2 : 1) || isChangeset(words)
  return program.endsWith('.sh') ? words.length === 0 : hasTrait(meaning, program, 'starts-others')
}
const VERBS = new Set(['run', 'run-script', 'rum', 'urn', 'version'])
const isChangeset = (words: readonly string[]): boolean => /^changesets?$/.test(words.at(-2) ?? '') && words.at(-1) === 'publish'

/** What a committed script does before may build and test, and not log in. */
function isUnchanged(shell: Shell, folder: string): boolean {
  const { actions, scene, books } = shell.trace
  const isHarmless = ({ resolved }: PathAction): boolean =>
    resolved !== null && !resolved.includes(HOLE) && isWithin(resolved, scene.project) && !isWithin(folder, resolved)
  const makefiles = [...shell.disk.contents].filter(([path]) => MAKEFILE.test(path))
  return (
    isUntouched(shell, isHarmless, true) &&
    actions.every((action) => isUnrelated(books.meaning, action)) &&
    !makefiles.some(([, { text }]) => SPEAKS.test(text ?? ''))
  )
}
const MAKEFILE = /makefile[^/]*$|\.mk$/i

/** Files that hold a login, say where one is, or are loaded for their variables. */
const KEEPS = /npmrc|yarnrc|bunfig|^\.env|mise|^(?:rc|auth\.ini|package\.json)$|workspace|pnpmfile/i
/** Of a login, or of where one is. */
const SPEAKS =
  /log-?in\b|sign-?in\b|add-?user|\bauth|auth\b|_auth|auth[-_]?token|npm_token|npmrc|yarnrc|bunfig|userconfig|globalconfig|npm_config|registry|codeartifact|credential|^(?:op|vault|doppler|infisical|sops|dotenv|direnv)$/i
/** What runs text, or sets variables, that nobody may have seen. */
const LOADS = new Set(['source', '.', 'eval'])
const SETS = new Set(['export', 'declare', 'typeset', 'readonly', 'env', 'set'])

function isUnrelated(meaning: Meaning, action: Action): boolean {
  if (action.does === 'unknown') return action.could === 'low'
  if (action.does === 'write') return action.how !== 'link' && !KEEPS.test((action.resolved ?? '').slice((action.resolved ?? '').lastIndexOf('/') + 1))
  if (action.does !== 'run') return true
  const { program, operands, options, assigns } = action
  const words = operands.map(({ text }) => text ?? '')
  if (LOADS.has(program) || (SETS.has(program) && operands.some(({ text }) => text === null))) return false
  if (hasTrait(meaning, program, 'package-manager') && SETTINGS.has(words[0] ?? '')) return false
  return ![program, ...words, ...[...options, ...assigns].map(({ name }) => name)].some((word) => SPEAKS.test(word))
}
const SETTINGS = new Set(['config', 'c', 'set', 'token', 'profile', 'pkg'])
