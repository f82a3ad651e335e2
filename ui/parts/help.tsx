// The keys, on `?`.
import { effect, signal, useEffect, useRef } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { VIEWS } from '../views/list.ts'

export const isHelpOpen = signal(false)

const KEYS: readonly (readonly [string, string])[] = [
  ['j  k', 'next card, card before'],
  ['a', 'allow the focused card once'],
  ['d', 'deny it'],
  ['r', 'deny it with a reason'],
  ['p', 'deny it and pause its session'],
  ['e', 'unfold a long call'],
  [`1 – ${VIEWS.length}`, 'open a view'],
  ['Esc', 'close'],
  ['?', 'this help'],
]

export function Help(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(
    () =>
      effect(() => {
        if (isHelpOpen.value) dialog.current?.showModal()
        else dialog.current?.close()
      }),
    [],
  )
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help" onClose={() => (isHelpOpen.value = false)}>
      <h2 id="help">Keys</h2>
      <dl>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        A key acts on the card that has the focus. Allowing works only after all of the card was on the screen and nothing moved for a third of a second.
      </p>
      <button type="button" onClick={() => (isHelpOpen.value = false)}>
        Close
      </button>
    </dialog>
  )
}
