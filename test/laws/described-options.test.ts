// Does an option that a public description knows ever hide what a command does? Every hit of our rules, with each described option before its words.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readYaml } from '../../src/config/yaml.ts'
import type { Verdict } from '../../src/core/model.ts'
import { buildGate, root } from '../built-gate.ts'
import { describedOptions } from '../described-options.ts'

const { sources, check } = await buildGate()
const STRICTNESS: readonly Verdict[] = ['allow', 'ask', 'deny']
const verdict = (command: string): number => STRICTNESS.indexOf(check(command).decision.verdict)

const listed = (file: string, key: string): ReadonlySet<string> => {
  const source = readYaml(readFileSync(path.join(root, 'test', file), 'utf8')).value as Record<string, readonly { readonly options: Record<string, string> }[]>
  return new Set(
    (source[key] ?? []).flatMap(({ options }) => Object.entries(options).flatMap(([words, names]) => names.split(' ').map((name) => `${words} ${name}`))),
  )
}
/** Read otherwise for a reason, or an option that makes it harmless, impossible or something else. */
const excused = new Set([...listed('build/option-differences.yaml', 'differences'), ...listed('laws/described-modes.yaml', 'modes')])
const ASKS = /help|version|dry|usage/
/** One in three of the options of a large program, always the same ones. */
const isTried = (hit: string, name: string, all: number): boolean =>
  all <= 40 || (hit.length * 31 + name.length * 7 + name.charCodeAt(name.length - 1)) % 3 === 0

const described = new Map(describedOptions().map(({ words, options }) => [words.join(' '), options]))
const hits = new Set(sources.packs.flatMap((pack) => pack.rules.flatMap((rule) => (rule.hits ?? []).filter((hit) => typeof hit === 'string'))))

test('no described option hides an operand', { timeout: 120_000 }, () => {
  const hidden: string[] = []
  const excuses = new Set<string>()
  let tried = 0
  for (const hit of hits) {
    if (!/^[a-z][\w.-]* [^;&|<>\n`]*$/.test(hit)) continue
    const words = hit.split(' ')
    const depth = [3, 2, 1].find((length) => length <= words.length && described.has(words.slice(0, length).join(' '))) ?? 0
    const command = words.slice(0, depth)
    const options = described.get(command.join(' '))
    const plain = options === undefined ? 0 : verdict(hit)
    if (options === undefined || plain === 0) continue
    for (const [name, says] of options) {
      const [follows] = says
      if (new Set(says).size > 1 || (follows !== 'nothing' && follows !== 'value') || words.includes(name)) continue
      if (ASKS.test(name) || name === '-h' || name === '-V' || !isTried(hit, name, options.size)) continue
      tried++
      const changed = [...command, name, ...(follows === 'value' ? ['xy'] : []), ...words.slice(depth)].join(' ')
      if (verdict(changed) >= plain) continue
      const key = [...command, name].join(' ')
      if (excused.has(key)) excuses.add(key)
      else hidden.push(changed)
    }
  }
  expect(hidden).toEqual([])
  expect(tried).toBeGreaterThan(10_000)
  // What excuses nothing any more goes.
  expect([...listed('laws/described-modes.yaml', 'modes')].filter((one) => !excuses.has(one))).toEqual([])
})
