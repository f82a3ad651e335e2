// Which gate do leashd's policy files make? Its rules, one list over all files, behind the fence; without files the preset `leashd`.
import { readFileSync } from 'node:fs'
import { importPatterns } from '../../config/import-patterns.ts'
import { readYaml } from '../../config/yaml.ts'
import type { Gate } from '../../gate/gate.ts'
import { loadBuiltin } from '../../gate/open.ts'
import { gateFrom } from '../gate-of.ts'

const FENCE = ['fence.outside']
/** What our own gate calls its files' rules: `policy.NAME`. */
export const POLICY = 'policy'

/** Throws where a file cannot be read or holds a mistake: nothing is judged by half a policy. */
export function policyGate(files: readonly string[]): Gate {
  if (files.length === 0) return loadBuiltin('leashd')
  const rules: unknown[] = []
  let settings: object = {}
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    // Each for itself first, so that a mistake is told with its line.
    const imported = importPatterns('leashd', text, POLICY)
    if (!imported.ok) throw new Error(`${file}: ${imported.message}`)
    const value = readYaml(text).value as { readonly rules?: readonly unknown[]; readonly settings?: object }
    rules.push(...(value.rules ?? []))
    settings = { ...settings, ...value.settings }
  }
  // JSON is YAML. Later settings count, and the first rule of all files that matches.
  const whole = importPatterns('leashd', JSON.stringify({ settings, rules }), POLICY)
  if (!whole.ok) throw new Error(whole.message)
  return gateFrom({ profile: FENCE, packs: whole.pack === null ? [] : [whole.pack] })
}

/** The fence alone. */
export const fenceGate = (): Gate => gateFrom({ profile: FENCE })
