// What would `just recipe` run? The recipe and what it depends on; values that are not plain stay variables.
import type { Word } from '../../model.ts'
import { normalise, parentOf } from '../../text/path.ts'
import { valuesOf } from '../../meaning/options.ts'
import { addUnread, firstKnown, folderFor, foldersUp, runText, within } from '../../machine/project-files.ts'
import { hasMoreRows, rowsOf } from '../../text/rows.ts'
import type { ReaderLine } from '../../machine/shell.ts'

interface Recipe {
  readonly name: string
  readonly needs: readonly string[]
  readonly body: readonly string[]
}
interface Justfile {
  readonly recipes: ReadonlyMap<string, Recipe>
  readonly values: ReadonlyMap<string, string>
  readonly first: string | null
  /** Files whose recipes are taken in as if they stood here. */
  readonly imports: readonly string[]
  /** Files whose recipes are called by the name of the module first: null where that name says where it lies. */
  readonly modules: ReadonlyMap<string, string | null>
}
interface Found {
  readonly path: string
  readonly text: string
}

const NAMES = ['justfile', 'Justfile', '.justfile']
const MOST_RECIPES = 400
const MOST_LINES = 600
const MOST_FILES = 20
const DEEPEST = 4

export function readJust(line: ReaderLine): Word | null {
  const { shell, parsed } = line
  const folder = folderFor(shell, valuesOf(parsed.options, '--working-directory'))
  if (folder === null) return null
  const [given] = valuesOf(parsed.options, '--justfile')
  if (given !== undefined && given.text === null) return null
  const found = firstKnown(
    shell,
    given === undefined ? foldersUp(shell, folder).flatMap((at) => NAMES.map((name) => within(at, name))) : [normalise(given.text ?? '', folder)],
  )
  const wanted = parsed.operands.flatMap((word) => (word.text ?? '').split('::'))
  if (found !== null) runFrom(line, found, wanted, 0)
  return null
}

function runFrom(line: ReaderLine, found: Found, wanted: readonly string[], depth: number): void {
  const { shell } = line
  const files: Found[] = []
  const justfile = withImports(line, found, files)
  // As trustworthy as the least of what it is put together from.
  const file = files.find(({ path }) => !shell.disk.isSettled(path))?.path ?? found.path
  const at = parentOf(found.path)
  const seen = new Set<string>()
  let lines = 0
  let cut = files.some(({ text }) => hasMoreRows(text))
  const run = (name: string): void => {
    const recipe = justfile.recipes.get(name)
    const mark = `just ${at} ${name}`
    if (recipe === undefined || seen.has(name) || shell.calling.includes(mark)) return
    if (seen.size >= MOST_RECIPES) {
      cut = true
      return
    }
    seen.add(name)
    for (const need of recipe.needs) run(need)
    const body = recipe.body.map((row) => filled(row, justfile.values))
    if (body[0]?.startsWith('#!') === true) runText(line, { file, folder: at, name: mark, language: 'script' }, body.join('\n'))
    else for (const row of body.slice(0, Math.max(0, MOST_LINES - lines))) runText(line, { file, folder: at, name: mark }, row.replace(/^[@-]+/, ''))
    lines += body.length
    cut ||= lines > MOST_LINES
  }
  const named = wanted.filter((name) => justfile.recipes.has(name))
  for (const name of named.length > 0 || wanted.length > 0 || justfile.first === null ? named : [justfile.first]) run(name)
  const position = wanted.findIndex((name) => justfile.modules.has(name))
  if (position >= 0 && depth >= DEEPEST) addUnread(line, file, 'modules nested deeper than is read')
  const module = position < 0 || depth >= DEEPEST ? null : moduleFile(line, at, wanted[position] ?? '', justfile.modules.get(wanted[position] ?? '') ?? null)
  if (module !== null) runFrom(line, module, wanted.slice(position + 1), depth + 1)
  if (cut) addUnread(line, file, 'more recipes than are read')
}

/** `mod x`: `x.just`, or a justfile in the folder `x`. */
function moduleFile({ shell }: ReaderLine, folder: string, name: string, said: string | null): Found | null {
  const at = normalise(said ?? name, folder)
  const inside = ['mod.just', ...NAMES].map((one) => within(at, one))
  return firstKnown(shell, said === null ? [`${at}.just`, ...inside] : [at, ...inside])
}

/** `files` gets all that were read. What stands in the file itself comes before what it takes in. */
function withImports(line: ReaderLine, found: Found, files: Found[]): Justfile {
  files.push(found)
  const own = readJustfile(found.text)
  if (own.imports.length === 0) return own
  const recipes = new Map(own.recipes)
  const values = new Map(own.values)
  for (const name of own.imports) {
    const path = normalise(name, parentOf(found.path))
    if (files.some((file) => file.path === path)) continue
    if (files.length >= MOST_FILES) {
      addUnread(line, path, 'more imported files than are read')
      break
    }
    const other = firstKnown(line.shell, [path])
    if (other === null) continue
    const taken = withImports(line, other, files)
    for (const [key, recipe] of taken.recipes) if (!recipes.has(key)) recipes.set(key, recipe)
    for (const [key, value] of taken.values) if (!values.has(key)) values.set(key, value)
  }
  return { ...own, recipes, values }
}

export function readJustfile(text: string): Justfile {
  const recipes = new Map<string, Recipe>()
  const values = new Map<string, string>()
  const imports: string[] = []
  const modules = new Map<string, string | null>()
  let first: string | null = null
  let body: string[] | null = null
  for (const row of rowsOf(text)) {
    if (/^[ \t]/.test(row)) {
      if (row.trim() !== '') body?.push(row.trim())
      continue
    }
    if (row.trim() === '' || row.startsWith('#') || row.startsWith('[')) continue
    body = null
    const taken = /^(import|mod)\??\s+(?:([A-Za-z_][\w-]*)\s*)?(?:(["'])([^"']{1,200})\3)?\s*(?:#.*)?$/.exec(row)
    if (taken !== null) {
      const [, kind, name, , path] = taken
      if (kind === 'mod' && name !== undefined) modules.set(name, path ?? null)
      else if (path !== undefined) imports.push(path)
      continue
    }
    const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(row)
    const value = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*)$/.exec(row)
    const head = /^@?([A-Za-z_][\w-]*)([^:]*):(?!=)(.*)$/.exec(row)
    if (alias?.[1] !== undefined) recipes.set(alias[1], { name: alias[1], needs: [alias[2] ?? ''], body: [] })
    else if (value?.[1] !== undefined) {
      const plain = /^(["'])([^"']*)\1\s*(?:#.*)?$/.exec(value[2] ?? '')
      if (plain !== null) values.set(value[1], plain[2] ?? '')
    } else if (head?.[1] !== undefined) {
      body = []
      const needs = [...(head[3] ?? '').matchAll(/\(?([A-Za-z_][\w-]*)/g)].map((found) => found[1] ?? '')
      recipes.set(head[1], { name: head[1], needs, body })
      first ??= head[1]
    }
  }
  return { recipes, values, first, imports, modules }
}

const filled = (row: string, values: ReadonlyMap<string, string>): string =>
  row.replaceAll(
    /\{\{([^{}]*)\}\}/g,
    (_, inner: string) => values.get(inner.trim()) ?? (/^[A-Za-z_]\w*$/.test(inner.trim()) ? `\${${inner.trim()}}` : '${just_value}'),
  )
