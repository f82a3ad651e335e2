// Turns what is said to happen (`Effect`) into actions: all that can become one stands here, and nobody else adds to the log.
import type { Action, Place, RunAction, Span, Word } from '../model.ts'
import { withoutLeft } from '../disk/created.ts'
import { withoutLinkItself } from '../disk/link-itself.ts'
import { leadsTo } from '../disk/links.ts'
import { isPattern } from '../disk/matches.ts'
import { askWhere, contentOf, locate } from '../disk/paths.ts'
import type { Doer, Rest } from '../log/log.ts'
import { doerOf } from '../log/process.ts'
import type { Trace } from '../log/trace.ts'
import { keyPlaces } from '../self/own-keys.ts'
import { NO_PLACES, NONE, union } from '../value/text.ts'
import { carriedIn, LONGEST_CARRIED } from './carried.ts'
import { reachedBy, socketPlaces } from './connect.ts'
import type { ChangeEffect, Effect, PathEffect, RunEffect } from './effect.ts'
import { emptyPlaces, entryPlaces, foundByPattern, foundOut, fromFolder, joinedWith, mountedAt, ownWork, worseMatches } from './on-path.ts'
import { altered } from './process.ts'
import { bring, put } from './put.ts'
import type { Shell } from './process.ts'

/** Gives the id of the action. Null: a path that is nothing (`-`, a harmless device), text without a secret, or what is no action. Without budget, the last id there was. */
export function act(effect: Exclude<Effect, { readonly do: PathEffect['do'] | 'put' | 'bring' | 'carry' }>, shell: Shell, span: Span): number
export function act(effect: Effect, shell: Shell, span: Span): number | null
export function act(effect: Effect, shell: Shell, span: Span): number | null {
  const { trace } = shell
  const doer = doerFor(effect, shell, span)
  const { takes = NONE } = effect
  switch (effect.do) {
    case 'read':
    case 'write':
    case 'delete':
      return onPath(shell, doer, effect.path, effect)
    case 'put':
      return put(shell, effect, (one) => onPath(shell, doer, one.path, one))
    case 'bring':
      bring(shell, effect, doer.by)
      return null
    case 'run':
      return add(trace, doer, runOf(effect, takes))
    case 'change':
      return add(trace, doer, changeOf(effect))
    case 'connect': {
      const { url, method = null, sends } = effect
      const { host, places, file } = reachedBy(shell, effect)
      const opened = file === null ? null : onPath(shell, doer, file, { do: 'read', path: file, how: 'whole' })
      const from = union(takes, url.from)
      return add(trace, doer, { does: 'connect', url, host, places, method, sends, takes: opened === null ? from : union(from, [opened]) })
    }
    case 'socket': {
      const { address, host, going } = effect
      return add(trace, doer, { does: 'connect', url: address, host, places: socketPlaces(shell, effect), method: null, sends: going !== undefined, takes })
    }
    case 'environment': {
      const { name = ENVIRONMENT, how = 'whole' } = effect
      return add(trace, doer, { does: 'read', how, path: name, resolved: null, places: OF_ENVIRONMENT, recursive: false, takes })
    }
    case 'execute': {
      const { language, text, origin, decoded } = effect
      return add(trace, doer, { does: 'execute', language, text: text === null ? null : text.slice(0, LONGEST_SHOWN), origin, decoded, takes })
    }
    case 'query':
      return add(trace, doer, { does: 'query', engine: effect.engine, class: effect.class, target: effect.target, host: effect.host, takes })
    case 'signal':
      return add(trace, doer, { does: 'signal', target: effect.target, broad: effect.broad, takes })
    case 'carry': {
      const carried = carriedIn(trace.books, effect)
      if (effect.text.length > LONGEST_CARRIED) trace.log.leaveOut('a longer text than is searched for secrets', doer)
      return carried === null ? null : add(trace, doer, carried)
    }
    case 'call': {
      const call = { does: 'call', tool: effect.tool, arguments: effect.arguments, takes } as const
      return add(trace, doer, effect.destructive === undefined ? call : { ...call, destructive: effect.destructive })
    }
    // What nobody could read is said with the last step gone, too.
    case 'unknown':
      return trace.log.unknown(effect.surprises === true ? { ...doer, trust: 'nobody' } : doer, effect.because, effect.could, effect.detail, takes)
  }
}

/** Each, as it is said; `by`: the run whose doing all of it is. */
export function actAll(effects: Iterable<Effect>, shell: Shell, span: Span, by?: number | null): void {
  for (const effect of effects) act(by === undefined ? effect : { ...effect, by }, shell, span)
}

/** What comes out only when all has been read: done where, and as who, this was done. */
export function actAfter({ log }: Trace, { at, as, certain, span }: Action, effect: ChangeEffect & { readonly by: number | null }): number {
  return log.add({ by: effect.by, at, as, certain, span }, changeOf(effect))
}

/** One more action, which costs a step; without one left, the last there was. */
function add({ log, budget }: Trace, doer: Doer, action: Rest<Action>): number {
  return budget.spend(1, doer) ? log.add(doer, action) : Math.max(0, log.actions.length - 1)
}

