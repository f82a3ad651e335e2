// How are planned changes made, so that each can be undone? What was there is kept before anything is written.
import { chmodSync, lstatSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isOurs } from './edit.ts'
import { holdsToken, tokenFile } from './http-token.ts'
import { digestOf, readText, removeEmptyFolders, replaceFile, saidBy } from './files.ts'
import type { Change } from './plan.ts'
import { forgetBefore, keepBefore, readRecord, writeRecord } from './record.ts'
import type { Installed } from './record.ts'
import { serviceFile } from './service.ts'
import { ourFolder } from './wrapper.ts'

export interface Applied {
  readonly done: readonly Change[]
  /** Where it stopped; what was done before stays and is recorded. */
  readonly failed: { readonly change: Change; readonly message: string } | null
}

/** Which gate is installed, and since when. */
export interface Edition {
  readonly version: string
  /** Digest of the hook; null where there is none. */
  readonly hook: string | null
  readonly now: Date
}

export function applyInstall(changes: readonly Change[], home: string, { version, hook, now }: Edition): Applied {
  return inTurn(changes, (change) => {
    if (change.host === null) {
      const mode = change.executable ? 0o755 : 0o644
      replaceFile(change.file, change.to ?? '', mode)
      chmodSync(change.file, mode)
      return
    }
    const { host, scope, project, file, original, to } = change
    const record = readRecord(home)
    const older = record.find((one) => one.file === file)
    const backup = original === null ? null : keepBefore(home, file, original)
    const entry: Installed = {
      host,
      scope,
      project,
      file,
      backup,
      before: original === null ? null : digestOf(original),
      after: digestOf(to ?? ''),
      folders: older?.folders ?? missingFolders(file),
      at: now.toISOString(),
      version,
      ...(change.without === undefined || change.without.length === 0 ? {} : { without: change.without }),
      ...(hook === null ? {} : { hook }),
    }
    // Known before it is done: a crash in between leaves something to undo, never something unknown.
    const next = [...record.filter((one) => one.file !== file), entry]
    writeRecord(home, next)
    forgetBefore(home, older === undefined ? [] : [older], next)
    replaceFile(file, to ?? '', change.executable ? 0o755 : 0o644, holdsToken(to ?? ''))
  })
}

export function applyUninstall(changes: readonly Change[], home: string): Applied {
  const folders: string[] = []
  const applied = inTurn(changes, (change) => {
    const record = readRecord(home)
    const entry = record.find((one) => one.file === change.file)
    if (change.to === null) removeFile(change.file)
    else replaceFile(change.file, change.to, 0o644)
    if (change.file === serviceFile(home)) folders.push(path.dirname(change.file), path.dirname(path.dirname(change.file)))
    if (entry !== undefined) {
      const next = record.filter((one) => one !== entry)
      writeRecord(home, next)
      forgetBefore(home, [entry], next)
      folders.push(...entry.folders)
    }
  })
  forgetGone(home)
  if (readRecord(home).length === 0) rmSync(tokenFile(home), { force: true })
  const own = ourFolder(home)
  removeEmptyFolders([...folders, own, path.join(own, 'backups'), path.join(own, 'bin')])
  return applied
}

/** Files that somebody took us out of, or away altogether, are nothing to undo any more. */
function forgetGone(home: string): void {
  const record = readRecord(home)
  const isGone = ({ file }: Installed): boolean => {
    const read = readText(file)
    return read.ok && (read.text === null || !isOurs(read.text))
  }
  const gone = record.filter(isGone)
  if (gone.length === 0) return
  const next = record.filter((one) => !gone.includes(one))
  writeRecord(home, next)
  forgetBefore(home, gone, next)
}

/** A link is left where it is, with nothing behind it no longer. */
function removeFile(file: string): void {
  const target = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? path.resolve(path.dirname(file), readlinkSync(file)) : file
  rmSync(target, { force: true })
}

function missingFolders(file: string): readonly string[] {
  const missing: string[] = []
  for (let one = path.dirname(file); lstatSync(one, { throwIfNoEntry: false }) === undefined && path.dirname(one) !== one; one = path.dirname(one))
    missing.unshift(one)
  return missing
}

function inTurn(changes: readonly Change[], make: (change: Change) => void): Applied {
  const done: Change[] = []
  for (const change of changes) {
    const read = readText(change.file)
    const failed = (message: string): Applied => ({ done, failed: { change, message } })
    if (!read.ok) return failed(read.message)
    if (read.text !== change.from) return failed('it was changed meanwhile: run the command again')
    try {
      make(change)
    } catch (error) {
      return failed(saidBy(error))
    }
    done.push(change)
  }
  return { done, failed: null }
}
