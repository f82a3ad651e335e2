// What has been sealed so far, signed? One small file, replaced as a whole.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codeOf, FILE_MODE, syncFolder } from './append.ts'
import type { Chained } from './chain.ts'
import { isSigned } from './keys.ts'
import type { Signer } from './keys.ts'
import { checkpointFile } from './layout.ts'

export interface Checkpoint {
  readonly v: 1
  readonly at: string
  /** When sealing began: a log that was thrown away whole begins anew. */
  readonly since: string
  readonly days: Readonly<Record<string, Chained>>
  /** What was removed because of its age or size. */
  readonly cut: Cut | null
  /** The day on which old days were last looked for. */
  readonly thinned: string
}
export interface Cut {
  readonly through: string
  readonly days: number
  readonly lines: number
  /** Over the heads of all removed days, in order. */
  readonly head: string
}

export type ReadCheckpoint =
  | { readonly kind: 'good'; readonly checkpoint: Checkpoint; readonly key: string; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'bad'; readonly because: 'unreadable' | 'forged' }

const LARGEST = 4 * 1024 * 1024
const signedText = (body: string): string => `prudent audit checkpoint\n${body}`

/** Two lines: the checkpoint, and who signed it. */
const checkpointText = (checkpoint: Checkpoint, signer: Signer): string => {
  const body = JSON.stringify(checkpoint)
  return `${body}\n${JSON.stringify({ key: signer.key, signature: signer.sign(signedText(body)) })}\n`
}

export function readCheckpoint(file: string): ReadCheckpoint {
  let text: string
  try {
    const about = statSync(file)
    if (!about.isFile() || about.size > LARGEST) return { kind: 'bad', because: 'unreadable' }
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? { kind: 'absent' } : { kind: 'bad', because: 'unreadable' }
  }
  return parseCheckpoint(text)
}

/** Every byte counts: a checkpoint that we would not have written so is none. */
export function parseCheckpoint(text: string): ReadCheckpoint {
  const [body = '', proof = '', ...rest] = text.split('\n')
  try {
    const { key, signature } = JSON.parse(proof) as { readonly key: string; readonly signature: string }
    const exact =
      rest.length === 1 && rest[0] === '' && proof === JSON.stringify({ key, signature }) && signature === canonical(signature) && key === canonical(key)
    if (!exact || !isSigned(signedText(body), signature, key)) return { kind: 'bad', because: 'forged' }
    return { kind: 'good', checkpoint: JSON.parse(body) as Checkpoint, key, text }
  } catch {
    return { kind: 'bad', because: 'unreadable' }
  }
}

/** The last character of base64 holds unused bits. */
const canonical = (text: string): string => Buffer.from(text, 'base64url').toString('base64url')

export function writeCheckpoint(folder: string, checkpoint: Checkpoint, signer: Signer): void {
  const file = checkpointFile(folder)
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, checkpointText(checkpoint, signer), { flag: 'w', mode: FILE_MODE })
    const handle = openSync(draft, 'r+')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
    syncFolder(path.dirname(file))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
