// In which colour is what said, and is there any colour at all?
import { styleText } from 'node:util'
import type { Severity, Verdict } from '../../core/model.ts'

type Format = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan' | 'underline'

export interface Paint {
  readonly verdict: (verdict: Verdict, text?: string) => string
  readonly severity: (severity: Severity, text?: string) => string
  readonly strong: (text: string) => string
  readonly quiet: (text: string) => string
  readonly name: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
}

const OF_VERDICT: Readonly<Record<Verdict, readonly Format[]>> = { allow: ['bold', 'green'], ask: ['bold', 'yellow'], deny: ['bold', 'red'] }
const OF_SEVERITY: Readonly<Record<Severity, readonly Format[]>> = { low: ['dim'], medium: ['cyan'], high: ['yellow'], critical: ['red'] }

export function makePaint(colour: boolean): Paint {
  const put = (formats: readonly Format[], text: string): string => (colour && text !== '' ? styleText([...formats], text, { validateStream: false }) : text)
  return {
    verdict: (verdict, text = verdict) => put(OF_VERDICT[verdict], text),
    severity: (severity, text = severity) => put(OF_SEVERITY[severity], text),
    strong: (text) => put(['bold'], text),
    quiet: (text) => put(['dim'], text),
    name: (text) => put(['cyan'], text),
    good: (text) => put(['green'], text),
    bad: (text) => put(['red'], text),
  }
}

/** The person's wish first (`FORCE_COLOR`, then `NO_COLOR`), then whether somebody looks at it. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  return isTerminal && env['TERM'] !== 'dumb'
}
