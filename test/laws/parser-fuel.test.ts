// Is the parser of shell code stopped when it works too long, with the true reason, and never when a text is merely long?
import { describe, expect, it } from 'vitest'
import { parseShell, refuel } from '../../src/core/languages/bash/parse.ts'
import { buildGate } from '../built-gate.ts'
import { leastWork } from '../processor-time.ts'
import { script, seeded } from '../shell-scripts.ts'

const { check } = await buildGate()
const filled = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
/** Milliseconds of processor time: many times what it takes. */
const ONE_MS = 1500

/** Each took the parser between seconds and minutes, or the reader of what the words hold. */
const HOSTILE = [
  '$["$@"}',
  '<(shift\nE\n/c}',
  '${x:|); fi',
  'esac,${x:|a)0x1',
  '$[done,b}=~=~',
  'case a in$[,xtrap)',
  'éa+=>(]]',
  'esac0x1]]while<(/',
  '${x:-$( # )\'\n"}',
  '${x:-$( # )\'"\n)}',
]
const CARRIED: Readonly<Record<string, (text: string) => string>> = {
  alone: (text) => text,
  'in quotes': (text) => `echo "${text}`,
  'in a here-document': (text) => `sh <<E\n${text}\nE`,
  'for a shell': (text) => `bash -c '${text.replaceAll("'", "'\\''")}'`,
}

describe('what the parser would take long for', () => {
  it.each(HOSTILE)('%j is given up in time and asked about', (unit) => {
    for (const [how, carry] of Object.entries(CARRIED)) {
      const text = carry(filled(unit, 64_000))
      let verdict = ''
      const work = leastWork(() => ({ verdict } = check(text).decision), ONE_MS, 3)
      expect(work, how).toBeLessThan(ONE_MS)
      // What a here-document gives a shell is nothing here.
      if (how !== 'in a here-document') expect(verdict, how).not.toBe('allow')
    }
  })
  it('is told as what it is, in every preset', async () => {
    const text = filled('$["$@"}', 100_000)
    for (const preset of ['standard', 'relaxed', 'strict']) {
      const { decision } = (await buildGate(preset)).check(text)
      expect(decision).toMatchObject({ reason: expect.stringContaining('would take too long to read') as string })
    }
    expect((await buildGate('bare')).check(text).decision).toMatchObject({ verdict: 'ask', reason: expect.stringContaining('would take too long') as string })
  })
  it('hides nothing that stands before it', () => {
    for (const unit of HOSTILE.slice(0, 4))
      for (const between of ['\n', '; ', ' && ls\n', '; if true; then ls; fi\n']) {
        const { decision } = check(`rm -rf ~${between}echo ${filled(unit, 8000)}`)
        expect(decision.verdict, unit).toBe('deny')
      }
  })
})

describe('what is merely long', () => {
  it('is parsed whole: scripts of every kind, one after the other', () => {
    const random = seeded(7)
    for (let round = 0; round < 2; round++) {
      let text = ''
      while (text.length < 60_000) text += `${script(random)}\n`
      refuel()
      expect(parseShell(text).doubt?.because).not.toBe('too-much')
    }
  })
})
