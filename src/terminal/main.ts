// prudent watch: the terminal where a person answers what agents ask. A process of its own; started by the command of that name.
import { randomInt } from 'node:crypto'
import { homedir, userInfo } from 'node:os'
import type { ReadStream, WriteStream } from 'node:tty'
import { cardLines } from '../ask/card.ts'
import { makeAsk } from '../ask/command-line.ts'
import { makeHistory } from '../ask/history.ts'
import { openQueue } from '../ask/queue.ts'
import type { AnswerResult, Change } from '../ask/queue.ts'
import { noTerminal } from '../ask/tty.ts'
import { listen } from '../channels/resident/listen.ts'
import type { Listening } from '../channels/resident/listen.ts'
import type { Ended, Question } from '../gate/approvals.ts'
import { bannerOf } from '../gate/modes.ts'
import { offersOf } from '../gate/offers.ts'
import type { Offered } from '../gate/offers.ts'
import { keepLooking } from '../install/lookout.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { openDiskLifts } from '../stores/json-lines/lifts.ts'
import { arrive, CODE_LETTERS, depart, EMPTY, press, resized, screenOf, shown, storyOf, withBanner } from './attend.ts'
import type { Act, State, Waiting } from './attend.ts'
import { makeInk } from '../ask/ink.ts'
import { makeKeys } from './keys.ts'
import { openScreen } from './screen.ts'

export interface Watching {
  readonly input: ReadStream
  readonly output: WriteStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly colour: boolean
  readonly bell: boolean
  /** One line for people, when there is no screen. */
  readonly note: (text: string) => void
}
interface Only {
  readonly id: string
  readonly verdict: 'allow' | 'deny'
  readonly reason?: string
  readonly pause?: boolean
}
type Said = Omit<Extract<Act, { readonly kind: 'answer' }>, 'kind' | 'numbers'>

const TICK_MS = 250
const MODES_MS = 500
const CODE_LENGTH = 4

/** Until the person leaves; the result is the exit code. */
export const watch = (given: Watching): Promise<number> => attendTo(given, null)

/** One question, and then it is over: a no needs no second thought. */
export async function answerOne({ only, ...given }: Watching & { readonly only: Only }): Promise<number> {
  const { input, output, env, colour, note } = given
  const objection = noTerminal({ input, output }, env, process.platform, 'prudent approvals answer')
  if (objection !== null) {
    note(objection)
    return 2
  }
  if (only.verdict === 'allow') return attendTo(given, only)
  const queue = openQueue({ state: stateFolder(env, process.platform, homeOf(env)) })
  const said = await queue.answer(only.id, {
    verdict: 'deny',
    by: nameOf(),
    channel: 'terminal',
    ...(only.reason === undefined ? {} : { reason: only.reason }),
    ...(only.pause === true ? { pause: true } : {}),
  })
  if (said.kept !== null) output.write(`${cardLines(said.kept.question.card, output.columns || 80, makeInk(colour), false).join('\n')}\n`)
  note(said.ok ? (only.pause === true ? 'denied, and its session is paused' : 'denied') : endedBy(said))
  return said.ok ? 0 : 1
}

const endedBy = (said: Extract<AnswerResult, { ok: false }>): string => {
  const { how, by, channel } = said.kept?.ended ?? { how: '', by: '', channel: '' }
  return said.because === 'ended' ? `too late: ${how} by ${by}${channel === '' ? '' : ` (${channel})`}` : `this cannot be answered here: ${said.because}`
}

