// Where does a call happen, and what is the judge told of it besides its actions?
import type { Situation } from '../core/judge/judge.ts'
import type { Platform, Scene, ToolCall } from '../core/model.ts'
import { isWindowsPath } from '../core/text/path.ts'
import { mustBeCall } from './call-shape.ts'
import type { Given } from './gate.ts'

/** What a gate knows of the machine it stands on. */
export interface Standing {
  /** Folders beside the project that the settings approve of. */
  readonly approved: readonly string[]
  /** Files and folders of the gate itself, where only this machine knows them. */
  readonly own: readonly string[]
  /** Files of hosts that hold our entry. */
  readonly wired: readonly string[]
}

const HOME = '/home/user'

export function sceneOf(call: ToolCall, given: Partial<Scene>, standing: Partial<Standing> = {}): Scene {
  mustBeCall(call, given)
  const home = slashed(given.home ?? HOME)
  const cwd = slashed(given.cwd ?? call.cwd)
  const approved = [...(standing.approved ?? []), ...(given.approved ?? [])].map((folder) => (/^~(?=\/|$)/.test(folder) ? home + folder.slice(1) : folder))
  const own = [...(standing.own ?? []), ...(given.own ?? [])]
  const wired = [...(standing.wired ?? []), ...(given.wired ?? [])]
  return {
    cwd,
    home,
    project: slashed(given.project ?? cwd),
    platform: given.platform ?? platformOf(home),
    ...(approved.length > 0 ? { approved } : {}),
    ...(own.length > 0 ? { own } : {}),
    ...(wired.length > 0 ? { wired } : {}),
  }
}

/** The same scene for the same folders, so that what is known of its paths is not found out anew. */
export function keptScene(standing: Partial<Standing>): (call: ToolCall, given: Partial<Scene>) => Scene {
  let last: Scene | null = null
  return (call, given) => {
    mustBeCall(call, given)
    const { approved, own, wired, platform } = given
    // It says no more than where the call stands.
    const usual = approved === undefined && own === undefined && wired === undefined && platform === undefined
    const scene = usual && last !== null && isSame(last, call, given) ? last : sceneOf(call, given, standing)
    if (usual) last = scene
    return scene
  }
}
const isSame = (scene: Scene, call: ToolCall, given: Partial<Scene>): boolean =>
  scene.cwd === (given.cwd ?? call.cwd) && scene.home === (given.home ?? HOME) && scene.project === (given.project ?? scene.cwd)

/** As every path is spelled that comes out of a call: a folder on Windows is looked for below it. */
const slashed = (folder: string): string => (folder.includes('\\') && isWindowsPath(folder) ? folder.replaceAll('\\', '/') : folder)

const platformOf = (home: string): Platform => (/^[A-Za-z]:/.test(home) ? 'windows' : home.startsWith('/Users/') ? 'macos' : 'linux')

/** What the judge is told besides the actions. */
export const situationOf = (call: ToolCall, scene: Scene, given: Given): Situation => ({
  platform: scene.platform,
  text: textOf(call),
  tool: call.tool,
  input: call.input,
  now: given.now ?? '',
  scopes: given.scopes ?? [],
  cwd: scene.cwd,
  troubles: given.troubles ?? [],
})

/** The raw text rules may look at: the command, or the whole input. */
export function textOf(call: ToolCall): string {
  for (const field of ['command', 'cmd', 'script']) {
    const value = call.input[field]
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return value.join(' ')
  }
  // By name: of a table with very many fields the values alone take several times as long.
  return Object.keys(call.input)
    .map((name) => call.input[name])
    .filter((value) => typeof value === 'string')
    .join('\n')
}
