// What may a person be offered besides a yes for once, what would it let through, and what not?
import { grantable } from '../core/judge/draft.ts'
import type { GrantDraft } from '../core/judge/draft.ts'
import type { Facts, Reading, Remember, Scene, ToolCall } from '../core/model.ts'
import { masked } from './carried-secrets.ts'
import { situationOf, textOf } from './scene.ts'
import type { Gate } from './gate.ts'
import { GRANT_DAYS, sessionScope } from './grants.ts'
import type { KeptDraft } from './grants.ts'

export interface DraftedAbout {
  readonly call: ToolCall
  readonly reading: Reading
  readonly facts: Facts
}

const LONGEST_LINE = 400

/** What is kept with the question; null where an answer can count only once: it is several calls, holds a secret, or is of what is never granted. */
export function draftFor(about: readonly DraftedAbout[], gate: Gate, scene: Scene, redact: (text: string) => string): KeptDraft | null {
  const [one] = about
  if (one === undefined || about.length !== 1) return null
  const { call, reading, facts } = one
  const seen = masked(call, reading)
  const drafts = grantable(reading, facts, gate.policy, situationOf(seen, scene, {}), { meaning: gate.books.meaning, scene })
  const [first] = drafts ?? []
  // What would have to be covered cannot be compared.
  if (drafts === null || first === undefined || redact(first.shape) !== first.shape || seen !== call) return null
  return {
    findings: drafts.map(({ rule, revision, severity }) => ({ rule, revision, severity })),
    shape: first.shape,
    shows: [line(textOf(call), first.varies, (varying) => varying.as, redact)],
    misses: missesOf(call, first, redact),
    session: sessionScope(call),
    project: scene.project,
    host: call.host,
  }
}

/** One line of the call, each word that varies written so. */
function line(text: string, varies: GrantDraft['varies'], write: (varying: GrantDraft['varies'][number]) => string, redact: (text: string) => string): string {
  const flat = varies.reduce((kept, varying) => kept.split(varying.word).join(write(varying)), text).replaceAll(/\s+/g, ' ')
  return redact(flat.length > LONGEST_LINE ? `${flat.slice(0, LONGEST_LINE)}…` : flat)
}

/** What looks like it and is asked about again. */
function missesOf(call: ToolCall, { varies }: GrantDraft, redact: (text: string) => string): readonly string[] {
  const others = varies.map((one) => line(textOf(call), varies, (varying) => (varying === one ? varying.not : varying.word), redact))
  return [...others, 'the same with any other flag or word', 'the same behind another command, in another folder, as root or on another machine']
}

export interface Offered {
  readonly remember: Remember
  readonly label: string
  readonly until?: string
  readonly preview?: Preview
}
export interface Preview {
  readonly wouldMatch: readonly string[]
  readonly wouldNot: readonly string[]
  /** Of the calls that were asked about by the same rules in the last 30 days, so many would have passed. */
  readonly past?: { readonly asked: number; readonly matched: number }
}
export interface PreviewedPast extends Preview {
  readonly asked: number
  readonly matched: number
}

/** What may be answered to it besides a no. */
export const offersFor = (draft: KeptDraft | null): readonly Remember[] =>
  draft === null ? ['once'] : draft.session === null ? ['once', 'shape'] : ['once', 'session', 'shape']

/** The same in words, with what it would let through; `past`: what it would have, as the log has it. */
export function offersOf(offers: readonly Remember[], draft: KeptDraft | null | undefined, now: Date, past: PreviewedPast | null = null): readonly Offered[] {
  const preview = draft === null || draft === undefined ? undefined : previewOf(draft, past)
  return offers.map((remember): Offered => {
    if (remember === 'once' || preview === undefined) return { remember: 'once', label: 'allow once' }
    if (remember === 'session') return { remember, label: 'allow in this session', preview }
    const until = new Date(now.getTime() + GRANT_DAYS * 86_400_000).toISOString()
    return { remember, label: `allow calls like this in this project until ${until.slice(0, 10)}`, until, preview }
  })
}

function previewOf({ shows, misses }: KeptDraft, past: PreviewedPast | null): Preview {
  if (past === null) return { wouldMatch: shows, wouldNot: misses }
  const { asked, matched, wouldMatch, wouldNot } = past
  return { wouldMatch: [...new Set([...shows, ...wouldMatch])], wouldNot: [...new Set([...misses, ...wouldNot])], past: { asked, matched } }
}
