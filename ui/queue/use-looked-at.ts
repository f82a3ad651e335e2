// Tells when a card has stood on the screen for a moment: what takes long to find out is asked for then, not for all that wait.
import { useEffect } from '../lib.ts'

/** Whoever scrolls past does not look. */
const DWELL_MS = 150

export function useLookedAt(element: { readonly current: HTMLElement | null }, isWanted: boolean, onLook: () => void): void {
  useEffect(() => {
    const card = element.current
    if (card === null || !isWanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const places = new IntersectionObserver((changes) => {
      clearTimeout(timer)
      if (changes.at(-1)?.isIntersecting === true) timer = setTimeout(onLook, DWELL_MS)
    })
    places.observe(card)
    return () => {
      clearTimeout(timer)
      places.disconnect()
    }
  }, [isWanted])
}
