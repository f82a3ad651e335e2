// By what does our server know a host that was set up to ask it? A token of ours, in a file that nobody else may read.
import { randomBytes } from 'node:crypto'
import { chmodSync, statSync } from 'node:fs'
import path from 'node:path'
import { OUR_QUERY } from '../hosts/_frame/install.ts'
import { readText, replaceFile } from './files.ts'
import { ourFolder } from './wrapper.ts'

export const tokenFile = (home: string): string => path.join(ourFolder(home), 'http-token')

/** Whether a host's file has our token in it: then it is as secret as the token's own. */
export const holdsToken = (text: string): boolean => text.includes(OUR_QUERY)

/** Whether others may read it there. Where modes mean nothing, nobody can say. */
export function showsToken(file: string): boolean {
  const about = statSync(file, { throwIfNoEntry: false })
  if (about === undefined || (about.mode & 0o044) === 0) return false
  const read = readText(file)
  return read.ok && holdsToken(read.text ?? '')
}

/** Null where there is none, or where others could have read it. */
export function readToken(home: string, user: number | null): string | null {
  const file = tokenFile(home)
  const about = statSync(file, { throwIfNoEntry: false })
  if (about === undefined || !about.isFile() || (user !== null && (about.uid !== user || (about.mode & 0o077) !== 0))) return null
  const read = readText(file)
  const token = read.ok ? (read.text ?? '').trim() : ''
  return /^[\w-]{32,}$/.test(token) ? token : null
}

/** The one there is to rely on, or a new one that `writeToken` keeps. */
export const tokenFor = (home: string, user: number | null): string => readToken(home, user) ?? randomBytes(32).toString('base64url')

/** Throws when it cannot. */
export function writeToken(home: string, token: string): void {
  replaceFile(tokenFile(home), `${token}\n`, 0o600)
  chmodSync(tokenFile(home), 0o600)
}
