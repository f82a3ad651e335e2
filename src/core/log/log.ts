// What would happen, as far as it is read: the actions, where each text comes from, and what would be good to know. Nothing else adds or changes an action.
import type { Action, Because, Need, Severity, Span, Where, Word } from '../model.ts'
import { NONE } from '../value/text.ts'

/** Who does something, and where: what every action of one command has in common. */
export interface Doer {
  readonly by: number | null
  readonly at: Where
  readonly as: 'user' | 'root'
  readonly certain: boolean
  readonly span: Span
  readonly later?: true
  readonly soon?: true
  /** Absent where nobody vouches for it. */
  readonly trust?: Trust
}

/**
 * Who vouches for a text. `project`: it is committed, so that what it does inside the project is the project's business. `machine`: it was built or installed;
 * that, and what is committed, need not be readable. `lent`: a function of such a text, which others call with what they like: it may be long, not more.
 */
export type Trust = 'project' | 'machine' | 'lent' | 'nobody'

/** Everything an action of one kind still needs once `Doer` has given its share. */
export type Rest<A> = A extends Action
  ? Omit<A, 'id' | 'by' | 'at' | 'as' | 'certain' | 'span' | 'takes' | 'later' | 'soon'> & { readonly takes?: readonly number[] }
  : never

const LONG: ReadonlySet<Because> = new Set(['too-large', 'too-much', 'too-deep'])
/** Of one call; few are ever looked at (see observe/limits.ts). */
const MOST_NEEDS = 1024
const EXCUSES: ReadonlySet<Need['kind']> = new Set(['missing', 'barred', 'unchanged', 'whole'])
/** What is found there can only make a verdict milder: whoever does not look is as strict as can be. */
const excuses = (need: Need): boolean => EXCUSES.has(need.kind) && !('decides' in need)
/** Through more hands no text is followed. */
const MOST_BEHIND = 2000
const NOBODY: Doer = { by: null, at: 'here', as: 'user', certain: true, span: { field: '', start: 0, end: 0 } }

export class Log {
  readonly #actions: Action[] = []
  readonly #needs: Need[] = []
  readonly #asked = new Set<string>()
  readonly #leftOut = new Set<string>()

  get actions(): readonly Action[] {
    return this.#actions
  }
  get needs(): readonly Need[] {
    return this.#needs
  }

  add(doer: Doer, rest: Rest<Action>): number {
    const id = this.#actions.length
    const { by, at, as, certain, span, later, soon } = doer
    const base = later === undefined ? { takes: NONE, id, by, at, as, certain, span } : { takes: NONE, id, by, at, as, certain, span, later }
    // Spreading things of many makes costs five times as much.
    this.#actions.push(Object.assign(base, soon === undefined ? rest : { ...rest, soon }))
    return id
  }

  unknown(doer: Doer, because: Because, could: Severity, detail: string, takes: readonly number[] = NONE): number {
    // What was committed, built or installed may be long and clever.
    const expected = isTrusted(doer.trust) ? because !== 'control-character' : doer.trust === 'lent' && LONG.has(because)
    return this.add(doer, { does: 'unknown', because, could: expected ? 'low' : could, detail, takes })
  }

  /** There was more than is looked at: what that is, once for each. By default it is the last action that was too much. */
  leaveOut(detail: string, doer: Doer = this.#actions.at(-1) ?? NOBODY): void {
    const key = `${isTrusted(doer.trust)} ${detail}`
    if (this.#leftOut.has(key)) return
    this.#leftOut.add(key)
    const { by, at, as, certain, span, trust } = doer
    // What is left out of a file that is being written may be the worst in it, so it weighs no less.
    this.unknown({ by, at, as, certain, span, ...(trust === undefined ? {} : { trust }) }, 'too-much', 'high', detail)
  }

  /** What is known of it only afterwards. */
  amend<A extends Action>(action: A, more: Partial<Omit<A, 'id' | 'does' | 'by'>>): void {
    this.#actions[action.id] = { ...action, ...more }
  }

  /** What was noted of it too early is taken back. */
  replace(action: Action): void {
    this.#actions[action.id] = action
  }

  /** Something that would be good to know; each is asked for once. */
  need(need: Need & { readonly path: string }): void {
    const key = `${need.kind} ${need.path}`
    if (this.#asked.has(key)) return
    if (this.#needs.length < MOST_NEEDS) {
      this.#asked.add(key)
      this.#needs.push(need)
    } else if (!excuses(need)) this.leaveOut('more files and folders to look at than the budget allows')
  }

  /** The same where a path does not tell one from another: who asks has looked whether it was asked for. */
  needAlso(need: Need): void {
    this.#needs.push(need)
  }

  /** The actions a text comes from, however many hands it went through. `next`: which of what an action takes are meant. */
  behind(text: Word, next: (action: Action) => readonly number[] = takesOf): readonly number[] {
    const behind: number[] = []
    const queue: number[] = []
    const seen = new Set<number>()
    // In a long pipe each takes what all before it took: each is looked at once, and from the last on.
    const note = (ids: readonly number[]): void => {
      for (const id of ids)
        if (!seen.has(id)) {
          seen.add(id)
          queue.push(id)
        }
    }
    note(text.from ?? NONE)
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (behind.length >= MOST_BEHIND) {
        this.leaveOut('a text that comes out of more than is followed')
        break
      }
      behind.push(id)
      const action = this.#actions[id]
      if (action !== undefined) note(next(action))
    }
    return behind
  }

  /** The runs that lead to what one does, itself among them. */
  above(by: number | null): ReadonlySet<number> {
    const above = new Set<number>()
    for (let id = by; id !== null && !above.has(id); id = this.#actions[id]?.by ?? null) above.add(id)
    return above
  }
}
/** Nobody is surprised that it cannot be read. */
export const isTrusted = (trust: Trust | undefined): boolean => trust === 'project' || trust === 'machine'
const takesOf = ({ takes }: Action): readonly number[] => takes
