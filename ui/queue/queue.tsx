// The first view: the questions that wait, those that just ended in their places, and what was answered before.
import type { ApprovalView } from '../../src/desk/api.ts'
import { clockTime, now } from '../clock.ts'
import type { JSX } from '../lib.ts'
import { Plain, sentence } from '../parts/text.tsx'
import { Tour } from '../views/tour.tsx'
import { Card } from './card.tsx'
import { isListed, me, putAwayNow, queue, respond, waiting } from './state.ts'

export function Queue(): JSX.Element {
  const { cards, past } = queue.value
  const isEnded = cards.some(({ state }) => state !== 'open')
  const mine = me.value
  return (
    <>
      <div class="title">
        <h2>{waiting.value === 0 ? 'No open questions' : waiting.value === 1 ? '1 open question' : `${waiting.value} open questions`}</h2>
        {isEnded && (
          <button type="button" class="plain" onClick={putAwayNow}>
            Put answered ones away
          </button>
        )}
      </div>
      {mine !== null && !mine.mayApprove && (
        <p class="standing" role="status">
          <strong>This page can only deny.</strong> <Plain text={sentence(mine.why ?? '')} />
        </p>
      )}
      {cards.length > 0 && (
        <div class="cards" role="feed" aria-label="questions" aria-busy={!isListed.value}>
          {cards.map((view) => (
            <Card
              key={view.id}
              view={view}
              mayApprove={mine?.mayApprove ?? false}
              {...(mine?.why === undefined ? {} : { whyNot: mine.why })}
              onAnswer={(answer) => respond(view, answer)}
            />
          ))}
        </div>
      )}
      {isListed.value && cards.length === 0 && <Tour />}
      {past.length > 0 && <Past views={past} />}
    </>
  )
}

const Past = ({ views }: { readonly views: readonly ApprovalView[] }): JSX.Element => (
  <section class="past" aria-labelledby="past">
    <h2 id="past">Answered before</h2>
    <ul>
      {views.map(({ id, state, headline, ended, openUntil }) => (
        <li key={id}>
          <span class={`verdict ${state}`}>{state}</span>
          <span class="what">
            <Plain text={headline} />
          </span>
          <span class="when">
            {ended !== null && (state === 'allowed' || state === 'denied') && <Plain text={`${ended.by === '' ? 'somebody' : ended.by} (${ended.channel}) `} />}
            {clockTime(ended?.at ?? openUntil, now.value)}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
