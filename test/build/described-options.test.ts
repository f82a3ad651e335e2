// Do options take values as two public descriptions of command lines say? Every difference has a reason, in option-differences.yaml.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadMeaning } from '../../src/config/load-data.ts'
import { readYaml } from '../../src/config/yaml.ts'
import { findProgram } from '../../src/core/meaning/entries.ts'
import { parseOptions } from '../../src/core/meaning/options.ts'
import { literal } from '../../src/core/value/text.ts'
import { root } from '../built-gate.ts'
import { describedOptions } from '../described-options.ts'
import type { Follows } from '../described-options.ts'

const { meaning } = await loadMeaning(root)
const { differences } = readYaml(readFileSync(path.join(root, 'test/build/option-differences.yaml'), 'utf8')).value as {
  readonly differences: readonly { readonly why: string; readonly options: Readonly<Record<string, string>> }[]
}
const listed = new Set(
  differences.flatMap(({ options }) => Object.entries(options).flatMap(([words, names]) => names.split(' ').map((name) => `${words} ${name}`))),
)
const described = describedOptions()

const MARK = '%mark%'
/** What the word after the option is, as ours reads it; null where it is read both ways, or nothing is done to operands. */
function ours(words: readonly string[], option: string): 'nothing' | 'value' | null {
  const [program = ''] = words
  const { node, chain, operands, operandsOtherwise } = parseOptions(
    findProgram(meaning, program),
    [...words, option, MARK].map((text) => literal(text)),
  )
  const isActedOn =
    node.does.length > 0 ||
    node.runs.length > 0 ||
    [node, ...chain.slice(0, 1)].some(({ subcommands }) => Object.keys(subcommands).length > 0) ||
    chain.some(({ reader, stops }) => reader !== undefined || stops)
  if (!isActedOn || operandsOtherwise !== null) return null
  return operands.some(({ text }) => text === MARK) ? 'nothing' : 'value'
}
const agrees = (read: 'nothing' | 'value' | null, said: Follows): boolean =>
  read === null || said === 'maybe' || (said === 'value' || said === 'several' ? read === 'value' : read === 'nothing')

const differing = described.flatMap(({ words, options }) =>
  [...options].filter(([name, says]) => !says.every((said) => agrees(ours(words, name), said))).map(([name]) => [...words, name].join(' ')),
)

test('there is much to compare', () => {
  expect(described.length).toBeGreaterThan(1000)
  expect(described.reduce((sum, { options }) => sum + options.size, 0)).toBeGreaterThan(12_000)
})
test('ours agrees with the descriptions, or says why not', () => {
  expect(differing.filter((one) => !listed.has(one))).toEqual([])
})
test('no reason is given for what agrees', () => {
  const still = new Set(differing)
  expect([...listed].filter((one) => !still.has(one))).toEqual([])
})
test('the list does not grow', () => {
  expect(listed.size).toBeLessThanOrEqual(2326)
  expect(differences.filter(({ why }) => why.length < 40)).toEqual([])
})
