// The gate on embedded defaults: the shipped data, a policy made from it, and parsers for inline code.
import type { Data } from '../config/builtin.ts'
import type { CodeParsers } from '../core/interpret/code/read.ts'
import { compilePlaces } from '../core/interpret/places.ts'
import type { Books } from '../core/interpret/trace.ts'
import type { Policy } from '../core/policy/policy.ts'
import { makeGate } from './gate.ts'
import type { Gate } from './gate.ts'

/** What differs from one machine to the next. */
export interface Around {
  readonly approved?: readonly string[]
  readonly digest?: NonNullable<Books['digest']>
}

export const gateOf = (
  data: Pick<Data, 'meaning' | 'places' | 'secrets'>,
  policy: Policy,
  parsers: CodeParsers,
  { approved = [], digest }: Around = {},
): Gate =>
  makeGate(
    policy,
    {
      meaning: data.meaning,
      places: compilePlaces(data.places),
      parsers,
      ...(data.secrets === undefined ? {} : { secrets: data.secrets }),
      ...(digest === undefined ? {} : { digest }),
    },
    approved,
  )
