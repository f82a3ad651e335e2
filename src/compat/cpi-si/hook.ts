// CPI-SI's pre-use hook: a tool and its argument in, a yes or a no out; whoever runs it asks the person.
import { decide } from '../../gate/decide.ts'
import type { Decision, JsonObject } from '../../core/model.ts'
import { callOf } from '../call.ts'
import { gateFrom } from '../gate-of.ts'
import { configFolder, loadDetection } from './detection.ts'
import type { DetectionOptions } from './detection.ts'

export interface PreUse {
  readonly verdict: 'allow' | 'ask' | 'deny'
  /** What a person is told. */
  readonly reason: string
  /** How sure the rule is that asks or denies, 0 to 100; null where none does. */
  readonly confidence: number | null
  /** The content may hold a secret: its length, never what it says. */
  readonly secretIn: number | null
}
export interface PreUseOptions extends DetectionOptions {
  readonly cwd: string
  readonly home?: string
  /** What is written, for tools that name a path: its page takes it from `FILE_PATH`. */
  readonly filePath?: string
}

/** The preset `cpi-si` and its three files. A tool is known by how its name begins. */
export function preUse(tool: string, argument: string, { cwd, home, filePath, folder = configFolder(home) ?? '' }: PreUseOptions): PreUse {
  const { files, containsLikelySecret } = loadDetection({ folder })
  const gate = gateFrom({
    preset: 'cpi-si',
    packs: Object.values(files).flatMap(({ packs }) => packs),
    kinds: Object.values(files).flatMap(({ kinds }) => kinds),
  })
  const writes = /^(?:Write|Edit|NotebookEdit|MultiEdit)/.exec(tool)
  const input: JsonObject = writes === null ? { command: argument } : { file_path: filePath ?? argument, content: filePath === undefined ? '' : argument }
  const name = writes === null ? (tool.startsWith('Bash') ? 'Bash' : tool) : 'Write'
  const call = callOf('cpi-si', name, input, { session: '', cwd })
  const { decision } = decide(gate, call, { cwd, ...(home === undefined ? {} : { home }) })
  return { ...toldOf(decision), secretIn: containsLikelySecret(argument) ? argument.length : null }
}

function toldOf({ verdict, reason, findings }: Decision): Omit<PreUse, 'secretIn'> {
  const confidence = findings.find((finding) => finding.verdict === verdict)?.confidence ?? null
  return {
    verdict,
    reason: verdict === 'allow' ? '' : reason.replace(/^(?:stopped|waiting for a person): /, ''),
    confidence: verdict === 'allow' ? null : confidence,
  }
}