function doerFor({ by, maybe }: Effect, shell: Shell, span: Span): Doer {
  const doer = doerOf(shell, span)
  return by === undefined && maybe === undefined ? doer : { ...doer, by: by === undefined ? doer.by : by, certain: doer.certain && maybe !== true }
}

const ENVIRONMENT: Word = { text: 'environment' }
const OF_ENVIRONMENT: readonly Place[] = ['environment']
/** Of code that is run, so much is kept. */
export const LONGEST_SHOWN = 200

function runOf(effect: RunEffect, takes: readonly number[]): Rest<RunAction> {
  const { program, options, operands, assigns, dry, depth, operandsOtherwise, stdin } = effect
  const run: { -readonly [Field in keyof Rest<RunAction>]: Rest<RunAction>[Field] } = { does: 'run', program, options, operands, assigns, dry, depth, takes }
  if (operandsOtherwise !== undefined) run.operandsOtherwise = operandsOtherwise
  if (stdin !== undefined) run.stdin = stdin
  return run
}

const changeOf = ({ what, target, places = NO_PLACES, value = null, recursive = false, takes = NONE }: ChangeEffect) =>
  ({ does: 'change', what, target, places, value, recursive, takes }) as const

/** Something happens under a name: what is known of the path, what happens under its other names, and what it changes on the disk. */
function onPath(shell: Shell, doer: Doer, word: Word, effect: PathEffect): number | null {
  if (word.text === '' || word.text === '-' || shell.trace.budget.spent) return null
  const { disk, trace } = shell
  const { do: does, how, recursive = false } = effect
  const located = locate(shell, word, recursive || does === 'delete')
  const beside = does === 'delete' ? withoutLinkItself(shell, doer, word, { how, recursive }, located) : null
  if (beside !== null) return onPath(altered(shell, { disk: beside }), doer, word, { ...effect, recursive: false })
  const { resolved, places: named } = located
  const places = does === 'delete' && disk.countOfMade > 0 ? withoutLeft(shell, resolved, named) : named
  if (does !== 'read' && resolved !== null) {
    const plain = disk.unlinked(resolved)
    if (plain !== null) onPath(altered(shell, { disk: plain }), doer, word, effect)
    if (does === 'delete' && how !== 'move') {
      let last: number | null = null
      for (const source of disk.movedInto(resolved)) last = onPath(altered(shell, { disk: disk.withoutMoves() }), doer, source, effect)
      if (last !== null && disk.isRenamed(resolved)) return last
    }
  }
  if (does !== 'delete' && how !== 'move' && places.includes('harmless-device')) return null
  const held = does === 'read' ? contentOf(shell, word)?.from : undefined
  const empty = does === 'delete' ? emptyPlaces(shell, word, recursive) : NONE
  const own = shell.trust === 'project' && does !== 'read' ? ownWork(shell, word, effect, resolved, places) : NONE
  const isAny = isPattern(shell, word)
  if (isAny && does === 'delete' && recursive) for (const path of worseMatches(shell, word)) onPath(shell, doer, path, effect)
  const extra = [
    ...empty,
    ...own,
    ...(does === 'write' && resolved !== null && disk.isShared(resolved) ? HARD_LINKED : NONE),
    ...(isAny ? foundByPattern(shell, word, effect, { resolved, places }) : foundOut(shell, word, effect, resolved, places)),
    ...(effect.named === undefined ? NONE : [effect.named]),
    ...(effect.marks ?? NONE),
    ...(does === 'read' && how !== 'list' && located.whole !== undefined ? keyPlaces(located.whole, trace.scene, recursive, word.deep) : NONE),
    ...entryPlaces(shell, doer, word, effect, places),
  ]
  if (resolved !== null) askWhere(shell, word, { does, how, recursive }, resolved)
  if (shell.code && does === 'delete')
    for (const path of joinedWith(shell, word)) onPath(altered(shell, { code: false }), { ...doer, certain: false }, path, effect)
  if (shell.mounts.length > 0 && (does !== 'read' || how === 'whole'))
    for (const path of mountedAt(shell, word, effect)) onPath(hostOf(shell), { ...doer, at: 'here' }, path, effect)
  const done = {
    does,
    how,
    recursive,
    path: fromFolder(shell, word, resolved),
    resolved,
    places: extra.length === 0 ? places : [...places, ...extra],
    takes: union(union(effect.takes, word.from), held),
  }
  const leads = leadsTo(disk, does, located)
  const id = add(trace, doer, leads === undefined ? done : { ...done, leads })
  if (does !== 'read' && resolved !== null) {
    disk.change(resolved)
    if (does === 'delete') disk.remove(resolved)
  }
  // What is added to a file leaves in it what was there.
  if (does === 'write' && how === 'append' && resolved !== null && !disk.wasWritten(resolved)) disk.doubt(resolved)
  return id
}
const HARD_LINKED: readonly Place[] = ['hard-linked']

/** The machine that a container runs on. */
const hostOf = (shell: Shell): Shell => altered(shell, { at: 'here', mounts: [], cwd: { text: shell.trace.scene.cwd } })
