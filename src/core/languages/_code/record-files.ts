// Records what calls do with files: reading, writing, deleting, opening, copying and moving.
import type { PathHow } from '../../model.ts'
import { isSet, pick } from './call.ts'
import type { Call, Meaning } from './call.ts'
import { flat, targets, withoutStart } from './conditions.ts'
import type { EffectList } from './effect-list.ts'
import { isAddress, reach } from './paths.ts'
import { onConnect } from './record-network.ts'
import { isTcp, onRun, onShellText } from './record-programs.ts'
import { asText, fromOf, literal, text, wordOf } from './values.ts'
import type { Value } from './values.ts'
import { withText } from './written-text.ts'

function onPath(
  to: EffectList,
  does: 'read' | 'write' | 'delete',
  how: PathHow,
  value: Value,
  call: Call,
  recursive: boolean,
  takes: readonly number[],
): number | null {
  if (value.is === 'constant' || value.is === 'function' || (value.is === 'thing' && ['file', 'process', 'socket', 'stream'].includes(value.kind))) return null
  if (does === 'read' && isAddress(value)) return onConnect(to, value, { method: 'GET' }, call, takes)
  const from = to.taken(fromOf(value), 'other', call)
  return to.add(call, { does, path: wordOf(value), how, ...reach(value, recursive) }, [...from, ...takes])
}

export function onPaths(to: EffectList, does: 'read' | 'write' | 'delete', how: PathHow, meaning: Meaning, call: Call): number | null {
  const first = meaning.at?.[0]
  const values = meaning.every === true ? call.args.slice(typeof first === 'number' ? first : 0).flatMap(targets) : targets(pick(call, meaning.at))
  const recursive = meaning.recursive === true || (Array.isArray(meaning.recursive) && isSet(call, meaning.recursive))
  const body = pick(call, meaning.body)
  const takes = body === undefined ? [] : to.taken(fromOf(body), does === 'write' ? 'write' : 'other', call)
  let index: number | null = null
  for (const value of values) {
    const made = onPath(to, does, how, value, call, recursive, takes)
    if (made !== null) to.effects[made] = withText(to.effects[made]!, body)
    const effect = how !== 'link' || made === null ? undefined : to.effects[made]
    // Where a link leads that is made.
    if (made !== null && effect?.does === 'write' && meaning.to !== undefined)
      to.effects[made] = { ...effect, from: targets(pick(call, meaning.to)).map(wordOf) }
    index = made ?? index
  }
  return index
}

export function onOpen(to: EffectList, meaning: Meaning, call: Call): number | null {
  const given = pick(call, meaning.to)
  const mode = given === undefined ? 'r' : (literal(given) ?? (given.is === 'named' ? given.name : 'r'))
  if (/\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(mode)) return onPaths(to, 'write', 'edit', meaning, call)
  if (mode.includes('a')) return onPaths(to, 'write', 'append', meaning, call)
  if (mode.includes('w') || mode === '>') return onPaths(to, 'write', 'truncate', meaning, call)
  if (mode === '>>') return onPaths(to, 'write', 'append', meaning, call)
  if (mode.includes('x')) return onPaths(to, 'write', 'create', meaning, call)
  if (mode.includes('+')) return onPaths(to, 'write', 'edit', meaning, call)
  return onPaths(to, 'read', 'whole', meaning, call)
}

/** Perl's open: the way of opening stands before the path, or in front of it in one text. */
export function onPerlOpen(to: EffectList, call: Call): number | null {
  const spec = call.args[1]
  if (spec === undefined) return null
  const rest = call.args.slice(2)
  const way = /^\s*(\+?[<>]{1,2}&?|\|-?|-\|)?(?::\S+)?\s*/.exec(flat(wordOf(spec)))
  const mode = way?.[1] ?? ''
  if (mode.endsWith('&') && to.effects.some(isTcp)) return to.add(call, { does: 'network-shell' })
  if (mode === '-|' || mode === '|-') return rest.length === 1 ? onShellText(to, rest[0]!, call) : onRun(to, rest, call)
  const inner = rest[0] ?? withoutStart(spec, way?.[0].length ?? 0)
  if (mode === '|') return onShellText(to, inner, call)
  if (rest.length === 0 && flat(wordOf(spec)).trimEnd().endsWith('|')) return onShellText(to, text(flat(wordOf(spec)).trimEnd().slice(0, -1)), call)
  if (mode === '' && rest.length === 0 && literal(spec) === null && asText(spec).parts[0]?.kind === 'unknown')
    return onPath(to, 'read', 'whole', spec, call, false, [])
  const how: PathHow = mode === '>' ? 'truncate' : mode === '>>' ? 'append' : mode.startsWith('+') ? 'edit' : 'whole'
  return onPath(to, how === 'whole' ? 'read' : 'write', how, inner, call, false, [])
}

export function onCopyOrMove(to: EffectList, how: 'copy' | 'move', meaning: Meaning, call: Call): number | null {
  const source = pick(call, meaning.at)
  const target = pick(call, meaning.to)
  const deep = meaning.recursive === true || (Array.isArray(meaning.recursive) && isSet(call, meaning.recursive))
  let from: number[] = []
  for (const value of targets(source)) {
    const index = onPath(to, how === 'copy' ? 'read' : 'delete', how === 'copy' ? 'whole' : 'move', value, call, deep || how === 'move', [])
    if (index !== null) from = [...from, index]
  }
  const sources = targets(source).map(wordOf)
  let index: number | null = null
  for (const value of targets(target)) {
    index = onPath(to, 'write', how, value, call, deep, from)
    const effect = index === null ? undefined : to.effects[index]
    if (index !== null && effect?.does === 'write') to.effects[index] = { ...effect, from: sources }
  }
  return index
}
