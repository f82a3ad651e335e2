// Whether a press counts yet: nothing is answered by a click or key that was meant for what stood there a moment ago.
import { signal } from './lib.ts'

const ARM_MS = 350
export const armed = signal(false)

let timer = 0
/** Begins the delay again. */
export function rearm(): void {
  armed.value = false
  clearTimeout(timer)
  timer = window.setTimeout(() => (armed.value = true), ARM_MS)
}

/** A window that comes to the front, or whose cards move, was not read yet. */
export function watchWindow(): void {
  for (const name of ['focus', 'resize', 'orientationchange', 'pageshow'] as const) window.addEventListener(name, rearm)
  document.addEventListener('visibilitychange', rearm)
  // A held key repeats: it must not press the button that arrives under it.
  document.addEventListener('keydown', (event) => {
    if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault()
    if (!armed.value && !event.isComposing) rearm()
  })
  rearm()
}

/** Only a person's own press approves: no script's event, no driven browser. */
export const byPerson = (event: Event): boolean => event.isTrusted && !navigator.webdriver
