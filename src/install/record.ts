// What did we change, and what was there before? Kept in our own folder, which agents may not write.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { recordFile } from '../config/own-files.ts'
import type { Scope } from '../hosts/_frame/install.ts'
import type { FileText } from './edit.ts'
import { digestOf, readText, replaceFile } from './files.ts'
import { ourFolder } from './wrapper.ts'

export interface Installed {
  readonly host: string
  readonly scope: Scope
  readonly project: string
  readonly file: string
  /** The file in our folder that holds what was there; null when there was none. */
  readonly backup: string | null
  /** Digests of what was there (null: no file) and of what we wrote. */
  readonly before: string | null
  readonly after: string
  /** Folders made for it. */
  readonly folders: readonly string[]
  readonly at: string
  readonly version: string
  /** Of our entries, those that were left out since an installed version did not know them, by name. */
  readonly without?: readonly string[]
  /** Digest of the hook as it was then. */
  readonly hook?: string
}

const backupFile = (home: string, name: string): string => path.join(ourFolder(home), 'backups', name)

/** Never throws: what cannot be read is as if nothing were recorded, and ours is then edited out. */
export function readRecord(home: string): readonly Installed[] {
  const read = readText(recordFile(home))
  if (!read.ok || read.text === null) return []
  try {
    const value: unknown = JSON.parse(read.text)
    return Array.isArray(value) ? value.filter(isInstalled) : []
  } catch {
    return []
  }
}

const isInstalled = (value: unknown): value is Installed => {
  const one = value as Partial<Record<keyof Installed, unknown>> | null
  return (
    typeof one === 'object' &&
    one !== null &&
    ['host', 'project', 'file', 'after'].every((key) => typeof one[key as keyof Installed] === 'string') &&
    (one.scope === 'user' || one.scope === 'project') &&
    (one.before === null || typeof one.before === 'string') &&
    (one.backup === null || typeof one.backup === 'string') &&
    Array.isArray(one.folders) &&
    (one.without === undefined || Array.isArray(one.without))
  )
}

export function writeRecord(home: string, entries: readonly Installed[]): void {
  if (entries.length === 0) rmSync(recordFile(home), { force: true })
  else replaceFile(recordFile(home), `${JSON.stringify(entries, null, 2)}\n`, 0o600)
}

/** What was there before us: only when it is still exactly what was kept. */
export function keptBefore(home: string, entry: Installed): { readonly text: FileText } | null {
  if (entry.before === null) return { text: null }
  const read = entry.backup === null ? null : readText(backupFile(home, path.basename(entry.backup)))
  return read?.ok === true && read.text !== null && digestOf(read.text) === entry.before ? { text: read.text } : null
}

/** Returns the name to find it by. */
export function keepBefore(home: string, file: string, text: string): string {
  const name = `${digestOf(`${file}\0${text}`).slice(0, 16)}-${path.basename(file)}`
  replaceFile(backupFile(home, name), text, 0o600)
  return name
}

export function forgetBefore(home: string, entries: readonly Installed[], stillNeeded: readonly Installed[]): void {
  const needed = new Set(stillNeeded.map(({ backup }) => backup))
  for (const { backup } of entries) if (backup !== null && !needed.has(backup)) rmSync(backupFile(home, path.basename(backup)), { force: true })
}
