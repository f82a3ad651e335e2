// Which files would change, from what to what, and which must be left alone? Nothing is written here.
import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Edit, FileEdit, HostInstall, InstallPlace, Scope } from '../hosts/_frame/install.ts'
import { isOurs, unwire, wire, wiringOf } from './edit.ts'
import type { Changed, FileText } from './edit.ts'
import { digestOf, readText } from './files.ts'
import { dependsOnVersion, fitted, leftOut, missingBy } from './fitted.ts'
import { keptBefore, readRecord } from './record.ts'
import type { Installed } from './record.ts'
import { serviceFile } from './service.ts'
import { installationsOf, versionsOf } from './versions.ts'
import { oursFor, ownFiles } from './wrapper.ts'
import type { Paths } from './wrapper.ts'

export interface Change {
  /** Null: a script of our own. */
  readonly host: string | null
  readonly scope: Scope
  readonly project: string
  readonly file: string
  /** What is there now, and what will be; null is no file. */
  readonly from: FileText
  readonly to: FileText
  /** What there was before us. */
  readonly original: FileText
  readonly executable: boolean
  /** What of ours was left out, by name. */
  readonly without?: readonly string[]
}
export interface Refusal {
  readonly host: string
  readonly file: string
  /** One line, with position where there is one. */
  readonly message: string
}
export interface Plan {
  readonly changes: readonly Change[]
  readonly refusals: readonly Refusal[]
  /** Hosts whose files are already as they should be. */
  readonly already: readonly string[]
  /** What hosts do without, since an installed version does not know it: one line each. */
  readonly missing: readonly { readonly host: string; readonly says: string }[]
}

/** The file an edit is about: another one where the host would read that. */
function fileOf(edit: Edit): string {
  if (edit.kind !== 'json' || edit.orElse === undefined) return edit.file
  const { file, at } = edit.orElse
  const main = readText(edit.file)
  const other = readText(file)
  if ((main.ok && main.text !== null) || !other.ok || other.text === null) return edit.file
  try {
    return at.length === 0 || new RegExp(`"${at[0] ?? ''}"\\s*:`).test(other.text) ? file : edit.file
  } catch {
    return edit.file
  }
}

/** As it was set up; null where the host has no such configuration, or cannot be set up on this system. `find`: the versions that are here, for setting it up. */
export function editsFor(install: HostInstall, scope: Scope, place: InstallPlace, find?: () => readonly string[]): readonly Edit[] | null {
  const ours = unknownHere(install, place) === null ? oursFor(place, install) : null
  const edits = ours === null ? null : install.edits(scope, place, ours)
  if (edits === null) return null
  const placed = edits.map((edit) => ({ ...edit, file: fileOf(edit) }))
  if (!dependsOnVersion(placed)) return placed
  const record = readRecord(place.home)
  const versions = find?.() ?? []
  return placed.map((edit) =>
    fitted(
      edit,
      record.find(({ host, file }) => host === install.host && file === edit.file),
      versions,
    ),
  )
}

/** Why a host cannot be set up on this system. */
function unknownHere(install: HostInstall, place: InstallPlace): string | null {
  if (place.platform !== 'windows') return null
  if (install.onWindows === undefined) return 'how it starts a command on Windows was not tried: docs/hosts.md says how to set it up by hand'
  return oursFor(place, install) === null ? 'it starts its commands by cmd, which is not given a path with blanks or signs in it: set it up by hand' : null
}

export function planInstall(installs: readonly HostInstall[], scope: Scope, place: InstallPlace, paths: Paths): Plan {
  const changes: Change[] = []
  const refusals: Refusal[] = []
  const already: string[] = []
  const missing: { host: string; says: string }[] = []
  const record = readRecord(place.home)
  for (const install of installs) {
    const { host } = install
    const edits = editsFor(install, scope, place, () => versionsOf(installationsOf(install, place, true)))
    if (edits === null) {
      refusals.push({ host, file: place.project, message: unknownHere(install, place) ?? 'it has no configuration of a project: leave --project out' })
      continue
    }
    const own: Change[] = []
    let refused = false
    for (const edit of edits) {
      const made = changeOf(edit, { host, scope, project: place.project }, place.home, record)
      if (made === null) continue
      if ('message' in made) {
        refused = true
        refusals.push(made)
      } else own.push(made)
    }
    if (refused) continue
    const says = missingBy(edits)
    if (says !== null) missing.push({ host, says })
    if (own.length === 0) already.push(host)
    changes.push(...own)
  }
  const wired = [...new Set([...changes.map(({ host }) => host ?? ''), ...already, ...record.map(({ host }) => host)])]
  const scripts = wired.length === 0 ? [] : ownFiles(paths, wired).flatMap((edit) => scriptChange(edit, place, refusals))
  // The scripts first: no host may ever name one that is not there.
  return { changes: [...scripts, ...changes], refusals, already, missing }
}

