// Keeps a copy of the hook's own files beside the record, so that the process that watches can put back what a call changed in them.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../gate/make-folder.ts'
import { noticeFiles } from './ground-files.ts'
import type { Ground } from './ground.ts'

/** What decides whether a call is judged at all. The rest of the package is compared, and told. */
export const isHookFile = (name: string): boolean => /^dist\/hook[^/]*\.cjs$/.test(name)

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

/** Named by what they hold: what was put there by somebody else is not taken for it. */
export function keepPackage(state: string, { folder, files }: Ground['package']): void {
  const { copies } = noticeFiles(state)
  makeFolder(copies, 0o700)
  const there = new Set(readdirSync(copies))
  const wanted = Object.entries(files).filter(([name]) => isHookFile(name))
  for (const [name, [, , digest]] of wanted)
    if (!there.has(digest)) writeFileSync(path.join(copies, digest), readFileSync(path.join(folder, name)), { mode: 0o600 })
  for (const name of there) if (!wanted.some(([, [, , digest]]) => digest === name)) rmSync(path.join(copies, name), { recursive: true, force: true })
}

/** Null where there is no copy that still holds what its name says. */
export function copyOf(state: string, digest: string): Uint8Array | null {
  try {
    const bytes = readFileSync(path.join(noticeFiles(state).copies, digest))
    return digestOf(bytes) === digest ? bytes : null
  } catch {
    return null
  }
}
