// Settings of one's own below an administrator's file, without compiling them for every call.
import { canonicalJson } from '../core/text/canonical.ts'
import { readBelow } from '../config/packs-cache.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import { openKept } from '../gate/policy-source.ts'
import type { Here, Opened, PackageData } from '../gate/policy-source.ts'
import type { HostEvent } from '../gate/seams.ts'
import { beginCalls } from './begin.ts'
import type { EventScene, Surroundings } from './given.ts'

interface Sources {
  readonly files: SettingsFiles
  readonly data: PackageData
  readonly here: Here
}

/**
 * What was kept of all layers lies where its user, and so an agent, may write. It counts only for calls that what root kept of the administrator's file
 * alone allows: whatever a forger puts into it, no call gets more leave than the administrator gives it. Everything else is compiled from the files: what an
 * administrator stops, and settings that change how the gate acts. Null: compile.
 */
export function openBelow(at: Surroundings, event: HostEvent, scene: EventScene, { files, data, here }: Sources): Opened | null {
  // Prompts are judged too, and what hosts' own files say is looked at by what only few events load.
  if (event.kind === 'prompt' || event.kind === 'config') return null
  const kept = readBelow(files, data)
  if (kept === null || canonicalJson(kept.above.conduct) !== canonicalJson({ ...kept.own.conduct, included: kept.above.conduct.included })) return null
  const [above, own] = [openKept(kept.above, data, here), openKept(kept.own, data, here)]
  // Where names lead is looked up last, and would be judged by the kept rules alone.
  if (above === null || own === null || above.conduct.resolveNames !== false) return null
  const judges = event.kind === 'before-tool' || event.kind === 'permission'
  return !judges || beginCalls(at, event, scene, above).every(({ session }) => isAllowed(session.decided())) ? own : null
}

const isAllowed = ({ decision, instead }: ReturnType<ReturnType<typeof beginCalls>[number]['session']['decided']>): boolean =>
  decision.verdict === 'allow' && instead === undefined
