// Is it said when there was more than is read? Nothing dangerous gets by behind much that is harmless.
import { describe, expect, it } from 'vitest'
import { buildGate } from './built-gate.ts'

const { check } = await buildGate()
const verdictOf = (command: string): string => check(command).decision.verdict
const list = (count: number, item: (at: number) => string): string => Array.from({ length: count }, (_, at) => item(at)).join(',')

describe('braces', () => {
  it.each([65, 300, 700, 3000])('hide nothing behind %i words', (count) => {
    expect(verdictOf(`rm -rf {${list(count, (at) => `build${at}`)},/}`)).not.toBe('allow')
    expect(verdictOf(`{rm,-rf,${list(count, (at) => `a${at}`)},~}`)).not.toBe('allow')
    expect(verdictOf(`cat {${list(count, (at) => `a${at}`)},~/.ssh/id_rsa}`)).not.toBe('allow')
    expect(verdictOf(`git push {${list(count, () => '-q')},--force}`)).not.toBe('allow')
  })
  it.each([
    'for i in {1..1000}; do echo $i; done',
    'mkdir -p src/{a,b,c}/{x,y,z}',
    'touch file{1..5000}.txt',
    'rm -f part-{1..400}.txt',
    'mkdir -p data/{1..100}/{1..100}',
    'echo {a..z}{0..9}',
    `touch {${list(100, (at) => `f${at}`)}}.txt`,
  ])('that people write are read: %s', (command) => expect(verdictOf(command)).toBe('allow'))
})
