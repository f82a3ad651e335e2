// Which files has the project committed just as they are? Compared with the tree of HEAD; what is only staged does not count.
import { createHash } from 'node:crypto'
import { withObjects } from './git-objects.ts'
import type { ReadObject } from './git-objects.ts'
import { readText } from './read-file.ts'
import { isSha256 } from './repository.ts'
import type { Repository } from './repository.ts'

const SMALL = 64 * 1024
const LARGEST_REFS = 4 * 1024 * 1024
const MOST_HOPS = 5

/**
 * Those of these files that HEAD's tree holds byte for byte; of a package.json only the scripts must be the same, for each new dependency changes the rest.
 * Contents by absolute path. What cannot be found out is not committed.
 */
export function committedIn(repository: Repository, contents: ReadonlyMap<string, Buffer>, until: number): readonly string[] {
  if (contents.size === 0 || isSha256(repository)) return []
  const commit = headOf(repository)
  if (commit === null) return []
  const found = withObjects(repository.common, until, (read) => {
    const top = treeOf(read, commit)
    if (top === null) return []
    const trees = new Map<string, Buffer | null>()
    const treeNamed = (name: string): Buffer | null => {
      let tree = trees.get(name)
      if (tree === undefined) {
        const object = read(name)
        trees.set(name, (tree = object?.kind === 'tree' ? object.body : null))
      }
      return tree
    }
    return [...contents].flatMap(([path, bytes]) => {
      const name = blobBelow(treeNamed, top, path.slice(repository.root.length + 1).split('/'))
      return name !== null && (name === blobName(bytes) || (path.endsWith('/package.json') && hasScriptsOf(read(name)?.body, bytes))) ? [path] : []
    })
  })
  return found ?? []
}

/** The name of the tree that HEAD holds; null when it cannot be found out. */
export function headTreeOf(repository: Repository, until: number): string | null {
  const commit = isSha256(repository) ? null : headOf(repository)
  return commit === null ? null : (withObjects(repository.common, until, (read) => treeOf(read, commit)) ?? null)
}

/** The name that git gives a file's content. */
const blobName = (bytes: Buffer): string => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

function hasScriptsOf(committed: Buffer | undefined, bytes: Buffer): boolean {
  const scripts = scriptsIn(bytes)
  return committed !== undefined && scripts !== null && scripts === scriptsIn(committed)
}

function scriptsIn(bytes: Buffer): string | null {
  try {
    const { scripts } = JSON.parse(bytes.toString('utf8')) as { scripts?: unknown }
    return scripts === undefined ? null : JSON.stringify(scripts)
  } catch {
    return null
  }
}

function headOf({ own, common }: Repository): string | null {
  let text = readText(`${own}/HEAD`, SMALL)
  for (let hops = 0; text !== null && hops < MOST_HOPS; hops++) {
    const commit = /^([0-9a-f]{40})\s*$/.exec(text)?.[1]
    if (commit !== undefined) return commit
    const ref = /^ref: (refs\/[^\s\\]+)\s*$/.exec(text)?.[1]
    if (ref === undefined || ref.split('/').includes('..')) return null
    text = readText(`${common}/${ref}`, SMALL) ?? packedRef(common, ref)
  }
  return null
}

function packedRef(common: string, ref: string): string | null {
  const packed = readText(`${common}/packed-refs`, LARGEST_REFS) ?? ''
  const at = packed.indexOf(` ${ref}\n`)
  return at < 40 ? null : packed.slice(at - 40, at)
}

function treeOf(read: ReadObject, commit: string): string | null {
  const object = read(commit)
  return object?.kind === 'commit' ? (/^tree ([0-9a-f]{40})\n/.exec(object.body.toString('latin1', 0, 46))?.[1] ?? null) : null
}

/** Down the folders, one tree each; only a regular file counts. */
function blobBelow(treeNamed: (name: string) => Buffer | null, top: string, parts: readonly string[]): string | null {
  let name: string | null = top
  for (const [at, part] of parts.entries()) {
    const tree: Buffer | null = name === null ? null : treeNamed(name)
    name = tree === null ? null : entryIn(tree, part, at === parts.length - 1 ? /^100/ : /^40000$/)
  }
  return name
}

function entryIn(tree: Buffer, part: string, mode: RegExp): string | null {
  const wanted = Buffer.from(part)
  for (let at = 0; at < tree.length;) {
    const space = tree.indexOf(32, at)
    const end = tree.indexOf(0, at)
    if (space < 0 || end < space || end + 21 > tree.length) return null
    if (end - space - 1 === wanted.length && tree.compare(wanted, 0, wanted.length, space + 1, end) === 0)
      return mode.test(tree.toString('latin1', at, space)) ? tree.toString('hex', end + 1, end + 21) : null
    at = end + 21
  }
  return null
}
