// Where does a trial happen? In a folder of its own, with a home in which the host finds our entry and the switches as the person has them, and nothing else of theirs.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readToml } from '../config/toml.ts'
import type { JsonObject } from '../core/model.ts'
import type { HostInstall, InstallPlace } from '../hosts/_frame/install.ts'
import type { LiveHost, LivePlace } from '../hosts/_frame/live.ts'
import { makeFolder } from '../gate/make-folder.ts'
import { objectOf, wiringOf } from '../install/edit.ts'
import { readText } from '../install/files.ts'
import { readJsonc } from '../install/jsonc.ts'
import { joined, onlyOurs } from '../install/only-ours.ts'
import { nameFrom, unguessable } from '../install/questions.ts'
import { editsFor } from '../install/plan.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { MARK } from './process.ts'
import { PROTECTED, tracesIn } from './steps.ts'
import type { Traces } from './steps.ts'
import { toolServer } from './tool-server.ts'

export interface Scratch {
  /** In the name of everything that the trial makes. */
  readonly token: string
  readonly base: string
  readonly home: string
  readonly project: string
  readonly traces: Traces
  /** What the stand-in for the model is told: the calls come from there. */
  readonly prompt: string
}

/** As programs call theirs. */
const NAME = 'tmp.'

export function makeScratch(): Scratch {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), `${NAME}${nameFrom(unguessable)}`)))
  const token = path.basename(base)
  const [home, project] = [path.join(base, 'home'), path.join(base, 'project')]
  for (const folder of [home, project, path.join(base, 'tmp'), path.join(project, PROTECTED)]) mkdirSync(folder, { mode: 0o700 })
  const traces = tracesIn(project, base)
  for (const file of [traces.canary, traces.errand]) writeFileSync(file, traces.text)
  writeFileSync(path.join(project, 'README.md'), `${nameFrom(unguessable)}\n`)
  writeFileSync(path.join(base, 'server.mjs'), toolServer(base, traces.server))
  return { token, base, home, project, traces, prompt: `Please do the steps of ${nameFrom(unguessable)}.` }
}

/** The host's own variables as the person has them: folders are moved into the trial, the rest says what it says. */
function hostVariables({ variables = [] }: HostInstall, { env }: InstallPlace, home: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variables.flatMap(({ name, is }) => {
      const value = env[name]
      if (value === undefined || (is !== 'off' && !path.isAbsolute(value))) return []
      return [[name, is === 'folder' ? path.join(home, 'moved', name) : value] as const]
    }),
  )
}
const inTrial = (install: HostInstall, place: InstallPlace, { home, project }: Pick<Scratch, 'home' | 'project'>): InstallPlace => ({
  ...place,
  home,
  project,
  env: hostVariables(install, place, home),
})

/** The files of the person that name us, each with the place it has in the trial. */
export function wiredFiles(install: HostInstall, place: InstallPlace, scratch: Pick<Scratch, 'home' | 'project'>) {
  const there = inTrial(install, place, scratch)
  return (['user', 'project'] as const).flatMap((scope) => {
    if (scope === 'project' && place.project === place.home) return []
    const copies = editsFor(install, scope, there) ?? []
    return (editsFor(install, scope, place) ?? []).flatMap((edit, at) => {
      const read = readText(edit.file)
      const to = copies[at]?.file
      return read.ok && read.text !== null && to !== undefined ? [{ edit, text: read.text, to }] : []
    })
  })
}

