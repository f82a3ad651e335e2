// One call, start to finish: interpret, judge. What every process builds and asks.
import { interpret } from '../core/interpret/interpret.ts'
import type { Books } from '../core/interpret/trace.ts'
import { judge } from '../core/judge/judge.ts'
import type { Situation } from '../core/judge/judge.ts'
import type { Decision, Facts, Grant, Platform, Reading, Scene, ToolCall } from '../core/model.ts'
import type { GateRule } from '../core/policy/compiled.ts'
import type { Policy } from '../core/policy/policy.ts'

export interface Gate {
  readonly policy: Policy
  readonly books: Books
  /** Judges without observing anything: no file, no name, no clock. */
  readonly check: (call: ToolCall, place: Partial<Scene>, given?: Given) => Checked
}
export interface Given {
  readonly facts?: Facts
  readonly grants?: readonly Grant[]
  readonly now?: string
  readonly scopes?: readonly string[]
  /** What went wrong before the call came: each is a finding. */
  readonly troubles?: readonly GateRule[]
}
export interface Checked {
  readonly decision: Decision
  readonly reading: Reading
  readonly scene: Scene
}

export function makeGate(policy: Policy, books: Books): Gate {
  return {
    policy,
    books,
    check: (call, place, given = {}) => {
      const scene = sceneOf(call, place)
      const reading = interpret(call, scene, books, given.facts)
      const decision = judge(reading, given.facts ?? {}, policy, given.grants ?? [], situationOf(call, scene, given))
      return { decision, reading, scene }
    },
  }
}

/** What the judge is told besides the actions. */
export const situationOf = (call: ToolCall, scene: Scene, given: Given): Situation => ({
  platform: scene.platform,
  text: textOf(call),
  tool: call.tool,
  input: call.input,
  now: given.now ?? '',
  scopes: given.scopes ?? [],
  troubles: given.troubles ?? [],
})

/** The raw text rules may look at: the command, or the whole input. */
export function textOf(call: ToolCall): string {
  for (const field of ['command', 'cmd', 'script']) {
    const value = call.input[field]
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return value.join(' ')
  }
  return Object.values(call.input)
    .filter((value) => typeof value === 'string')
    .join('\n')
}

export function sceneOf(call: ToolCall, place: Partial<Scene>): Scene {
  const home = place.home ?? '/home/user'
  const cwd = place.cwd ?? call.cwd
  return { cwd, home, project: place.project ?? cwd, platform: place.platform ?? platformOf(home) }
}

const platformOf = (home: string): Platform => (/^[A-Za-z]:/.test(home) ? 'windows' : home.startsWith('/Users/') ? 'macos' : 'linux')
