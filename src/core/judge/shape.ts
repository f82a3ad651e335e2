// For which calls does an answer that was given to one call count again?
//
// A shape is the whole call as it was read, action by action, every field as it was but for holes that are closed: a file below a folder, a ref with
// the same beginning, a whole number. What holds something unknown is known again by its digest alone.
import type { Action, Json, JsonObject } from '../model.ts'
import { canonicalJson } from '../text/canonical.ts'
import { sha256 } from '../text/sha256.ts'
import type { Call } from '../match/trial.ts'

/** What may stand in the place of one text. `spelt`: any spelling, of a path that another hole holds; `said`: as that action spells its path. */
export type Hole =
  | { readonly hole: 'integer' }
  | { readonly hole: 'ref'; readonly under: string }
  | { readonly hole: 'path'; readonly under: string; readonly ending: string }
  | { readonly hole: 'spelt' }
  | { readonly hole: 'said'; readonly action: number }

/** As JSON, in `Grant.shape`. `loose`: fields of the input that say nothing of what is done, as an agent's own words for it. */
export type Shape = { readonly tool: Json; readonly loose: readonly string[] } & (
  | { readonly exact: string }
  | {
      readonly folder: string | null
      readonly actions: readonly JsonObject[]
      /** Digest of the input as it was written, without what holes stand for: a `cd` or a variable before it is no action, and counts. */
      readonly written: string
    }
)

const MOST_ACTIONS = 200
const LONGEST = 65_536

/** The call with nothing open in it; by its digest where something about it is not known. */
export const literalOf = (call: Call, cwd: string | null, loose: readonly string[]): Shape => {
  const tool: Json = call.tool === null ? null : [call.tool.server, call.tool.name]
  const actions = call.actions.length > MOST_ACTIONS || call.actions.length === 0 ? null : flatten(call.actions)
  if (actions !== null && canonicalJson(actions).length <= LONGEST) return { tool, loose, folder: cwd, actions, written: writtenOf(call, loose, []) ?? '' }
  const { files, unread, links } = call.facts
  return { tool, loose, exact: digestOf(canonicalJson([inputOf(call, loose), cwd, call.actions, files, unread, links])) }
}

const inputOf = ({ input, text }: Call, loose: readonly string[]): JsonObject =>
  Object.keys(input).length === 0 ? { text } : Object.fromEntries(Object.entries(input).filter(([name]) => !loose.includes(name)))

const STANDS = '\u{1}'
/** The digest of what was written, with each of these words left out; null where one does not stand there exactly once, as a word. */
export const writtenOf = (call: Call, loose: readonly string[], words: readonly string[]): string | null => {
  let text = inputOf(call, loose)
  for (const word of words) {
    let count = 0
    const without = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(without)
      if (isTable(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, without(item)]))
      if (typeof value === 'number' && String(value) === word) return (count++, STANDS)
      if (typeof value !== 'string' || !value.includes(word)) return value
      const parts = value.split(word)
      // Beginning and end of a word: the text around it is cut there.
      return parts.reduce((kept, part) => {
        if (!/(?:^|[\s'"=])$/.test(kept) || !/^(?:$|[\s'";&|)])/.test(part)) return kept + word + part
        count++
        return kept + STANDS + part
      })
    }
    text = without(text) as JsonObject
    if (count !== 1) return null
  }
  return digestOf(canonicalJson(text))
}

/** Fields that say which of several equal actions it is, or where in the text it stands. */
const PASSING: ReadonlySet<string> = new Set(['id', 'span', 'from'])

/** Null where something is not known: it may be anything next time. */
const flatten = (actions: readonly Action[]): readonly JsonObject[] | null => {
  const positions = new Map(actions.map(({ id }, at) => [id, at]))
  let whole = true
  const copy = (value: unknown): Json => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
    const out: Record<string, Json> = {}
    for (const [key, item] of Object.entries(value)) {
      if (PASSING.has(key) || item === undefined) continue
      if ((key === 'text' || key === 'resolved') && (item === null || (typeof item === 'string' && item.includes('\0')))) whole = false
      if (key === 'kind' && item === 'unknown') whole = false
      out[key] = copy(item)
    }
    return out
  }
  const flat = actions.map((action): JsonObject => {
    if (action.does === 'unknown' || (action.does === 'query' && action.target === null)) whole = false
    const { by, takes, ...rest } = action
    const links = { by: by === null ? null : (positions.get(by) ?? -1), takes: takes.map((id) => positions.get(id) ?? -1) }
    // Long texts by their digest: nobody reads them in a list of grants.
    const { text, arguments: given, stdin, secrets, ...plain } = copy(rest) as Record<string, Json>
    const digests = Object.entries({ text, arguments: given, stdin, secrets }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, { sha256: digestOf(canonicalJson(value)) }] as const],
    )
    return { ...plain, ...links, ...Object.fromEntries(digests) }
  })
  return whole ? flat : null
}

