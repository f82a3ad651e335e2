// One question: what would happen and why it asks first, then the call, how far it reaches, who and where, and last the agent's own words.
import type { ApprovalView, Respond } from '../../src/desk/api.ts'
import { ago, clockTime, lasting, leftUntil, now } from '../clock.ts'
import type { Result } from '../client.ts'
import { useLayoutEffect, useRef, useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { Plain } from '../parts/text.tsx'
import { Answer } from './answer.tsx'
import { Call, isLong } from './call.tsx'
import { isOpen } from './order.ts'
import { lookAt } from './state.ts'
import { useLookedAt } from './use-looked-at.ts'
import { useSeen } from './use-seen.ts'

export interface CardProps {
  readonly view: ApprovalView
  readonly mayApprove: boolean
  /** Why it may not; shown in place of the buttons. */
  readonly whyNot?: string
  readonly onAnswer: (answer: Respond) => Promise<Result<ApprovalView>>
  /** A made-up question: time means nothing in it. */
  readonly isSample?: boolean
}

export function Card(props: CardProps): JSX.Element {
  const { view, isSample = false } = props
  const { card, headline, why, claim, id } = view
  const isFoldable = isLong(card.calls)
  const [isUnfolded, setUnfolded] = useState(false)
  const { element, isSeen } = useSeen(!isFoldable || isUnfolded)
  const isWaiting = isOpen(view)
  const unfold = (): void => setUnfolded(true)
  useLookedAt(element, isWaiting && !isSample && view.answerIn === 'desk', () => void lookAt(id))
  // An answered card keeps its height: what stands below it must not move under the pointer.
  const article = useRef<HTMLElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    if (isWaiting) height.current = article.current?.getBoundingClientRect().height ?? 0
  })
  return (
    <article
      ref={article}
      {...(isWaiting || height.current === 0 ? {} : { style: { minHeight: `${height.current}px` } })}
      class={`card ${card.severity} ${isWaiting ? 'open' : 'ended'}`}
      aria-labelledby={`headline-${id}`}
      data-card={id}
      tabIndex={-1}
    >
      <div ref={element}>
        <header>
          <p class="over">
            <span class={`risk ${card.severity}`}>{card.severity}</span>
            {isSample ? <span class="sample">sample, nothing is stored</span> : <TimeLeft view={view} />}
          </p>
          <h3 id={`headline-${id}`}>
            <Plain text={clipped(headline)} />
          </h3>
          <p class="why">
            <Plain text={why} />
          </p>
        </header>
        {card.calls.map((call, at) => (
          <Call
            key={at}
            call={call}
            marks={card.calls.length === 1 ? card.findings.flatMap(({ span }) => span ?? []) : []}
            isOpen={isUnfolded}
            onOpen={unfold}
          />
        ))}
        <Facts view={view} isSample={isSample} />
        {claim !== undefined && claim !== '' && (
          <p class="claim">
            <span class="label">The agent says, unchecked:</span> “<Plain text={claim} />”
          </p>
        )}
      </div>
      <Understood view={view} />
      {isWaiting ? <Answer {...props} isSeen={isSeen} isFolded={isFoldable && !isUnfolded} onUnfold={unfold} /> : <Outcome view={view} />}
    </article>
  )
}

/** It is a summary: the call stands below, whole. */
const MOST_HEADLINE = 220
const clipped = (text: string): string => (text.length > MOST_HEADLINE ? `${text.slice(0, MOST_HEADLINE)}…` : text)

function TimeLeft({ view }: { readonly view: ApprovalView }): JSX.Element | null {
  if (!isOpen(view)) return null
  const { waitsUntil, openUntil, answerIn, usableSeconds } = view
  if (answerIn === 'agent') return <span class="time">answer it in the agent</span>
  if (waitsUntil !== null && Date.parse(waitsUntil) > now.value)
    return (
      <span class="time" role="timer" aria-label="time left before it is denied">
        {leftUntil(waitsUntil, now.value)} left
      </span>
    )
  return (
    <span class="time">
      the agent does not wait; a yes counts for {lasting(usableSeconds)} · expires in {leftUntil(openUntil, now.value)}
    </span>
  )
}

