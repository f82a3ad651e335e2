// Does a host's settings file name this gate, and does it still, in the same words, once it is changed?
import type { Json } from '../model.ts'
import { readLoosely } from '../text/loose-json.ts'

const OUR_COMMAND = /(?:^|[\s'"/\\])prudent-hook(?:-[a-z]+)?(?:['"\s]|\.cmd|$)|\bprudent(?:\.js)?['"]? hook\b/
const OUR_ADDRESS = /^http:\/\/127\.0\.0\.1:\d{1,5}\/hooks\/[a-z-]+\?by=prudent$/

export const isOurAddress = (text: string): boolean => OUR_ADDRESS.test(text)
export const isOurCommand = (text: string): boolean => OUR_COMMAND.test(text) || isOurAddress(text)

const NAME = 'prudent'
/** Of a file that we wrote to: whether anything of it is left. */
export const namesGate = (text: string): boolean => text.includes(NAME)

/** Longer settings are nobody's: not compared, so not kept. */
const LONGEST = 262_144
const DEEPEST = 40

/**
 * Whether every entry that names us stands in `after` where it stood in `before`, unchanged, and nothing else switches hooks off.
 * What cannot be read is not kept.
 */
export function keepsEntry(before: string, after: string): boolean {
  if (before === after) return true
  if (before.length > LONGEST || after.length > LONGEST) return false
  const was = readLoosely(before)
  if (was === undefined) return keepsLines(before, after)
  const will = readLoosely(after)
  if (will === undefined) return false
  const old = noted(was)
  const now = noted(will)
  if (old === null || now === null || old.entries.length === 0) return false
  const there = new Set(now.entries.flatMap(({ text, first }) => (first ? [text, `first ${text}`] : [text])))
  return old.entries.every(({ text, first }) => there.has(first ? `first ${text}` : text)) && old.switches.sort().join() === now.switches.sort().join()
}

interface Noted {
  readonly entries: { readonly text: string; readonly first: boolean }[]
  /** Everything that could make the host pass its hooks over. */
  readonly switches: string[]
}

const SWITCH = /hooks?(?:config|enabled|disabled|only)|disable\w{0,20}hooks?|dangerously\w{0,20}all|managed\w{0,20}only/i
const TURNS = /^(?:enabled|disabled|disable)$/i
const CONCERNS = /hook|plugin|prudent/i

/** An entry is its keys, and what stands beside it in the groups of a list that hold it. Null when it is nested without end. */
function noted(root: Json): Noted | null {
  const found: Noted = { entries: [], switches: [] }
  const visit = (value: Json, keys: readonly string[], around: readonly string[], inList: boolean, first: boolean): boolean => {
    if (keys.length + around.length > DEEPEST) return false
    if (typeof value === 'string') {
      if (namesGate(value)) found.entries.push({ text: JSON.stringify([keys, around, value]), first })
      return true
    }
    if (typeof value !== 'object' || value === null) return true
    if (Array.isArray(value)) return (value as readonly Json[]).every((item, at) => visit(item, [...keys, '[]'], around, true, first && at === 0))
    const members = Object.entries(value)
    const beside = inList ? [...around, JSON.stringify(members.filter(([, one]) => !Array.isArray(one)).sort(([a], [b]) => (a < b ? -1 : 1)))] : around
    return members.every(([key, one]) => {
      if (namesGate(key)) found.entries.push({ text: JSON.stringify([keys, beside, key, one]), first })
      if (SWITCH.test(key) || (TURNS.test(key) && CONCERNS.test(keys.at(-1) ?? ''))) found.switches.push(JSON.stringify([keys, key, one]))
      return visit(one, [...keys, key], beside, inList, first)
    })
  }
  return visit(root, [], [], false, true) ? found : null
}

const BEGIN = '# >>> prudent:'
const END = '# <<< prudent'
/** What could change the meaning of lines that stay as they are. */
const REACHES = /hook|prudent|'''|"""|^\s*(?:---|\.\.\.)|[&*]\w|<<:/im

/** TOML and YAML: our lines are marked. The lines from the start of their section on must stay, and what changes elsewhere must not speak of hooks. */
function keepsLines(before: string, after: string): boolean {
  const old = before.split('\n')
  const begin = old.findIndex((line) => line.trim().startsWith(BEGIN))
  const end = old.findIndex((line, at) => at > begin && line.trim() === END)
  if (begin < 0 || end < 0) return false
  let section = begin
  // Lines that are not indented stand for themselves.
  if (/^\s/.test(old[begin] ?? '')) while (section > 0 && /^(?:\s|#|$)/.test(old[section] ?? '')) section--
  const now = after.split('\n')
  let same = 0
  while (same < old.length && same < now.length && old[same] === now[same]) same++
  let tail = 0
  while (tail < old.length - same && tail < now.length - same && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  const changed = [...old.slice(same, old.length - tail), ...now.slice(same, now.length - tail)].join('\n')
  return (same > end || old.length - tail <= section) && !REACHES.test(changed)
}
