// Bracket expressions and wildcards match as in bash: generated patterns over generated texts, both asked.
import { spawnSync } from 'node:child_process'
import { constantFrom, array, oneof, record, sample, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileGlob } from '../../src/core/text/glob.ts'

const SEED = 20261118
const character = constantFrom('a', 'e', 'f', 'z', 'A', 'E', '0', '7', '-', '_', '.', ' ', 'é')
const named = constantFrom('alpha', 'lower', 'upper', 'alnum', 'digit', 'xdigit', 'punct', 'space', 'blank', 'print', 'graph', 'word', 'cntrl').map(
  (name) => `[:${name}:]`,
)
const single = oneof(
  character.filter((one) => !'-'.includes(one)),
  constantFrom('[=e=]a', '[.e.]', '[.a.]', '\\]', '\\-', '\\e'),
)
const range = constantFrom('a-f', '0-7', 'e-e', '[.a.]-f', 'a-[.f.]')
const bracket = record({
  mark: constantFrom('', '!', '^'),
  first: constantFrom('', '', ']', '-'),
  members: array(oneof(single, range, named), { minLength: 1, maxLength: 3 }),
  last: constantFrom('', '', '-'),
}).map(({ mark, first, members, last }) => `[${mark}${first}${members.join('')}${last}]`)
const pattern = array(
  oneof({ weight: 3, arbitrary: bracket }, { weight: 2, arbitrary: character.map((one) => (one === ' ' ? '\\ ' : one)) }, constantFrom('*', '?')),
  {
    minLength: 1,
    maxLength: 4,
  },
).map((parts) => parts.join(''))
const text = array(oneof(character, constantFrom(']', '[', '!', ':')), { minLength: 0, maxLength: 4 }).map((parts) => parts.join(''))

const SCRIPT = 'while IFS= read -r p && IFS= read -r s; do [[ $s == $p ]] && echo 1 || echo 0; done'

describe('globs', () => {
  test('match what bash matches', () => {
    const pairs = sample(tuple(pattern, text), { numRuns: 6000, seed: SEED })
    const asked = spawnSync('bash', ['-c', SCRIPT], {
      input: pairs.map(([glob, of]) => `${glob}\n${of}\n`).join(''),
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    })
    const said = asked.stdout.trimEnd().split('\n')
    expect(said).toHaveLength(pairs.length)
    const ours = pairs.map(([glob, of]) => compileGlob(glob, { separators: false })(of))
    const missed = pairs.filter((_, at) => said[at] === '1' && ours[at] === false)
    expect(missed).toEqual([])
    // What is equal to a letter depends on the locale, so more may match.
    const surplus = pairs.filter(([glob], at) => said[at] === '0' && ours[at] === true && !glob.includes('[='))
    expect(surplus).toEqual([])
    // A comparison in which nothing matches would show nothing.
    expect(said.filter((one) => one === '1').length).toBeGreaterThan(300)
  })
})
