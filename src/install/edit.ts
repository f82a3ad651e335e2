// What does one file look like with us in it, without us, and is it so now?
import { isDeepStrictEqual } from 'node:util'
import { readToml } from '../config/toml.ts'
import { readYaml } from '../config/yaml.ts'
import type { Json, JsonObject } from '../core/model.ts'
import { isOurAddress, isOurCommand } from '../core/self/our-entry.ts'
import { OUR_FILE } from '../hosts/_frame/install.ts'
import type { Edit, FileEdit, JsonEdit, Switch } from '../hosts/_frame/install.ts'
import { addToList, addValue, nodeAt, problemAt, readJsonc, removeFrom, valueOf } from './jsonc.ts'
import type { Edited, JsonNode, TextProblem } from './jsonc.ts'
import { appended, withoutMarked } from './marked-lines.ts'
import { addToYaml } from './yaml-list.ts'

/** Null: no file. */
export type FileText = string | null
export type Changed = { readonly ok: true; readonly text: FileText } | { readonly ok: false; readonly problem: TextProblem }

/** `differs`: ours is there, but not as it would be written now. */
export interface Wiring {
  readonly state: 'absent' | 'wired' | 'differs' | 'unreadable'
  /** What the host will start, as written in the file. */
  readonly commands: readonly string[]
  /** In which fields it differs. */
  readonly differences: readonly Difference[]
  /** All that is ours in the file, as text: another text is another configuration. */
  readonly entries: string
  /** Why the host passes us over all the same. */
  readonly off: readonly string[]
  readonly problem: TextProblem | null
}

/** A field of our entry that is not what we would write. */
export interface Difference {
  /** Names of the fields that lead there, joined by dots; empty for a whole file. */
  readonly at: string
  /** Undefined: it is missing, or there is nothing to compare. */
  readonly is?: Json
  readonly due?: Json
  /** One line. */
  readonly says: string
}

export { isOurAddress, isOurCommand }

const BOM = '\uFEFF'
const bare = (text: FileText): string => (text?.startsWith(BOM) === true ? text.slice(1) : (text ?? ''))
const withMark = (like: FileText, text: string): string => (like?.startsWith(BOM) === true ? BOM + text : text)

/** With us. The text must not hold us yet. */
export function wire(edit: Edit, text: FileText): Changed {
  if (edit.kind === 'file') {
    if (text !== null && !isOurs(text)) return { ok: false, problem: problemAt(text, 0, 'a file that prudent did not write has this name: move it away') }
    return { ok: true, text: edit.text }
  }
  const made = wireText(edit, bare(text))
  if (!made.ok) return made
  // Whatever way it was made: it must say what it should.
  const { state, problem } = wiringOf(edit, made.text)
  if (state !== 'wired') return { ok: false, problem: problem ?? problemAt(bare(text), 0, 'our entry cannot be added to this file: add it by hand') }
  return { ok: true, text: withMark(text, made.text) }
}

function wireText(edit: Exclude<Edit, FileEdit>, text: string): Edited {
  if (edit.kind === 'yaml') return addToYaml(text, edit)
  if (edit.kind === 'toml') {
    const toml = readToml(text)
    return toml.ok ? { ok: true, text: appended(text, edit.lines) } : { ok: false, problem: toml }
  }
  // Against what the person wrote first, so that positions are theirs.
  for (const { at, value, alone } of edit.add) {
    const { root, problem } = readJsonc(text, edit.reads)
    const path = at(objectOf(root), edit.file)
    const trial = problem === null ? addToList(text, path, value, false) : ({ ok: false, problem } as const)
    if (!trial.ok) return trial
    const list = nodeAt(root, path)
    if (alone !== undefined && (list?.children?.length ?? 0) > 0) return { ok: false, problem: problemAt(text, list?.offset ?? 0, alone) }
  }
  let made: Edited = { ok: true, text }
  for (const { at, value } of edit.ensure ?? []) if (made.ok) made = addValue(made.text, at, value)
  for (const { at, value } of edit.own ?? []) if (made.ok) made = addValue(made.text, at, value)
  const held = objectOf(readJsonc(text).root)
  for (const { at, value, first } of edit.add) if (made.ok) made = addToList(made.text, at(held, edit.file), value, first === true)
  return made
}

