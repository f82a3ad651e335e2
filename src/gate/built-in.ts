// The gate on embedded defaults: the shipped data, a policy made from it, and parsers for inline code.
import type { Data } from '../config/builtin.ts'
import type { CodeParsers } from '../core/languages/_code/parsers.ts'
import type { Books } from '../core/log/trace.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretBook } from '../core/secrets/model.ts'
import type { Policy } from '../core/policy/policy.ts'
import { makeGate } from './gate.ts'
import type { Gate } from './gate.ts'

/** What differs from one machine to the next. */
export interface Around {
  readonly approved?: readonly string[]
  /** The gate's own files and folders. */
  readonly own?: readonly string[]
  /** Files of hosts that hold our entry. */
  readonly wired?: readonly string[]
  /** Kinds of secrets from included files. */
  readonly kinds?: SecretBookData
  readonly digest?: NonNullable<Books['digest']>
}

export const gateOf = (
  data: Pick<Data, 'meaning' | 'languages' | 'places' | 'secrets'>,
  policy: Policy,
  parsers: CodeParsers,
  { approved = [], own = [], wired = [], kinds, digest }: Around = {},
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
    { approved, own, wired },
  )

function once(read: NonNullable<Data['secrets']>, kinds: SecretBookData): () => SecretBook | null {
  let book: SecretBook | null | undefined
  return () => (book === undefined ? (book = read(kinds)) : book)
}
