// By which rules is this event judged: those the package ships, or what the person's settings made of them?
import { homedir } from 'node:os'
import path from 'node:path'
import { packageData, packageParsers } from '../config/package-files.ts'
import { isFresh, readKept } from '../config/packs-cache.ts'
import { DEFAULT_CONDUCT } from '../config/conduct.ts'
import type { Conduct } from '../config/conduct.ts'
import { anySettings, keptFile, settingsFiles } from '../config/settings-files.ts'
import type { GateRule, Shards } from '../core/policy/compiled.ts'
import { fromShards } from '../core/policy/policy.ts'
import type { Policy } from '../core/policy/policy.ts'
import { gateOf } from '../gate/built-in.ts'
import type { Gate } from '../gate/gate.ts'
import type { PackageData } from '../gate/open.ts'
import type { HostEvent } from '../gate/seams.ts'
import { projectOf } from '../observe/project.ts'
import type { Request, SlowParts } from './contract.ts'

export interface OpenedPolicy {
  readonly gate: Gate
  readonly conduct: Conduct
  readonly troubles: readonly GateRule[]
  readonly notes: readonly string[]
  readonly place: Place
}
export interface Place {
  readonly cwd: string
  readonly home: string
  readonly project: string
  readonly platform?: 'linux' | 'macos' | 'windows'
}

const PLATFORMS: Readonly<Record<string, NonNullable<Place['platform']>>> = { linux: 'linux', darwin: 'macos', win32: 'windows' }

/** `slow`: the file to import first, and to come back with. */
export function openPolicy(request: Request, event: HostEvent, parts?: SlowParts): OpenedPolicy | { readonly slow: string } {
  const place = placeOf(request, event)
  const data = packageData(request.root)
  const files = settingsFiles(place.home, place.project, process.platform)
  if (!anySettings(files)) return opened(data.policy(), DEFAULT_CONDUCT, place, data, request.root)
  const slow = path.join(request.root, 'dist/hook-slow.js')
  const kept = readKept(keptFile(files, null))
  if (kept !== null && isFresh(kept, data.made())) {
    if (kept.shards.index.userRegexes && parts === undefined) return { slow }
    return opened(policyOf(kept.shards, parts), kept.conduct, place, data, request.root)
  }
  if (parts === undefined) return { slow }
  const compiled = parts.compileSettings(files, null, new Date().toISOString(), data)
  return opened(policyOf(compiled.shards, parts), compiled.conduct, place, data, request.root, compiled.troubles, compiled.notes)
}

const policyOf = ({ index, shards, prose }: Shards, parts: SlowParts | undefined): Policy =>
  fromShards(
    index,
    (name) => shards[name] ?? {},
    (name) => prose[name] ?? {},
    parts?.compileUserRegex,
  )

const opened = (
  policy: Policy,
  conduct: Conduct,
  place: Place,
  data: PackageData,
  root: string,
  troubles: readonly GateRule[] = [],
  notes: readonly string[] = [],
): OpenedPolicy => ({
  gate: gateOf(data, policy, packageParsers(root), { approved: conduct.directories }),
  conduct,
  troubles,
  notes: [...notes, ...policy.warnings],
  place,
})

function placeOf(request: Request, event: HostEvent): Place {
  const home = homeOf(request)
  const told = event.calls[0]?.cwd ?? ''
  const cwd = told !== '' ? told : event.cwd !== '' ? event.cwd : request.cwd
  const platform = PLATFORMS[process.platform]
  return { cwd, home, project: projectOf(cwd, home), ...(platform === undefined ? {} : { platform }) }
}

export function homeOf({ env }: Request): string {
  const told = env['HOME']
  return process.platform !== 'win32' && told !== undefined && path.isAbsolute(told) ? told : homedir()
}