/** Without us, and nothing else touched. `before` is what there was without us: null where there was no file, undefined where nobody knows. */
export function unwire(edit: Edit, text: FileText, before?: FileText): Changed {
  if (text === null) return { ok: true, text }
  if (edit.kind === 'file') return { ok: true, text: isOurs(text) ? null : text }
  const body = bare(text)
  const was = before === undefined || before === null ? null : bare(before)
  if (edit.kind !== 'json') {
    const rest = withoutMarked(body, was)
    return { ok: true, text: before === null && rest.trim() === '' ? null : withMark(text, rest) }
  }
  let now: Edited = { ok: true, text: body }
  for (const { at } of [...edit.add, ...(edit.without ?? [])]) {
    if (!now.ok) return now
    const { root, problem } = readJsonc(now.text)
    if (problem !== null) return { ok: false, problem }
    now = removeFrom(now.text, at(objectOf(root), edit.file), pickOurs, was)
  }
  for (const { at } of edit.own ?? []) if (now.ok) now = removeFrom(now.text, at, (node) => node, was)
  if (now.ok && was !== null) now = withoutEnsured(edit, now.text, was)
  if (!now.ok) return now
  const { root } = readJsonc(now.text)
  const left = objectOf(root)
  const ensured = new Set((edit.ensure ?? []).map(({ at: [name = ''] }) => name))
  const empty = Object.keys(left).every((name) => ensured.has(name))
  if (before === null && empty) return { ok: true, text: null }
  // A file that held nothing but blanks cannot be told from an empty object.
  return { ok: true, text: was?.trim() === '' && root?.children?.length === 0 && now.text.trim() === '{}' ? (before ?? null) : withMark(text, now.text) }
}

/** What we set besides goes only where nobody wrote anything since that may need it. */
function withoutEnsured(edit: JsonEdit, text: string, was: string): Edited {
  const [now, then] = [text, was].map((one) => objectOf(readJsonc(one).root)) as [JsonObject, JsonObject]
  const lists = new Set(edit.add.map(({ at }) => at(now, edit.file)[0] ?? ''))
  if (![...lists].every((name) => isDeepStrictEqual(now[name], then[name]))) return { ok: true, text }
  let made: Edited = { ok: true, text }
  for (const { at, value } of edit.ensure ?? [])
    if (made.ok && nodeAt(readJsonc(was).root, at) === undefined)
      made = removeFrom(made.text, at, (node) => (isDeepStrictEqual(valueOf(node), value) ? node : null), was)
  return made
}

export const objectOf = (root: JsonNode | null): JsonObject => (valueOf(root ?? undefined) ?? {}) as JsonObject

/** The first entry that is ours whole, or ours inside somebody's group. */
function pickOurs(list: JsonNode): JsonNode | null {
  for (const item of list.type === 'array' ? (list.children ?? []) : []) {
    const value = valueOf(item)
    if (value === undefined || ours(value) === 'none') continue
    if (ours(value) === 'whole') return item
    const inner = nodeAt(item, ['hooks'])
    return inner === undefined ? null : pickOurs(inner)
  }
  return null
}

/** Whether an entry is ours, or holds ours beside others. */
export function ours(value: Json): 'whole' | 'part' | 'none' {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'none'
  if (Object.values(value).some((one) => typeof one === 'string' && isOurCommand(one))) return 'whole'
  const { hooks } = value as JsonObject
  if (!Array.isArray(hooks) || hooks.length === 0) return 'none'
  const kinds = (hooks as readonly Json[]).map(ours)
  return kinds.every((kind) => kind === 'whole') ? 'whole' : kinds.some((kind) => kind !== 'none') ? 'part' : 'none'
}

/** Whether a text names us anywhere. */
export const isOurs = (text: string): boolean => text.includes(OUR_FILE) || isOurCommand(text)

export function wiringOf(edit: Edit, text: FileText): Wiring {
  const none: Wiring = { state: 'absent', commands: [], differences: [], entries: '', off: [], problem: null }
  if (text === null) return none
  const body = bare(text)
  if (edit.kind === 'file') {
    if (!isOurs(text)) return none
    const commands = edit.file.endsWith('.json') ? commandsIn(objectOf(readJsonc(body).root)) : []
    const differences = text === edit.text ? [] : [{ at: '', says: 'the text of the file' }]
    return { ...none, state: text === edit.text ? 'wired' : 'differs', commands, differences, entries: text }
  }
  if (edit.kind === 'json') return jsonWiring(edit, body)
  const read = edit.kind === 'toml' ? readToml(body) : yamlValue(body)
  if (!read.ok) return { ...none, state: 'unreadable', problem: read }
  const commands = commandsIn(read.value as Json)
  const same = (
    edit.kind === 'toml' ? edit.lines : Object.entries(edit.item).map(([key, value]) => `${key}: ${typeof value === 'string' ? JSON.stringify(value) : value}`)
  ).every((line) => body.includes(line))
  return {
    ...none,
    state: commands.length === 0 ? 'absent' : same ? 'wired' : 'differs',
    commands,
    differences: same || commands.length === 0 ? [] : [{ at: '', says: 'our lines' }],
    entries: JSON.stringify([commands, same]),
  }
}