/** What the person has, as far as it is ours or says whether we are started; then what the trial needs. */
export function furnish(install: HostInstall, live: LiveHost, place: InstallPlace, scratch: Scratch, url: string, version: string | null): LivePlace {
  const { base, home, project, prompt, traces } = scratch
  const folder = install.folders(place)[0] ?? place.home
  const copy = install.folders(inTrial(install, place, scratch))[0] ?? home
  const usual = install.folders({ ...place, home, project, env: {} })[0] ?? home
  const trial: LivePlace = {
    base,
    home,
    project,
    url,
    prompt,
    folder,
    copy,
    version,
    mcp: { name: traces.server, command: process.execPath, args: [path.join(base, 'server.mjs')] },
    own: (name) => valueIn(path.join(folder, name)),
  }
  const files = new Map<string, string | JsonObject>()
  const executable = new Set<string>()
  // Written as badly as the person's: what the host makes of that is part of the trial.
  const unread = new Set<string>()
  for (const { edit, text, to } of wiredFiles(install, place, scratch)) {
    files.set(to, onlyOurs(edit, text, live.steers))
    if (edit.kind === 'file' && edit.executable === true) executable.add(to)
    if (edit.kind === 'json' && wiringOf(edit, text).state === 'unreadable') unread.add(to)
  }
  for (const [file, switches] of switchesOf(install, place, scratch)) {
    const there = files.get(file)
    if (typeof there !== 'string') files.set(file, joined(there ?? {}, switches))
  }
  for (const [name, given] of Object.entries(live.files?.(trial) ?? {})) {
    const file = path.join(home, name).replace(`${usual}/`, () => `${copy}/`)
    const there = files.get(file)
    files.set(
      file,
      typeof there === 'object' && typeof given === 'object' ? joined(given, there) : typeof there === 'string' ? `${given as string}\n${there}` : given,
    )
  }
  for (const [file, content] of files) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
    writeFileSync(file, unread.has(file) ? `${text.slice(0, text.lastIndexOf('}')).trimEnd()},\n}\n` : text)
    if (executable.has(file)) chmodSync(file, 0o755)
  }
  linkOurs(place, home)
  return trial
}

/** Switches of hooks in other files of the person and of this project. An administrator's files are in force as they are. */
function switchesOf(install: HostInstall, place: InstallPlace, scratch: Scratch): readonly (readonly [string, JsonObject])[] {
  const there = install.steering?.(inTrial(install, place, scratch)) ?? []
  const names = install.steering?.(place) ?? []
  return names.flatMap((file, at) => {
    const to = there[at]
    const own = [place.home, place.project, ...install.folders(place)].some((folder) => file.startsWith(`${folder}/`))
    const read = own && to !== undefined && file.endsWith('.json') ? readText(file) : null
    if (read === null || to === undefined || !read.ok || read.text === null) return []
    const made = onlyOurs({ kind: 'json', file, add: [], off: install.switches ?? [] }, read.text)
    return typeof made === 'string' || Object.keys(made).length === 0 ? [] : [[to, made] as const]
  })
}

/** Where a gate that goes by `HOME` finds the person's settings and log. */
function linkOurs({ home, env }: InstallPlace, to: string): void {
  const pairs = [
    [path.join(home, '.config/prudent'), path.join(to, '.config/prudent')],
    [stateFolder(env, process.platform, home), stateFolder({}, process.platform, to)],
  ] as const
  for (const [own, link] of pairs) {
    // Made as the first call would make it: else that call's record went with the trial.
    if (!existsSync(own)) makeFolder(own, 0o700)
    mkdirSync(path.dirname(link), { recursive: true, mode: 0o700 })
    symlinkSync(own, link)
  }
}

function valueIn(file: string): JsonObject | null {
  const read = readText(file)
  if (!read.ok || read.text === null) return null
  if (file.endsWith('.toml')) {
    const toml = readToml(read.text)
    return toml.ok ? (toml.value as JsonObject) : null
  }
  const { root } = readJsonc(read.text.replace(/^\uFEFF/, ''))
  return root === null ? null : objectOf(root)
}

/** Where version managers keep the programs that their small scripts start: they look for it in the home. */
const MANAGERS = { VOLTA_HOME: '.volta', ASDF_DATA_DIR: '.asdf', MISE_DATA_DIR: '.local/share/mise', PNPM_HOME: '.local/share/pnpm' } as const

/** What every program needs, what decides whether the host's hooks run, and nothing else of the person's: no key, no token, no address. */
export function envFor(install: HostInstall, place: InstallPlace, scratch: Scratch): Readonly<Record<string, string>> {
  const { home, env } = place
  const managers = Object.entries(MANAGERS).flatMap(([name, usual]) => {
    const folder = env[name] ?? path.join(home, usual)
    return existsSync(folder) ? [[name, folder] as const] : []
  })
  return {
    ...Object.fromEntries(managers),
    PATH: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: scratch.home,
    USER: env['USER'] ?? 'dev',
    LOGNAME: env['LOGNAME'] ?? env['USER'] ?? 'dev',
    SHELL: '/bin/sh',
    TERM: 'dumb',
    NO_COLOR: '1',
    LANG: env['LANG'] ?? 'C.UTF-8',
    TMPDIR: path.join(scratch.base, 'tmp'),
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
    ...hostVariables(install, place, scratch.home),
    [MARK]: scratch.token,
  }
}
