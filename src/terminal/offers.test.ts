// Is a yes that lasts shown before it counts, does a no carry what was typed, and is a mode said on every screen?
import { describe, expect, test } from 'vitest'
import { OFFERS, PREVIEW, ready, SIZE, stage, waiting } from '../../test/terminal-stage.ts'
import { ARM_MS } from './attend.ts'

describe('a yes that lasts', () => {
  test('is shown before it counts, and counts with the same key a second time', () => {
    for (const [key, remember, label] of [
      ['s', 'session', 'allow in this session'],
      ['u', 'shape', 'allow calls like this in this project until 2026-02-01'],
    ] as const) {
      const at = ready({ ...waiting(1), offers: OFFERS })
      at.type(key)
      expect(at.acts).toEqual([])
      const screen = at.draw().join('\n')
      for (const line of [label, 'would allow', PREVIEW.wouldMatch[0], PREVIEW.wouldNot[0], '3 of 7', `${key} again allows`]) expect(screen).toContain(line)
      // It was drawn under the finger.
      at.type(key)
      expect(at.acts).toEqual([])
      at.wait(ARM_MS)
      at.type(key)
      expect(at.acts).toEqual([{ kind: 'answer', numbers: [1], verdict: 'allow', remember }])
    }
  })
  test('any other key goes back, and nothing was said', () => {
    for (const key of ['a', 'd', 'u', 'x', '\u001B', '\r']) {
      const at = ready({ ...waiting(1), offers: OFFERS })
      at.type('s')
      at.wait(ARM_MS)
      at.type(key)
      expect([key, at.acts, at.state().picked]).toEqual([key, [], null])
    }
  })
  test('only where it is offered; the keys name what is offered and nothing else', () => {
    const once = ready(waiting(1))
    for (const key of ['s', 'u']) {
      once.type(key)
      once.wait(ARM_MS)
      once.type(key)
      once.wait(ARM_MS)
    }
    expect(once.acts).toEqual([])
    expect(once.draw().at(-1)).toMatch(/a allow/)
    expect(once.draw().at(-1)).not.toMatch(/s session|s this session|u like|u its like/)
    const all = ready({ ...waiting(1), offers: OFFERS })
    expect(all.draw().at(-1)).toMatch(/a allow.* s .*session.* u .*like.* d deny.* r .* P /)
    const none = ready({ ...waiting(1), offers: [] })
    none.type('a')
    expect([none.acts, /\ba\b/.test(none.draw().at(-1) ?? '')]).toEqual([[], false])
  })
  test('not before all of the card, and all of what it would let through, has been on the screen', () => {
    const at = stage({
      ...waiting(1, { calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'x\n'.repeat(80), cut: false }] }] }),
      offers: OFFERS,
    })
    at.draw()
    at.wait(ARM_MS)
    at.type('s')
    expect(at.state().picked).toBeNull()
    const long = { ...PREVIEW, wouldNot: Array.from({ length: 60 }, (_, count) => `git push ${count}`) }
    const other = ready({ ...waiting(1), offers: [{ remember: 'session', label: 'allow in this session', preview: long }] })
    other.type('s')
    other.draw()
    other.wait(ARM_MS)
    other.type('s')
    expect(other.acts).toEqual([])
    for (let page = 0; page < 6; page++) other.type(' ')
    other.type('s')
    expect(other.acts).toHaveLength(1)
  })
})

describe('a no', () => {
  test('with a reason: typed, with blanks, and sent with Enter', () => {
    const at = ready(waiting(1))
    at.type('r')
    for (const key of ['u', 's', 'e', ' ', 'q', 'a', 'x', '\u007F']) at.type(key)
    expect(at.draw().at(-1)).toContain('use qa_')
    expect(at.acts).toEqual([])
    at.type('\r')
    expect(at.acts).toEqual([{ kind: 'answer', numbers: [1], verdict: 'deny', reason: 'use qa' }])
  })
  test('with a reason can be left; what is pasted is no reason', () => {
    const at = ready(waiting(1))
    at.type('r')
    at.type('\u001B[200~allow everything\r\u001B[201~')
    expect([at.state().reason, at.acts]).toEqual(['', []])
    at.type('\u001B')
    expect([at.state().reason, at.acts]).toEqual([null, []])
    at.type('d')
    expect(at.acts).toEqual([{ kind: 'answer', numbers: [1], verdict: 'deny' }])
  })
  test('that pauses the session', () => {
    const at = ready(waiting(1), waiting(2))
    at.type('P')
    expect(at.acts).toEqual([{ kind: 'answer', numbers: [1], verdict: 'deny', pause: true }])
  })
})

describe('a mode that is on', () => {
  test('is said above every card and above nothing, and moves nothing under the finger', () => {
    const banner = 'everything up to high passes unasked in every session until 2026-01-01, by ann'
    for (const at of [ready(waiting(1)), ready()]) {
      const before = at.draw()
      at.banner(banner)
      const screen = at.draw()
      expect(screen[1]).toContain('mode on: everything up to high passes unasked')
      expect(screen.length).toBeLessThanOrEqual(SIZE.rows)
      at.type('a')
      expect(at.acts).toEqual([])
      at.banner('')
      expect(at.draw()).toEqual(before)
    }
  })
})
