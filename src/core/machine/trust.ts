// Who vouches for the text that is being read, and does a committed script know what it names, or did somebody hand it that? The call's words, its variables, a
// file that is not committed.
import type { Part, Word } from '../model.ts'
import { isFound } from '../disk/observed.ts'
import { locate } from '../disk/paths.ts'
import { isTrusted } from '../log/log.ts'
import type { Trust } from '../log/log.ts'
import { setValue } from './env.ts'
import { altered } from './process.ts'
import { isForShell } from './shebang.ts'
import type { FunctionBody, Open, Shell, Value, Vouched } from './shell.ts'

/** Where somebody has installed what lies there. */
export const INSTALLED: readonly string[] = ['installed', 'system', 'local-software']
/** And what a build makes: bundles are large, shell scripts among them are not. */
const MADE = [...INSTALLED, 'regenerable']

const opened = (shell: Vouched): Open<Vouched> => shell

export { isTrusted } from '../log/log.ts'

/** In the name of whom a file's text is read; of what is committed, also whether anything is handed to it. */
export function asFile(shell: Shell, file: string, language: string): Shell {
  const own = shell.disk.isSettled(file)
  if (own && shell.trust !== 'project') giveVariables(shell)
  const { places } = locate(shell, { text: file })
  const from = isForShell(language) ? INSTALLED : MADE
  const alone = own && shell.alone && (shell.trust === 'project' || shell.vars.size === 0)
  const isMade = shell.at === 'here' && from.some((place) => places.includes(place)) && !shell.disk.wasWritten(file)
  const inner = trusted(shell, own ? 'project' : isMade ? 'machine' : 'nobody')
  opened(inner).alone = alone
  return inner
}

/** What the project committed may be called by others with what they like: only what it does for itself is its own business. */
export function takenIn(shell: Shell, file: string, language: string): Shell {
  const inner = asFile(shell, file, language)
  return shell.trust === 'project' || inner.trust !== 'project' ? inner : trusted(inner, 'lent')
}

/** Its like is known to be clever. */
export const vouchedFor = (shell: Shell): Shell => (isTrusted(shell.trust) ? shell : trusted(shell, 'machine'))

function trusted(shell: Shell, trust: Trust, changes: Parameters<typeof altered>[1] = {}): Shell {
  const inner = altered(shell, changes)
  opened(inner).trust = trust
  return inner
}

/** For a function that others call: what reads it is trusted as it is, or as the function is. */
export function lend(inner: Shell, body: FunctionBody): void {
  if (inner.trust === 'nobody' && body.trusted) opened(inner).trust = 'lent'
}

/** To whom a word is what it would be to somebody else than the project. */
export const asOthers = (shell: Shell, changes: Parameters<typeof altered>[1] = {}): Shell =>
  trusted(shell, shell.trust === 'project' ? 'machine' : shell.trust, changes)

/** The text that is being read from here on, where somebody has committed it or can see all of it; empty elsewhere. */
export function readScript(shell: Shell, text: string): void {
  opened(shell).script = text
}

/** What computes a name may say whose it is; source that nobody runs yet computes many. */
export function keepCode({ trust, later, by, trace }: Shell, text: string): void {
  if (trust === 'nobody' && !(later && by === null)) trace.notes.keepCode(by, text)
}

/** It is handed something: words, variables, input. */
export function noteHanded(shell: Shell): void {
  opened(shell).alone = false
}

/** The name that words of a call go by once they are handed on as text. */
export const ARGUMENT = 'argument'

type Unknown = Part & { readonly kind: 'unknown' }
const isUnknown = (part: Part): part is Unknown => part.kind === 'unknown'
const isHandedOn = (part: Part): boolean => isUnknown(part) && (part.given === true || part.name === ARGUMENT)

/** Whether part of it was not known to whoever called the script that uses it. */
export const isGiven = (word: Word | null | undefined): boolean => word?.parts?.some(isHandedOn) === true

/** The same word in the hands of a script: what is not known of it, the script cannot answer for. */
export function given(word: Word): Word {
  const items = word.items?.some(hasUnknown) === true ? { items: word.items.map(given) } : {}
  if (!hasUnknown(word)) return items.items === undefined ? word : { ...word, ...items }
  return { ...word, ...items, parts: (word.parts ?? []).map((part) => (isUnknown(part) ? { ...part, given: true } : part)) }
}
const hasUnknown = (word: Word): boolean => word.text === null && word.parts?.some(isUnknown) === true

/** What the caller does not know of what it hands on, the script cannot know either. */
export const handedOn = <To extends { readonly stdin: Word | null; readonly args?: readonly Word[] }>(to: To): To => ({
  ...to,
  stdin: to.stdin === null ? null : given(to.stdin),
  ...(to.args === undefined ? {} : { args: to.args.map(given) }),
})

/** Marks what a call has set, before a script of the project sees it. */
function giveVariables(shell: Shell): void {
  for (const [name, value] of shell.vars)
    if (value.words.some(hasUnknown) || value.otherwise?.some((other) => other.words.some(hasUnknown)) === true) setValue(shell, name, givenValue(value))
}
const givenValue = (value: Value): Value => ({
  ...value,
  words: value.words.map(given),
  ...(value.otherwise === undefined ? {} : { otherwise: value.otherwise.map(givenValue) }),
})

/** What comes out of more than these may come from anywhere. */
const MOST_BEHIND = 200

/** Whether the unknown in it comes from outside the script; `isAway` tells whether a word that is known leads out of the project. */
export function comesFromOutside(shell: Shell, word: Word, takes: readonly number[], isAway: (word: Word) => boolean): boolean {
  const { trace, vars } = shell
  if (isGiven(word) || isGiven(shell.cwd)) return true
  // Code is not told its arguments and variables: any of them may be what it names.
  if (shell.code && shell.positional?.some((one) => isGiven(one) || isAway(one)) === true) return true
  for (const part of word.parts ?? []) {
    const set = shell.code && isUnknown(part) && part.name !== null ? vars.get(part.name) : undefined
    if (set?.words.some((one) => isGiven(one) || isAway(one)) === true) return true
  }
  const seen = new Set<number>()
  const queue = [...(word.from ?? []), ...(shell.cwd.text === null ? (shell.cwd.from ?? []) : []), ...takes]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue
    if (seen.size >= MOST_BEHIND) return true
    seen.add(id)
    const action = trace.actions[id]
    if (action === undefined) continue
    queue.push(...action.takes)
    if (action.does === 'run' && (isGiven(action.stdin) || action.operands.some(isGiven))) return true
    if (action.does !== 'read' || action.how === 'list' || action.places.includes('environment')) continue
    if (isGiven(action.path)) return true
    const file = action.resolved
    if (file !== null && !shell.disk.wasWritten(file) && !shell.disk.isSettled(file) && !action.recursive && !isFound(shell, 'unchanged', file, true))
      return true
  }
  return false
}
