// Was this very event recorded already, because two configurations fired for it? Each is judged and answered; only the first is written down.
//
// What was answered is not kept: a file that says `allow` would be worth forging. Judging the same event again says the same.
import { closeSync, openSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { textOf } from '../gate/gate.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { HostEvent } from '../gate/seams.ts'
import type { Surroundings } from './given.ts'
import { stateFolderOf } from './state.ts'

/** Two hosts' copies of one event come at once; without an id of the call, later ones are calls of their own. */
const TOGETHER_MS = 2000
const FORGET_MS = 600_000
/** Questions that were answered with no. */
const FORGET_ASKED_MS = 24 * 3600_000
const TIDY_ONE_IN = 50
/** Twice as many as come in the meantime. */
const TIDIED = 100

/** Best effort: when in doubt, it is the first. */
export function isFirst(at: Surroundings, event: HostEvent, digest: (text: string) => string | null): boolean {
  const { session, toolUse } = event
  if (session === '' || event.calls.length === 0) return true
  try {
    const texts = event.calls.map(textOf)
    const name = digest(JSON.stringify(toolUse === undefined ? [session, event.calls.map(({ tool }) => tool), texts] : [session, toolUse, texts]))
    if (name === null) return true
    const folder = path.join(stateFolderOf(at), 'seen')
    const file = path.join(folder, name.slice(name.indexOf(':') + 1).slice(0, 32))
    if (Math.random() * TIDY_ONE_IN < 1) {
      tidy(folder, FORGET_MS)
      tidy(path.join(stateFolderOf(at), 'asked'), FORGET_ASKED_MS)
    }
    return isNew(file, toolUse === undefined ? TOGETHER_MS : FORGET_MS)
  } catch {
    return true
  }
}

function isNew(file: string, within: number): boolean {
  try {
    closeSync(openNew(file))
    return true
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'EEXIST') return true
  }
  const now = Date.now()
  if (Math.abs(now - statSync(file).mtimeMs) <= within) return false
  utimesSync(file, now / 1000, now / 1000)
  return true
}

function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'ENOENT') throw error
    makeFolder(path.dirname(file), 0o700)
    return openSync(file, 'wx', 0o600)
  }
}

function tidy(folder: string, after: number): void {
  const now = Date.now()
  try {
    const names = readdirSync(folder)
    const start = Math.floor(Math.random() * names.length)
    for (const name of [...names.slice(start), ...names.slice(0, start)].slice(0, TIDIED)) {
      const file = path.join(folder, name)
      if (now - statSync(file).mtimeMs > after) rmSync(file, { force: true })
    }
  } catch {
    // Another process is at it, or there is no such folder.
  }
}
