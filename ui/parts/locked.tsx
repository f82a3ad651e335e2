// What the page says when it has no secret that counts, or nobody answers: what happened, and what to do.
import { isOffline } from '../connection.ts'
import type { JSX } from '../lib.ts'
import type { Lockout } from '../session.ts'

const TEXTS: Readonly<Record<Lockout, readonly [title: string, text: string]>> = {
  'no-link': ['This tab needs a link', 'The desk opens with a link that works once, within one minute. A new tab needs a new link.'],
  'link-used': [
    'This link no longer works',
    'A link works once, within one minute. If you did not open it yourself, somebody else did, and the page it opened is signed out now.',
  ],
  ended: ['This page was signed out', 'The desk was restarted, or its link was opened a second time. Open questions are still open.'],
}

export function Locked({ because }: { readonly because: Lockout }): JSX.Element {
  const [title, text] = TEXTS[because]
  return (
    <main class="locked">
      <h1>{title}</h1>
      <p role="alert">{text}</p>
      <p>
        For a new link, press Enter in the terminal where the desk runs, or start it there: <code>prudent desk</code> (in a checkout: <code>npm start</code>).
      </p>
      <p class="quiet">
        Questions can also be answered in a terminal: <code>prudent approvals list</code>
      </p>
    </main>
  )
}

export const Offline = (): JSX.Element | null =>
  isOffline.value ? (
    <p class="offline" role="alert">
      <strong>The desk does not answer.</strong> Nothing can be answered here until it is back; nothing is allowed meanwhile. Start it again with{' '}
      <code>prudent desk</code> (in a checkout: <code>npm start</code>), or answer with <code>prudent approvals list</code>. Trying again…
    </p>
  ) : null