/** Of its UTF-16. */
const digestOf = (text: string): string => {
  const bytes = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    bytes[at * 2] = unit & 0xff
    bytes[at * 2 + 1] = unit >>> 8
  }
  return [...sha256(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const textOfShape = (shape: Shape): string => canonicalJson(shape)

/** Null for what is no shape. */
export const shapeIn = (text: string): Shape | null => {
  try {
    const value = JSON.parse(text) as Shape | null
    if (typeof value !== 'object' || value === null || !Array.isArray(value.loose)) return null
    return 'exact' in value ? (typeof value.exact === 'string' ? value : null) : Array.isArray(value.actions) && value.actions.length > 0 ? value : null
  } catch {
    return null
  }
}

/** Whether a call has this shape. */
export const hasShape = (shape: Shape, call: Call, cwd: string | null): boolean => {
  const literal = literalOf(call, cwd, shape.loose)
  if (canonicalJson(shape.tool) !== canonicalJson(literal.tool)) return false
  if ('exact' in shape || 'exact' in literal) return 'exact' in shape && 'exact' in literal && shape.exact === literal.exact
  // Without a folder it counts wherever its scope does.
  if (shape.folder !== null && shape.folder !== literal.folder) return false
  const words: string[] = []
  return fits(shape.actions, literal.actions, { all: literal.actions, words }) && writtenOf(call, shape.loose, words) === shape.written
}

interface Trying {
  readonly all: readonly JsonObject[]
  /** Filled with what stands in holes, as it was written. */
  readonly words: string[]
}

const isTable = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const isHole = (value: Json): value is JsonObject & Hole => isTable(value) && typeof value['hole'] === 'string'

const fits = (pattern: Json, value: Json, trying: Trying): boolean => {
  if (isHole(pattern)) {
    if (typeof value !== 'string' || !fills(pattern, value, trying.all)) return false
    if (pattern.hole !== 'path' && pattern.hole !== 'said') trying.words.push(value)
    return true
  }
  if (Array.isArray(pattern)) return Array.isArray(value) && pattern.length === value.length && pattern.every((one, at) => fits(one, value[at] as Json, trying))
  if (!isTable(pattern)) return pattern === value
  if (!isTable(value)) return false
  const keys = Object.keys(pattern)
  return keys.length === Object.keys(value).length && keys.every((key) => Object.hasOwn(value, key) && fits(pattern[key] as Json, value[key] as Json, trying))
}

/** What a file may be called that was not named: nothing hidden, no pattern, no way out. */
const PLAIN_PATH = /^(?:[\w+@%=,][\w+@%=,. -]*\/)*[\w+@%=,][\w+@%=,. -]*$/
const PLAIN_REF = /^[A-Za-z0-9](?:[\w-]|\.(?!\.))*$/
const INTEGER = /^(?:0|[1-9]\d{0,8})$/

export const fills = (hole: Hole, text: string, all: readonly JsonObject[] = []): boolean => {
  switch (hole.hole) {
    case 'integer':
      return INTEGER.test(text)
    case 'ref':
      return text.startsWith(hole.under) && PLAIN_REF.test(text.slice(hole.under.length)) && !/\.(?:lock)?$/.test(text)
    case 'path': {
      const rest = text.startsWith(`${hole.under}/`) ? text.slice(hole.under.length + 1) : ''
      return PLAIN_PATH.test(rest) && endingOf(rest) === hole.ending
    }
    case 'spelt':
      return text !== '' && !text.startsWith('-')
    case 'said': {
      const path = all[hole.action]?.['path']
      return isTable(path) && path['text'] === text
    }
  }
}

/** `.md` of `a/b.md`; nothing where there is none. */
export const endingOf = (file: string): string => /[^/](\.[^./]+)$/.exec(file)?.[1] ?? ''
