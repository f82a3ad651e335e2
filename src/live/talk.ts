// How does a trial go on from call to call? One after the other, until all were asked for or it is clear that nothing holds.
import type { LiveHost } from '../hosts/_frame/live.ts'
import type { ModelRequest } from './model.ts'
import type { WantedCall } from './protocols.ts'
import { isShell, wantedCall } from './steps.ts'
import type { Step, StepName } from './steps.ts'

/** How long is waited for a sub-agent that its host does not wait for. */
const ERRAND_MS = 15_000
const LOOK_MS = 100

export interface Told {
  /** Whether a tool for it was offered; null while nobody looked. */
  offered: boolean | null
  asked: boolean
  /** What the agent said became of it. */
  result: string | null
}
export interface Talk {
  readonly next: (request: ModelRequest) => Promise<WantedCall | null>
  readonly told: ReadonlyMap<StepName, Told>
  /** Whether the agent asked its model at all, with tools. */
  readonly begun: () => boolean
  /** The names of all tools that were offered beside a shell. */
  readonly offered: ReadonlySet<string>
  /** The host is started, again perhaps. */
  readonly starts: () => void
  /** How long it has said nothing to its model, and whether it did since it was started. */
  readonly quiet: () => { readonly millis: number; readonly spoke: boolean }
  /** Whether anything is left to ask for. */
  readonly isOver: () => boolean
}

/** `isLost`: whether what the step left, or did not, makes all others pointless. */
export function talkOver(steps: readonly Step[], prompt: string, isLost: (step: Step) => boolean, hidden?: LiveHost['hidden']): Talk {
  const told = new Map<StepName, Told>(steps.map(({ name }) => [name, { offered: null, asked: false, result: null }]))
  const names = new Set<string>()
  let begun = false
  let lost = false
  let last = performance.now()
  let spoke = false
  const inner = steps.find(({ within }) => within !== undefined)
  const next = async (request: ModelRequest): Promise<WantedCall | null> => {
    const { offered, results } = request
    last = performance.now()
    spoke = true
    // Titles and summaries are asked for without a shell.
    if (!offered.some(isShell)) return null
    begun = true
    if (inner?.within !== undefined && request.holds(inner.within) && !request.holds(prompt)) return errand(inner, request)
    for (const { name, group } of offered) names.add(group === undefined ? name : `${group}.${name}`)
    for (const step of steps) {
      const about = told.get(step.name)
      if (about === undefined || !about.asked || about.result !== null) continue
      about.result = results.findLast((one) => one.includes(step.id)) ?? null
      if (about.result !== null && isLost(step)) lost = true
    }
    if (lost) return null
    // Some hosts go on while their sub-agents work, and end them with themselves.
    if (told.get('errand')?.result != null) await errandDone()
    for (const step of steps) {
      const about = step.within === undefined ? told.get(step.name) : undefined
      if (about === undefined || about.asked || about.offered === false) continue
      const call = step.unless !== undefined && offered.some(step.unless) ? null : wantedCall(step, offered, hidden)
      about.offered = call !== null
      if (call === null) continue
      about.asked = true
      return call
    }
    return null
  }
  /** Its only step, then the end of that conversation. */
  const errand = (step: Step, { offered, results }: ModelRequest): WantedCall | null => {
    const about = told.get(step.name)
    if (about === undefined || about.offered === false) return null
    if (about.asked) {
      about.result ??= results.findLast((one) => one.includes(step.id)) ?? null
      if (about.result !== null && isLost(step)) lost = true
      return null
    }
    const call = wantedCall(step, offered, hidden)
    about.offered = call !== null
    about.asked = call !== null
    return call
  }
  const isErrandOpen = (): boolean => {
    const about = inner === undefined ? undefined : told.get(inner.name)
    return about !== undefined && about.offered !== false && about.result === null
  }
  const errandDone = async (): Promise<void> => {
    const until = performance.now() + ERRAND_MS
    while (isErrandOpen() && performance.now() < until) {
      last = performance.now()
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
  const isOver = (): boolean =>
    lost || steps.every(({ name, within }) => within !== undefined || told.get(name)?.asked === true || told.get(name)?.offered === false)
  const starts = (): void => {
    last = performance.now()
    spoke = false
  }
  return { next, told, offered: names, begun: () => begun, starts, quiet: () => ({ millis: performance.now() - last, spoke }), isOver }
}
