// Keeps the effects that the code has had so far, and whose data each takes in.
import type { CodeEffect, CodeEffectBase } from './effects.ts'
import type { Word } from '../../model.ts'
import { MOST_PRINTED } from './printed.ts'
import { ENVIRONMENT, PLAIN, SECRET } from './values.ts'
import type { From, ThingValue } from './values.ts'

const MAX_EFFECTS = 1000

type Effect<T> = T extends unknown ? Omit<T, keyof CodeEffectBase> : never
type Draft = CodeEffect & { readonly takes: number[] }
type Sink = 'print' | 'send' | 'write' | 'other'
export type Where = Pick<CodeEffect, 'start' | 'end'>

export interface EffectList {
  readonly effects: Draft[]
  /** The index of it, also where it was there already. */
  readonly add: (where: Where, effect: Effect<CodeEffect>, takes?: readonly number[]) => number
  readonly addTakes: (index: number, takes: readonly number[]) => void
  /** What is printed, kept apart: it changes nothing. */
  readonly said: readonly CodeEffect[]
  readonly say: (where: Where, text: Word) => void
  /** Turns marks into effects where the data goes somewhere it can be seen. */
  readonly taken: (from: From, sink: Sink, where: Where) => number[]
  /** The connections that things got after they were made, and what others were given before they had one. */
  readonly bound: WeakMap<ThingValue, number>
  readonly given: WeakMap<ThingValue, From>
}

/** Where the code lies that is being read, if not in the text that was given, and whether anybody calls it. */
export type Stands = () => Omit<Partial<CodeEffectBase>, 'takes'>

export function createEffectList(stands: Stands): EffectList {
  const effects: Draft[] = []
  const seen = new Map<string, number>()
  let full = false

  function add(where: Where, effect: Effect<CodeEffect>, takes: readonly number[] = []): number {
    const lies = stands()
    const key = `${lies.file ?? ''}:${lies.folder?.text ?? ''}:${where.start}:${where.end}:${JSON.stringify(effect)}`
    const known = seen.get(key)
    if (known !== undefined) {
      addTakes(known, takes)
      return known
    }
    if (effects.length >= MAX_EFFECTS) {
      if (!full) {
        full = true
        const { start, end } = where
        effects.push({ does: 'unknown', because: 'too-much', could: 'high', detail: 'more effects than are followed', start, end, takes: [] })
      }
      return effects.length - 1
    }
    effects.push({ ...effect, start: where.start, end: where.end, takes: [...takes], ...lies })
    seen.set(key, effects.length - 1)
    return effects.length - 1
  }
  function addTakes(index: number, takes: readonly number[]): void {
    const draft = effects[index]
    if (draft === undefined) return
    for (const one of takes) if (one !== index && !draft.takes.includes(one)) draft.takes.push(one)
  }

  /** What a file that is taken in reads and prints itself is more than settings for others. */
  function show(index: number): void {
    const draft = effects[index]
    if (draft?.does === 'read' && draft.file !== undefined && draft.file === stands().file) effects[index] = { ...draft, shown: true }
  }
  function taken(from: From, sink: Sink, where: Where): number[] {
    const takes: number[] = []
    for (const one of from) {
      if (one >= 0) {
        takes.push(one)
        if (sink === 'print') show(one)
      } else if ((one === ENVIRONMENT && sink !== 'other') || (one === SECRET && sink === 'print')) takes.push(add(where, { does: 'environment' }))
      else if (one === SECRET && sink === 'send') takes.push(add(where, { does: 'environment', one: 'sent' }))
      else if (one === PLAIN && sink === 'print') takes.push(add(where, { does: 'environment', one: 'printed' }))
    }
    return takes
  }

  const said: CodeEffect[] = []
  /** One more than counts says that there are too many. */
  function say({ start, end }: Where, text: Word): void {
    if (said.length < MOST_PRINTED) said.push({ does: 'print', text, start, end, takes: [], ...stands() })
  }
  return { effects, add, addTakes, said, say, taken, bound: new WeakMap(), given: new WeakMap() }
}
