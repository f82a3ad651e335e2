// Which call was let through last? Known even where its own mark was taken away: one small file, sealed, written over with every call.
import { textOf } from '../gate/bytes.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { Seal } from '../gate/seal.ts'
import { readSealed, writeOver } from '../gate/sealed-file.ts'
import { noticeFiles } from './ground-files.ts'
import type { Mark } from './ground-files.ts'

const NAME = 'call'
/** A mark's names are short. Always as long, so that no older one shines through. */
const BYTES = 4096
/** Of one that is just being written. */
const TRIES = 5

/** Throws when it cannot. */
export function keepLastCall(state: string, mark: Mark, seal: Seal): void {
  const { folder, call } = noticeFiles(state)
  const text = Buffer.from(JSON.stringify(mark))
  const content = new Uint8Array(Math.max(BYTES, text.length)).fill(0x20)
  content.set(text)
  const bytes = seal.sealed(NAME, content)
  try {
    writeOver(call, bytes, 0o600)
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'ENOENT') throw error
    makeFolder(folder, 0o700)
    writeOver(call, bytes, 0o600)
  }
}

/** Null where there is none of ours. */
export function lastCall(state: string, seal: Seal): Mark | null {
  const { call } = noticeFiles(state)
  for (let left = TRIES; left > 0; left--) {
    try {
      const content = readSealed(call, NAME, seal)
      if (content !== null) return JSON.parse(textOf(content)) as Mark
    } catch {
      return null
    }
  }
  return null
}
