// The secret of this tab: fetched once with the code of the link, kept until the tab is closed, never in an address.
import type { Session } from '../src/desk/api.ts'
import { signal } from './lib.ts'

/** Why the page has no secret that counts; null while it has one. */
export type Lockout = 'no-link' | 'link-used' | 'ended'
export const lockout = signal<Lockout | null>(null)

const KEY = 'prudent.desk'
const CODE = /^#link=([\w-]{16,})$/

let secret: string | null = null
export const secretNow = (): string | null => secret

/** The secret no longer counts: the resident was restarted, or the link was used twice. */
export function forget(): void {
  if (secret === null) return
  secret = null
  sessionStorage.removeItem(KEY)
  lockout.value = 'ended'
}

/** Takes the code out of the address before anything else can see it. */
function takeCode(): string | null {
  const code = CODE.exec(location.hash)?.[1] ?? null
  if (code !== null) history.replaceState(null, '', location.pathname)
  return code
}

export async function openSession(): Promise<void> {
  const code = takeCode()
  if (code === null) {
    secret ??= sessionStorage.getItem(KEY)
    lockout.value = secret === null ? 'no-link' : null
    return
  }
  try {
    const response = await fetch('/api/session', {
      method: 'POST',
      headers: { authorization: `Bearer ${code}`, 'content-type': 'application/json' },
      body: '{}',
    })
    if (!response.ok) throw new Error(String(response.status))
    secret = ((await response.json()) as Session).secret
    sessionStorage.setItem(KEY, secret)
    lockout.value = null
  } catch {
    secret = null
    sessionStorage.removeItem(KEY)
    lockout.value = 'link-used'
  }
}
