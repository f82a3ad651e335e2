// What does a key do, and what is on the screen when?
import { describe, expect, test } from 'vitest'
import { asking, INK, ready, SIZE, stage, waiting } from '../../test/terminal-stage.ts'
import { cardLines } from '../ask/card.ts'
import { makeInk } from '../ask/ink.ts'
import { ARM_MS, arrive, CODE_LETTERS, EMPTY, screenOf, storyOf } from './attend.ts'

describe('keys', () => {
  test('a allows, d denies', () => {
    for (const [key, verdict] of [
      ['a', 'allow'],
      ['d', 'deny'],
    ] as const) {
      const at = ready(waiting(1))
      at.type(key)
      expect(at.acts).toEqual([{ kind: 'answer', numbers: [1], verdict }])
    }
  })
  test('nothing answers before the card has stood for a moment, and each stray key makes it longer', () => {
    const at = stage(waiting(1))
    at.draw()
    for (const key of ['a', 'd', 'a', 'x', 'a']) {
      at.wait(ARM_MS - 1)
      at.type(key)
    }
    expect(at.acts).toEqual([])
    at.wait(ARM_MS)
    at.type('a')
    expect(at.acts).toHaveLength(1)
  })
  test('pasted text, several keys at once and sequences answer nothing', () => {
    for (const input of ['aa', 'allow', '\u001B[200~a\u001B[201~', '\u001Ba', '\u001B[a', '\u0001', 'ä', '\r', ' ', 'A', 'y']) {
      const at = ready(waiting(1))
      at.type(input)
      expect([input, at.acts]).toEqual([input, []])
    }
    const at = ready(waiting(1))
    at.type('\u001B[200~')
    at.wait(ARM_MS)
    at.type('a')
    at.wait(ARM_MS)
    at.type('a\u001B[201~')
    expect(at.acts).toEqual([])
    at.wait(ARM_MS)
    at.type('a')
    expect(at.acts).toHaveLength(1)
  })
  test('what takes the place of a card must stand for a moment too', () => {
    const at = ready(waiting(1), waiting(2))
    at.depart(1)
    at.draw()
    at.type('a')
    expect(at.acts).toEqual([])
    at.wait(ARM_MS)
    at.type('a')
    expect(at.acts).toEqual([{ kind: 'answer', numbers: [2], verdict: 'allow' }])
  })
  test('a new question does not take the place of the one before the person', () => {
    const at = ready(waiting(1))
    at.arrive(waiting(2, { host: 'crush' }))
    expect(at.draw().join('\n')).toContain('question 1 of 2')
    at.type('a')
    expect(at.acts).toEqual([{ kind: 'answer', numbers: [1], verdict: 'allow' }])
  })
  test('n goes round', () => {
    const at = ready(waiting(1), waiting(2), waiting(3))
    const seen = [1, 2, 3, 4].map(() => {
      const { current } = at.state()
      at.type('n')
      at.wait(ARM_MS)
      return current
    })
    expect(seen).toEqual([1, 2, 3, 1])
  })
  test('D denies all that one session asks, and nothing else', () => {
    const at = ready(waiting(1), waiting(2, { session: 's2' }), waiting(3), waiting(4, { host: 'crush' }))
    expect(at.draw().join('\n')).toContain('D all')
    at.type('D')
    expect(at.acts).toEqual([{ kind: 'answer', numbers: [1, 3], verdict: 'deny' }])
  })
  test.each([40, 60, 80, 120])('at %i columns every key that means something is named', (columns) => {
    const at = ready(waiting(1), waiting(2))
    at.resize(columns, 20)
    const keys = at.draw().at(-1) ?? ''
    expect(keys).not.toContain('…')
    for (const key of [/^a allow/, / d deny/, / D (?:all|deny)/, / n next/, / \?/, / q/]) expect(keys).toMatch(key)
  })
  test('q asks again while open questions', () => {
    const at = ready(waiting(1))
    at.type('q')
    expect(at.acts).toEqual([])
    expect(at.draw().join('\n')).toContain('one question waits and stays open')
    at.type('q')
    expect(at.acts).toEqual([{ kind: 'leave' }])
    const empty = stage()
    empty.type('q')
    expect(empty.acts).toEqual([{ kind: 'leave' }])
  })
  test('what is critical wants a code that stands on the screen only', () => {
    const at = ready(waiting(1, { severity: 'critical' }))
    at.type('a')
    expect(at.acts).toEqual([])
    expect(at.draw().join('\n')).toContain('type bcef')
    for (const key of ['b', 'c', 'x']) at.type(key)
    expect(at.acts).toEqual([])
    expect(at.state().typed).toBe(null)
    at.type('a')
    for (const key of ['b', 'c', 'e', 'f']) at.type(key)
    expect(at.acts).toEqual([{ kind: 'answer', numbers: [1], verdict: 'allow' }])
    expect(CODE_LETTERS).not.toMatch(/[adnpq]/)
  })
})

