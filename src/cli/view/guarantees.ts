// Says in words what a host holds to: the same for `prudent hosts`, its page of one host and docs/hosts.md.
import { BY_SCRIPT, GUARANTEES, RUNS_ON } from '../../hosts/_frame/guarantees.ts'
import type { Fact, Guarantee, HostGuarantees, Range } from '../../hosts/_frame/guarantees.ts'
import { HOST_GUARANTEES } from '../../hosts/guarantees.gen.ts'

export function guaranteesOf(host: string): HostGuarantees {
  const found = HOST_GUARANTEES.find((one) => one.host === host)
  if (found === undefined) throw new Error(`no guarantees are stated for ${host}`)
  return found
}

/** Of the newest versions. */
export const newestOf = (host: string): Range => {
  const { ranges } = guaranteesOf(host)
  return ranges.at(-1) ?? ranges[0]
}

/** `yes, tried with 2.1.325`; `no`; `in part, reported`. */
export const factText = ({ is, by, version }: Fact): string =>
  is === 'not known' ? is : `${is}${by === 'tried' ? `, tried${version === undefined ? '' : ` with ${version}`}` : by === 'reported' ? ', reported' : ''}`

/** `1.0.38 until 2.1.295`. */
export function rangeText(ranges: HostGuarantees['ranges'], at: number): string {
  const [from, next] = [ranges[at]?.from ?? '0', ranges[at + 1]?.from]
  if (from === '0') return next === undefined ? 'all versions' : `before ${next}`
  return next === undefined ? `from ${from}` : `${from} until ${next}`
}

/** What to know about each, without what is said twice or of most hosts. */
export const remarksOf = (range: Range): readonly { readonly of: Guarantee; readonly says: string }[] =>
  GUARANTEES.flatMap((of) => (range[of].says === undefined ? [] : [{ of, says: range[of].says }])).filter(
    ({ says }, at, all) => says !== BY_SCRIPT && says !== RUNS_ON && all.findIndex((other) => other.says === says) === at,
  )
