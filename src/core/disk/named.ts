// Which folder of the scene would a pattern stand for? `/home/d*` names the home `/home/dev`, `../a*` the project.
import type { Place, Scene } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { parentOf } from '../text/path.ts'

export interface NamedFolders {
  readonly folders: readonly string[]
  readonly places: readonly Place[]
  /** It stands for a whole folder of somebody, and not for some of the files there. */
  readonly whole: boolean
}

/** The home and the project, or what holds them, as far as the pattern's own components say that it may stand for them. */
export function namedBy(pattern: string, scene: Scene, places: readonly Place[]): NamedFolders {
  const path = pattern.length > 1 && pattern.endsWith('/') ? pattern.slice(0, -1) : pattern
  const parts = spell(path, scene).split('/')
  // `/*` is everything at the root, of which others speak.
  if (parts.every((part) => part === '' || part === '*')) return NOBODY
  const folders: string[] = []
  const found: Place[] = []
  for (const [folder, place] of [
    [scene.home, 'home'],
    [scene.project, 'project'],
  ] as const) {
    const names = spell(folder, scene).split('/')
    if (folder.length < 2 || parts.length > names.length || !parts.every((part, at) => mayBe(part, names[at] as string))) continue
    let named = folder
    for (let up = names.length - parts.length; up > 0; up--) named = parentOf(named)
    folders.push(named)
    if (named === folder) found.push(place)
  }
  // Another's home: names of people have no dot, names of files do.
  const others = places.includes('home') && !parts[parts.length - 1]?.includes('.')
  return { folders, places: found, whole: folders.length > 0 || others }
}

const NOBODY: NamedFolders = { folders: [], places: [], whole: false }

const spell = (path: string, { platform }: Scene): string => (platform === 'linux' ? path : path.toLowerCase())

function mayBe(part: string, name: string): boolean {
  if (part === name) return true
  if (!/[*?[(]/.test(part) || (name.startsWith('.') && !part.startsWith('.'))) return false
  // A group of alternatives to bash and zsh: any of them may do.
  return compileGlob(part.replaceAll('{', '\\{').replace(/[?*+@!]?\([^()]*\)/g, '*'))(name)
}
