// Which question is before the person, and what does a key mean now? Pure: time, size and keys come in, answers go out.
import type { Approval } from '../core/model.ts'
import { clipTo, visible, widthOf } from '../core/text/visible.ts'
import { both, canBeAllowed, cardLines, shortly } from '../ask/card.ts'
import type { Ink } from '../ask/ink.ts'
import type { Offered } from '../gate/offers.ts'
import type { Key } from './keys.ts'
import { KEY_OF, offerFor, previewLines } from './offers.ts'
import type { Lasting } from './offers.ts'

export interface Waiting {
  readonly number: number
  readonly approval: Approval
  readonly endsAt: number
  /** Until then whoever asked waits; null: nobody does, and a yes counts for the next try. */
  readonly waitsUntil: number | null
  /** Typed before a critical call is allowed: it stands on this screen only. */
  readonly code: string
  /** What may be answered besides a no. */
  readonly offers: readonly Offered[]
}
interface Told {
  readonly at: number
  readonly text: string
}
export interface State {
  readonly waiting: readonly Waiting[]
  readonly current: number | null
  /** No key answers before: nobody says yes to what was drawn under his finger. */
  readonly armedAt: number
  readonly top: number
  /** The end of the card has been on the screen. */
  readonly seen: readonly number[]
  readonly details: boolean
  /** What was typed of the code; null when none is wanted. */
  readonly typed: string | null
  /** A yes that lasts, shown before it counts. */
  readonly picked: Lasting | null
  /** What was typed of the reason for a no; null when none is wanted. */
  readonly reason: string | null
  /** What passes unasked meanwhile: one line; empty where nothing does. */
  readonly banner: string
  readonly hint: string
  readonly leaving: boolean
  readonly told: readonly Told[]
}
export interface Size {
  readonly columns: number
  readonly rows: number
}
export type Act =
  | {
      readonly kind: 'answer'
      readonly numbers: readonly number[]
      readonly verdict: 'allow' | 'deny'
      /** With a yes: for how long; once unless said. */
      readonly remember?: Lasting
      /** With a no. */
      readonly reason?: string
      readonly pause?: true
    }
  | { readonly kind: 'leave' }
export interface Step {
  readonly state: State
  readonly act?: Act
}

/** From being drawn to being answered. */
export const ARM_MS = 350
const MOST_TOLD = 200
/** No letters that answer, and none that look alike. */
export const CODE_LETTERS = 'bcefghjkmrstuvwxyz'

const CALM = { details: false, typed: null, picked: null, reason: null, hint: '', leaving: false } as const
export const EMPTY: State = { waiting: [], current: null, armedAt: 0, top: 0, seen: [], banner: '', told: [], ...CALM }

const currentOf = ({ waiting, current }: State): Waiting | undefined => waiting.find(({ number }) => number === current)

/** What is on the screen stays there; a new one goes to the end. */
export function arrive(state: State, question: Waiting, now: number): State {
  const waiting = [...state.waiting, question]
  return state.current === null ? turnTo({ ...state, waiting }, question.number, now) : { ...state, waiting }
}

/** It needs no answer any more. */
export function depart(state: State, number: number, says: string, now: number): State {
  const at = state.waiting.findIndex((one) => one.number === number)
  const told = says === '' ? state.told : [...state.told, { at: now, text: says }].slice(-MOST_TOLD)
  const waiting = state.waiting.filter((one) => one.number !== number)
  const next = { ...state, waiting, told, seen: state.seen.filter((one) => one !== number) }
  if (state.current !== number) return next
  const follower = waiting[at] ?? waiting[0]
  return follower === undefined ? { ...next, current: null, top: 0, ...CALM } : turnTo(next, follower.number, now)
}

const turnTo = (state: State, number: number, now: number): State => ({ ...state, current: number, armedAt: now + ARM_MS, top: 0, ...CALM })

/** What is drawn under the finger moves: nothing counts for a moment. */
export const withBanner = (state: State, banner: string, now: number): State =>
  state.banner === banner ? state : { ...state, banner, armedAt: Math.max(state.armedAt, now + ARM_MS) }

interface Layout {
  readonly card: readonly string[]
  readonly height: number
  /** How much of the card must have been seen: details are extra. */
  readonly must: number
}

