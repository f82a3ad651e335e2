// What of the gate is no longer as it was installed, and how is it put back?
import { chmodSync, lstatSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { unwire, wire, wiringOf } from './edit.ts'
import type { FileText } from './edit.ts'
import { readText, replaceFile, saidBy } from './files.ts'
import { changedAt } from './ground-files.ts'
import { editOf } from './ground.ts'
import type { Ground, GroundEntry, GroundScript } from './ground.ts'
import { factsOf, packageNames } from './ground-make.ts'
import { removeFrom, valueOf } from './jsonc.ts'
import { isHookFile } from './package-copy.ts'

export interface Difference {
  readonly kind: 'script' | 'entry' | 'package' | 'node'
  readonly file: string
  readonly host: string | null
  /** What happened to it, without its name. */
  readonly says: string
  /** When, as the system's own time of the file has it; null where it cannot be told. */
  readonly since: number | null
  /** Null when done; else why not. Absent where nothing can be put back. `healthy`: what the file held when it was last seen whole. */
  readonly mend?: (healthy: string | undefined) => string | null
}

export const differences = (ground: Ground, how: 'quick' | 'full'): readonly Difference[] => [
  ...ground.scripts.flatMap(scriptDifference),
  ...ground.entries.flatMap(entryDifference),
  ...packageDifferences(ground, how),
]

/** Null when done; else why not. */
export const attempt = (work: () => void): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return saidBy(error)
  }
}

export function scriptDifference({ file, text, mode }: GroundScript): readonly Difference[] {
  const link = lstatSync(file, { throwIfNoEntry: false })
  const read = readText(file)
  const says =
    link === undefined
      ? 'is gone'
      : link.isSymbolicLink()
        ? 'is a link to another file'
        : !read.ok || read.text !== text
          ? 'was changed'
          : process.platform !== 'win32' && (statSync(file).mode & 0o777) !== mode
            ? 'has other permissions'
            : null
  if (says === null) return []
  const mend = (): string | null =>
    attempt(() => {
      // Never through a link: it leads where somebody else wants us to write.
      if (link !== undefined && !link.isFile()) rmSync(file, { recursive: true, force: true })
      if (read.ok && read.text === text && link?.isFile() === true) return chmodSync(file, mode)
      replaceFile(file, text, mode)
      chmodSync(file, mode)
    })
  return [{ kind: 'script', file, host: null, says, since: changedAt(file), mend }]
}

export function entryDifference(entry: GroundEntry): readonly Difference[] {
  const { file, host, link } = entry
  const edit = editOf(entry)
  // A file of ours whole is what our scripts are.
  if (edit.kind === 'file' && !link) {
    const mode = edit.executable === true ? 0o755 : (statSync(file, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o777
    return scriptDifference({ file, text: edit.text, mode }).map((one) => ({ ...one, kind: 'entry', host }))
  }
  const read = readText(file)
  const found = (says: string, mend: (healthy: string | undefined) => string | null): readonly Difference[] => [
    { kind: 'entry', file, host, says, since: changedAt(file), mend },
  ]
  const write = (text: FileText): string | null => {
    if (text === null) return 'it would be empty'
    if (!link && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) return 'it is a symbolic link now'
    return attempt(() => void replaceFile(file, text, 0o644))
  }
  const rewired = (text: FileText): string | null => {
    const bare = unwire(edit, text)
    const switched = bare.ok && bare.text !== null && edit.kind === 'json' ? withoutSwitches(edit, bare.text) : bare
    const made = switched.ok ? wire(edit, switched.text) : switched
    return made.ok ? write(made.text) : made.problem.message
  }
  const healed = (healthy: string | undefined): string | null => (healthy === undefined ? 'its earlier content is not known' : write(healthy))
  if (!read.ok) return found(`cannot be read any more: ${read.message}`, healed)
  const { state, off, differences: fields } = wiringOf(edit, read.text)
  if (state === 'unreadable') return found('is damaged, and the agent may ignore it', healed)
  if (read.text === null || read.text.trim() === '')
    return found(read.text === null ? 'is gone' : 'was emptied', (healthy) => (healthy === undefined ? rewired(read.text) : write(healthy)))
  if (state !== 'wired')
    return found(state === 'absent' ? 'no longer starts prudent' : `has our entry changed: ${fields[0]?.says ?? ''}`, () => rewired(read.text))
  const [switched] = off
  return switched === undefined ? [] : found(`switches prudent off: ${switched}`, () => rewired(read.text))
}

function withoutSwitches(edit: Extract<ReturnType<typeof editOf>, { kind: 'json' }>, text: string): ReturnType<typeof unwire> {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  let now: ReturnType<typeof removeFrom> = { ok: true, text: text.slice(mark.length) }
  for (const { at, is } of edit.off ?? [])
    if (now.ok)
      now = removeFrom(
        now.text,
        at,
        (node) => [node, ...(node.type === 'array' ? (node.children ?? []) : [])].find((one) => isDeepStrictEqual(valueOf(one), is)) ?? null,
      )
  return now.ok ? { ok: true, text: mark + now.text } : now
}

/** Quick: by size and time, and the digest only where one of these differs. `isMeant`: which files of the package; left out, all. */
export function packageDifferences(
  { package: files, node }: Ground,
  how: 'quick' | 'full',
  isMeant: (name: string) => boolean = () => true,
): readonly Difference[] {
  const names = Object.keys(files.files).filter(isMeant)
  const added = how === 'full' ? packageNames(files.folder).filter((name) => name.startsWith('dist/') && !(name in files.files) && isMeant(name)) : []
  const found = [
    ...names.flatMap((name) => fileDifference(files, name, how)),
    ...added.map((name): Difference => ({ kind: 'package', file: path.join(files.folder, name), host: null, says: 'was added', since: null })),
  ]
  const about = statSync(node.path, { throwIfNoEntry: false })
  const { size, mtimeMs, ino } = node
  // A file of the same size, and even of the same time, is still another file.
  const same = about?.size === size && (mtimeMs === undefined || about.mtimeMs === mtimeMs) && (ino === undefined || about.ino === ino)
  const program: Difference[] = same
    ? []
    : [{ kind: 'node', file: node.path, host: null, says: about === undefined ? 'is gone' : 'is another program now', since: changedAt(node.path) }]
  return [...found, ...program]
}

/** `restore`: what a file held when it was installed, where that is kept. */
export function fileDifference(
  { folder, files }: Ground['package'],
  name: string,
  how: 'quick' | 'full',
  restore?: (digest: string) => Uint8Array | null,
): readonly Difference[] {
  const [size, mtimeMs, digest] = files[name] ?? [0, 0, '']
  const file = path.join(folder, name)
  const about = factsOf(file)
  if (about !== null && about.size === size && ((how === 'quick' && about.mtimeMs === mtimeMs) || about.digest() === digest)) return []
  const bytes = isHookFile(name) && isSameVersion(folder, files) ? (restore?.(digest) ?? null) : null
  const mend = (): string | null =>
    attempt(() => {
      if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) rmSync(file, { recursive: true, force: true })
      replaceFile(file, bytes ?? '', 0o644)
    })
  return [{ kind: 'package', file, host: null, says: about === null ? 'is gone' : 'was changed', since: changedAt(file), ...(bytes === null ? {} : { mend }) }]
}

/** Another version is an update by whoever installs packages, and is left alone. */
function isSameVersion(folder: string, files: Ground['package']['files']): boolean {
  const [size, , digest] = files['package.json'] ?? [0, 0, '']
  const about = factsOf(path.join(folder, 'package.json'))
  return about !== null && about.size === size && about.digest() === digest
}
