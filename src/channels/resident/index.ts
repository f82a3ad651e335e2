// How does whoever shows questions learn at once that one is in the store, and whoever asked, that somebody is there? Connect, name it, hold the line.
import { connect } from 'node:net'
import type { Announced, Channel, ChannelPlace, Unanswered } from '../../gate/seams.ts'
import { endpointOf, notOurs, somebodyListens } from './endpoint.ts'
import { objectionTo } from './standing.ts'
import { helloIn, lineOf, makeLines, messageIn } from './wire.ts'

/** Whoever lives says at once that it is there, and that it has heard. */
const PROMPT_MS = 3000

export type Objection = (pid: number, address: string, platform: string) => string | null

/** Strict unless a test says otherwise: `objects` tells why a listener is nobody who may answer. */
export function makeResident(objects: Objection = objectionTo): Channel {
  return { name: 'resident', isOpen: somebodyListens, announce: (id, at) => converse(id, at, objects) }
}

export const channel: Channel = makeResident()

export type Reached =
  | { readonly ok: true; readonly channel: string; readonly pid: number }
  | { readonly ok: false; readonly because: Unanswered; readonly says?: string }

/** Whether anybody is there, without naming a question. */
export async function reach(at: ChannelPlace, objects: Objection = objectionTo): Promise<Reached> {
  let says: string | null = null
  const told: Objection = (...given) => {
    says = objects(...given)
    return says
  }
  const found = await converse(null, at, told)
  if (!found.ok) return { ...found, ...(says === null ? {} : { says }) }
  found.close()
  return { ok: true, channel: found.channel, pid: found.pid }
}

function converse(id: string | null, at: ChannelPlace, objects: Objection): Promise<Announced> {
  return new Promise((resolve) => {
    const endpoint = endpointOf(at)
    const nobody: Announced = { ok: false, because: 'nobody' }
    try {
      if (notOurs(endpoint, at.platform === 'win32' ? null : (process.getuid?.() ?? null)) !== null) return resolve(nobody)
    } catch {
      return resolve(nobody)
    }
    const socket = connect({ path: endpoint.address })
    let leave: () => void = () => {}
    const gone = new Promise<void>((done) => (leave = done))
    let there: { readonly channel: string; readonly pid: number } | null = null
    let isSettled = false
    const settle = (result: Announced): void => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      if (!result.ok) socket.destroy()
      resolve(result)
    }
    const fail = (because: Unanswered): void => {
      settle({ ok: false, because })
      socket.destroy()
    }
    const timer = setTimeout(() => fail('silent'), PROMPT_MS)
    const onLine = (line: string): void => {
      const message = messageIn(line)
      if (there === null) {
        const hello = helloIn(message)
        if (hello === null) return fail('garbled')
        if (objects(hello.pid, endpoint.address, at.platform) !== null) return fail('no-person')
        there = { channel: hello.channel, pid: hello.pid }
        if (id === null) return settle({ ok: true, ...there, gone, close: () => socket.destroy() })
        socket.write(lineOf({ asked: id }))
        return
      }
      // Nothing else is ever said, an answer least of all.
      if (isSettled || message?.['heard'] !== id) return fail('garbled')
      settle({ ok: true, ...there, gone, close: () => socket.destroy() })
    }
    socket.on(
      'data',
      makeLines(onLine, () => fail('garbled')),
    )
    const left = (): void => {
      settle({ ok: false, because: there === null ? 'nobody' : 'gone' })
      leave()
    }
    socket.on('end', left)
    socket.on('error', left)
    socket.on('close', left)
  })
}
