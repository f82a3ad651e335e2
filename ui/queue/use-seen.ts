// Watches which parts of a card are on the screen, until all of them have been.
import { useEffect, useRef, useState } from '../lib.ts'
import { isSeen, see, UNSEEN } from './seen.ts'

/** `isWhole`: nothing of it is folded away. The element is what must be seen. */
export function useSeen(isWhole: boolean): { readonly element: { current: HTMLDivElement | null }; readonly isSeen: boolean } {
  const element = useRef<HTMLDivElement>(null)
  const seen = useRef(UNSEEN)
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    const card = element.current
    if (card === null || isDone || !isWhole) return
    const look = (): void => {
      if (document.visibilityState !== 'visible') return
      const { top, height } = card.getBoundingClientRect()
      seen.current = see(seen.current, height, -top, window.innerHeight - top)
      if (isSeen(seen.current)) setDone(true)
    }
    // Both of what moves it, and of what changes its size.
    const sizes = new ResizeObserver(look)
    const places = new IntersectionObserver(look, { threshold: [0, 0.25, 0.5, 0.75, 1] })
    sizes.observe(card)
    places.observe(card)
    window.addEventListener('scroll', look, { passive: true })
    document.addEventListener('visibilitychange', look)
    return () => {
      sizes.disconnect()
      places.disconnect()
      window.removeEventListener('scroll', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isDone, isWhole])
  return { element, isSeen: isDone && isWhole }
}