function layoutOf(question: Waiting, { columns, rows }: Size, ink: Ink, { details, picked, banner }: State): Layout {
  const height = Math.max(rows - (banner === '' ? 4 : 5), 2)
  const offer = picked === null ? undefined : question.offers.find(({ remember }) => remember === picked)
  if (offer !== undefined) return { card: previewLines(offer, columns, ink), height, must: Infinity }
  const card = cardLines(question.approval, columns, ink, details)
  const must = details ? cardLines(question.approval, columns, ink, false).length : card.length
  return { card, height, must }
}

/** Notes what the last screen has shown. */
export function shown(state: State, size: Size, ink: Ink): State {
  const question = currentOf(state)
  if (question === undefined || state.seen.includes(question.number)) return state
  const { height, must } = layoutOf(question, size, ink, state)
  return state.top + height >= must ? { ...state, seen: [...state.seen, question.number] } : state
}

/** A screen of another size begins at the top of the card again. */
export const resized = (state: State, now: number): State => ({ ...state, top: 0, armedAt: now + ARM_MS })

export function press(state: State, key: Key, now: number, size: Size, ink: Ink): Step {
  if (key.kind === 'interrupt' || (key.kind === 'char' && key.char === 'q' && state.typed === null && state.reason === null)) return leave(state)
  const calm = { ...state, leaving: false, hint: '' }
  const question = currentOf(state)
  if (question === undefined) return { state: calm }
  // A hand that was typing something else is not answering.
  if (now < state.armedAt) return { state: { ...calm, armedAt: now + ARM_MS } }
  if (state.typed !== null) return typeCode(calm, question, key, state.typed)
  if (state.reason !== null) return typeReason(calm, question, key, state.reason)
  const { card, height } = layoutOf(question, size, ink, state)
  const last = Math.max(card.length - height, 0)
  switch (key.kind) {
    case 'next-page':
      return { state: { ...calm, top: Math.min(state.top + Math.max(height - 1, 1), last) } }
    case 'previous-page':
      return { state: { ...calm, top: Math.max(state.top - Math.max(height - 1, 1), 0) } }
    case 'char':
      return state.picked === null ? onLetter(calm, question, key.char, now) : onPicked(calm, question, key.char, now, state.top + height >= card.length)
    default:
      return { state: { ...calm, picked: null, armedAt: now + ARM_MS } }
  }
}

/** The second time the same key: all of what it would let through has been on the screen. */
function onPicked(state: State, question: Waiting, letter: string, now: number, isAll: boolean): Step {
  const { picked } = state
  if (picked === null || letter !== KEY_OF[picked]) return { state: { ...state, picked: null, top: 0, hint: 'not allowed', armedAt: now + ARM_MS } }
  if (!isAll) return { state: { ...state, hint: `there is more of it: the space bar shows the rest, then ${letter} allows` } }
  return { state: { ...state, picked: null }, act: { kind: 'answer', numbers: [question.number], verdict: 'allow', remember: picked } }
}

/** Why it cannot be allowed yet; null when it can. */
function notYet({ seen }: State, { approval, number }: Waiting, letter: string): string | null {
  if (!canBeAllowed(approval)) return 'it cannot be shown completely, so it can only be denied here: d'
  return seen.includes(number) ? null : `there is more of it: the space bar shows the rest, then ${letter} allows`
}

function onLetter(state: State, question: Waiting, letter: string, now: number): Step {
  const { number, approval } = question
  switch (letter) {
    case 'd':
      return { state, act: { kind: 'answer', numbers: [number], verdict: 'deny' } }
    case 'D':
      return { state, act: { kind: 'answer', numbers: sameSession(state, approval), verdict: 'deny' } }
    case 'P':
      return { state, act: { kind: 'answer', numbers: [number], verdict: 'deny', pause: true } }
    case 'r':
      return { state: { ...state, reason: '' } }
    case KEY_OF.once:
    case KEY_OF.session:
    case KEY_OF.shape: {
      const offer = offerFor(question.offers, letter)
      if (offer === undefined && canBeAllowed(approval)) return { state: { ...state, hint: 'this is not offered for this question', armedAt: now + ARM_MS } }
      const hint = notYet(state, question, letter)
      if (hint !== null || offer === undefined) return { state: { ...state, hint: hint ?? '' } }
      if (offer.remember !== 'once') return { state: { ...state, picked: offer.remember, top: 0, armedAt: now + ARM_MS } }
      return approval.severity === 'critical' ? { state: { ...state, typed: '' } } : { state, act: { kind: 'answer', numbers: [number], verdict: 'allow' } }
    }
    case 'n':
    case 'p': {
      const at = state.waiting.findIndex((one) => one.number === number)
      const other = state.waiting[(at + (letter === 'n' ? 1 : -1) + state.waiting.length) % state.waiting.length]
      return other === undefined || other.number === number
        ? { state: { ...state, hint: 'there is no other question' } }
        : { state: turnTo(state, other.number, now) }
    }
    case '?':
      return { state: { ...state, details: !state.details, top: 0, armedAt: now + ARM_MS } }
    default:
      return { state: { ...state, armedAt: now + ARM_MS } }
  }
}

