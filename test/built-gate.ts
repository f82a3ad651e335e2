// The whole gate on our own data, read from the YAML folders: what tests that span modules ask.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { policyOf } from '../src/config/builtin.ts'
import { loadCodeParsers } from '../src/config/code-parsers.ts'
import { loadSources } from '../src/config/load-data.ts'
import type { Sources } from '../src/config/load-data.ts'
import { callOf } from '../src/cli/call.ts'
import type { Scene } from '../src/core/model.ts'
import { factsOf } from '../src/core/policy/examples.ts'
import type { ExampleContext } from '../src/core/policy/examples.ts'
import { gateOf } from '../src/gate/built-in.ts'
import type { Checked, Gate } from '../src/gate/gate.ts'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
export const home: Pick<Scene, 'cwd' | 'home' | 'project'> = { cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app' }

export interface Built {
  readonly sources: Sources
  readonly gate: Gate
  readonly check: (command: string, place?: Partial<Scene> & ExampleContext) => Checked
}

/** `awake`: rules that only some preset wakes are awake too. */
export async function buildGate(preset = 'standard', awake = false): Promise<Built> {
  const loaded = await loadSources(root)
  return builtOf(awake ? { ...loaded, presets: loaded.presets.map((entry) => ({ ...entry, profile: ['*'] })) } : loaded, preset, await loadCodeParsers())
}

/** One for each preset, from the same data. */
export async function buildGates(presets: readonly string[]): Promise<ReadonlyMap<string, Built>> {
  const sources = await loadSources(root)
  const parsers = await loadCodeParsers()
  return new Map(presets.map((preset) => [preset, builtOf(sources, preset, parsers)]))
}

function builtOf(sources: Sources, preset: string, parsers: Awaited<ReturnType<typeof loadCodeParsers>>): Built {
  const policy = policyOf(sources, preset)
  if (policy === null) throw new Error(`no preset ${preset}`)
  const gate = gateOf(sources, policy, parsers)
  const check: Built['check'] = (command, { tool = 'Bash', input = { command }, annotations, committed = {}, 'logged-out': loggedOut, ...place } = {}) =>
    gate.check(
      callOf(tool, input, place.cwd ?? home.cwd, annotations === undefined ? {} : { annotations }),
      { ...home, ...place },
      { facts: factsOf({ committed, ...(loggedOut && { 'logged-out': loggedOut }) }, place.cwd ?? home.cwd) },
    )
  return { sources, gate, check }
}
