// A program that this call copies, moves or links is still that program, whatever it is called then and however often it moved.
import { describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()

const PUTS: readonly ((from: string, to: string) => string)[] = [
  (from, to) => `cp ${from} ${to}`,
  (from, to) => `ln -s ${from} ${to}`,
  (from, to) => `ln ${from} ${to}`,
  (from, to) => `install -m755 ${from} ${to}`,
  (from, to) => `cp -a ${from} ${to}`,
  (from, to) => `rsync -a ${from} ${to}`,
]
const NAMES = ['/tmp/zz', '/tmp/ls', '/tmp/ls2', './prettier', 'node_modules/.bin/tidy', '/tmp/d/git']
const ORIGINS = ['/bin/rm', '"$(command -v rm)"', '"$(which rm)"', '/usr/bin/rm']
const LAST = ['/tmp/echo', './cat']

const calls = PUTS.flatMap((put) => ORIGINS.flatMap((origin) => NAMES.map((name) => ({ start: put(origin, name), name }))))

describe('a program under another name', () => {
  test('does what it does', () => {
    const passed = calls.map(({ start, name }) => `${start} && ${name} -rf ~`).filter((call) => check(call).decision.verdict !== 'deny')
    expect(passed).toEqual([])
  })
  test('also when it was moved on', () => {
    const moved = calls.flatMap(({ start, name }, at) => {
      const last = LAST[at % LAST.length]
      return ['mv', 'cp', 'ln -s'].map((on) => `${start} && ${on} ${on === 'ln -s' && name.startsWith('.') ? `"$PWD/${name}"` : name} ${last} && ${last} -rf ~`)
    })
    expect(moved.filter((call) => check(call).decision.verdict !== 'deny')).toEqual([])
  })
  test('a whole folder of programs', () => {
    for (const call of ['cp -a /bin /tmp/b; /tmp/b/rm -rf ~', 'mkdir /tmp/b; cp /bin/* /tmp/b; /tmp/b/rm -rf ~'])
      expect(check(call).decision.verdict, call).toBe('deny')
  })
  test('one that only looks harms nothing', () => {
    const looks = PUTS.flatMap((put) => NAMES.map((name) => `${put('/bin/ls', name)}; /bin/ls ~`))
    expect(looks.filter((call) => check(call).decision.verdict !== 'allow')).toEqual([])
  })
})
