// What was installed, so that it can be told whether it still is? Kept with a keyed digest; whoever writes it otherwise is noticed.
import { lstatSync, rmSync } from 'node:fs'
import type { Json } from '../core/model.ts'
import type { Edit, Scope } from '../hosts/_frame/install.ts'
import { readText, replaceFile } from './files.ts'
import { ADMINISTRATORS_GROUND, groundFile, noticeFiles } from './ground-files.ts'

type Path = readonly string[]
/** An edit as it was made: where our lists were is decided. */
export type KeptEdit =
  | {
      readonly kind: 'json'
      readonly add: readonly { readonly path: Path; readonly value: Json; readonly first?: true }[]
      readonly own: readonly { readonly at: Path; readonly value: Json }[]
      readonly off: readonly { readonly at: Path; readonly is: Json; readonly says: string }[]
    }
  | { readonly kind: 'toml'; readonly lines: readonly string[]; readonly list: string }
  | { readonly kind: 'yaml'; readonly list: Path; readonly item: Readonly<Record<string, string | number | boolean>> }
  | { readonly kind: 'file'; readonly text: string; readonly executable?: true }

export interface GroundScript {
  readonly file: string
  readonly text: string
  readonly mode: number
}
export interface GroundEntry {
  readonly host: string
  readonly scope: Scope
  readonly file: string
  readonly link: boolean
  readonly edit: KeptEdit
}
/** Of each file: size, time of the last change, digest. */
export type GroundFiles = Readonly<Record<string, readonly [size: number, mtimeMs: number, digest: string]>>
export interface Ground {
  readonly version: string
  readonly at: string
  readonly scripts: readonly GroundScript[]
  readonly entries: readonly GroundEntry[]
  readonly package: { readonly folder: string; readonly files: GroundFiles }
  readonly node: { readonly path: string; readonly size: number; readonly mtimeMs?: number; readonly ino?: number }
  /** The state folder in which is kept what the person's settings say. */
  readonly kept?: string
}

type Digest = (text: string) => string | null
export type ReadGround =
  | { readonly state: 'none' }
  /** `forged`: it is no record of ours, or not any more. */
  | { readonly state: 'forged' }
  | { readonly state: 'known'; readonly ground: Ground; readonly text: string }

export function groundOf(text: string, digest: Digest): Ground | null {
  try {
    const { mac, ground } = JSON.parse(text) as { readonly mac?: unknown; readonly ground?: Ground }
    if (ground === undefined || typeof mac !== 'string' || mac !== digest(JSON.stringify(ground))) return null
    return isGround(ground) ? ground : null
  } catch {
    return null
  }
}

const isGround = (value: Ground): boolean => Array.isArray(value.scripts) && Array.isArray(value.entries) && typeof value.package === 'object'

/** As it is, or as its other copy has it; null where nothing was installed. */
export function groundText(home: string, state: string): string | null {
  for (const file of [groundFile(home), noticeFiles(state).record]) {
    const read = readText(file)
    if (read.ok && read.text !== null) return read.text
  }
  return null
}

export function readGround(home: string, digest: Digest): ReadGround {
  const read = readText(groundFile(home))
  if (read.ok && read.text === null) return { state: 'none' }
  const ground = read.ok && read.text !== null ? groundOf(read.text, digest) : null
  return ground === null || !read.ok ? { state: 'forged' } : { state: 'known', ground, text: read.text ?? '' }
}

/** With what an administrator says put over it, file by file; a file of root's that others may write says nothing. */
export function withAdministrators(ground: Ground, file = ADMINISTRATORS_GROUND): Ground {
  const about = lstatSync(file, { throwIfNoEntry: false })
  if (about?.isFile() !== true || about.uid !== 0 || (about.mode & 0o022) !== 0) return ground
  const read = readText(file)
  try {
    const said = (JSON.parse(read.ok ? (read.text ?? '') : '') as { readonly ground: Ground }).ground
    if (!isGround(said)) return ground
    const over = <T extends { readonly file: string }>(own: readonly T[], theirs: readonly T[]): readonly T[] => [
      ...own.filter((one) => !theirs.some((other) => other.file === one.file)),
      ...theirs.filter((one) => own.some((other) => other.file === one.file)),
    ]
    return {
      ...ground,
      scripts: over(ground.scripts, said.scripts),
      entries: over(ground.entries, said.entries),
      package: said.package.folder === ground.package.folder ? said.package : ground.package,
    }
  } catch {
    return ground
  }
}

const textFor = (ground: Ground, digest: Digest): string => `${JSON.stringify({ mac: digest(JSON.stringify(ground)) ?? '', ground })}\n`

/** Null: nothing is installed any more, and a person wanted it so. Throws when it cannot. */
export function writeGround(home: string, state: string, ground: Ground | null, digest: Digest): void {
  const { gone, record, marks, marksBefore, settings, call, last, copies } = noticeFiles(state)
  if (ground !== null) {
    const text = textFor(ground, digest)
    replaceFile(record, text, 0o600, true)
    replaceFile(groundFile(home), text, 0o600, true)
    rmSync(gone, { force: true })
    return
  }
  if (groundText(home, state) === null) return
  const at = Date.now()
  replaceFile(gone, JSON.stringify({ at, mac: digest(`gone ${at}`) }), 0o600, true)
  for (const file of [groundFile(home), record, marks, marksBefore, settings, call, last]) rmSync(file, { force: true })
  rmSync(copies, { recursive: true, force: true })
}

/** Whether a person took everything away, after that moment. */
export function isGone(state: string, since: number, digest: Digest): boolean {
  const read = readText(noticeFiles(state).gone)
  try {
    const { at, mac } = JSON.parse(read.ok ? (read.text ?? '') : '') as { readonly at: number; readonly mac: string }
    return typeof at === 'number' && at >= since && mac === digest(`gone ${at}`)
  } catch {
    return false
  }
}

export function editOf({ file, edit }: GroundEntry): Edit {
  if (edit.kind !== 'json') return { ...edit, file }
  const { add, own, off } = edit
  return {
    kind: 'json',
    file,
    add: add.map(({ path, value, first }) => ({ at: () => path, value: value as never, ...(first === undefined ? {} : { first }) })),
    own,
    off,
  }
}
