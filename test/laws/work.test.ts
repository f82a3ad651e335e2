// Does any kind of call take more work than in proportion to its length, or more than a hook can afford? Counted, not timed.
import { afterAll, describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'
import { seeded } from '../shell-scripts.ts'
import { countWork } from '../work-done.ts'
import type { JsonObject } from '../../src/core/model.ts'

interface Call {
  readonly tool: string
  readonly input: JsonObject
}
const { CALLS } = (await import(new URL('../../scripts/costs.shapes.mjs', import.meta.url).href)) as {
  readonly CALLS: Readonly<Record<string, (size: number) => Call>>
}
type Kind = readonly [pieces: string, make: (text: string) => Call]
const { FRAGMENTS, KINDS } = (await import(new URL('../../scripts/costs.vocabulary.mjs', import.meta.url).href)) as {
  readonly FRAGMENTS: Readonly<Record<string, readonly string[]>>
  readonly KINDS: Readonly<Record<string, Kind>>
}
const { check } = await buildGate()
const work = countWork()
afterAll(work.end)

/** As in the hook: what lies where of ours is compared with paths. */
const OURS = { own: ['/opt/node/bin/node', '/usr/lib/node_modules/prudent'], wired: ['/home/dev/.claude/settings.json'] }

/** Blocks of code: in the hook, which V8 does not optimise, a million takes some fifteen milliseconds. */
const MOST = 16_000_000
/** What is below is little, however it grows. */
const LITTLE = 4_000_000
const [SHORT, LONG] = [9000, 36_000]
/** Of four times the length. */
const GROWTH = 8

/** Each was among the slowest of its kind once. `nested`: the first as often as the rest, behind it. */
const KNOWN: Readonly<Record<string, readonly (string | { readonly nested: readonly [string, string] })[]>> = {
  bash: [']]>$1', 'sh|', '$["$@"}', '${x:-$( # )\'\n"}'],
  'bash -c': [">$'$ahttp://a.b/ca¤=b~/"],
  'ssh host': ['>()$":-x'],
  'script run': ['!unset a$"`'],
  powershell: ['&iex|', ']&'],
  'Write hook': ['"$@"a*b>f$a'],
  'php -r': [{ nested: ['a+=a', 'my $a)'] }],
  'make run': [{ nested: ['\ta', 'a¤: b'] }, { nested: ['a¤ ', ': a¤'] }],
  'node run': ['/a]'],
  'python run': ['a.b.if a:>s/a/b/begin*/'],
  'python3 -c': ['@a\\'],
  'mcp rows': ['~/.c*/p*/b¤*rm -rf ~/**/a¤'],
  'mcp wide': ['a¤'],
  'mcp named': ['a¤'],
  templates: ['"\'echo a¤ | xargs {.} {/} {//} git bisect run git bisect run '],
  parallel: ['echo a¤ | xargs {.} {/} {//} {.} {/} {//} '],
  'templates quoted': ["echo a¤ | xargs '"],
  chains: ['cd a¤;cp a¤ b¤;grep -r . a¤;cd a¤;'],
  sed: ['\n ', ' '],
}

function filled(unit: string, size: number): string {
  if (!unit.includes('¤')) return unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
  let made = ''
  for (let at = 0; made.length < size; at++) made += unit.replaceAll('¤', String(at))
  return made.slice(0, size)
}
const textOf = (unit: (typeof KNOWN)[string][number], size: number): string => {
  if (typeof unit === 'string') return filled(unit, size)
  const [first, rest] = unit.nested
  const times = Math.floor(size / (first.length + rest.length))
  return filled(first, times * first.length) + filled(rest, times * rest.length)
}

describe('what a call takes', () => {
  const random = seeded(11)
  test.each(Object.entries(KINDS).map(([name, kind]) => [name, kind] as const))('%s', (name, [pieces, make]) => {
    const known = FRAGMENTS[pieces] ?? []
    expect(known.length).toBeGreaterThan(5)
    const pairs = Array.from({ length: 2 }, () => random.pick(known) + random.pick(known))
    for (const unit of [...(KNOWN[name] ?? []), ...pairs.filter((one) => one !== '')]) {
      const taken = (size: number): number => {
        const { tool, input } = make(textOf(unit, size))
        return work.of(() => check('', { tool, input, ...OURS }))
      }
      const long = taken(LONG)
      expect(long, JSON.stringify(unit)).toBeLessThan(MOST)
      if (long > LITTLE) expect(long / taken(SHORT), `growth of ${JSON.stringify(unit)}`).toBeLessThan(GROWTH)
    }
  })
})

describe('what a whole call takes', () => {
  test.each(Object.entries(CALLS))('%s', (_, make) => {
    const taken = (size: number): number => {
      const { tool, input } = make(size)
      return work.of(() => check('', { tool, input, ...OURS }))
    }
    const long = taken(LONG)
    expect(long).toBeLessThan(MOST)
    if (long > LITTLE) expect(long / taken(SHORT)).toBeLessThan(GROWTH)
  })
})

test('functions among the arguments of functions are each called once with those behind them', () => {
  const taken = (count: number): number => {
    const handed = Array.from({ length: count }, () => 'os.system').join(', ')
    return work.of(() => check(`python3 -c 'import os; os.system(${handed})'`))
  }
  taken(8)
  expect(taken(16) / taken(8)).toBeLessThan(GROWTH)
})

test('a way to work that grows with the square of a length is noticed', () => {
  const squares = (size: number): number => {
    let sum = 0
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) if ((i ^ j) % 7 === 0) sum++
    return sum
  }
  expect(work.of(() => squares(400)) / work.of(() => squares(100))).toBeGreaterThan(GROWTH)
})
