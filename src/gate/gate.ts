// What does every process build and ask? A policy, and the books to look things up in.
import type { Data } from '../config/builtin.ts'
import type { CodeParsers } from '../core/languages/_code/parsers.ts'
import type { Books } from '../core/log/trace.ts'
import type { Decision, Facts, Grant, Reading, Scene, ToolCall } from '../core/model.ts'
import type { GateRule } from '../core/rules/compiled.ts'
import type { Policy } from '../core/policy/policy.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretBook } from '../core/secrets/model.ts'
import type { Redacted } from './redact.ts'
import { keptScene } from './scene.ts'
import type { Standing } from './scene.ts'
import { openSession } from './session.ts'

export interface Gate extends Standing {
  readonly policy: Policy
  readonly books: Books
  /** Judges without observing anything: no file, no name, no clock. */
  readonly check: (call: ToolCall, scene: Partial<Scene>, given?: Given) => Checked
}
export interface Given {
  readonly facts?: Facts
  readonly grants?: readonly Grant[]
  readonly now?: string
  readonly scopes?: readonly string[]
  /** What went wrong before the call came: each is a finding. */
  readonly troubles?: readonly GateRule[]
}
export interface Checked {
  readonly decision: Decision
  readonly reading: Reading
  readonly scene: Scene
  /** Where the settings say that secrets are covered up: what may be called in this call's place. Who cannot change the call asks. */
  readonly instead?: Redacted
}

export function makeGate(policy: Policy, books: Books, { approved = [], own = [], wired = [] }: Partial<Standing> = {}): Gate {
  const sceneFor = keptScene({ approved, own, wired })
  const gate: Gate = {
    policy,
    books,
    approved,
    own,
    wired,
    check: (call, scene, given = {}) => {
      const { facts: _facts, seen: _seen, ...checked } = openSession(gate, call, sceneFor(call, scene), given, null).decided()
      return checked
    },
  }
  return gate
}

/** What differs from one machine to the next. */
export interface Around extends Partial<Standing> {
  /** Kinds of secrets from included files. */
  readonly kinds?: SecretBookData | undefined
  readonly digest?: NonNullable<Books['digest']>
}

/** On the data that ships, or on what it is made from. */
export const gateOf = (
  data: Pick<Data, 'meaning' | 'languages' | 'places' | 'secrets'>,
  policy: Policy,
  parsers: CodeParsers,
  { kinds, digest, ...standing }: Around = {},
): Gate =>
  makeGate(
    policy,
    {
      meaning: data.meaning,
      // Read when the first code turns up.
      get languages() {
        return data.languages
      },
      // Read when the first path or host turns up.
      get places() {
        return data.places
      },
      parsers,
      ...(data.secrets === undefined ? {} : { secrets: kinds === undefined ? data.secrets : once(data.secrets, kinds) }),
      ...(digest === undefined ? {} : { digest }),
    },
    standing,
  )

function once(read: NonNullable<Data['secrets']>, kinds: SecretBookData): () => SecretBook | null {
  let book: SecretBook | null | undefined
  return () => (book === undefined ? (book = read(kinds)) : book)
}
