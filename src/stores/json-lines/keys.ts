// Which secrets of our own does the log need, where are they kept, and what is done with them?
import type * as NodeCrypto from 'node:crypto'
import { constants, fstatSync, linkSync, lstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closeQuietly, codeOf, FILE_MODE, FOLDER_MODE } from './append.ts'
import { hmacSha256, keyedStates } from '../../core/text/sha256.ts'
import { base64urlOf } from '../../gate/bytes.ts'
import { makeFolder } from '../../gate/make-folder.ts'

/** Loaded when first needed: a process that only appends short records never does. */
export const crypto = (): typeof NodeCrypto => process.getBuiltinModule('node:crypto')

export interface Keys {
  /** Null where no key can be had. */
  readonly digest: (text: string) => string | null
  /** Null where there is none and none may or can be made. */
  readonly signer: (make: boolean) => Signer | null
  /** Whether the key for signing has signed a checkpoint: one that is not there then was removed. */
  readonly isInForce: () => boolean
  /** For once the first checkpoint is there. Killed before that, the next pass goes on with the same key. */
  readonly putInForce: () => void
}
export interface Signer {
  /** The public half, base64url. */
  readonly key: string
  readonly sign: (text: string) => string
}

const SIGNING = 'audit-signing'
const BYTES = 32
/** What every digest begins with stands behind the key it follows from. */
const STATES = 64
/** From here on the system's own is faster, loading included. */
const LONG = 3072
/** Of all that one process digests: then it is one that stays. */
const MUCH = 4 * LONG
// What stands before the 32 bytes of an Ed25519 key in PKCS #8 and SPKI (RFC 8410).
const PRIVATE = '302e020100300506032b657004220420'
const PUBLIC = '302a300506032b6570032100'
const bytesOf = (digits: string): Buffer => Buffer.from(digits, 'hex')

export function openKeys(folder: string): Keys {
  let digestKey: Uint8Array | null | undefined
  let states: Uint8Array | undefined
  let last: { readonly text: string; readonly digest: string } | undefined
  let sum = 0
  let signer: Signer | null = null
  return {
    digest: (text) => {
      digestKey ??= keyIn(folder, 'audit-digest', (key) => Buffer.concat([key, keyedStates(key)]))
      if (digestKey === null) return null
      // A call without an id is named by its digest, and then has it.
      if (last?.text === text) return last.digest
      const data = Buffer.from(text, 'utf8')
      const key = digestKey.subarray(0, BYTES)
      states ??= digestKey.length > BYTES ? digestKey.subarray(BYTES) : keyedStates(key)
      sum += data.length
      const mac = data.length < LONG && sum < MUCH ? hmacSha256(states, data) : crypto().createHmac('sha256', key).update(data).digest()
      last = { text, digest: `hmac-sha256:${base64urlOf(mac)}` }
      return last.digest
    },
    signer: (make) => {
      if (signer !== null) return signer
      const seed = keyIn(folder, SIGNING, null) ?? keyIn(folder, `${SIGNING}.new`, make ? (key) => key : null)
      if (seed?.length !== BYTES) return null
      const { createPrivateKey, createPublicKey, sign } = crypto()
      const secret = createPrivateKey({ key: Buffer.concat([bytesOf(PRIVATE), seed]), format: 'der', type: 'pkcs8' })
      const key = createPublicKey(secret)
        .export({ format: 'der', type: 'spki' })
        .subarray(PUBLIC.length / 2)
        .toString('base64url')
      signer = { key, sign: (text) => sign(null, Buffer.from(text, 'utf8'), secret).toString('base64url') }
      return signer
    },
    isInForce: () => lstatSync(path.join(folder, SIGNING), { throwIfNoEntry: false }) !== undefined,
    putInForce: () => {
      const made = path.join(folder, `${SIGNING}.new`)
      if (lstatSync(made, { throwIfNoEntry: false }) !== undefined) renameSync(made, path.join(folder, SIGNING))
    },
  }
}

/** False for whatever is not a signature of this text by this key. */
export function isSigned(text: string, signature: string, key: string): boolean {
  try {
    const { createPublicKey, verify } = crypto()
    const der = Buffer.concat([bytesOf(PUBLIC), Buffer.from(key, 'base64url')])
    return verify(null, Buffer.from(text, 'utf8'), createPublicKey({ key: der, format: 'der', type: 'spki' }), Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** The key of that name, made on first use, as it is to be written; not made where that is null. Whoever is first wins, the others read what that one wrote. */
function keyIn(folder: string, name: string, written: ((key: Uint8Array) => Uint8Array) | null): Uint8Array | null {
  const file = path.join(folder, name)
  const present = readKey(file)
  if (present !== 'absent') return present
  if (written === null) return null
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  try {
    makeFolder(folder, FOLDER_MODE)
    writeFileSync(draft, written(crypto().randomBytes(BYTES)), { flag: 'wx', mode: FILE_MODE, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      // Where there are no hard links, the last of several first writers wins.
      if (codeOf(error) !== 'EEXIST') renameSync(draft, file)
    }
  } catch {
    return null
  } finally {
    rmSync(draft, { force: true })
  }
  const made = readKey(file)
  return made === 'absent' ? null : made
}

/** Null for a file that is no key of ours: it is never replaced. */
function readKey(file: string): Uint8Array | 'absent' | null {
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'absent' : null
  }
  try {
    const key = new Uint8Array(BYTES + STATES + 1)
    const count = fstatSync(handle).isFile() ? readSync(handle, key, 0, key.length, 0) : 0
    return count === BYTES || count === BYTES + STATES ? key.subarray(0, count) : null
  } catch {
    return null
  } finally {
    closeQuietly(handle)
  }
}
