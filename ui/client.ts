// Sends requests to the desk, each with the secret in its header, and turns every way they can fail into a value.
import type { Refusal } from '../src/desk/api.ts'
import { forget, secretNow } from './session.ts'

/** `status` 0: nobody answered. */
export type Result<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false; readonly status: number } & Refusal)

export const headers = (): Record<string, string> => ({ authorization: `Bearer ${secretNow() ?? ''}` })

export async function request<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Result<T>> {
  try {
    const response = await fetch(path, {
      method,
      cache: 'no-store',
      headers: { ...headers(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.status === 401) forget()
    const answer: unknown = response.status === 204 ? null : await response.json()
    return response.ok ? { ok: true, value: answer as T } : { ...(answer as Refusal), ok: false, status: response.status }
  } catch {
    return { ok: false, status: 0, error: 'the desk does not answer', why: 'start it again with `npm start` or `prudent desk`' }
  }
}

export const get = <T>(path: string): Promise<Result<T>> => request<T>('GET', path)
