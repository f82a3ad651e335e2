// Shows how agents stand, one line each where it can be: the same words in init, status, hosts and doctor.
import type { Standing } from '../../install/standing.ts'
import type { Paint } from './paint.ts'
import { safe, wrap } from './safe-text.ts'

/** Wide enough for `not protected`. */
export const LABEL = 15

const STATE_WORDS = { protected: 'protected', 'set-up': 'set up, not yet seen', 'not-protected': 'not protected' } as const
const LABELS = { protected: 'protected', 'set-up': 'not yet seen', 'not-protected': 'not protected' } as const

/** `claude-code 2.1.325, 2.1.197`. */
function nameOf({ host, installations }: Pick<Standing, 'host' | 'installations'>): string {
  const versions = [...new Set(installations.flatMap(({ version }) => version ?? []))]
  return `${host}${versions.length === 0 ? '' : ` ${safe(versions.join(', '))}`}`
}

/** Those of one state and for one reason stand together. */
export function standingLines(found: readonly Standing[], home: string, columns: number, paint: Paint): readonly string[] {
  const near = (text: string): string => text.replaceAll(`${home}/`, '~/')
  const all = found.map((one) => ({ ...one, says: near(one.says), mend: near(one.mend) }))
  const groups = new Map<string, Standing[]>()
  const ordered = (['protected', 'set-up', 'not-protected'] as const).flatMap((state) => all.filter((one) => one.state === state))
  for (const one of ordered) {
    const key = one.state === 'not-protected' && one.setUp ? one.host : `${one.state} ${one.says}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((group) => groupLines(group, columns, paint))
}

function groupLines(group: readonly Standing[], columns: number, paint: Paint): readonly string[] {
  const [first] = group
  if (first === undefined) return []
  const put = putFor(first.state, paint)
  const wide = columns - LABEL
  const head = wrap(`${group.map(nameOf).join(', ')}: ${saidOf(first)}`, wide).map(
    (line, at) => `${at === 0 ? put(LABELS[first.state].padEnd(LABEL)) : ' '.repeat(LABEL)}${line}`,
  )
  const todo = mendOf(group).flatMap((text) => wrap(text, wide).map((line) => `${' '.repeat(LABEL)}${line}`))
  return [...head, ...todo]
}

const putFor = (state: Standing['state'], paint: Paint): ((text: string) => string) =>
  state === 'protected' ? paint.good : state === 'set-up' ? (text) => paint.severity('high', text) : paint.bad

/** The one word of three, for lists. */
export const stateText = ({ state }: Pick<Standing, 'state'>, paint: Paint): string => putFor(state, paint)(LABELS[state])

const saidOf = ({ state, says }: Standing): string => safe(state === 'set-up' ? `set up; ${says}` : says)

const isTrial = ({ mend }: Standing): boolean => mend.startsWith('prudent ')

function mendOf(group: readonly Standing[]): readonly string[] {
  const [first] = group
  if (first === undefined || first.mend === '') return []
  if (first.mend.startsWith('update ')) return [`do this: ${safe(first.mend)}`]
  if (first.state !== 'set-up') return [`do this: ${safe(group.length > 1 && !first.setUp ? 'prudent init' : first.mend)}`]
  const trial = group.find(isTrial)
  const inUse = 'use it: the first denied call that is stopped counts'
  return [trial === undefined ? inUse : `see it: ${group.length > 1 ? 'prudent doctor --live' : safe(trial.mend)}, or ${inUse}`]
}

/** For programs: the state in words a person sees too. */
export const standingData = ({ host, state, says, mend, setUp, installations, last }: Standing): object => ({
  host,
  state,
  means: STATE_WORDS[state],
  says,
  ...(mend === '' ? {} : { do: mend }),
  setUp,
  installations,
  last,
})

/** `2 set up: 1 protected, 1 not yet seen`. */
export function countText(all: readonly Standing[]): string {
  const own = all.filter(({ setUp }) => setUp)
  if (own.length === 0) return 'none set up'
  const count = (state: Standing['state']): number => own.filter((one) => one.state === state).length
  const parts = (['protected', 'set-up', 'not-protected'] as const).flatMap((state) => (count(state) === 0 ? [] : [`${count(state)} ${LABELS[state]}`]))
  return `${own.length} set up: ${parts.join(', ')}`
}