async function attendTo({ input, output, env, colour, bell, note }: Watching, only: Only | null): Promise<number> {
  const objection = noTerminal({ input, output }, env, process.platform, 'prudent watch')
  if (objection !== null) {
    note(objection)
    return 2
  }
  const ink = makeInk(colour)
  const keys = makeKeys()
  const by = nameOf()
  const place = { state: stateFolder(env, process.platform, homeOf(env)), platform: process.platform }
  const queue = openQueue({ state: place.state })
  /** Whose answer is ours: told when it is known how it went. */
  const ours = new Set<string>()
  let state: State = EMPTY
  let [isAnswered, outcome] = [false, 'not answered: the question stays open']
  let count = 0
  let end: (code: number) => void = () => {}
  let redraw: () => void = () => {}
  let ring: () => void = () => {}
  const width = (): number => output.columns || 80
  const ending = new AbortController()
  /** What the log says of a yes that lasts is looked up when somebody is about to give it, and comes a moment later. */
  const asked = new Map<string, Question>()
  const histories = makeHistory(makeAsk(env, process.cwd(), ending.signal), (id) => {
    const question = asked.get(id)
    if (question === undefined) return
    state = { ...state, waiting: state.waiting.map((one) => (one.approval.id === id ? { ...one, offers: offersFor(question) } : one)) }
    redraw()
  })
  const offersFor = ({ id, offers, draft, card }: Question): readonly Offered[] =>
    card.calls.some(({ fields }) => fields.some(({ cut }) => cut)) ? [] : offersOf(offers, draft, new Date(), histories.known(id)?.past ?? null)
  const questionOf = (id: string): Waiting | undefined => state.waiting.find(({ approval }) => approval.id === id)
  const waits = (id: string, until: (question: Waiting) => number | null): void => {
    state = { ...state, waiting: state.waiting.map((one) => (one.approval.id === id ? { ...one, waitsUntil: until(one) } : one)) }
    redraw()
  }
  const told = (id: string, how: string, aside = ''): void => {
    const question = questionOf(id)
    if (question !== undefined) state = depart(state, question.number, storyOf(question, how, width(), aside), Date.now())
    if (only === null) return redraw()
    if (!ours.has(id)) outcome = `too late: ${how}${aside === '' ? '' : ` by ${aside}`}`
    end(isAnswered ? 0 : 1)
  }

  /** The store says what is open; over the socket somebody says that he waits. */
  const changed = ({ kind, kept: { question, ended } }: Change): void => {
    const { id, card, draft, openUntil, waitsUntil, answerIn } = question
    if (only !== null && id !== only.id) return
    if (kind !== 'requested') {
      if (!ours.has(id)) told(id, HOW[ended?.how ?? 'cancelled'], kind === 'answered' ? `${ended?.by ?? ''}, ${ended?.channel ?? ''}` : '')
      return
    }
    if (answerIn === 'agent') {
      state = depart(state, 0, storyOf({ approval: card }, 'in agent', width(), 'answer there'), Date.now())
      return redraw()
    }
    const number = ++count
    const until = waitsUntil === null ? null : Date.parse(waitsUntil)
    const offers = offersFor(question)
    state = arrive(state, { number, approval: card, endsAt: Date.parse(openUntil), waitsUntil: until, code: freshCode(), offers }, Date.now())
    if (draft !== undefined) asked.set(id, question)
    ring()
    redraw()
  }
  const answer = async (question: Waiting, { verdict, ...more }: Said): Promise<void> => {
    const { id } = question.approval
    const isWaiting = question.waitsUntil !== null && question.waitsUntil > Date.now()
    if (ours.has(id)) return
    ours.add(id)
    const said = await queue.answer(id, { ...(only?.reason === undefined ? {} : { reason: only.reason }), ...more, verdict, by, channel: 'terminal' })
    if (said.ok) isAnswered = true
    const words = wordsFor({ verdict, ...more })
    outcome = said.ok ? (verdict === 'allow' ? `allowed ${words}` : words === '' ? 'denied' : `denied, ${words}`) : endedBy(said)
    const aside = [...(more.remember === undefined && verdict === 'allow' ? [] : [words]), ...(verdict === 'allow' && !isWaiting ? ['for its next try'] : [])]
    if (said.ok) return told(id, verdict === 'allow' ? 'allowed' : 'denied', aside.filter((one) => one !== '').join(', '))
    const { how, by: who, channel } = said.kept?.ended ?? { how: '', by: '', channel: '' }
    told(id, 'too late', said.because === 'ended' ? `${how} by ${who}${channel === '' ? '' : `, ${channel}`}` : said.because)
  }

  const attempt = async (): ReturnType<typeof listen> =>
    only !== null
      ? { ok: false, taken: true, message: '' }
      : listen(place, { channel: 'terminal', asked: (id) => waits(id, ({ waitsUntil, endsAt }) => waitsUntil ?? endsAt), left: (id) => waits(id, () => null) })
  const listened = await attempt()
  // Whoever listens is told of the questions; the store is the same for both.
  if (!listened.ok && listened.taken !== true) {
    note(listened.message)
    return 2
  }
  return attend(listened.ok ? listened.listening : null)

  function attend(first: Listening | null): Promise<number> {
    let listening = first
    let isTrying = false
    const screen = openScreen(input, output, env['TERM'] === 'dumb')
    let isOver = false
    redraw = () => {
      if (isOver) return
      const size = screen.size()
      screen.draw(screenOf(state, size, ink, Date.now()))
      state = shown(state, size, ink)
    }
    ring = () => {
      if (bell) screen.ring()
    }
    const act = (one: Act): void => {
      if (one.kind === 'leave') return end(only === null ? 0 : 1)
      const { kind: _, numbers, ...said } = one
      for (const question of state.waiting.filter(({ number }) => numbers.includes(number))) void answer(question, said)
    }
    const onData = (chunk: Buffer): void => {
      const key = keys(chunk.toString('utf8'))
      if (key === null) return
      const step = press(state, key, Date.now(), screen.size(), ink)
      state = step.state
      const current = state.picked === null ? undefined : state.waiting.find(({ number }) => number === state.current)
      if (current !== undefined) histories.look(current.approval.id)
      if (step.act !== undefined) act(step.act)
      redraw()
    }
    const { modes } = openDiskLifts({ state: place.state })
    let lookedAt = 0
    /** What passes unasked is said as long as it does, whoever switched it on. */
    const lookAtModes = async (): Promise<void> => {
      if (Date.now() - lookedAt < MODES_MS) return
      lookedAt = Date.now()
      state = withBanner(state, (await modes.list(new Date())).map(bannerOf).join('; '), Date.now())
    }
    const endLooking = keepLooking({ home: homeOf(env), state: stateFolder(env, process.platform, homeOf(env)) })
    /** Once whoever listened has gone. */
    const takeOver = async (): Promise<void> => {
      if (isTrying) return
      isTrying = true
      const next = await attempt()
      isTrying = false
      if (!next.ok) return
      if (isOver) next.listening.close()
      else ({ listening } = next)
    }
    return new Promise<number>((resolve) => {
      const endFollowing = queue.subscribe(changed)
      const ticking = setInterval(() => {
        if (listening !== null && !listening.isOurs()) end(3)
        if (listening === null && only === null) void takeOver()
        void lookAtModes().then(redraw)
      }, TICK_MS)
      const onResize = (): void => {
        state = resized(state, Date.now())
        redraw()
      }
      const onReturn = (): void => {
        screen.again()
        redraw()
      }
      const onSignal = (signal: NodeJS.Signals): void => end(SIGNALS[signal] ?? 1)
      const onCrash = (error: unknown): void => {
        end(1)
        note(`this failed: ${error instanceof Error ? error.message : String(error)}`)
      }
      const onExit = (): void => screen.restore()
      end = (code) => {
        if (isOver) return
        isOver = true
        clearInterval(ticking)
        ending.abort()
        endLooking()
        endFollowing()
        input.off('data', onData)
        output.off('resize', onResize)
        input.pause()
        listening?.close()
        screen.restore()
        process.off('exit', onExit)
        if (only !== null) note(outcome)
        if (code === 3) note('its socket was removed or replaced, so agents cannot ask here any more: start prudent watch again')
        resolve(code === 3 ? 1 : code)
      }
      for (const signal of Object.keys(SIGNALS) as NodeJS.Signals[]) process.once(signal, onSignal)
      process.on('SIGCONT', onReturn)
      process.once('uncaughtException', onCrash)
      process.once('unhandledRejection', onCrash)
      process.once('exit', onExit)
      input.on('data', onData)
      input.once('end', () => end(0))
      input.once('error', () => end(1))
      output.on('error', () => end(1))
      output.on('resize', onResize)
      input.resume()
      redraw()
    })
  }
}

/** For how long a yes counts, or what a no does besides. */
const wordsFor = ({ verdict, remember, pause, reason }: Said): string => {
  if (verdict === 'allow') return remember === undefined ? 'once' : remember === 'session' ? 'in this session' : 'with its like'
  return pause === true ? 'session paused' : reason === undefined ? '' : 'with a reason'
}

const HOW: Readonly<Record<Ended['how'], string>> = { allowed: 'allowed', denied: 'denied', expired: 'expired', cancelled: 'ended' }

const SIGNALS: Readonly<Partial<Record<NodeJS.Signals, number>>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 }

const freshCode = (): Waiting['code'] => Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? 'x').join('')

function nameOf(): string {
  try {
    return userInfo().username.slice(0, 100)
  } catch {
    return 'somebody'
  }
}

/** As the hook finds it, or they would not meet. */
function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  const told = env['HOME']
  return process.platform !== 'win32' && told !== undefined && told.startsWith('/') ? told : homedir()
}
