// A field for a command: it is read and judged as an agent's would be. Nothing is run.
import type { Tried } from '../../src/desk/api.ts'
import { request } from '../client.ts'
import { useRef, useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { Judged } from './judged.tsx'
import { Plain, sentence } from './text.tsx'

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
      <div aria-live="polite">
        {tried !== null &&
          (typeof tried.outcome === 'string' ? (
            <p class="problem">
              <Plain text={sentence(tried.outcome)} />
            </p>
          ) : (
            <Judged tried={tried.outcome} command={tried.command} />
          ))}
      </div>
    </section>
  )
}