const sameSession = ({ waiting }: State, { host, session }: Approval): readonly number[] =>
  waiting.filter(({ approval }) => approval.host === host && approval.session === session).map(({ number }) => number)

function typeCode(state: State, { number, code }: Waiting, key: Key, typed: string): Step {
  if (key.kind === 'backspace') return { state: { ...state, typed: typed.slice(0, -1) } }
  if (key.kind !== 'char') return { state: { ...state, typed: null, hint: 'not allowed; d denies' } }
  const now = typed + key.char
  if (now === code) return { state: { ...state, typed: null }, act: { kind: 'answer', numbers: [number], verdict: 'allow' } }
  return code.startsWith(now)
    ? { state: { ...state, typed: now } }
    : { state: { ...state, typed: null, hint: 'that is another code, so it is not allowed; d denies' } }
}

/** Long enough to say what to do instead. */
const LONGEST_REASON = 200

/** Enter denies with what was typed. */
function typeReason(state: State, { number }: Waiting, key: Key, typed: string): Step {
  if (key.kind === 'backspace') return { state: { ...state, reason: typed.slice(0, -1) } }
  if (key.kind === 'next-page') return { state: { ...state, reason: typed === '' ? '' : `${typed} `.slice(0, LONGEST_REASON) } }
  if (key.kind === 'char') return { state: { ...state, reason: `${typed}${key.char}`.slice(0, LONGEST_REASON) } }
  if (key.kind === 'escape') return { state: { ...state, reason: null, hint: 'not denied yet; d denies' } }
  if (key.kind !== 'enter') return { state }
  const reason = typed.trim()
  return { state: { ...state, reason: null }, act: { kind: 'answer', numbers: [number], verdict: 'deny', ...(reason === '' ? {} : { reason }) } }
}

function leave(state: State): Step {
  if (state.waiting.length === 0 || state.leaving) return { state, act: { kind: 'leave' } }
  const count = state.waiting.length
  return {
    state: { ...state, leaving: true, hint: `${count === 1 ? 'one question waits and stays' : `${count} questions wait and stay`} open: q again leaves` },
  }
}

/** What is on the screen now: at most `rows` lines of at most `columns` cells. */
export function screenOf(state: State, size: Size, ink: Ink, now: number): string[] {
  const { columns, rows } = size
  const question = currentOf(state)
  if (question === undefined) return idle(state, size, ink)
  const { card, height } = layoutOf(question, size, ink, state)
  const at = state.waiting.findIndex(({ number }) => number === question.number)
  const count = state.waiting.length
  const time = timeOf(question, now)
  const title = longest([`prudent  question ${at + 1} of ${count}`, `question ${at + 1} of ${count}`, `${at + 1} of ${count}`], columns - widthOf(time) - 2)
  const body = card.slice(state.top, state.top + height)
  const below = card.length - state.top - height
  const more = below > 0 ? `▼ ${below} more ${below === 1 ? 'line' : 'lines'}: space` : state.top > 0 ? '▲ the end; up shows the beginning' : ''
  const keys = promptOf(state, question, columns)
  // What the last key came to is more than what it could have shown.
  const aside = state.hint === '' || widthOf(state.hint) + 2 + widthOf(more) <= columns ? more : ''
  return [
    ink.bar(both(title, time, columns)),
    ...bannerOf(state, columns, ink),
    '',
    ...body,
    ...Array.from({ length: Math.max(0, height - body.length) }, () => ''),
    state.hint === '' ? ink.quiet(both('', aside, columns)) : ink.bad(both(state.hint, aside, columns)),
    ink.strong(both(keys, '', columns).trimEnd()),
  ].slice(0, Math.max(rows, 4))
}

const bannerOf = ({ banner }: State, columns: number, ink: Ink): readonly string[] =>
  banner === '' ? [] : [ink.bad(clipTo(visible(`mode on: ${banner}`), columns))]

