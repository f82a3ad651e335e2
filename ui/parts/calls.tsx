// A list of calls as they were judged; one click on a call explains it.
import type { CallView, Tried } from '../../src/desk/api.ts'
import { clockTime, now } from '../clock.ts'
import { request } from '../client.ts'
import { useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { Judged } from './judged.tsx'
import { linesOf, Plain } from './text.tsx'

export const Calls = ({ calls, none }: { readonly calls: readonly CallView[]; readonly none: string }): JSX.Element =>
  calls.length === 0 ? (
    <p class="quiet">{none}</p>
  ) : (
    <ul class="calls">
      {calls.map((call) => (
        <Row key={call.id} call={call} />
      ))}
    </ul>
  )

function Row({ call }: { readonly call: CallView }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const rules = [...new Set(call.findings.map(({ rule }) => rule))]
  return (
    <li class={isOpen ? 'opened' : ''}>
      <button type="button" class="call-row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time dateTime={call.at}>{clockTime(call.at, now.value)}</time>
        <span class={`verdict ${call.verdict}`}>{call.verdict}</span>
        <span class="what">
          <code>
            <Plain text={shortly(call)} />
          </code>
        </span>
        <span class="rules">{rules.length === 0 ? '' : rules.length === 1 ? rules[0] : `${rules[0] ?? ''} +${rules.length - 1}`}</span>
      </button>
      {isOpen && <Details call={call} />}
    </li>
  )
}

const MAIN = ['command', 'cmd', 'script', 'file_path', 'path', 'url', 'query']
const LONGEST = 160

function inputOf({ input }: CallView): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(input ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    // It was cut when it was written down.
    return null
  }
}

function shortly(call: CallView): string {
  const input = inputOf(call)
  const main = MAIN.map((name) => input?.[name]).find((value) => typeof value === 'string')
  if (call.tool === '') return call.reason.slice(0, LONGEST)
  return `${call.tool}: ${main ?? call.input ?? '(not kept)'}`.slice(0, LONGEST)
}

const BY: Readonly<Record<CallView['by'], string>> = {
  policy: 'the rules',
  grant: 'a grant',
  mode: 'a mode',
  person: 'a person',
  host: 'the agent’s own prompt',
  timeout: 'nobody in time',
  failure: 'a failure of the gate',
}

function Details({ call }: { readonly call: CallView }): JSX.Element {
  const [reading, setReading] = useState<Tried | string | null>(null)
  const input = inputOf(call)
  const explain = async (): Promise<void> => {
    if (input === null) return
    const result = await request<Tried>('POST', '/api/try', { tool: call.tool, input, ...(call.cwd === undefined ? {} : { cwd: call.cwd }) })
    setReading(result.ok ? result.value : result.error)
  }
  const facts: readonly (readonly [string, string])[] = [
    ['Decided', `${call.verdict}, by ${BY[call.by]}`],
    ...(call.reason === '' ? [] : ([['Reason', call.reason]] as const)),
    ...call.findings.map(({ rule, severity, verdict }) => ['Rule', `${rule} (${severity}: ${verdict})`] as const),
    ...(call.answer === undefined
      ? []
      : ([['Answer', [call.answer.event, call.answer.verdict, call.answer.by, call.answer.channel].filter(Boolean).join(', ')]] as const)),
    ...(call.ran === undefined ? [] : ([['Outcome', call.ran ? 'it ran' : 'it ran and failed']] as const)),
    ...(call.marked === undefined ? [] : ([['Marked', call.marked === 'false-alarm' ? 'a false alarm' : 'harmful']] as const)),
    ...call.violations.map((violation) => ['Violation', violation] as const),
    ['Where', call.cwd ?? 'not kept'],
    ['Who', `${call.host}${call.session === '' ? '' : `, session ${call.session}`}`],
  ]
  return (
    <div class="details">
      <pre>
        <code>
          {linesOf(
            input === null
              ? (call.input ?? '(the input was not kept)')
              : typeof input['command'] === 'string'
                ? input['command']
                : JSON.stringify(input, null, 2),
          )}
        </code>
      </pre>
      <dl class="facts">
        {facts.map(([name, text], at) => (
          <div class="fact" key={at}>
            <dt>{name}</dt>
            <dd>
              <Plain text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {input !== null && reading === null && (
        <button type="button" onClick={() => void explain()}>
          Explain: read and judge it again now
        </button>
      )}
      {typeof reading === 'string' && (
        <p class="problem" role="alert">
          <Plain text={reading} />
        </p>
      )}
      {reading !== null && typeof reading !== 'string' && <Judged tried={reading} />}
    </div>
  )
}
