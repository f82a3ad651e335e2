// What keys do to the card that has the focus. Each card says what it can do; nothing is done to a card that is not focused.

export interface CardKeys {
  readonly allow: (event: Event) => void
  readonly deny: () => void
  readonly reason: () => void
  readonly pause: () => void
  readonly unfold: () => void
}
const cards = new Map<string, CardKeys>()

/** Called at each drawing: the last one counts. Null: nothing can be done to it here. */
export const keysOf = (id: string, keys: CardKeys | null): void => void (keys === null ? cards.delete(id) : cards.set(id, keys))

const currentCard = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-card]') ?? null

/** True where the key meant something. */
export function pressOnCard(event: KeyboardEvent): boolean {
  const card = currentCard()
  const keys = card?.classList.contains('open') === true ? cards.get(card.dataset['card'] ?? '') : undefined
  if (keys === undefined) return false
  const does: Readonly<Record<string, () => void>> = {
    a: () => keys.allow(event),
    d: keys.deny,
    r: keys.reason,
    p: keys.pause,
    e: keys.unfold,
  }
  const act = Object.hasOwn(does, event.key) ? does[event.key] : undefined
  act?.()
  return act !== undefined
}

/** To the next card, or the one before. */
export function moveFocus(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-card]')]
  const current = currentCard()
  const at = current === null ? -1 : all.indexOf(current)
  const next = at === -1 ? all.find((card) => card.classList.contains('open')) : all[Math.min(Math.max(at + step, 0), all.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
