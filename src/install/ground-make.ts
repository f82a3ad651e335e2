// What is installed now? Written down by `prudent init` and `prudent uninstall`, when they are done.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '../core/model.ts'
import type { Edit } from '../hosts/_frame/install.ts'
import { wiringOf } from './edit.ts'
import { readText } from './files.ts'
import { editOf } from './ground.ts'
import type { Ground, GroundEntry, GroundFiles, KeptEdit } from './ground.ts'
import type { Here } from './here.ts'
import { readJsonc, valueOf } from './jsonc.ts'
import { editsFor } from './plan.ts'
import { readRecord } from './record.ts'
import { ownFiles } from './wrapper.ts'

/**
 * Null where nothing is installed. `before`: what was known so far, for files that are none of this project's business. `pinned`: whose package, scripts
 * and Node stay as they were recorded.
 */
export function groundNow({ installs, place, paths }: Here, version: string, before: Ground | null, pinned: Ground | null = null): Ground | null {
  const record = readRecord(place.home)
  if (record.length === 0) return null
  const entries = record.flatMap(({ host, scope, project, file }): GroundEntry[] => {
    const install = installs.find((one) => one.host === host)
    const edits = install === undefined ? [] : (editsFor(install, scope, { ...place, project }) ?? [])
    const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
    const read = readText(file)
    const text = read.ok ? read.text : null
    const made = edits.filter((edit) => edit.file === file).map((edit): GroundEntry => ({ host, scope, file, link, edit: kept(edit, text ?? '') }))
    return [...made, ...(before?.entries ?? []).filter((one) => one.file === file)].filter((one) => wiringOf(editOf(one), text).state === 'wired').slice(0, 1)
  })
  const scripts = ownFiles(
    paths,
    record.map(({ host }) => host),
  ).flatMap(({ file }) => {
    const known = pinned?.scripts.find((one) => one.file === file)
    if (known !== undefined) return [known]
    const read = readText(file)
    const about = statSync(file, { throwIfNoEntry: false })
    return read.ok && read.text !== null && about !== undefined ? [{ file, text: read.text, mode: about.mode & 0o777 }] : []
  })
  if (pinned !== null) return { ...pinned, scripts, entries }
  const folder = path.dirname(path.dirname(paths.hook))
  return {
    version,
    at: new Date().toISOString(),
    scripts,
    entries,
    package: { folder, files: packageNow(folder) },
    node: { path: paths.node, ...nodeFacts(paths.node) },
  }
}

function kept(edit: Edit, text: string): KeptEdit {
  switch (edit.kind) {
    case 'json': {
      const held = (valueOf(readJsonc(text.replace(/^\uFEFF/, '')).root ?? undefined) ?? {}) as JsonObject
      return {
        kind: 'json',
        add: edit.add.map(({ at, value, first }) => ({ path: at(held, edit.file), value, ...(first === undefined ? {} : { first }) })),
        own: edit.own ?? [],
        off: edit.off ?? [],
      }
    }
    case 'toml':
      return { kind: 'toml', lines: edit.lines, list: edit.list }
    case 'yaml':
      return { kind: 'yaml', list: edit.list, item: edit.item }
    case 'file':
      return { kind: 'file', text: edit.text, ...(edit.executable === undefined ? {} : { executable: true }) }
  }
}

/** What a call can run or read of the package; its declarations are for compilers. */
export const packageNames = (folder: string): readonly string[] => ['package.json', ...namesBelow(path.join(folder, 'dist')).map((one) => `dist/${one}`)]

function packageNow(folder: string): GroundFiles {
  const files: Record<string, readonly [number, number, string]> = {}
  for (const name of packageNames(folder)) {
    const about = factsOf(path.join(folder, name))
    if (about !== null) files[name] = [about.size, about.mtimeMs, about.digest()]
  }
  return files
}

function nodeFacts(file: string): Omit<Ground['node'], 'path'> {
  const about = statSync(file, { throwIfNoEntry: false })
  return about === undefined ? { size: 0 } : { size: about.size, mtimeMs: about.mtimeMs, ino: about.ino }
}

export function factsOf(file: string): { readonly size: number; readonly mtimeMs: number; readonly digest: () => string } | null {
  const about = statSync(file, { throwIfNoEntry: false })
  if (about?.isFile() !== true) return null
  return { size: about.size, mtimeMs: about.mtimeMs, digest: () => createHash('sha256').update(readFileSync(file)).digest('base64url') }
}

function namesBelow(folder: string, prefix = ''): readonly string[] {
  try {
    return readdirSync(path.join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
      const name = `${prefix}${entry.name}`
      if (entry.isDirectory()) return name === 'types' ? [] : namesBelow(folder, `${name}/`)
      return [name]
    })
  } catch {
    return []
  }
}
