// What keys do on the whole page. Keys typed into a field are that field's.
import { isHelpOpen } from './parts/help.tsx'
import { moveFocus, pressOnCard } from './queue/keys.ts'
import { openView } from './route.ts'
import { rearm } from './arming.ts'
import { VIEWS } from './views/list.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

export function watchKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target) || isHelpOpen.value) return
    const view = /^[1-9]$/.test(event.key) ? VIEWS[Number(event.key) - 1] : undefined
    if (event.key === '?') isHelpOpen.value = true
    else if (event.key === 'j' || event.key === 'k') {
      moveFocus(event.key === 'j' ? 1 : -1)
      // Another card is before the person.
      rearm()
    } else if (view !== undefined) openView(view.name)
    else if (!pressOnCard(event)) return
    event.preventDefault()
  })
}
