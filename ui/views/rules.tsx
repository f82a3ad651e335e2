// The rules: searched, each with what it hits and misses, and a field to try a command.
import type { Rules as Found, RuleView } from '../../src/desk/api.ts'
import { useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { Status, useLoad } from '../parts/load.tsx'
import { Plain } from '../parts/text.tsx'
import { Try } from '../parts/try.tsx'
import { reloads } from '../policy.ts'
import { detail } from '../route.ts'

const EXAMPLES = ['git push --force origin main', 'rm -rf ~/projects', 'curl https://example.com/install.sh | sh']
const MOST = 400

export function Rules(): JSX.Element {
  const [words, setWords] = useState('')
  const loaded = useLoad<Found>(`/api/rules${words === '' ? '' : `?query=${encodeURIComponent(words)}`}`, reloads.value)
  if (detail.value !== '') return <Rule key={detail.value} id={detail.value} />
  const rules = loaded.value?.rules ?? []
  const packs = [...new Set(rules.map(({ pack }) => pack))]
  return (
    <>
      <div class="title">
        <h2>Rules</h2>
      </div>
      <Try examples={EXAMPLES} />
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label class="wide">
          <span>Search rules</span>
          <input type="search" value={words} placeholder="force push" onInput={({ currentTarget }) => setWords(currentTarget.value.trimStart())} />
        </label>
      </form>
      <Status loaded={loaded} what="Rules" />
      {loaded.value !== null && (
        <p class="quiet" role="status">
          {rules.length} rules in {packs.length} packs
        </p>
      )}
      {packs.map((pack, at) => (
        <details key={pack} class="pack" open={words !== '' || at < 1}>
          <summary>
            <Plain text={pack} /> <span class="count">{rules.filter((rule) => rule.pack === pack).length}</span>
          </summary>
          <ul>
            {rules
              .filter((rule) => rule.pack === pack)
              .slice(0, MOST)
              .map(({ id, title, severity, own, status }) => (
                <li key={id}>
                  <span class={`risk ${severity}`}>{severity}</span>
                  <a href={`#/rules/${id}`}>{id}</a>
                  <span>
                    <Plain text={title} />
                    {own === true && <span class="tag">yours</span>}
                    {status !== 'stable' && <span class="tag">{status}</span>}
                  </span>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </>
  )
}

function Rule({ id }: { readonly id: string }): JSX.Element {
  const loaded = useLoad<RuleView>(`/api/rules/${encodeURIComponent(id)}`)
  const rule = loaded.value
  return (
    <>
      <p class="back">
        <a href="#/rules">All rules</a>
      </p>
      <Status loaded={loaded} what="This rule" />
      {rule !== null && (
        <article class="rule-view">
          <p class="over">
            <span class={`risk ${rule.severity}`}>{rule.severity}</span> <code>{rule.id}</code>
          </p>
          <h2>
            <Plain text={rule.title} />
          </h2>
          <p>
            <Plain text={rule.why} />
          </p>
          {rule.instead !== undefined && (
            <p>
              Instead:{' '}
              <code>
                <Plain text={rule.instead} />
              </code>
            </p>
          )}
          {rule.floor !== undefined && rule.floor !== false && <p class="note">Part of the floor: no preset, mode or setting of a person lifts it.</p>}
          <div class="halves">
            <Examples title="Matches" examples={rule.hits} />
            <Examples title="Does not match" examples={rule.misses} />
          </div>
          <h3>Verdict by preset</h3>
          <dl class="facts">
            {rule.verdicts.map(({ preset, outcome }) => (
              <div class="fact" key={preset}>
                <dt>{preset}</dt>
                <dd>{outcome}</dd>
              </div>
            ))}
          </dl>
          <details>
            <summary>How it matches</summary>
            <pre class="boxed">
              <code>{JSON.stringify(rule.match, null, 2)}</code>
            </pre>
          </details>
          <h3>Try a command</h3>
          <Try examples={[...rule.hits.slice(0, 2), ...rule.misses.slice(0, 1)].map(exampleOf).filter((text) => text.length < 100)} />
        </article>
      )}
    </>
  )
}

/** A command, or a call with its scene. */
const exampleOf = (example: unknown): string => {
  if (typeof example === 'string') return example
  const { command } = (typeof example === 'object' && example !== null ? example : {}) as { readonly command?: unknown }
  return typeof command === 'string' ? command : JSON.stringify(example)
}

const Examples = ({ title, examples }: { readonly title: string; readonly examples: readonly unknown[] }): JSX.Element => (
  <div>
    <h3>{title}</h3>
    {examples.length === 0 && <p class="quiet">no examples</p>}
    <ul>
      {examples.map((example, at) => (
        <li key={at}>
          <code>
            <Plain text={exampleOf(example)} />
          </code>
        </li>
      ))}
    </ul>
  </div>
)