/** The last line: the keys that mean something now, or what is being typed. */
function promptOf(state: State, question: Waiting, columns: number): string {
  const { typed, reason, picked } = state
  if (typed !== null)
    return longest([`to allow this, type ${question.code}: ${typed}_   any other key: back`, `to allow, type ${question.code}: ${typed}_`], columns)
  if (reason !== null) {
    const [before, after] = columns < 60 ? ['why: ', ''] : ['deny, and tell the agent: ', '   Enter denies, Esc: back']
    const room = columns - before.length - after.length - 1
    return `${before}${visible(reason).slice(-room)}_${after}`
  }
  if (picked !== null) return longest([`${KEY_OF[picked]} again allows this   any other key: back`, `${KEY_OF[picked]} again allows`], columns)
  return keysFor(state, question, columns)
}

/** A question that nobody waits for any more stays open: what is answered counts when it is tried again. */
function timeOf({ endsAt, waitsUntil }: Waiting, now: number): string {
  const isWaiting = waitsUntil !== null && waitsUntil > now
  const left = Math.max(0, Math.ceil(((isWaiting ? Math.min(waitsUntil, endsAt) : endsAt) - now) / 1000))
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return isWaiting ? `${clock} left, then denied` : `${clock} left, for its next try`
}

/** With as many words as there is room for. */
function keysFor(state: State, { approval, offers }: Waiting, columns: number): string {
  const all = sameSession(state, approval).length > 1
  const several = state.waiting.length > 1
  const isOffered = (remember: Offered['remember']): boolean => offers.some((offer) => offer.remember === remember)
  const say = ({ allow, session, shape, deny, reason, denyAll, pause, next, details, quit }: KeyWords, gap: string): string =>
    [
      ...(isOffered('once') ? [allow] : []),
      ...(isOffered('session') ? [session] : []),
      ...(isOffered('shape') ? [shape] : []),
      deny,
      reason,
      ...(all ? [denyAll] : []),
      pause,
      ...(several ? [next] : []),
      details,
      quit,
    ]
      .filter((words) => words !== '')
      .join(gap)
  return longest(
    KEYS.flatMap((words) => ['   ', '  ', ' '].map((gap) => say(words, gap))),
    columns,
  )
}

type KeyWords = Readonly<Record<'allow' | 'session' | 'shape' | 'deny' | 'reason' | 'denyAll' | 'pause' | 'next' | 'details' | 'quit', string>>
const WORDS: KeyWords = {
  allow: 'a allow once',
  session: 's this session',
  shape: 'u its like',
  deny: 'd deny',
  reason: 'r deny, say why',
  denyAll: 'D deny all of this session',
  pause: 'P deny and pause',
  next: 'n next',
  details: '? details',
  quit: 'q quit',
}
const SHORTER: KeyWords = { ...WORDS, session: 's session', reason: 'r why', denyAll: 'D all', pause: 'P pause', details: '? more' }
const SHORT: KeyWords = { ...SHORTER, allow: 'a allow', shape: 'u like', details: '?', quit: 'q' }
const TIGHT: KeyWords = { ...SHORT, session: 's', shape: 'u', reason: 'r', denyAll: 'D all', pause: 'P' }
/** Where there is hardly any room, the others still mean what they mean. */
const LEAST: KeyWords = { ...TIGHT, session: '', shape: '', reason: '', denyAll: '', pause: '', next: '' }
const KEYS: readonly KeyWords[] = [WORDS, SHORTER, SHORT, TIGHT, LEAST]

/** The first, and so the longest, that fits; else the last. */
const longest = (texts: readonly string[], columns: number): string => texts.find((text) => widthOf(text) <= columns) ?? texts.at(-1) ?? ''

function idle(state: State, { columns, rows }: Size, ink: Ink): string[] {
  const head = [ink.bar(both('prudent  no question waits', 'q quits', columns)), ...bannerOf(state, columns, ink), '']
  const told = state.told.slice(-Math.max(rows - 1 - head.length, 0)).map(({ at, text }) => both(`${clock(at)}  ${text}`, '', columns).trimEnd())
  return [...head, ...(told.length > 0 ? told : [ink.quiet(both('what agents ask appears here', '', columns).trimEnd())])]
}

const clock = (at: number): string => {
  const time = new Date(at)
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** One line for what became of a question, and who did it elsewhere. */
export function storyOf({ approval }: Pick<Waiting, 'approval'>, how: string, columns: number, aside = ''): string {
  const end = aside === '' ? '' : ` (${clipTo(visible(aside), 30)})`
  return `${how.padEnd(8)} ${clipTo(visible(approval.host), 14)}: ${shortly(approval, Math.max(columns - 34 - widthOf(end), 20))}${end}`
}
