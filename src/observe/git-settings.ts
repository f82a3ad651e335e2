// What do git's own settings files say of this repository? For everybody, for the person, for the repository and for its worktree, in this order.
import path from 'node:path'
import type { Variables } from './environment.ts'
import { readText } from './read-file.ts'
import type { Repository } from './repository.ts'
import { gitValue } from '../core/text/git-value.ts'

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

export function readGitSettings({ own, common }: Repository, home: string, variables: Variables): GitSettings {
  const files = ['/etc/gitconfig', `${variables['XDG_CONFIG_HOME'] ?? `${home}/.config`}/git/config`, `${home}/.gitconfig`, `${common}/config`]
  const budget = { left: MOST_FILES }
  const entries = [...files, `${own}/config.worktree`].flatMap((file) => entriesIn(file, home, budget))
  const all: GitSettings['all'] = (section, name, key) =>
    entries.flatMap((one) => (one.section === section && one.name === name && one.key === key ? [one.value] : []))
  return {
    all,
    last: (...wanted) => all(...wanted).at(-1),
    sections: (section) => [...new Set(entries.flatMap((one) => (one.section === section && one.name !== '' ? [one.name] : [])))],
  }
}

/** With what it includes for everybody; what it includes only here or there is left out. */
function entriesIn(file: string, home: string, budget: { left: number }): readonly Entry[] {
  if (budget.left-- <= 0) return []
  const out: Entry[] = []
  for (const entry of parseGitSettings(readText(file, LARGEST) ?? '')) {
    if (entry.section !== 'include' || entry.key !== 'path') out.push(entry)
    else out.push(...entriesIn(path.resolve(path.dirname(file), entry.value.replace(/^~(?=\/)/, home)), home, budget))
  }
  return out
}

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
