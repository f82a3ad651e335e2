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
/** A longer name may find all that lies there. */
const LONGEST_PATH = 4096

/** What of the files that hold our entry is found by a name that is looked for in a folder and everything below it. */
export function entriesBelow(path: string, { wired = [] }: Scene): readonly Place[] {
  const folder = parentOf(path)
  const like = path.length > LONGEST_PATH ? () => true : compileGlob(lastComponent(path))
  return wired.some((file) => isWithin(file, folder) && like(lastComponent(file))) ? HELD : NONE
}

/** The gate's name as a word of its own or as a pattern, not as a folder of a path. */
const OUR_NAME = /(?:^|[^\w/.~-]|(?:^|[^\w./~-])\/)prudent(?![\w.])|prudent-hook|\?by=prudent/
const speaks = (text: string): boolean => namesGate(text) && OUR_NAME.test(text)

/** By the words of a command on its way here, or by the text that an edit replaces. */
export function speaksOfUs({ actions }: Trace, { by }: Doer): boolean {
  for (let at = by; at !== null;) {
    const action = actions[at]
    if (action?.does === 'call') return replacedTexts(action.arguments).some(speaks)
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
/** What an edit takes away: whole texts, or the lines of a patch with a minus. */
function replacedTexts(given: Json): readonly string[] {
  const found: string[] = []
  const queue = [given]
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, one] of Object.entries(value) as readonly (readonly [string, Json])[]) {
      if (typeof one !== 'string') queue.push(one)
      else if (Array.isArray(value)) continue
      else if (REPLACED.test(key)) found.push(one)
      else if (PATCH.test(key)) for (const line of one.split('\n')) if (line.startsWith('-')) found.push(line)
    }
  }
  return found
}
