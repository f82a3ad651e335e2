// Where would this push or publish go? Read from git's settings and those of package managers. They hold logins too: only addresses leave, their logins covered.
import path from 'node:path'
import type { Destination, DestinationNeed, Scene } from '../core/model.ts'
import { isWithin, parentOf } from '../core/text/path.ts'
import type { Variables } from './environment.ts'
import { readGitSettings } from './git-settings.ts'
import type { GitSettings } from './git-settings.ts'
import { readText } from './read-file.ts'
import { branchOf, findRepository } from './repository.ts'

type Found = Pick<Destination, 'what' | 'address'>

/** Null where nothing can be said. Never throws. */
export const destinationOf = (need: DestinationNeed, scene: Scene, variables: Variables): Found | null =>
  need.to === 'remote' ? remoteOf(need, scene, variables) : packageOf(need, scene, variables)

/** As git has it: what the branch says, then what is said for all, then the only one there is. */
function remoteOf({ path: folder, named }: DestinationNeed, { home }: Scene, variables: Variables): Found | null {
  // Then other files are its settings.
  if (Object.keys(variables).some((name) => /^GIT_(?:DIR|CONFIG|COMMON_DIR|WORK_TREE)/.test(name))) return null
  const repository = findRepository(folder)
  if (repository === null) return null
  const settings = readGitSettings(repository, home, variables)
  const branch = branchOf(repository) ?? ''
  const remotes = settings.sections('remote')
  const what =
    named ||
    (settings.last('branch', branch, 'pushremote') ??
      settings.last('remote', '', 'pushdefault') ??
      settings.last('branch', branch, 'remote') ??
      (remotes.length === 1 ? remotes[0] : 'origin') ??
      'origin')
  const addresses = addressesOf(settings, what)
  return { what, address: addresses.length === 0 ? null : addresses.map(covered).join(', ') }
}

/** All of them: git pushes to each. Where one is written otherwise for pushing alone, only those are. */
function addressesOf(settings: GitSettings, remote: string): readonly string[] {
  const own = settings.all('remote', remote, 'pushurl')
  const all = settings.all('remote', remote, 'url')
  const pushed = all.flatMap((address) => rewritten(settings, address, 'pushinsteadof') ?? [])
  return own.length === 0 && pushed.length > 0 ? pushed : (own.length > 0 ? own : all).map((address) => rewritten(settings, address, 'insteadof') ?? address)
}

/** `url.BASE.insteadOf`: the longest beginning that fits is replaced, once; null where none does. */
function rewritten(settings: GitSettings, address: string, key: string): string | null {
  const [longest] = settings
    .sections('url')
    .flatMap((base) => settings.all('url', base, key).map((start) => ({ base, start })))
    .filter(({ start }) => start !== '' && address.startsWith(start))
    .toSorted((a, b) => b.start.length - a.start.length)
  return longest === undefined ? null : `${longest.base}${address.slice(longest.start.length)}`
}

const SMALL = 64 * 1024
const LARGE = 1024 * 1024

/** Whoever is named by a secure shell's address is no secret; elsewhere a name may be a token. */
function covered(address: string): string {
  const [, scheme = '', login, rest = ''] = /^([a-z][\w+.-]*:\/\/)(?:([^/]*)@)?(.*)$/is.exec(address) ?? []
  if (login === undefined) return address.slice(0, LONGEST)
  const [name = '', ...more] = login.split(':')
  const isPlain = more.length === 0 && /ssh/i.test(scheme) && /^[\w.-]{1,40}$/.test(name)
  return `${scheme}${isPlain ? name : '***'}@${rest}`.slice(0, LONGEST)
}
const LONGEST = 500

/** Name and version as its file says; the address as the command line, the package, or settings near it do. */
function packageOf({ path: folder, of, named, settings }: DestinationNeed, { home, project }: Scene, variables: Variables): Found | null {
  const text = readText(`${folder}/${of}`, LARGE)
  if (text === null) return null
  const { name, version, registry } = of.endsWith('.json') ? inJson(text) : inToml(text)
  const what = [name, version].filter((one) => one !== null).join(' ')
  const address = named || (registry ?? setting(settings, name, foldersFrom(folder, isWithin(folder, project) ? project : folder, home), variables))
  return what === '' && address === null ? null : { what: what.slice(0, LONGEST), address: address === null ? null : covered(address) }
}

interface Package {
  readonly name: string | null
  readonly version: string | null
  readonly registry: string | null
}
const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const NONE: Package = { name: null, version: null, registry: null }

function inJson(text: string): Package {
  try {
    const { name, version, publishConfig } = JSON.parse(text.replace(/^\uFEFF/, '')) as Readonly<Record<string, unknown>>
    const { registry } = (publishConfig ?? {}) as { readonly registry?: unknown }
    return { name: textOr(name), version: textOr(version), registry: textOr(registry) }
  } catch {
    return NONE
  }
}

/** Of the first table that names a package. */
const TABLES: readonly string[] = ['package', 'project', 'tool.poetry']
function inToml(text: string): Package {
  let [table, found] = ['', NONE]
  for (const line of text.split('\n', 5000)) {
    table = /^\s*\[([\w.-]+)\]/.exec(line)?.[1] ?? table
    const [, key, value = ''] = /^\s*(name|version)\s*=\s*["']([^"']*)["']/.exec(line) ?? []
    if (TABLES.includes(table) && (key === 'name' || key === 'version') && found[key] === null) found = { ...found, [key]: value }
  }
  return found
}

function foldersFrom(folder: string, last: string, home: string): readonly string[] {
  const folders = [folder]
  for (let at = folder; at !== last && at !== '/' && folders.length < 40;) folders.push((at = parentOf(at)))
  return [...new Set([...folders, home])]
}

/** Of a file that may hold logins, the one line that says where to. That of the package's scope counts before that for all. */
function setting(settings: readonly string[], name: string | null, folders: readonly string[], variables: Variables): string | null {
  const scope = /^(@[^/]+)\//.exec(name ?? '')?.[1]
  for (const one of settings) {
    const [file = '', key = ''] = one.split(' ')
    const keys = [...(scope === undefined ? [] : [`${scope}:${key}`]), key]
    for (const wanted of keys) {
      for (const folder of folders) {
        const text = readText(path.posix.join(folder, file), SMALL)
        const found = text?.split('\n', 2000).flatMap((line) => valueIn(line, wanted)) ?? []
        if (found.length > 0) return found.at(-1) ?? null
      }
    }
    const given = variables[`npm_config_${key}`]
    if (given !== undefined && given !== '') return given
  }
  return null
}
function valueIn(line: string, key: string): readonly string[] {
  const [, name, value = ''] = /^\s*["']?([\w@:./-]+?)["']?\s*[=:]\s*["']?([^"'\s]+)["']?\s*$/.exec(line) ?? []
  return name === key && !value.includes('${') ? [value] : []
}
