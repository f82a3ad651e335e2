// What would `just recipe` run? The recipe and what it depends on; values that are not plain stay variables.
import type { Word } from '../../../model.ts'
import { normalise, parentOf } from '../../../text/path.ts'
import { valuesOf } from '../options.ts'
import { addUnread, firstKnown, folderFor, foldersUp, hasMoreRows, rowsOf, runText, within } from './project-files.ts'
import type { ReaderLine } from './run-shell.ts'

interface Recipe {
  readonly name: string
  readonly needs: readonly string[]
  readonly body: readonly string[]
}
interface Justfile {
  readonly recipes: ReadonlyMap<string, Recipe>
  readonly values: ReadonlyMap<string, string>
  readonly first: string | null
}

const NAMES = ['justfile', 'Justfile', '.justfile']
const MOST_RECIPES = 400
const MOST_LINES = 600

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
  if (found === null) return null
  const justfile = readJustfile(found.text)
  const at = parentOf(found.path)
  const seen = new Set<string>()
  let lines = 0
  let cut = hasMoreRows(found.text)
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
    if (body[0]?.startsWith('#!') === true) runText(line, { file: found.path, folder: at, name: mark, language: 'script' }, body.join('\n'))
    else
      for (const row of body.slice(0, Math.max(0, MOST_LINES - lines))) runText(line, { file: found.path, folder: at, name: mark }, row.replace(/^[@-]+/, ''))
    lines += body.length
    cut ||= lines > MOST_LINES
  }
  const wanted = parsed.operands.map((word) => word.text ?? '').filter((name) => justfile.recipes.has(name))
  for (const name of wanted.length > 0 || parsed.operands.length > 0 || justfile.first === null ? wanted : [justfile.first]) run(name)
  if (cut) addUnread(line, found.path, 'more recipes than are read')
  return null
}

export function readJustfile(text: string): Justfile {
  const recipes = new Map<string, Recipe>()
  const values = new Map<string, string>()
  let first: string | null = null
  let body: string[] | null = null
  for (const row of rowsOf(text)) {
    if (/^[ \t]/.test(row)) {
      if (row.trim() !== '') body?.push(row.trim())
      continue
    }
    if (row.trim() === '' || row.startsWith('#') || row.startsWith('[')) continue
    body = null
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
  return { recipes, values, first }
}

const filled = (row: string, values: ReadonlyMap<string, string>): string =>
  row.replaceAll(
    /\{\{([^{}]*)\}\}/g,
    (_, inner: string) => values.get(inner.trim()) ?? (/^[A-Za-z_]\w*$/.test(inner.trim()) ? `\${${inner.trim()}}` : '${just_value}'),
  )