function scriptChange(edit: FileEdit, place: InstallPlace, refusals: Refusal[]): Change[] {
  const whose = { host: null, scope: 'user', project: place.project } as const
  const read = readText(edit.file)
  // In our own folder nobody else has anything to say: what stands there instead of ours is what must be mended.
  if (read.ok && read.text !== null && !isOurs(read.text) && edit.file !== serviceFile(place.home))
    return [{ ...whose, file: edit.file, from: read.text, to: edit.text, original: null, executable: edit.executable === true }]
  const made = changeOf(edit, whose, place.home, [])
  if (made === null) return []
  if (!('message' in made)) return [made]
  refusals.push(made)
  return []
}

interface Whose {
  readonly host: string | null
  readonly scope: Scope
  readonly project: string
}

function changeOf(edit: Edit, whose: Whose, home: string, record: readonly Installed[]): Change | Refusal | null {
  const { file } = edit
  const refuse = (message: string): Refusal => ({ host: whose.host ?? 'prudent', file, message })
  const read = readText(file)
  if (!read.ok) return refuse(read.message)
  const { text } = read
  const executable = edit.kind === 'file' && edit.executable === true
  const isWired = wiringOf(edit, text).state === 'wired'
  const recorded = record.find((one) => one.file === file)
  const without = leftOut(edit)
  // What was chosen is what every other process goes by: it must stand in the record, too.
  if (isWired && isDeepStrictEqual(without, recorded?.without ?? []))
    return executable && !isExecutable(file) ? { ...whose, file, from: text, to: text, original: null, executable } : null
  const known = record.find((one) => one.file === file && text !== null && one.after === digestOf(text))
  const kept = known === undefined ? null : keptBefore(home, known)
  // A file of ours that somebody changed is written anew.
  const original: Changed = kept !== null ? { ok: true, text: kept.text } : unwire(edit, text, knownBefore(home, recorded))
  if (!original.ok) return refuse(positioned(original.problem))
  if (isWired) return { ...whose, file, from: text, to: text, original: original.text, executable, without }
  const made = wire(edit, edit.kind === 'file' && original.text === null ? null : original.text)
  if (!made.ok) return refuse(positioned(made.problem))
  return { ...whose, file, from: text, to: made.text, original: original.text, executable, without }
}

/** Undefined where nothing tells. */
const knownBefore = (home: string, entry: Installed | undefined): FileText | undefined => (entry === undefined ? undefined : keptBefore(home, entry)?.text)

/** Windows goes by the ending of a name. */
const isExecutable = (file: string): boolean => process.platform === 'win32' || ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o111) === 0o111

const positioned = ({ line, column, message }: { readonly line: number; readonly column: number; readonly message: string }): string =>
  `line ${line}, column ${column}: ${message}`

/** `hosts` null: everything of ours. */
export function planUninstall(installs: readonly HostInstall[], hosts: readonly string[] | null, place: InstallPlace, paths: Paths): Plan {
  const changes: Change[] = []
  const refusals: Refusal[] = []
  const record = readRecord(place.home)
  const wanted = (host: string): boolean => hosts === null || hosts.includes(host)
  const seen = new Set<string>()
  const take = (edit: Edit, whose: Whose & { readonly host: string }, entry: Installed | null): void => {
    if (seen.has(edit.file)) return
    seen.add(edit.file)
    const read = readText(edit.file)
    const refuse = (message: string): void => void refusals.push({ host: whose.host, file: edit.file, message })
    if (!read.ok) return refuse(read.message)
    const { text } = read
    if (text === null) return
    const kept = entry !== null && digestOf(text) === entry.after ? keptBefore(place.home, entry) : null
    const rest: Changed = kept !== null ? { ok: true, text: kept.text } : unwire(edit, text, knownBefore(place.home, entry ?? undefined))
    if (!rest.ok) return refuse(positioned(rest.problem))
    if (rest.text === text) return
    changes.push({ ...whose, file: edit.file, from: text, to: rest.text, original: rest.text, executable: false })
  }
  for (const entry of record.filter(({ host }) => wanted(host))) {
    const { host, scope, project } = entry
    const install = installs.find((one) => one.host === host)
    const ours = install === undefined ? null : oursFor(place, install)
    const edits = ours === null ? [] : (install?.edits(scope, { ...place, project }, ours) ?? [])
    const edit = edits.find((one) => one.file === entry.file || (one.kind === 'json' && one.orElse?.file === entry.file))
    if (edit !== undefined) take({ ...edit, file: entry.file }, { host, scope, project }, entry)
  }
  // What is ours though nothing is recorded of it.
  for (const install of installs.filter(({ host }) => wanted(host)))
    for (const scope of ['user', 'project'] as const)
      for (const edit of editsFor(install, scope, place) ?? []) {
        const read = readText(edit.file)
        if (read.ok && wiringOf(edit, read.text).state !== 'absent' && wiringOf(edit, read.text).state !== 'unreadable')
          take(edit, { host: install.host, scope, project: place.project }, null)
      }
  const last = hosts === null || record.every(({ host }) => wanted(host))
  const scripts = ownFiles(paths, last || wanted('amp') ? ['amp'] : []).filter((edit) => (last ? true : edit.file.endsWith('-amp')))
  if (refusals.length === 0) for (const edit of scripts) take(edit, { host: 'prudent', scope: 'user', project: place.project }, null)
  return { changes: changes.map((change) => (change.host === 'prudent' ? { ...change, host: null } : change)), refusals, already: [], missing: [] }
}
