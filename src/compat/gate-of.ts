// Builds a gate from the rules of another system's files: those rules, the floor and the gate's own protection, and nothing else unless a preset says more.
import { policyOf } from '../config/builtin.ts'
import { packageData, packageParsers } from '../config/package-files.ts'
import { compileUserRegex } from '../config/user-regex.ts'
import type { PackSource } from '../core/rules/source.ts'
import { describeSecrets } from '../core/secrets/compile.ts'
import type { SecretSpec } from '../core/secrets/model.ts'
import { gateOf } from '../gate/gate.ts'
import type { Gate } from '../gate/gate.ts'
import { loadBuiltin } from '../gate/open.ts'

export interface GateParts {
  /** `bare` unless said. */
  readonly preset?: string
  readonly packs?: readonly PackSource[]
  readonly kinds?: readonly SecretSpec[]
  /** Silent rules of ours that speak besides. */
  readonly profile?: readonly string[]
}

export function gateFrom({ preset = 'bare', packs = [], kinds = [], profile = [] }: GateParts): Gate {
  const data = packageData()
  const presets = data.presets.map((one) => (one.name === preset ? { ...one, profile: [...(one.profile ?? []), ...profile] } : one))
  const policy = policyOf({ ...data, presets }, preset, [], packs, compileUserRegex)
  if (policy === null) throw new Error(`the package is damaged: the preset \`${preset}\` is missing`)
  const { own, wired } = loadBuiltin(preset)
  const all = [...(presets.find(({ name }) => name === preset)?.kinds ?? []), ...kinds]
  return gateOf(data, policy, packageParsers(), { own, wired, ...(all.length > 0 && { kinds: describeSecrets(all, { examples: false }) }) })
}
