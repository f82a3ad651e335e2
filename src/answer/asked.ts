// Did the host ask a person about this call? Remembered from the question to the result: a call that was asked about and then ran was approved there.
import { closeSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { textOf } from '../gate/gate.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { HostEvent } from '../gate/seams.ts'
import type { Surroundings } from './given.ts'
import { stateFolderOf } from './state.ts'

type Digest = (text: string) => string | null

/** A call without an id is known by what it does. Null where nothing could be matched. */
function fileFor(at: Surroundings, { session, toolUse, calls }: HostEvent, digest: Digest): string | null {
  const which = toolUse ?? (calls.length === 0 ? undefined : calls.map((call) => [call.tool.server, call.tool.name, textOf(call)]))
  const name = which === undefined || session === '' ? null : digest(JSON.stringify(['asked', session, which]))
  return name === null ? null : path.join(stateFolderOf(at), 'asked', name.slice(name.indexOf(':') + 1).slice(0, 32))
}

/** Best effort: who forgets only knows less afterwards. */
export function noteAsked(at: Surroundings, event: HostEvent, digest: Digest): void {
  const file = fileFor(at, event, digest)
  if (file === null) return
  try {
    makeFolder(path.dirname(file), 0o700)
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // Asked twice, or nothing can be written.
  }
}

/** True once. */
export function wasAsked(at: Surroundings, event: HostEvent, digest: Digest): boolean {
  const file = fileFor(at, event, digest)
  try {
    if (file === null) return false
    rmSync(file)
    return true
  } catch {
    return false
  }
}
