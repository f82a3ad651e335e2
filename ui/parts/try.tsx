// A command, read and judged as an agent's would be. Nothing is run.
import type { Finding, Verdict } from '../../src/core/model.ts'
import { request } from '../client.ts'
import { useRef, useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { linesOf, Plain } from './text.tsx'

interface Tried {
  readonly verdict: Verdict
  readonly reason: string
  readonly findings: readonly Pick<Finding, 'rule' | 'severity' | 'title' | 'why' | 'instead' | 'verdict' | 'span'>[]
  readonly actions: readonly string[]
}

const WORDS: Readonly<Record<Verdict, string>> = { allow: 'passes', ask: 'a person is asked', deny: 'is denied' }

export function Try({ examples }: { readonly examples: readonly string[] }): JSX.Element {
  const [command, setCommand] = useState('')
  const [tried, setTried] = useState<{ readonly command: string; readonly outcome: Tried | string } | null>(null)
  const last = useRef(0)
  const judge = async (text: string): Promise<void> => {
    if (text.trim() === '') return
    const turn = ++last.current
    const result = await request<Tried>('POST', '/api/try', { command: text })
    // Only what was typed last is shown.
    if (turn === last.current)
      setTried({ command: text, outcome: result.ok ? result.value : `${result.error}${result.why === undefined ? '' : `: ${result.why}`}` })
  }
  return (
    <section class="try" aria-label="try a command">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void judge(command)
        }}
      >
        <label for="try-command">Type a command; it is read and judged, never run</label>
        <div class="row">
          <input
            id="try-command"
            class="code"
            value={command}
            placeholder={examples[0]}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setCommand(currentTarget.value)}
          />
          <button type="submit">Judge it</button>
        </div>
      </form>
      <p class="examples">
        {examples.map((example) => (
          <button
            key={example}
            type="button"
            class="chip"
            onClick={() => {
              setCommand(example)
              void judge(example)
            }}
          >
            {example}
          </button>
        ))}
      </p>
      <div aria-live="polite">{tried !== null && <Outcome {...tried} />}</div>
    </section>
  )
}

function Outcome({ command, outcome }: { readonly command: string; readonly outcome: Tried | string }): JSX.Element {
  if (typeof outcome === 'string')
    return (
      <p class="problem">
        <Plain text={outcome} />
      </p>
    )
  const { verdict, findings, actions } = outcome
  return (
    <div class={`judged ${verdict}`}>
      <p class="over">
        <span class={`verdict ${verdict}`}>{verdict}</span> <span>{WORDS[verdict]}</span>
      </p>
      <pre class="command">
        <code>{linesOf(command)}</code>
      </pre>
      {findings.length === 0 && <p class="quiet">No objection: no rule has anything to say about it.</p>}
      {findings.map(({ rule, severity, title, why, instead }, at) => (
        <div class="finding" key={at}>
          <p>
            <span class={`risk ${severity}`}>{severity}</span> <Plain text={title} /> <code class="rule">{rule}</code>
          </p>
          {why !== undefined && (
            <p class="quiet">
              <Plain text={why} />
            </p>
          )}
          {instead !== undefined && (
            <p class="quiet">
              Instead:{' '}
              <code>
                <Plain text={instead} />
              </code>
            </p>
          )}
        </div>
      ))}
      {actions.length > 0 && (
        <>
          <p class="name">Read as</p>
          <pre>
            <code>{linesOf(actions.join('\n'))}</code>
          </pre>
        </>
      )}
    </div>
  )
}
