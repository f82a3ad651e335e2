// Which other folders are worktrees of the same repository? Read from `.git`, and believed only when both sides say so.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { readText } from './read-file.ts'
import { realPath } from './real-path.ts'
import { findRepository, slashed } from './repository.ts'

const SMALL = 4096
const MOST = 64

/** The repository's main folder and its worktrees, without the project itself. Never throws. */
export function worktreesOf(project: string): readonly string[] {
  const repository = findRepository(project)
  if (repository === null) return []
  const main = repository.common.endsWith('/.git') && repository.common !== repository.own ? [path.dirname(repository.common)] : []
  return [...main.filter((folder) => realPath(`${folder}/.git`)?.path === realPath(repository.common)?.path), ...linkedTo(repository.common)].filter(
    (folder) => folder !== repository.root,
  )
}

function linkedTo(common: string): readonly string[] {
  let names: readonly string[]
  try {
    names = readdirSync(`${common}/worktrees`).slice(0, MOST)
  } catch {
    return []
  }
  return names.flatMap((name) => {
    const own = `${common}/worktrees/${name}`
    const entry = readText(`${own}/gitdir`, SMALL)?.trim()
    if (entry === undefined || !entry.endsWith('/.git')) return []
    const folder = slashed(path.dirname(path.resolve(own, entry)))
    // Whoever can write into `.git` could name any folder there; the folder must know of it too.
    const back = /^gitdir: ([^\r\n]+)/m.exec(readText(`${folder}/.git`, SMALL) ?? '')?.[1]?.trim()
    return back !== undefined && realPath(path.resolve(folder, back))?.path === realPath(own)?.path ? [folder] : []
  })
}
