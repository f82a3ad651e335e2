// What do the files say now whose words are kept: the person's settings, those of the project's agents, and what was installed?
import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { digestOf, readRegularFile } from '../config/packs-cache.ts'
import type { Ground } from './ground.ts'
import { groundFile, signatureOf } from './ground-files.ts'
import { tokenFile } from './http-token.ts'
import type { KeptFile, Signatures } from './settings-kept.ts'

export function asBefore({ file, agents }: KeptFile, home: string): KeptFile {
  if (agents !== true) return now(file, home)
  // Most are not there, and every call looks.
  return lstatOf(file) === undefined ? { file, agents, signature: signatureOf(file), digest: null, mode: 0o600, link: null } : { ...now(file, home), agents }
}

/** With its words. */
export function now(file: string, home: string): KeptFile {
  // First: what changes while we read is looked at again.
  const signature = signatureOf(file)
  const content = readRegularFile(file)
  let link: string | null = null
  let mode = 0o600
  try {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) link = readlinkSync(file)
    mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? mode) & 0o777
  } catch {
    // What it holds cannot be read either.
  }
  if (content.kind !== 'text') return { file, signature, digest: content.kind === 'absent' ? null : content.kind, mode, link }
  return { file, signature, digest: digestOf(content.text), mode, link, ...(file === tokenFile(home) ? {} : { text: content.text }) }
}

export function lstatOf(file: string): ReturnType<typeof lstatSync> {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The record first. */
export function groundNow(home: string): Signatures {
  const record = groundFile(home)
  const own = [record, signatureOf(record)] as const
  try {
    const { ground } = JSON.parse(readFileSync(record, 'utf8')) as { readonly ground: Pick<Ground, 'scripts' | 'entries'> }
    return [own, ...[...ground.scripts, ...ground.entries].map(({ file }) => [file, signatureOf(file)] as const)]
  } catch {
    return [own]
  }
}
