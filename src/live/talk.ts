// How does a trial go on from call to call? One after the other, until all were asked for or it is clear that nothing holds.
import type { LiveHost } from '../gate/host-live.ts'
import type { ModelRequest } from './model.ts'
import type { WantedCall } from './protocols.ts'
import { isShell, wantedCall } from './steps.ts'
import type { Step, StepName } from './steps.ts'

export interface Told {
  /** Whether a tool for it was offered; null while nobody looked. */
  offered: boolean | null
  asked: boolean
  /** What the agent said became of it. */
  result: string | null
}
export interface Talk {
  readonly next: (request: ModelRequest) => WantedCall | null
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
export function talkOver(steps: readonly Step[], isLost: (step: Step) => boolean, hidden?: LiveHost['hidden']): Talk {
  const told = new Map<StepName, Told>(steps.map(({ name }) => [name, { offered: null, asked: false, result: null }]))
  const names = new Set<string>()
  let begun = false
  let lost = false
  let last = performance.now()
  let spoke = false
  const next = ({ offered, results }: ModelRequest): WantedCall | null => {
    last = performance.now()
    spoke = true
    // Titles and summaries are asked for without a shell.
    if (!offered.some(isShell)) return null
    begun = true
    for (const { name, group } of offered) names.add(group === undefined ? name : `${group}.${name}`)
    for (const step of steps) {
      const about = told.get(step.name)
      if (about === undefined || !about.asked || about.result !== null) continue
      about.result = results.findLast((one) => one.includes(step.id)) ?? null
      if (about.result !== null && isLost(step)) lost = true
    }
    if (lost) return null
    for (const step of steps) {
      const about = told.get(step.name)
      if (about === undefined || about.asked || about.offered === false) continue
      const call = wantedCall(step, offered, hidden)
      about.offered = call !== null
      if (call === null) continue
      about.asked = true
      return call
    }
    return null
  }
  const isOver = (): boolean => lost || [...told.values()].every(({ asked, offered }) => asked || offered === false)
  const starts = (): void => {
    last = performance.now()
    spoke = false
  }
  return { next, told, offered: names, begun: () => begun, starts, quiet: () => ({ millis: performance.now() - last, spoke }), isOver }
}
