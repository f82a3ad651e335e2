// Tells a person who looks elsewhere that an agent asks: the tab's title, and a notification where he allowed those.
import type { ApprovalView } from '../src/desk/api.ts'
import { visible } from '../src/core/text/visible.ts'
import { signal } from './lib.ts'

const isThere = 'Notification' in window
/** `none`: this browser has no notifications. */
export const permission = signal<NotificationPermission | 'none'>(isThere ? Notification.permission : 'none')

/** Only ever from a click. */
export async function askForPermission(): Promise<void> {
  permission.value = await Notification.requestPermission()
}

/** It opens the page; nothing can be answered in it, for it is too small to show the call. */
export function notifyOf({ id, headline, card }: ApprovalView): void {
  if (permission.value !== 'granted' || document.hasFocus()) return
  const note = new Notification(`Prudent: ${visible(card.host)} asks`, { body: visible(headline).slice(0, 200), tag: id })
  note.addEventListener('click', () => {
    window.focus()
    note.close()
  })
}
