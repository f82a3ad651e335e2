// What the gate says of a call that was tried out: verdict, findings, and what it was read as.
import type { Tried } from '../../src/desk/api.ts'
import type { Verdict } from '../../src/core/model.ts'
import type { JSX } from '../lib.ts'
import { linesOf, Plain } from './text.tsx'

const WORDS: Readonly<Record<Verdict, string>> = { allow: 'it runs without a question', ask: 'a person is asked first', deny: 'it is stopped' }

/** `command`: shown with the places marked that rules object to. */
export function Judged({ tried, command }: { readonly tried: Tried; readonly command?: string }): JSX.Element {
  const { verdict, findings, actions, reason } = tried
  const spans = findings.filter((finding) => finding.verdict === verdict && verdict !== 'allow' && finding.span.field === 'command').map(({ span }) => span)
  return (
    <div class={`judged ${verdict}`}>
      <p class="over">
        <span class={`verdict ${verdict}`}>{verdict}</span> <span>{WORDS[verdict]}</span>
      </p>
      {command !== undefined && (
        <pre class="command">
          <code>{linesOf(command, spans)}</code>
        </pre>
      )}
      {findings.length === 0 && <p class="quiet">No rule matches: it runs.</p>}
      {findings.map(({ rule, severity, title }, at) => (
        <p class="finding" key={at}>
          <span class={`risk ${severity}`}>{severity}</span> <Plain text={title} /> <a href={`#/rules/${rule}`}>{rule}</a>
        </p>
      ))}
      {verdict !== 'allow' && (
        <p class="quiet told">
          The agent is told: <Plain text={reason} />
        </p>
      )}
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
