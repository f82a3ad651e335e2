// Finds what in a host's own settings keeps it from asking us, and tells one configuration from another.
import { readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { readToml } from '../config/toml.ts'
import type { JsonObject } from '../core/model.ts'
import type { Edit, Held, HostInstall, InstallPlace, Obstacle, Scope } from '../hosts/_frame/install.ts'
import { isOurCommand, switchedOff, wiringOf } from './edit.ts'
import { digestOf, readText } from './files.ts'
import { readJsonc, valueOf } from './jsonc.ts'
import { editsFor } from './plan.ts'

/** Every file that counts is looked into: ours, the project's, the administrator's. */
export function obstaclesOf(install: HostInstall, scope: Scope, place: InstallPlace): readonly Obstacle[] {
  const edits = editsFor(install, scope, place) ?? []
  const files = edits.map(({ file }) => file)
  const held = [...new Set([...(install.steering?.(place) ?? []).flatMap(filesOf), ...files])].map(heldIn)
  const switches = [...edits.flatMap((edit) => (edit.kind === 'json' ? (edit.off ?? []) : [])), ...(install.switches ?? [])]
  const off = held.flatMap(({ file, value }) =>
    switchedOff(value ?? {}, switches).map((says): Obstacle => ({ kind: 'switched-off', file, says, mend: mendOf(file, place) })),
  )
  return [
    ...inEnvironment(install, place),
    ...off,
    ...(install.obstacles?.({ held, files, scope, place, isOurs: isOurCommand, real: realName, sha256: digestOf }) ?? []),
  ]
}

/** Stands where a file would. */
const ENVIRONMENT = 'your environment'

function inEnvironment({ variables = [] }: HostInstall, { env }: InstallPlace): readonly Obstacle[] {
  return variables.flatMap((variable): readonly Obstacle[] =>
    variable.is === 'off' && /^(?:1|true|yes|on)$/i.test(env[variable.name]?.trim() ?? '')
      ? [{ kind: 'switched-off', file: ENVIRONMENT, says: variable.says, mend: `unset ${variable.name}, and remove it from the file that sets it` }]
      : [],
  )
}

/** What lies outside of home and project is an administrator's. */
const mendOf = (file: string, { home, project }: InstallPlace): string =>
  [home, project].some((folder) => file.startsWith(`${folder}/`))
    ? `remove that setting from ${file}`
    : 'that file is your administrator’s: ask them to change it, or to register prudent there'

function realName(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** `folder/*.json`: every such file of the folder. */
function filesOf(file: string): readonly string[] {
  if (!path.basename(file).startsWith('*.')) return [file]
  const [folder, ending] = [path.dirname(file), path.extname(file)]
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .toSorted()
      .map((name) => path.join(folder, name))
  } catch {
    return []
  }
}

function heldIn(file: string): Held {
  const read = readText(file)
  if (!read.ok || read.text === null) return { file, value: null }
  const text = read.text.replace(/^\uFEFF/, '')
  if (file.endsWith('.toml')) {
    const toml = readToml(text)
    return { file, value: toml.ok ? (toml.value as JsonObject) : null }
  }
  const { root } = readJsonc(text)
  return { file, value: root === null ? null : ((valueOf(root) ?? null) as JsonObject | null) }
}

/** A digest of our entries and of what in the host's settings steers whether they are started: another one is another configuration. */
export function configurationOf(install: HostInstall, place: InstallPlace, scope: Scope = 'user'): string {
  const entries = (editsFor(install, scope, place) ?? []).map((edit: Edit) => {
    const read = readText(edit.file)
    const { state, entries: ours } = wiringOf(edit, read.ok ? read.text : null)
    return [edit.file, state, ours]
  })
  const obstacles = obstaclesOf(install, scope, place).map(({ kind, file, says }) => [kind, file, says])
  return digestOf(JSON.stringify([install.host, entries, obstacles])).slice(0, 32)
}
