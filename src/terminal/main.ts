// prudent watch: the terminal where a person answers what agents ask. A process of its own; started by the command of that name.
import { randomInt } from 'node:crypto'
import { homedir, userInfo } from 'node:os'
import type { ReadStream, WriteStream } from 'node:tty'
import { listen } from '../channels/resident/listen.ts'
import type { Asker, Listening } from '../channels/resident/listen.ts'
import type { Approval } from '../core/model.ts'
import { keepLooking } from '../install/lookout.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { arrive, CODE_LETTERS, depart, EMPTY, press, resized, screenOf, shown, storyOf } from './attend.ts'
import type { Act, State, Waiting } from './attend.ts'
import { makeInk } from './ink.ts'
import { makeKeys } from './keys.ts'
import { openScreen } from './screen.ts'
import { noTerminal } from '../ask/tty.ts'

export interface Watching {
  readonly input: ReadStream
  readonly output: WriteStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly colour: boolean
  readonly bell: boolean
  /** One line for people, when there is no screen. */
  readonly note: (text: string) => void
}

const MOST_WAITING = 100
const TICK_MS = 250
/** However long an asker says that it waits. */
const LONGEST_MS = 3600_000
const CODE_LENGTH = 4
/** Who asks the very same again so soon has had the answer. */
const AGAIN_MS = 30_000

/** Until the person leaves; the result is the exit code. */
export async function watch({ input, output, env, colour, bell, note }: Watching): Promise<number> {
  const objection = noTerminal({ input, output }, env, process.platform, 'prudent watch')
  if (objection !== null) {
    note(objection)
    return 2
  }
  const ink = makeInk(colour)
  const keys = makeKeys()
  const by = nameOf()
  const askers = new Map<number, Asker>()
  const numbers = new Map<Asker, number>()
  /** Answered; the asker has not said yet that it heard. */
  const said = new Map<number, { readonly question: Waiting; readonly verdict: 'allow' | 'deny' }>()
  const refused = new Map<string, number>()
  let state: State = EMPTY
  let count = 0
  let end: (code: number) => void = () => {}
  let redraw: () => void = () => {}
  let ring: () => void = () => {}
  const width = (): number => output.columns || 80

  const listened = await listen(
    { state: stateFolder(env, process.platform, homeOf(env)), platform: process.platform },
    {
      channel: 'terminal',
      most: MOST_WAITING,
      asked: (asker) => {
        const { askedAt, expiresAt } = asker.approval
        const number = ++count
        const before = refused.get(sameAs(asker.approval))
        if (before !== undefined && Date.now() - before < AGAIN_MS && asker.answer('deny', `${by}, as a moment ago`)) {
          state = depart(state, number, storyOf(asker, 'again no', width()), Date.now())
          return redraw()
        }
        askers.set(number, asker)
        numbers.set(asker, number)
        const millis = Math.min(Math.max(Date.parse(expiresAt) - Date.parse(askedAt), 0), LONGEST_MS)
        state = arrive(state, { number, approval: asker.approval, endsAt: Date.now() + millis, code: freshCode() }, Date.now())
        ring()
        redraw()
      },
      left: (asker, taken) => {
        const number = numbers.get(asker) ?? 0
        const { question = state.waiting.find((one) => one.number === number), verdict } = said.get(number) ?? {}
        askers.delete(number)
        numbers.delete(asker)
        said.delete(number)
        if (question === undefined) return
        const isExpired = Date.now() >= question.endsAt - TICK_MS
        const how = verdict === undefined ? (isExpired ? 'expired' : 'gone') : verdict === 'deny' ? 'denied' : taken === 'allow' ? 'allowed' : 'too late'
        state = depart(state, number, storyOf(question, how, width()), Date.now())
        redraw()
      },
    },
  )
  if (!listened.ok) {
    note(listened.message)
    return 2
  }
  return attend(listened.listening)

  function attend(listening: Listening): Promise<number> {
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
      if (one.kind === 'leave') return end(0)
      for (const number of one.numbers) {
        const question = state.waiting.find((waiting) => waiting.number === number)
        const asker = askers.get(number)
        if (question === undefined || asker === undefined) continue
        const isHeard = asker.answer(one.verdict, by)
        if (isHeard) said.set(number, { question, verdict: one.verdict })
        if (one.verdict === 'deny') refused.set(sameAs(asker.approval), Date.now())
        state = depart(state, number, isHeard ? '' : storyOf(question, 'too late', width()), Date.now())
      }
    }
    const onData = (chunk: Buffer): void => {
      const key = keys(chunk.toString('utf8'))
      if (key === null) return
      const step = press(state, key, Date.now(), screen.size(), ink)
      state = step.state
      if (step.act !== undefined) act(step.act)
      redraw()
    }
    const endLooking = keepLooking({ home: homeOf(env), state: stateFolder(env, process.platform, homeOf(env)) })
    return new Promise<number>((resolve) => {
      const ticking = setInterval(() => {
        for (const [key, at] of refused) if (Date.now() - at >= AGAIN_MS) refused.delete(key)
        if (!listening.isOurs()) end(3)
        redraw()
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
        endLooking()
        input.off('data', onData)
        output.off('resize', onResize)
        input.pause()
        listening.close()
        screen.restore()
        process.off('exit', onExit)
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

/** What a person has seen of it, but for its time and number. */
const sameAs = ({ host, session, cwd, calls }: Approval): string => JSON.stringify([host, session, cwd, calls])

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