function Facts({ view, isSample }: { readonly view: ApprovalView; readonly isSample: boolean }): JSX.Element {
  const { card, similar, headline, why } = view
  const reach = card.reach.filter((line) => !isSaid(line, headline))
  const [first, ...others] = card.findings
  const isCut = card.calls.some(({ fields }) => fields.some(({ cut }) => cut))
  return (
    <dl class="facts">
      {reach.length > 0 && <Fact name="Reach" items={reach} isStrong />}
      {first?.why !== undefined && !why.startsWith(first.why.replace(/\.$/, '')) && <Fact name="Why" items={[first.why]} />}
      {first?.instead !== undefined && <Fact name="Instead" items={[first.instead]} />}
      {others.length > 0 && <Fact name="Also" items={others.map(({ title, severity, rule }) => `${title} (${severity}, ${rule})`)} />}
      {isCut && <Fact name="Note" items={['this is too long to be shown completely, so it can only be denied here']} isStrong />}
      <Fact name="Before" items={[similarText(view, isSample)]} isQuiet={similar.answered === 0} />
      <Fact name="Where" items={[`${card.cwd}${card.branch === undefined ? '' : `, branch ${card.branch}`}`]} isCode />
      <Fact name="Who" items={[`${card.host}${card.session === '' ? '' : `, session ${shortly(card.session)}`}`]} />
    </dl>
  )
}

/** `deletes 3 files (2 KB) in /work/build: …`, `reaches a.example`, `origin is a.example:b.git`: of no use below a headline that says so. */
function isSaid(line: string, headline: string): boolean {
  const host = /^reaches (\S+)$/.exec(line)?.[1]
  if (host !== undefined) return headline.includes(host)
  const [, what, where] = /^(?:publishes )?(.*) (?:is|to) (\S+)$/.exec(line) ?? []
  if (what !== undefined && where !== undefined && headline.includes(what) && headline.endsWith(` to ${where}`)) return true
  const [, amount, path] = /^deletes (.*?\)) in (.*): [^:]*$/.exec(line) ?? []
  return amount !== undefined && path !== undefined && headline.includes(amount) && headline.includes(path)
}

/** The first part of an id made by a machine tells sessions apart. */
const shortly = (session: string): string => /^([0-9a-f]{8})-[0-9a-f-]{27}$/i.exec(session)?.[1] ?? session.slice(0, 40)

interface FactProps {
  readonly name: string
  readonly items: readonly string[]
  readonly isStrong?: boolean
  readonly isCode?: boolean
  readonly isQuiet?: boolean
}
const Fact = ({ name, items, isStrong = false, isCode = false, isQuiet = false }: FactProps): JSX.Element => (
  <div class={`fact${isStrong ? ' strong' : ''}${isQuiet ? ' quiet' : ''}`}>
    <dt>{name}</dt>
    {items.map((item, at) => (
      <dd key={at}>
        {isCode ? (
          <code>
            <Plain text={item} />
          </code>
        ) : (
          <Plain text={item} />
        )}
      </dd>
    ))}
  </div>
)

function similarText({ similar: { answered, allowed, last } }: ApprovalView, isSample: boolean): string {
  if (answered === 0) return 'no similar question was answered before'
  const latest = last === undefined || isSample ? '' : `; last ${last.verdict === 'allow' ? 'allowed' : 'denied'} ${ago(last.at, now.value)}`
  return `${answered} similar: ${allowed} allowed, ${answered - allowed} denied${latest}`
}

/** Extra: it need not be seen to decide. */
const Understood = ({ view: { card } }: { readonly view: ApprovalView }): JSX.Element | null =>
  card.actions.length === 0 ? null : (
    <details class="understood">
      <summary>
        What it would do, step by step <span class="count">{card.actions.length}</span>
      </summary>
      <pre>
        <code>
          {card.actions.map((action, at) => (
            <span class="line" key={at}>
              {' '.repeat(action.length - action.trimStart().length)}
              <Plain text={action.trimStart()} />
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </details>
  )

const STORIES = { allowed: 'Allowed', denied: 'Denied', expired: 'Expired: denied', cancelled: 'Withdrawn', open: '' } as const

function Outcome({ view: { ended, state } }: { readonly view: ApprovalView }): JSX.Element {
  const isByPerson = state === 'allowed' || state === 'denied'
  return (
    <div class={`outcome ${state}`} role="status">
      <strong>{STORIES[state]}</strong>
      {ended !== null && (
        <span>
          {isByPerson && (
            <>
              {' '}
              by <Plain text={ended.by === '' ? 'somebody' : ended.by} /> ({ended.channel})
            </>
          )}{' '}
          at <time dateTime={ended.at}>{clockTime(ended.at, now.value)}</time>
        </span>
      )}
      {state === 'cancelled' && <span>: the agent stopped waiting</span>}
      {ended?.reason !== undefined && (
        <span class="reason">
          “<Plain text={ended.reason} />”
        </span>
      )}
    </div>
  )
}
