// Does anything that an agent reads say how this gate is loosened? Every text of every rule, and what is answered to every example in every preset.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildGates } from '../built-gate.ts'
import { ROOT } from '../built.ts'

/** Commands and lines of settings that a person writes to loosen. */
const LOOSENING =
  /prudent (?:allow|grants?|modes?|preset|uninstall|init|desk)\b|\boverrides:|\bpreset:|\benabled: ?false|auto[- ]?approve|mode: ?(?:observe|off)/i
const PRESETS = readdirSync(path.join(ROOT, 'presets')).map((file) => file.replace(/\.yaml$/, ''))
const gates = await buildGates(PRESETS)
const { sources } = [...gates.values()][0] ?? { sources: { packs: [] } }

test('no text of a rule', () => {
  const told = sources.packs.flatMap((pack) =>
    pack.rules.flatMap(({ id, title, why, instead = '' }) => [title, why, instead].filter((text) => LOOSENING.test(text)).map((text) => [id, text])),
  )
  expect(told).toEqual([])
})

test('no answer to an example, in any preset', () => {
  const hits = sources.packs.flatMap((pack) => pack.rules.flatMap((rule) => (rule.hits ?? []).filter((hit) => typeof hit === 'string').slice(0, 2)))
  const told: string[] = []
  let stopped = 0
  for (const [preset, { check }] of gates)
    for (const hit of hits.filter((_, at) => at % 4 === PRESETS.indexOf(preset) % 4)) {
      const { verdict, reason, warnings } = check(hit).decision
      if (verdict !== 'allow') stopped++
      // What stands in ticks are the agent's own words.
      for (const text of [reason, ...warnings]) if (LOOSENING.test(text.replaceAll(/`[^`]*`/g, '')) && !LOOSENING.test(hit)) told.push(`${preset}: ${text}`)
    }
  expect([told, stopped > 1000]).toEqual([[], true])
})

test('nor what the hook says when nobody could be asked, or something failed', () => {
  for (const folder of ['src/answer', 'src/hook', 'src/core/judge', 'src/gate'])
    for (const file of readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'host-install.ts'))
      for (const [, text = ''] of readFileSync(path.join(ROOT, folder, file), 'utf8').matchAll(
        /(?:^|[^/*].*?)(['`](?:[^'`\\\n]|\\.)*prudent (?:allow|grants?|mode|preset|uninstall)\b(?:[^'`\\\n]|\\.)*['`])/gm,
      ))
        expect([file, text]).toEqual([file, ''])
})
