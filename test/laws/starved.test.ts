// Does a danger ever pass because what is counted, kept or followed was used up before it? In the built library, at every size.
import { describe, expect, it } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import type { Verdict } from '../../src/core/model.ts'
import { home, shippedGate } from '../built-gate.ts'
import { BESIDE, DANGERS, STARVED } from './starved.ts'
import { PADDED } from './starved-limits.ts'
import type { Padded } from './starved-limits.ts'

const { check, gate } = await shippedGate()
/** One and some, and just over what anything here counts to. */
const SIZES = [1, 8, 30, 75, 140, 450]

describe('a danger that needs what was used up', () => {
  it.each(STARVED)('%s', (_name, family) => {
    const passed = SIZES.filter((size) => {
      const { tool, input } = family(size)
      return check('', { tool, input }).decision.verdict === 'allow'
    })
    expect(passed).toEqual([])
  })
})

describe('a danger behind what uses one limit up', () => {
  const verdictOf = ({ tool = 'Bash', input, scene = {}, facts = {} }: Padded): Verdict =>
    gate.check(callOf(tool, input, home.cwd), { ...home, ...scene }, { facts }).decision.verdict

  it.each(Object.entries(PADDED))('%s', (_name, family) => {
    expect([0, ...SIZES].filter((size) => verdictOf(family(size)) === 'allow')).toEqual([])
  })
})

describe('a danger beside what was used up', () => {
  it.each(Object.entries(BESIDE))('%s', (_name, family) => {
    const passed = [75, 450].flatMap((size) => DANGERS.filter((danger) => check(`${family(size)}\n${danger}`).decision.verdict === 'allow'))
    expect(passed).toEqual([])
  })
  it('would each be stopped alone', () => {
    expect(DANGERS.filter((danger) => check(danger).decision.verdict === 'allow')).toEqual([])
  })
})

/** The other side of it: repeating something harmless is harmless. */
describe('nothing but harmless repeats', () => {
  it.each([
    ['calls of a function', 'log(){ echo "$1"; }; ', (i: number) => `log ${i}`, '; '],
    ['calls of a function in Python', "python3 - <<'E'\ndef f(x):\n  print(x)\n", (i: number) => `f(${i})`, '\n'],
    ['assertions in JavaScript', "node - <<'E'\nconst ok = (x) => { if (!x) throw new Error('no') }\n", (i: number) => `ok(${i} + 1)`, '\n'],
    ['values of a variable', 'case $1 in ', (i: number) => `a${i}) x=b${i};;`, ' '],
  ] as const)('%s', (_name, begin, one, between) => {
    const end = begin.startsWith('case') ? ' esac; echo "$x"' : begin.includes("<<'E'") ? '\nE' : ''
    expect(check(begin + Array.from({ length: 100 }, (_, i) => one(i)).join(between) + end).decision.verdict).toBe('allow')
  })
})
