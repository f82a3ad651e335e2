// Records what calls send, where they connect to and what they ask databases.
import { pick } from './call.ts'
import type { Call, Meaning } from './call.ts'
import { addressOf, mongoText } from './conditions.ts'
import type { EffectList } from './effect-list.ts'
import { said } from './literal-arguments.ts'
import { isShellProgram, onShellText } from './record-programs.ts'
import { alternatives, fromOf, literal, text, union, wordOf } from './values.ts'
import type { From, Value } from './values.ts'
import { withText } from './written-text.ts'

export function onConnect(to: EffectList, target: Value | undefined, meaning: Meaning, call: Call, extra: readonly number[] = []): number | null {
  let index: number | null = null
  for (const one of alternatives(target ?? text(''))) {
    const url = addressOf(one, meaning, call)
    if (url === null) continue
    const bodies = (meaning.body ?? [])
      .map((slot) => pick(call, [slot]))
      .filter((value) => value !== undefined && value.is !== 'function' && !(value.is === 'constant' && value.value === null))
    const carried = one.is === 'thing' ? union(one.kind === 'request' ? one.from : [], to.given.get(one) ?? []) : []
    const asked = union(
      fromOf(url),
      (meaning.query ?? []).reduce<From>((all, slot) => union(all, fromOf(pick(call, [slot]) ?? text(''))), []),
    )
    const takes = to.taken(
      union(
        bodies.reduce<From>((all, value) => union(all, givenTo(to, value!)), carried),
        asked,
      ),
      'send',
      call,
    )
    const named = typeof meaning.method === 'string' ? meaning.method : literal(pick(call, meaning.method ?? ['method']))
    const tracked = to.taken(asked, 'send', call).length > 0
    const sends = bodies.length > 0 || (one.is === 'thing' && one.kind === 'request' && one.effect !== null) || tracked
    index = to.add(call, { does: 'connect', url: wordOf(url), sends, method: named?.toUpperCase() ?? null, ...said(call) }, [...takes, ...extra])
    if (call.self?.is === 'thing') to.bound.set(call.self, index)
  }
  return index
}

export function onQuery(to: EffectList, meaning: Meaning, call: Call): number | null {
  let index: number | null = null
  const given = pick(call, meaning.at)
  const shown =
    meaning.asks !== undefined
      ? text(meaning.asks)
      : meaning.engine === 'mongo'
        ? text(mongoText(call))
        : meaning.engine === 'redis'
          ? text(call.name.slice(call.name.search(/\w+$/)).toUpperCase())
          : given
  for (const one of alternatives(shown ?? text(''))) {
    const value = one.is === 'map' ? (one.entries.get('text') ?? one.entries.get('sql') ?? one) : one
    index = to.add(call, { does: 'query', engine: meaning.engine ?? 'sql', text: wordOf(value) }, to.taken(fromOf(value), 'other', call))
  }
  return index
}

/** Its data, and what it was given since it was made. */
const givenTo = (to: EffectList, value: Value): From => (value.is === 'thing' ? union(fromOf(value), to.given.get(value) ?? []) : fromOf(value))
const effectOf = (to: EffectList, value: Value): number | null => (value.is === 'thing' ? (value.effect ?? to.bound.get(value) ?? null) : null)

export function onSent(to: EffectList, call: Call): number | null {
  const self = call.self ?? call.args.find((value) => effectOf(to, value) !== null)
  if (self?.is !== 'thing') return null
  const from = call.args.reduce<From>((all, value) => union(all, givenTo(to, value)), [])
  if (self.kind === 'process' && self.text !== null && isShellProgram(literal(self.text)) && call.args[0] !== undefined)
    return onShellText(to, call.args[0], call)
  const effect = effectOf(to, self)
  // A request that is still being put together.
  if (effect === null && from.length > 0) to.given.set(self, union(to.given.get(self) ?? [], from))
  if (effect === null) return null
  const draft = to.effects[effect]
  if (draft === undefined) return null
  if (draft.does === 'connect' && call.args.some((value) => value.is !== 'function')) {
    const { along = [], told = [] } = said(call)
    to.effects[effect] = {
      ...draft,
      sends: true,
      along: [...(draft.along ?? []), ...along].slice(0, MOST_SAID),
      told: [...(draft.told ?? []), ...told].slice(0, MOST_SAID),
    }
    to.addTakes(effect, to.taken(from, 'send', call))
  } else if (draft.does === 'write') {
    to.effects[effect] = withText(
      draft,
      call.args.find((value) => value !== self),
    )
    to.addTakes(effect, to.taken(from, 'write', call))
  }
  return effect
}
const MOST_SAID = 200

/** What a connection is handed by a call that no table lists: data of files and of the environment goes there. */
export function onUnheard(to: EffectList, call: Call): void {
  const effect = call.self === null ? null : effectOf(to, call.self)
  if (effect !== null && to.effects[effect]?.does === 'connect' && call.args.some((value) => fromOf(value).some((one) => one !== effect))) onSent(to, call)
}