describe('the whole call has been seen', () => {
  const long = waiting(1, {
    calls: [
      { tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: Array.from({ length: 90 }, (_, at) => `line ${at}`).join('\n'), cut: false }] },
    ],
  })
  test('before it can be allowed', () => {
    const at = ready(long)
    at.type('a')
    expect(at.acts).toEqual([])
    expect(at.draw().join('\n')).toContain('there is more of it')
    const screens: string[] = []
    for (let turn = 0; turn < 12 && !at.state().seen.includes(1); turn++) {
      at.type(' ')
      screens.push(...at.draw())
    }
    for (let line = 20; line < 90; line++) expect(screens.join('\n')).toContain(`│ line ${line}\n`)
    at.type('a')
    expect(at.acts).toHaveLength(1)
  })
  test('it can always be denied', () => {
    const at = ready(long)
    at.type('d')
    expect(at.acts).toEqual([{ kind: 'answer', numbers: [1], verdict: 'deny' }])
  })
  test('what cannot be shown whole cannot be allowed', () => {
    const at = ready(waiting(1, { calls: [{ tool: { server: null, name: 'Write' }, fields: [{ name: 'content', text: '', cut: true }] }] }))
    at.type('a')
    expect(at.acts).toEqual([])
    expect(at.draw().join('\n')).toContain('can only be denied')
  })
  test('details do not count for it, and are extra', () => {
    const at = ready(waiting(1))
    at.type('?')
    expect(at.draw().join('\n')).toContain('git.reset-hard')
    at.wait(ARM_MS)
    at.type('a')
    expect(at.acts).toHaveLength(1)
  })
})

describe('the screen', () => {
  test('says what, how far, why, instead, where, who and how long', () => {
    const text = stage(waiting(1)).draw().join('\n')
    for (const part of [
      '2:00 left',
      'high',
      'throws away',
      'git reset --hard',
      'deletes 12 files',
      'It is gone.',
      'git stash',
      '/home/dev/app, branch main',
      'codex',
      'a allow once',
    ])
      expect(text).toContain(part)
  })
  test.each([
    [20, 6],
    [34, 10],
    [80, 24],
    [200, 60],
  ])('fits %i by %i, whatever stands in it', (columns, rows) => {
    const nasty = '\u001B[2J\u001B[1;1Ha allow once\r\n'.repeat(5) + '界'.repeat(50) + 'x'.repeat(500)
    const at = stage(
      waiting(1, {
        host: nasty.slice(0, 200),
        cwd: nasty,
        branch: nasty,
        reach: [nasty],
        findings: [{ rule: nasty, severity: 'high', title: nasty, why: nasty, instead: nasty }],
        calls: [
          {
            tool: { server: nasty, name: nasty },
            fields: [
              { name: nasty, text: nasty, cut: false },
              { name: 'b', text: nasty, cut: false },
            ],
          },
        ],
      }),
    )
    at.resize(columns, rows)
    for (const key of ['', '?', ' ', ' ', 'n', 'q']) {
      if (key !== '') at.type(key)
      at.wait(ARM_MS)
      const lines = at.draw()
      expect(lines.length).toBeLessThanOrEqual(rows)
      expect(lines.at(-1)).toMatch(/^a allow/)
      // oxlint-disable-next-line no-control-regex
      for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/)
      for (const line of lines) expect([...line].reduce((sum, char) => sum + (/[\u4E00-\u9FFF]/.test(char) ? 2 : 1), 0)).toBeLessThanOrEqual(columns)
    }
    expect(storyOf(waiting(1, { host: nasty }), 'denied', columns)).not.toContain('\u001B')
  })
  test('a call cannot draw our own lines: all of it stands behind a bar', () => {
    const text = 'ls\n\na allow once   d deny   n next\nwhy      harmless'
    const lines = cardLines(asking({ calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text, cut: false }] }] }), 80, INK, false)
    for (const part of ['a allow once', 'why      harmless'])
      expect(lines.filter((line) => line.includes(part)).every((line) => line.startsWith('│ '))).toBe(true)
  })
  test('nothing is said by colour alone', () => {
    const plain = stage(waiting(1)).draw()
    const coloured = screenOf(arrive(EMPTY, waiting(1), 0), SIZE, makeInk(true), 0)
    // oxlint-disable-next-line no-control-regex
    expect(coloured.map((line) => line.replaceAll(/\u001B\[[0-9;]*m/g, ''))).toEqual(plain)
  })
  test('tells afterwards what became of questions', () => {
    const at = stage(waiting(1))
    at.depart(1)
    expect(at.draw().join('\n')).toMatch(/no question waits[\s\S]*gone/)
  })
})
