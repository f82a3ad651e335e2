// Scripts of package.json that other programs start by name or pattern, here or in each package of a repository.
import { wordSet } from '../text/word-set.ts'
import type { Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { addUnread, firstKnown, folderFor, foldersUp, within } from '../machine/project-files.ts'
import { runAll, scriptsIn } from './package-scripts.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { namedTasks, tasksOf } from './named-tasks.ts'
import { isMeant, packagesBelow } from './workspaces.ts'
import type { Manifest } from './workspaces.ts'

export interface Across {
  readonly script: string
  /** Names, patterns or folders of packages; null: all of them. */
  readonly packages: readonly string[] | null
}

const RUN = new Set(['run', 'run-script'])
const NONE_OF_THEM = wordSet('install i add exec publish list ls update up remove rm outdated why pack dlx ci x')

/** `npm run x -w a`, `pnpm -r x`, `pnpm --filter a x`, `yarn workspace a x`, `yarn workspaces foreach run x`, `bun --filter a x`. */
export function acrossPackages({ parsed }: ReaderLine, manager: string): Across | null {
  const words = parsed.operands.map((word) => word.text ?? '')
  if (manager === 'yarn' && words[0] === 'workspace' && words[1] !== undefined) {
    const script = RUN.has(words[2] ?? '') ? words[3] : words[2]
    return script === undefined ? null : { script, packages: [words[1]] }
  }
  if (manager === 'yarn' && words[0] === 'workspaces') {
    const at = words.findIndex((word) => word === 'run')
    return at < 0 || words[at + 1] === undefined ? null : { script: words[at + 1] ?? '', packages: null }
  }
  const named = ['--workspace', '--filter', '--filter-prod'].flatMap((option) => valuesOf(parsed.options, option)).map((word) => word.text ?? '')
  const all = has(parsed.options, ['--workspaces', '-ws', '--recursive']) || named.includes('*')
  if (named.length === 0 && !all) return null
  const [verb = '', next] = words
  const script = RUN.has(verb)
    ? next
    : manager === 'npm'
      ? verb === 'test' || verb === 'start' || verb === 't'
        ? verb.replace(/^t$/, 'test')
        : undefined
      : verb
  return script === undefined || script === '' || NONE_OF_THEM.has(script) ? null : { script, packages: all ? null : named }
}

export function runAcross(line: ReaderLine, { script, packages }: Across): Word | null {
  const root = rootOf(line)
  if (root === null) return null
  const folder = root.path.slice(0, root.path.lastIndexOf('/')) || '/'
  let printed: Word | null = null
  for (const manifest of packagesBelow(line.shell, root)) {
    if (line.shell.trace.budget.spent) break
    if (packages !== null && !packages.some((wanted) => isMeant(manifest, wanted, folder))) continue
    printed = runNamed(line, manifest, (name) => name === script) ?? printed
  }
  return printed
}

/** The package.json that speaks for all: the nearest that names packages, else the nearest. */
function rootOf({ shell, parsed }: ReaderLine): Manifest | null {
  const moves = ['--prefix', '-C', '--dir', '--cwd'].flatMap((option) => valuesOf(parsed.options, option))
  const folder = folderFor(shell, moves)
  if (folder === null) return null
  const paths = foldersUp(shell, folder).map((at) => within(at, 'package.json'))
  const known = paths.flatMap((path) => {
    const text = shell.disk.contentAt(path)?.text
    return text == null ? [] : [{ path, text }]
  })
  return known.find(({ text }) => text.includes('"workspaces"')) ?? known.at(-1) ?? firstKnown(shell, paths)
}

function runNamed(line: ReaderLine, { path, text }: Manifest, isWanted: (name: string) => boolean, args = ''): Word | null {
  const scripts = scriptsIn(text)
  let printed: Word | null = null
  const wanted = Object.keys(scripts).filter(isWanted)
  if (wanted.length > MOST) addUnread(line, path, 'more scripts than are read')
  for (const name of wanted.slice(0, MOST)) {
    if (line.shell.trace.budget.spent) break
    printed = runAll(line, path, scripts, [`pre${name}`, name, `post${name}`], args, name) ?? printed
  }
  return printed
}
const MOST = 100

/** `run-s a b:*`, `concurrently npm:x`, `node --run x`, `nr x`, `turbo run x`: how each names the scripts it starts, its entry says. */
export function readNamedScripts(line: ReaderLine): Word | null {
  const { shell } = line
  const said = tasksOf(line)
  const patterns = said === null ? [] : namedTasks(line, said.tasks, said.depth)
  if (said === null || patterns.length === 0) return null
  if (said.tasks.across) {
    let printed: Word | null = null
    for (const script of patterns) printed = runAcross(line, { script, packages: null }) ?? printed
    return printed
  }
  const folder = folderFor(shell, [])
  const found =
    folder === null
      ? null
      : firstKnown(
          shell,
          foldersUp(shell, folder).map((at) => within(at, 'package.json')),
        )
  if (found === null) return null
  let printed: Word | null = null
  for (const pattern of patterns) {
    const [name = '', ...args] = pattern.trim().split(/\s+/)
    // `build:*` is any `build:x`, `build:**` any depth below it.
    const fits = compileGlob(name.replaceAll(':', '/'))
    printed = runNamed(line, found, (one) => one === name || fits(one.replaceAll(':', '/')), args.filter((word) => word !== '--').join(' ')) ?? printed
  }
  return printed
}
