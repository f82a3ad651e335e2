// Does a change to a host's settings leave our entry alone, or is it about that entry?
import type { Json, Place, Scene, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { readLoosely } from '../text/loose-json.ts'
import { keepsEntry, namesGate } from './our-entry.ts'
import { isWithin, lastComponent, parentOf } from '../text/path.ts'
import { NONE } from '../value/text.ts'
import type { Doer } from '../log/log.ts'
import type { Trace } from '../log/trace.ts'

/** Only what is known before and after is known to stay. */
export function keepsOurs(tastes: Tastes, content: Word | null, result: (before: string) => string | null): boolean {
  const before = content?.text ?? null
  const after = before === null ? null : result(before)
  return before !== null && after !== null && keepsEntry(before, after) && keepsKinds(tastes, before, after)
}

/** A host may drop settings whole in which one value is of another kind than it expects. */
function keepsKinds(tastes: Tastes, before: string, after: string): boolean {
  const [was, will] = [readLoosely(before), readLoosely(after)]
  if (!isTable(was) || !isTable(will)) return true
  return Object.entries(will).every(([key, value]) => {
    const old = was[key]
    if (old !== undefined) return JSON.stringify(old) === JSON.stringify(value) || kindOf(old) === kindOf(value)
    const kinds = Object.keys(tastes).filter((kind) => tastes[kind]?.includes(key) === true)
    return kinds.length === 0 || kinds.includes(kindOf(value))
  })
}
const kindOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

/** Settings by which nothing is allowed, run, loaded or watched otherwise, by the kind of their value. */
export type Tastes = Readonly<Record<string, readonly string[]>>

/** Whether an edit changes nothing but what somebody likes to see. */
export function changesTaste(tastes: Tastes, content: Word | null, result: (before: string) => string | null): boolean {
  const before = content?.text ?? null
  const after = before === null ? null : result(before)
  const [was, will] = before === null || after === null ? [undefined, undefined] : [readLoosely(before), readLoosely(after)]
  if (!isTable(was) || !isTable(will)) return false
  const changed = [...new Set([...Object.keys(was), ...Object.keys(will)])].filter((key) => JSON.stringify(was[key]) !== JSON.stringify(will[key]))
  // A value of another kind may make a host drop the file whole.
  return changed.length > 0 && changed.every((key) => will[key] === undefined || tastes[typeof will[key]]?.includes(key) === true)
}
const isTable = (value: Json | undefined): value is { readonly [key: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value)

const HELD: readonly Place[] = ['our-entry']
/** No system takes a longer path. */
const LONGEST_PATH = /* quiet */ 4096

/** What of the files that hold our entry is found by a name that is looked for in a folder and everything below it. */
export function entriesBelow(path: string, { wired = [] }: Scene): readonly Place[] {
  if (path.length > LONGEST_PATH) return NONE
  const folder = parentOf(path)
  const like = compileGlob(lastComponent(path))
  return wired.some((file) => isWithin(file, folder) && like(lastComponent(file))) ? HELD : NONE
}

/** The gate's name as a word of its own or as a pattern, not as a folder of a path. */
const OUR_NAME = /(?:^|[^\w/.~-]|(?:^|[^\w./~-])\/)prudent(?![\w.])|prudent-hook|\?by=prudent/
const speaks = (text: string): boolean => namesGate(text) && OUR_NAME.test(text)

const FARTHEST = /* quiet */ 8

/** By the words of a command on its way here, or by the text that an edit replaces. */
export function speaksOfUs({ actions }: Trace, { by }: Doer): boolean {
  for (let at = by, steps = 0; at !== null && steps < FARTHEST; steps++) {
    const action = actions[at]
    if (action?.does === 'call') return replacedTexts(action.arguments, 0).some(speaks)
    if (action?.does === 'run') {
      const values = action.options.flatMap(({ value }): readonly Word[] => (value === true ? NONE : [value]))
      if ([...action.operands, ...values].some(({ text }) => text !== null && speaks(text))) return true
    }
    at = action?.by ?? null
  }
  return false
}

const REPLACED = /^(?:old|before|search)/i
const PATCH = /patch|diff|input|command/i
const DEEPEST = /* quiet */ 3
const MOST = /* quiet */ 100

/** What an edit takes away: whole texts, or the lines of a patch with a minus. */
function replacedTexts(value: Json, depth: number): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return NONE
  if (Array.isArray(value)) return (value as readonly Json[]).slice(0, MOST).flatMap((one) => replacedTexts(one, depth + 1))
  return Object.entries(value).flatMap(([key, one]) => {
    if (typeof one !== 'string') return replacedTexts(one, depth + 1)
    if (REPLACED.test(key)) return [one]
    return PATCH.test(key) ? one.split('\n').filter((line) => line.startsWith('-')) : NONE
  })
}
