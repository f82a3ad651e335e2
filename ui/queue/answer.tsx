// The buttons: only what the desk offers, nothing preselected, and yes only once all of the card was seen and has stood still.
import type { Offer, Respond } from '../../src/desk/api.ts'
import { armed, byPerson, rearm } from '../arming.ts'
import { useId, useLayoutEffect, useRef, useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { capital, Plain, sentence } from '../parts/text.tsx'
import type { CardProps } from './card.tsx'
import { keysOf } from './keys.ts'

interface AnswerProps extends CardProps {
  readonly isSeen: boolean
  readonly isFolded: boolean
  readonly onUnfold: () => void
}

export function Answer({ view, mayApprove, whyNot, onAnswer, isSeen, isFolded, onUnfold }: AnswerProps): JSX.Element {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const [denying, setDenying] = useState<'reason' | 'pause' | null>(null)
  const [word, setWord] = useState('')
  const hint = useId()
  const wanted = view.offers.find(({ needsWord }) => needsWord !== undefined)?.needsWord
  const blocked = isFolded
    ? 'Unfold the call to allow it.'
    : !isSeen
      ? 'Scroll through all of the card to allow it.'
      : wanted !== undefined && word !== wanted
        ? 'Type the word to allow it.'
        : ''

  const send = async (answer: Respond): Promise<void> => {
    if (isSending) return
    setSending(true)
    const result = await onAnswer(answer)
    setSending(false)
    setProblem(result.ok ? '' : sentence(`${result.error}${result.why === undefined ? '' : `: ${result.why}`}`))
  }
  const allow = (event: Event, { remember, needsWord }: Offer): void => {
    event.preventDefault()
    if (!armed.value || !mayApprove || blocked !== '') return
    if (!byPerson(event)) return setProblem('A driven browser or a script cannot approve.')
    void send({ approved: true, remember, ...(needsWord === undefined ? {} : { word }) })
  }
  const deny = (reason?: string, pause?: boolean): void => {
    if (armed.value) void send({ approved: false, ...(reason === undefined || reason === '' ? {} : { reason }), ...(pause === true ? { pause } : {}) })
  }
  const open = (kind: 'reason' | 'pause'): void => {
    setDenying(denying === kind ? null : kind)
    rearm()
  }
  const isElsewhere = view.answerIn === 'agent'
  keysOf(
    view.id,
    isElsewhere
      ? null
      : {
          allow: (event) => {
            const once = view.offers.find(({ remember }) => remember === 'once')
            if (once !== undefined) allow(event, once)
          },
          deny: () => deny(),
          reason: () => open('reason'),
          pause: () => open('pause'),
          unfold: onUnfold,
        },
  )

  if (isElsewhere)
    return (
      <footer class="answer">
        <p class="note">Answer this one in the agent: {view.card.host} shows its own prompt.</p>
      </footer>
    )
  const isIdle = isSending || !armed.value
  return (
    <footer class="answer" aria-busy={isSending}>
      {wanted !== undefined && mayApprove && (
        <label class="word">
          <span>
            This is critical. To allow it, type <code>{wanted}</code>
          </span>
          <input
            value={word}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setWord(currentTarget.value)}
            onPaste={(event) => event.preventDefault()}
          />
        </label>
      )}
      {mayApprove && view.offers.length > 0 && (
        <div class="buttons" role="group" aria-label="allow">
          {view.offers.map((offer) => (
            <button
              key={offer.remember}
              type="button"
              class="allow"
              aria-disabled={isIdle || blocked !== ''}
              aria-describedby={blocked === '' ? undefined : hint}
              onClick={(event) => allow(event, offer)}
            >
              {capital(offer.label)}
              {offer.remember === 'once' && <kbd aria-hidden="true">a</kbd>}
            </button>
          ))}
        </div>
      )}
      {mayApprove && <Preview offers={view.offers} />}
      <div class="buttons" role="group" aria-label="deny">
        <button type="button" class="deny" aria-disabled={isIdle} onClick={() => deny()}>
          Deny<kbd aria-hidden="true">d</kbd>
        </button>
        <button type="button" aria-expanded={denying === 'reason'} onClick={() => open('reason')}>
          Deny with reason…<kbd aria-hidden="true">r</kbd>
        </button>
        <button type="button" aria-expanded={denying === 'pause'} onClick={() => open('pause')}>
          Deny and pause…<kbd aria-hidden="true">p</kbd>
        </button>
      </div>
      {denying !== null && (
        <Reason
          key={denying}
          isPause={denying === 'pause'}
          isIdle={isIdle}
          onSend={(reason) => deny(reason, denying === 'pause')}
          onClose={() => open(denying)}
        />
      )}
      <p class="hint" id={hint} aria-live="polite">
        {mayApprove ? (view.offers.length === 0 ? 'This cannot be allowed here.' : blocked) : sentence(whyNot ?? '')}
      </p>
      {problem !== '' && (
        <p class="problem" role="alert">
          <Plain text={problem} />
        </p>
      )}
    </footer>
  )
}

interface ReasonProps {
  readonly isPause: boolean
  readonly isIdle: boolean
  readonly onSend: (reason: string) => void
  readonly onClose: () => void
}
function Reason({ isPause, isIdle, onSend, onClose }: ReasonProps): JSX.Element {
  const [text, setText] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  return (
    <form
      class="reason"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend(text)
      }}
    >
      <label>
        <span>{isPause ? 'Deny this, and everything else this session asks for a while. The agent is told why:' : 'The agent is told why:'}</span>
        <textarea ref={input} rows={2} maxLength={2000} value={text} placeholder="optional" onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <button type="submit" class="deny" aria-disabled={isIdle}>
        {isPause ? 'Deny and pause the session' : 'Deny with this reason'}
      </button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </form>
  )
}

/** What the answers that count for longer would let through: the same for all of them, until each ends. */
function Preview({ offers }: { readonly offers: readonly Offer[] }): JSX.Element | null {
  const preview = offers.find((offer) => offer.preview !== undefined)?.preview
  if (preview === undefined) return null
  return (
    <details class="preview">
      <summary>What would pass without asking, besides this once</summary>
      {preview.past !== undefined && (
        <p>
          {preview.past.asked === 0
            ? 'These rules have asked about nothing else in the last 30 days.'
            : `Of ${preview.past.asked} ${preview.past.asked === 1 ? 'call' : 'calls'} that these rules asked about in the last 30 days, ${preview.past.matched} would have passed.`}
        </p>
      )}
      <List title="Would pass" items={preview.wouldMatch} none="nothing else" />
      <List title="Would still ask" items={preview.wouldNot} none="no similar call" />
    </details>
  )
}

const List = ({ title, items, none }: { readonly title: string; readonly items: readonly string[]; readonly none: string }): JSX.Element => (
  <>
    <p class="name">{title}</p>
    {items.length === 0 ? (
      <p class="quiet">{none}</p>
    ) : (
      <ul>
        {items.map((item, at) => (
          <li key={at}>
            <code>
              <Plain text={item} />
            </code>
          </li>
        ))}
      </ul>
    )}
  </>
)
