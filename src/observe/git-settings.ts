// Reads git's settings for a repository, in git's order: the system's, the person's, the repository's, its worktree's, and what these include.
import path from 'node:path'
import type { Variables } from './environment.ts'
import { readText } from './read-file.ts'
import { realPath } from './real-path.ts'
import { branchOf } from './repository.ts'
import type { Repository } from './repository.ts'
import { gitValue } from '../core/text/git-value.ts'
import { compileGlob } from '../core/text/glob.ts'

export interface GitSettings {
  /** Names of sections and keys in small letters. The last one said counts, but for those that may be said several times. */
  readonly last: (section: string, name: string, key: string) => string | undefined
  readonly all: (section: string, name: string, key: string) => readonly string[]
  /** The names of sections of a kind, in order. */
  readonly sections: (section: string) => readonly string[]
}
interface Entry {
  readonly section: string
  readonly name: string
  readonly key: string
  readonly value: string
}

const LARGEST = 256 * 1024
const MOST_FILES = 16
const MOST_LINES = 10_000

export function readGitSettings(repository: Repository, home: string, variables: Variables): GitSettings {
  const { own, common } = repository
  const files = ['/etc/gitconfig', `${variables['XDG_CONFIG_HOME'] ?? `${home}/.config`}/git/config`, `${home}/.gitconfig`, `${common}/config`]
  const reading = { home, repository, left: MOST_FILES }
  const entries = [...files, `${own}/config.worktree`].flatMap((file) => entriesIn(file, reading))
  const all: GitSettings['all'] = (section, name, key) =>
    entries.flatMap((one) => (one.section === section && one.name === name && one.key === key ? [one.value] : []))
  return {
    all,
    last: (...wanted) => all(...wanted).at(-1),
    sections: (section) => [...new Set(entries.flatMap((one) => (one.section === section && one.name !== '' ? [one.name] : [])))],
  }
}

interface Reading {
  readonly home: string
  readonly repository: Repository
  /** Files that may still be read. */
  left: number
}

/** With the files it includes. */
function entriesIn(file: string, reading: Reading): readonly Entry[] {
  if (reading.left-- <= 0) return []
  const out: Entry[] = []
  for (const entry of parseGitSettings(readText(file, LARGEST) ?? '')) {
    const includes = entry.key === 'path' && (entry.section === 'include' || (entry.section === 'includeif' && isMet(entry.name, file, reading)))
    if (includes) out.push(...entriesIn(path.resolve(path.dirname(file), inHome(entry.value, reading.home)), reading))
    else out.push(entry)
  }
  return out
}

const inHome = (text: string, home: string): string => text.replace(/^~(?=\/)/, home)

/** Whether a condition of `includeIf` holds. `hasconfig:` is not evaluated: what it includes may name no remote's address. */
function isMet(condition: string, file: string, { home, repository }: Reading): boolean {
  const at = condition.indexOf(':')
  const [kind, pattern] = [condition.slice(0, at), condition.slice(at + 1)]
  if (kind === 'onbranch') return gitGlob(pattern, false)(branchOf(repository) ?? '')
  if (kind !== 'gitdir' && kind !== 'gitdir/i') return false
  const placed = pattern.startsWith('./') ? `${path.dirname(realPath(file)?.path ?? file)}${pattern.slice(1)}` : inHome(pattern, home)
  const matches = gitGlob(placed.startsWith('/') || placed.startsWith('**/') ? placed : `**/${placed}`, kind === 'gitdir/i')
  return [repository.own, realPath(repository.own)?.path ?? repository.own].some((folder) => matches(folder))
}

/** As git has it: a slash at the end means all below, and braces mean themselves. */
const gitGlob = (pattern: string, ignoreCase: boolean): ((text: string) => boolean) =>
  compileGlob(`${pattern.replaceAll('{', String.raw`\{`)}${pattern.endsWith('/') ? '**/*' : ''}`, { ignoreCase })

function parseGitSettings(text: string): readonly Entry[] {
  const out: Entry[] = []
  let [section, name] = ['', '']
  for (const row of text.replaceAll(/\\\r?\n/g, '').split('\n', MOST_LINES)) {
    const head = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(row)
    if (head !== null) {
      const [first = '', ...rest] = (head[1] ?? '').toLowerCase().split('.')
      section = first
      name = head[2]?.replaceAll(/\\(.)/g, '$1') ?? rest.join('.')
    }
    const [, key, value] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(head === null ? row : row.slice(head[0].length)) ?? []
    if (key !== undefined) out.push({ section, name, key: key.toLowerCase(), value: value === undefined ? 'true' : gitValue(value) })
  }
  return out
}
