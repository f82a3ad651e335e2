// Which packages does a repository of several have, and which of them does a command mean?
import type { Part, Word } from '../model.ts'
import { contentOf } from '../disk/paths.ts'
import type { Shell } from '../machine/process.ts'
import { toWord } from '../value/fields.ts'
import { leaveOut } from '../log/process.ts'
import { addNeed } from '../log/trace.ts'
import { asFile } from '../machine/trust.ts'
import { literal } from '../value/text.ts'
import { compileGlob } from '../text/glob.ts'
import { normalise, parentOf } from '../text/path.ts'
import { askFile, filesLike } from '../disk/globs.ts'
import { globParts } from './find.ts'
import { within } from '../machine/project-files.ts'

export interface Manifest {
  readonly path: string
  readonly text: string
}

const MOST_PATTERNS = 200

/** The package.json of each package below the one at `root`; asked for where they are not known. */
export function packagesBelow(shell: Shell, root: Manifest): readonly Manifest[] {
  const folder = parentOf(root.path)
  const all = [...patternsIn(root.text), ...pnpmPatterns(shell, folder)].filter((pattern) => !pattern.startsWith('!'))
  if (all.length > MOST_PATTERNS) leaveOut(asFile(shell, root.path, 'shell'), 'more packages than are read')
  const patterns = all.slice(0, MOST_PATTERNS)
  const paths = patterns.flatMap((pattern) => {
    const word = patternWord(folder, pattern)
    return filesLike(shell, word)?.paths ?? (word.parts === undefined ? [normalise(word.text ?? '', folder)] : [])
  })
  return [...new Set(paths)].flatMap((path) => {
    const text = contentOf(shell, literal(path))?.text
    if (text == null) askFile(shell, path)
    return text == null ? [] : [{ path, text }]
  })
}

/** `packages/*` means the package.json in each; a last `**` any depth. */
function patternWord(folder: string, pattern: string): Word {
  const below = pattern.replace(/^\.\//, '').replace(/\/+$/, '')
  const parts: Part[] = [{ kind: 'text', text: `${folder === '/' ? '' : folder}/` }, ...globParts(below), { kind: 'text', text: '/package.json' }]
  return parts.some((part) => part.kind === 'glob') ? toWord(parts, []) : literal(normalise(`${below}/package.json`, folder))
}

function patternsIn(text: string): readonly string[] {
  try {
    const given = (JSON.parse(text.replace(/^\uFEFF/, '')) as { workspaces?: unknown } | null)?.workspaces
    const list = Array.isArray(given) ? (given as unknown[]) : ((given as { packages?: unknown } | undefined)?.packages ?? [])
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
  } catch {
    return []
  }
}

function pnpmPatterns(shell: Shell, folder: string): readonly string[] {
  const path = within(folder, 'pnpm-workspace.yaml')
  const text = contentOf(shell, literal(path))?.text
  if (text == null) {
    addNeed(shell.trace, { kind: 'file', path })
    return []
  }
  const list = /^packages:[ \t]*\n((?:[ \t]*-[^\n]*\n?|[ \t]*(?:#[^\n]*)?\n)*)/m.exec(`${text}\n`)?.[1] ?? ''
  return [...list.matchAll(/^[ \t]*-[ \t]*["']?([^"'\n#]+?)["']?[ \t]*$/gm)].map((found) => found[1] ?? '')
}

function nameIn(text: string): string {
  return /"name"\s{0,9}:\s{0,9}"([^"\\]{1,200})"/.exec(text)?.[1] ?? ''
}

/** `a`, `@x/*`, `./packages/a`; with dots, those around it too, so any. */
export function isMeant(manifest: Manifest, wanted: string, root: string): boolean {
  if (wanted.includes('...') || wanted.startsWith('[') || wanted.startsWith('!')) return true
  const plain = wanted.replace(/^[{]|[}]$/g, '')
  const folder = parentOf(manifest.path)
  const name = nameIn(manifest.text)
  const fits = compileGlob(plain)
  return fits(name) || fits(name.replace(/^@[^/]*\//, '')) || folder === normalise(plain, root) || compileGlob(normalise(plain, root))(folder)
}