function yamlValue(text: string): { readonly ok: true; readonly value: unknown } | ({ readonly ok: false } & TextProblem) {
  const yaml = readYaml(text)
  const [problem] = yaml.problems
  return problem === undefined ? { ok: true, value: yaml.value } : { ok: false, ...problem }
}

function jsonWiring(edit: JsonEdit, text: string): Wiring {
  const { root, problem } = readJsonc(text, edit.reads)
  if (problem !== null) return { state: 'unreadable', commands: [], differences: [], entries: '', off: [], problem }
  const file = objectOf(root)
  const differences: Difference[] = []
  const entries: Json[] = []
  const commands = new Set<string>()
  let there = 0
  for (const { at, value } of edit.add) {
    const path = at(file, edit.file)
    const list = valueOf(nodeAt(root, path))
    const items = Array.isArray(list) ? (list as readonly Json[]) : []
    const mine = items.filter((item) => ours(item) !== 'none')
    for (const item of mine) for (const command of commandsIn(item)) commands.add(command)
    entries.push([path.join('.'), mine])
    if (mine.some((item) => isDeepStrictEqual(item, value))) there++
    else if (mine.length === 0) differences.push(unnamed(path.join('.')))
    else differences.push(...differingFields(mine[0] ?? null, value, path.join('.')))
  }
  for (const { at } of edit.without ?? []) {
    const path = at(file, edit.file)
    const list = valueOf(nodeAt(root, path))
    const mine = (Array.isArray(list) ? (list as readonly Json[]) : []).filter((item) => ours(item) !== 'none')
    if (mine.length === 0) continue
    entries.push([path.join('.'), mine])
    differences.push({
      at: path.join('.'),
      says: `\`${path.join('.')}\` starts prudent, and an installed version that does not know it ignores the whole file`,
    })
  }
  for (const { at, value } of edit.ensure ?? [])
    if (nodeAt(root, at) === undefined) differences.push({ at: at.join('.'), due: value, says: `\`${at.join('.')}\` is not ${JSON.stringify(value)}` })
  const own = (edit.own ?? []).map(({ at, value }) => ({ path: at.join('.'), value, is: valueOf(nodeAt(root, at)) }))
  for (const { path, value, is } of own) {
    entries.push([path, is ?? null])
    if (is === undefined) differences.push(unnamed(path))
    else differences.push(...differingFields(is, value, path))
  }
  const named = commands.size > 0 || own.some(({ is }) => is !== undefined)
  const off = switchedOff(file, edit.off ?? [])
  const state = !named ? 'absent' : there === edit.add.length && differences.length === 0 ? 'wired' : 'differs'
  return { state, commands: [...commands], differences: named ? differences : [], entries: JSON.stringify(entries), off, problem: null }
}

/** Which of these switches stand on "off" in a file of the host's. */
export function switchedOff(file: JsonObject, switches: readonly Switch[]): readonly string[] {
  const holds = ({ at, is }: Switch): boolean => {
    let value: Json | undefined = file
    for (const name of at) value = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject)[name] : undefined
    return isDeepStrictEqual(value, is) || (Array.isArray(value) && (value as readonly Json[]).includes(is))
  }
  return switches.filter(holds).map(({ says }) => says)
}

const unnamed = (at: string): Difference => ({ at, says: `\`${at}\` does not name us` })

function differingFields(is: Json, due: Json, path: string): Difference[] {
  if (isDeepStrictEqual(is, due)) return []
  const [left, right] = [is, due].map((value) => (typeof value === 'object' && value !== null ? (value as Readonly<Record<string, Json>>) : null))
  if (left === null || left === undefined || right === null || right === undefined)
    return [{ at: path, is, due, says: `\`${path}\` is ${said(is)} and should be ${said(due)}` }]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => differingFields(left[key] ?? null, right[key] ?? null, `${path}.${key}`))
}
const said = (value: Json): string => (value === null ? 'missing' : JSON.stringify(value).slice(0, 80))

/** Every text of ours in it that names a program to start. */
function commandsIn(value: Json): string[] {
  if (typeof value === 'string') return isOurCommand(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return [...new Set((Array.isArray(value) ? (value as readonly Json[]) : Object.values(value)).flatMap(commandsIn))]
}
