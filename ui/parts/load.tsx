// Fetches what a view shows, and says plainly when it cannot.
import { get } from '../client.ts'
import { useEffect, useRef, useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { Plain, sentence } from './text.tsx'

export interface Loaded<T> {
  readonly value: T | null
  readonly problem: string
  readonly isLoading: boolean
  readonly reload: () => void
}

/** What was shown stays until the next answer is there. Null: nothing is wanted. `after`: another value loads it anew. */
export function useLoad<T>(path: string | null, after = 0): Loaded<T> {
  const [state, setState] = useState<{ readonly value: T | null; readonly problem: string; readonly isLoading: boolean }>({
    value: null,
    problem: '',
    isLoading: path !== null,
  })
  const [turn, setTurn] = useState(0)
  const latest = useRef(0)
  useEffect(() => {
    if (path === null) return
    const mine = ++latest.current
    setState((before) => ({ ...before, isLoading: true }))
    const load = async (): Promise<void> => {
      const result = await get<T>(path)
      if (mine !== latest.current) return
      setState((before) =>
        result.ok ? { value: result.value, problem: '', isLoading: false } : { value: before.value, problem: sentence(result.error), isLoading: false },
      )
    }
    void load()
  }, [path, turn, after])
  return { ...state, reload: () => setTurn(turn + 1) }
}

/** What stands where there is nothing to show yet. */
export const Status = ({ loaded, what }: { readonly loaded: Loaded<unknown>; readonly what: string }): JSX.Element | null =>
  loaded.problem !== '' ? (
    <p class="problem" role="alert">
      {what} cannot be shown. <Plain text={loaded.problem} />{' '}
      <button type="button" class="plain" onClick={loaded.reload}>
        Try again
      </button>
    </p>
  ) : loaded.value === null && loaded.isLoading ? (
    <p class="quiet" role="status">
      Loading…
    </p>
  ) : null
