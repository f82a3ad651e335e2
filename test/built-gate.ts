// The whole gate on our own data, read from the YAML folders or as it ships: what tests that span modules ask.
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
import { gateOf } from '../src/gate/gate.ts'
import type { Checked, Gate } from '../src/gate/gate.ts'
import type * as Library from '../src/index.ts'
import { ensureBuilt } from './built.ts'

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

/** The same from the built package, as programs import it: laws hold for what ships. */
export async function shippedGate(preset = 'standard'): Promise<Built> {
  ensureBuilt()
  const { loadBuiltin } = (await import(path.join(root, 'dist/index.js'))) as typeof Library
  return asked(await loadSources(root), loadBuiltin(preset))
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
  return asked(sources, gateOf(sources, policy, parsers))
}

function asked(sources: Sources, gate: Gate): Built {
  const check: Built['check'] = (command, { tool = 'Bash', input = { command }, annotations, committed = {}, 'logged-out': loggedOut, ...place } = {}) =>
    gate.check(
      callOf(tool, input, place.cwd ?? home.cwd, annotations === undefined ? {} : { annotations }),
      { ...home, ...place },
      { facts: factsOf({ committed, ...(loggedOut && { 'logged-out': loggedOut }) }, place.cwd ?? home.cwd) },
    )
  return { sources, gate, check }
}
