// The agents on this machine: which are protected, and what the doctor found.
import type { Hosts as Found } from '../../src/desk/api.ts'
import type { JSX } from '../lib.ts'
import { Status, useLoad } from '../parts/load.tsx'
import { Plain, sentence } from '../parts/text.tsx'

const MARKS: Readonly<Record<Found['hosts'][number]['state'], readonly [kind: string, word: string]>> = {
  protected: ['allow', 'protected'],
  'set-up': ['ask', 'set up'],
  'not-protected': ['deny', 'not protected'],
}

export function Hosts(): JSX.Element {
  const loaded = useLoad<Found>('/api/hosts')
  const found = loaded.value
  const subjects = [...new Set((found?.findings ?? []).map(({ about }) => about))]
  return (
    <>
      <div class="title">
        <h2>Agents</h2>
        <button type="button" onClick={loaded.reload} aria-disabled={loaded.isLoading}>
          Look again
        </button>
      </div>
      <Status loaded={loaded} what="Agents" />
      {loaded.isLoading && found === null && <p class="quiet">Checking the installation; this takes some seconds.</p>}
      {found !== null && found.hosts.length === 0 && (
        <p class="quiet">
          No agent is set up. <code>prudent init</code> finds those on this machine and asks before it changes anything.
        </p>
      )}
      <ul class="hosts">
        {(found?.hosts ?? []).map(({ host, state, says, means, do: todo }) => (
          <li key={host}>
            <p class="over">
              <strong>{host}</strong>
              <span class={`verdict ${MARKS[state][0]}`}>{MARKS[state][1]}</span>
            </p>
            <p>
              <Plain text={sentence(says)} />
            </p>
            <p class="quiet">
              <Plain text={sentence(means)} />
            </p>
            {todo !== undefined && (
              <p>
                To do: <Plain text={todo} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {subjects.length > 0 && <h3>Findings of prudent doctor</h3>}
      {subjects.map((subject) => (
        <section class="findings" key={subject} aria-label={subject}>
          <h4>{subject}</h4>
          <ul>
            {(found?.findings ?? [])
              .filter(({ about }) => about === subject)
              .map(({ level, says, means, mend }, at) => (
                <li key={at}>
                  <span class={`level ${level}`}>{level}</span>
                  <span>
                    <Plain text={says} />
                    {means !== undefined && (
                      <span class="quiet block">
                        <Plain text={means} />
                      </span>
                    )}
                    {mend !== undefined && (
                      <span class="block">
                        To do: <Plain text={mend} />
                      </span>
                    )}
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}
