// How is a question put to whoever of ours is running, a terminal today? Connect, ask, wait; everything but one answer to this question is none.
import { connect } from 'node:net'
import type { Answer, Approval } from '../../core/model.ts'
import type { Asked, Channel, ChannelPlace, Unanswered } from '../../gate/seams.ts'
import { endpointOf, notOurs, somebodyListens } from './endpoint.ts'
import { objectionTo } from './standing.ts'
import { answerIn, helloIn, lineOf, LONGEST_REPLY, makeLines, messageIn } from './wire.ts'
import type { Hello } from './wire.ts'

/** A terminal that lives says at once that it is there, and that it has the question. */
const PROMPT_MS = 3000
/** After an answer comes the end. */
const END_MS = 1000

export type Objection = (pid: number, address: string, platform: string) => string | null

/** Strict unless a test says otherwise: `objects` tells why a listener is nobody who may answer. */
export function makeResident(objects: Objection = objectionTo): Channel {
  return { name: 'resident', isOpen: somebodyListens, ask: (approval, at, millis, shown) => ask(approval, at, millis, shown, objects) }
}

export const channel: Channel = makeResident()

function ask(approval: Approval, at: ChannelPlace, millis: number, tell: (channel: string) => void, objects: Objection): Promise<Asked> {
  let hello: Hello | null = null
  let shown = false
  let answer: Answer | null = null
  return converse(at, objects, {
    millis,
    greeted: (greeting) => {
      hello = greeting
      return { ask: approval }
    },
    heard: (message) => {
      if (message === null || answer !== null) return 'garbled'
      if (message['busy'] === approval.id) return 'busy'
      if (!shown) {
        shown = message['shown'] === approval.id
        if (shown) tell(hello?.channel ?? '')
        return shown ? 'patience' : 'garbled'
      }
      answer = answerIn(message)
      return answer !== null && answer.approval === approval.id && answer.digest === approval.digest ? 'last' : 'garbled'
    },
    ended: () => (answer === null ? null : { taken: answer.verdict }),
  }).then((because): Asked =>
    because === null && answer !== null ? { kind: 'answered', answer } : { kind: 'unanswered', because: because ?? 'garbled', channel: hello?.channel ?? null },
  )
}

export type Reached =
  | { readonly ok: true; readonly channel: string; readonly pid: number }
  | { readonly ok: false; readonly because: Unanswered; readonly says?: string }

/** Whether anybody could be asked, without asking. */
export async function reach(at: ChannelPlace, objects: Objection = objectionTo): Promise<Reached> {
  let hello: Hello | null = null
  let says: string | null = null
  const told: Objection = (...given) => {
    says = objects(...given)
    return says
  }
  const because = await converse(at, told, {
    millis: PROMPT_MS,
    greeted: (greeting) => {
      hello = greeting
      return null
    },
    heard: () => 'garbled',
    ended: () => null,
  })
  const found = hello as Hello | null
  if (because === null && found !== null) return { ok: true, channel: found.channel, pid: found.pid }
  return { ok: false, because: because ?? 'garbled', ...(says === null ? {} : { says }) }
}

interface Talk {
  readonly millis: number
  /** What is said to it then; null: nothing more is wanted. */
  readonly greeted: (hello: Hello) => object | null
  /** `patience`: from now on a person is waited for; `last`: nothing but the end may follow. */
  readonly heard: (message: ReturnType<typeof messageIn>) => 'patience' | 'last' | Unanswered
  readonly ended: () => object | null
}

/** Null when it went as it should. */
function converse(at: ChannelPlace, objects: Objection, talk: Talk): Promise<Unanswered | null> {
  return new Promise((resolve) => {
    const endpoint = endpointOf(at)
    try {
      if (notOurs(endpoint, at.platform === 'win32' ? null : (process.getuid?.() ?? null)) !== null) return resolve('nobody')
    } catch {
      return resolve('nobody')
    }
    const socket = connect({ path: endpoint.address, allowHalfOpen: true })
    let isOver = false
    let isGreeted = false
    const finish = (because: Unanswered | null): void => {
      if (isOver) return
      isOver = true
      clearTimeout(whole)
      clearTimeout(step)
      const last = because === null ? talk.ended() : null
      if (last === null) socket.destroy()
      else socket.end(lineOf(last), () => socket.destroy())
      resolve(because)
    }
    const whole = setTimeout(() => finish('expired'), Math.max(1, talk.millis))
    let step = setTimeout(() => finish('silent'), PROMPT_MS)
    const within = (millis: number, because: Unanswered): void => {
      clearTimeout(step)
      step = setTimeout(() => finish(because), millis)
    }
    let isLast = false
    const onLine = (line: string): void => {
      if (isOver) return
      const message = messageIn(line)
      if (!isGreeted) {
        const hello = helloIn(message)
        if (hello === null) return finish('garbled')
        if (objects(hello.pid, endpoint.address, at.platform) !== null) return finish('no-person')
        isGreeted = true
        const first = talk.greeted(hello)
        if (first === null) return finish(null)
        within(PROMPT_MS, 'silent')
        socket.write(lineOf(first))
        return
      }
      const next = talk.heard(message)
      if (next === 'patience') clearTimeout(step)
      else if (next === 'last') {
        isLast = true
        within(END_MS, 'garbled')
      } else finish(next)
    }
    let pending = 0
    const lines = makeLines(LONGEST_REPLY, onLine, () => finish('garbled'))
    socket.on('data', (chunk: Buffer) => {
      pending = chunk.at(-1) === 10 ? 0 : pending + chunk.length
      lines(chunk)
    })
    // A person's answer counts when it was all that was said.
    socket.on('end', () => finish(isLast ? (pending === 0 ? null : 'garbled') : isGreeted ? 'gone' : 'silent'))
    socket.on('error', () => finish(isGreeted ? 'gone' : 'nobody'))
    socket.on('close', () => finish(isGreeted ? 'gone' : 'nobody'))
  })
}
