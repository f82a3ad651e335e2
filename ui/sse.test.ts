// Is an event stream read the same however the network cuts it?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSseParser } from './sse.ts'

const all = (pieces: readonly string[]) => {
  const parser = makeSseParser()
  return pieces.flatMap((piece) => parser.feed(piece))
}

describe('event stream', () => {
  test('names, ids, comments and data of several lines', () => {
    expect(all([': hi\n\nevent: me\nid: 7\ndata: {"a":\ndata: 1}\n\ndata: x\n\n'])).toEqual([
      { name: 'me', id: '7', data: '{"a":\n1}' },
      { name: 'message', id: '7', data: 'x' },
    ])
  })
  test('an event that was not finished is none', () => {
    expect(all(['event: me\ndata: 1\n'])).toEqual([])
    expect(all(['event: me\n\n'])).toEqual([])
  })
  test('any cut, and any kind of line end, gives the same events', () => {
    const word = fc.stringMatching(/^[a-z{}":, ]{0,12}$/)
    const event = fc.record({
      name: fc.stringMatching(/^[a-z.]{1,8}$/),
      id: fc.stringMatching(/^[0-9]{1,4}$/),
      data: fc.array(word, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(200)), (events, end, cuts) => {
        const text = events
          .map(({ name, id, data }) => [`event: ${name}`, `id: ${id}`, ': beat', ...data.map((one) => `data: ${one}`), '', ''].join(end))
          .join('')
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b)
        const pieces = [0, ...places].map((from, at) => text.slice(from, [...places, text.length][at]))
        // A carriage return alone may be half of a line end: what follows tells.
        const read = all([...pieces, ': end\n'])
        expect(read).toEqual(events.map(({ name, id, data }) => ({ name, id, data: data.join('\n') })))
      }),
      { seed: 12, numRuns: 300 },
    )
  })
})
