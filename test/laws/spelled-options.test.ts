// Is one command judged alike however its options are spelt? Short, long, cut short, bundled, with `=` or without, in any order, said twice, taken back and said again.
import { expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()

interface Option {
  readonly short?: string
  readonly long?: string
  /** It has a value. */
  readonly value?: string
}
interface Line {
  readonly program: string
  readonly options: readonly Option[]
  readonly operands: readonly string[]
  /** `gnu` lets options be cut short, stand anywhere and be bundled; `go` writes switches with `=true`. */
  readonly parser: 'gnu' | 'git' | 'go'
}

const LINES: readonly Line[] = [
  {
    program: 'rm',
    parser: 'gnu',
    options: [
      { short: 'r', long: 'recursive' },
      { short: 'f', long: 'force' },
      { short: 'v', long: 'verbose' },
    ],
    operands: ['/'],
  },
  {
    program: 'rm',
    parser: 'gnu',
    options: [
      { short: 'R', long: 'recursive' },
      { short: 'f', long: 'force' },
    ],
    operands: ['../other'],
  },
  {
    program: 'chmod',
    parser: 'gnu',
    options: [
      { short: 'R', long: 'recursive' },
      { short: 'v', long: 'verbose' },
    ],
    operands: ['777', '.'],
  },
  {
    program: 'chown',
    parser: 'gnu',
    options: [
      { short: 'R', long: 'recursive' },
      { short: 'h', long: 'no-dereference' },
    ],
    operands: ['dev', '/usr'],
  },
  {
    program: 'cp',
    parser: 'gnu',
    options: [
      { short: 'r', long: 'recursive' },
      { short: 't', long: 'target-directory', value: '/etc' },
    ],
    operands: ['x'],
  },
  {
    program: 'mv',
    parser: 'gnu',
    options: [
      { short: 'f', long: 'force' },
      { short: 't', long: 'target-directory', value: '/etc' },
    ],
    operands: ['x'],
  },
  { program: 'sed', parser: 'gnu', options: [{ short: 'E', long: 'regexp-extended' }, { long: 'in-place' }], operands: ['s/a/b/', '/etc/hosts'] },
  {
    program: 'tar',
    parser: 'gnu',
    options: [
      { short: 'x', long: 'extract' },
      { short: 'v', long: 'verbose' },
      { short: 'f', long: 'file', value: 'x.tar' },
      { short: 'C', long: 'directory', value: '/etc' },
    ],
    operands: [],
  },
  {
    program: 'xargs',
    parser: 'gnu',
    options: [
      { short: '0', long: 'null' },
      { short: 'n', long: 'max-args', value: '1' },
      { short: 'a', long: 'arg-file', value: 'list' },
    ],
    operands: ['rm', '-rf'],
  },
  {
    program: 'curl',
    parser: 'gnu',
    options: [
      { short: 's', long: 'silent' },
      { short: 'L', long: 'location' },
      { short: 'o', long: 'output', value: '/etc/hosts' },
    ],
    operands: ['https://a.example'],
  },
  {
    program: 'wget',
    parser: 'gnu',
    options: [
      { short: 'q', long: 'quiet' },
      { short: 'P', long: 'directory-prefix', value: '/etc' },
    ],
    operands: ['https://a.example/hosts'],
  },
  {
    program: 'psql',
    parser: 'gnu',
    options: [
      { short: 'q', long: 'quiet' },
      { short: 'c', long: 'command', value: "'DROP TABLE users'" },
    ],
    operands: ['shop'],
  },
  {
    program: 'mysql',
    parser: 'gnu',
    options: [
      { short: 'B', long: 'batch' },
      { short: 'e', long: 'execute', value: "'DROP TABLE users'" },
    ],
    operands: ['shop'],
  },
  {
    program: 'git push',
    parser: 'git',
    options: [
      { short: 'f', long: 'force' },
      { short: 'v', long: 'verbose' },
    ],
    operands: ['origin', 'main'],
  },
  { program: 'git clean', parser: 'git', options: [{ short: 'f', long: 'force' }, { short: 'd' }, { short: 'x' }], operands: [] },
  { program: 'git reset', parser: 'git', options: [{ long: 'hard' }, { short: 'q', long: 'quiet' }], operands: ['HEAD~1'] },
  {
    program: 'git branch',
    parser: 'git',
    options: [
      { short: 'd', long: 'delete' },
      { short: 'f', long: 'force' },
    ],
    operands: ['topic'],
  },
  { program: 'kubectl delete', parser: 'go', options: [{ long: 'all' }, { short: 'n', long: 'namespace', value: 'shop' }], operands: ['pods'] },
  {
    program: 'docker run',
    parser: 'go',
    options: [{ long: 'privileged' }, { long: 'rm' }, { short: 'v', long: 'volume', value: '/srv:/srv' }],
    operands: ['alpine', 'sh'],
  },
  {
    program: 'docker compose down',
    parser: 'go',
    options: [
      { short: 'v', long: 'volumes' },
      { short: 't', long: 'timeout', value: '5' },
    ],
    operands: [],
  },
  { program: 'helm uninstall', parser: 'go', options: [{ long: 'wait' }, { short: 'n', long: 'namespace', value: 'shop' }], operands: ['shop'] },
  {
    program: 'gh pr merge',
    parser: 'go',
    options: [
      { short: 's', long: 'squash' },
      { short: 'd', long: 'delete-branch' },
    ],
    operands: ['12'],
  },
]

/** Numbers that look drawn by lot and are the same every time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8
}

function spellings({ long, short, value }: Option, parser: Line['parser']): readonly string[] {
  if (value !== undefined)
    return [
      ...(long === undefined
        ? []
        : [`--${long}=${value}`, `--${long} ${value}`, ...(parser === 'gnu' ? [`--${long.slice(0, -1)} ${value}`, `--${long.slice(0, -2)}=${value}`] : [])]),
      ...(short === undefined ? [] : [`-${short} ${value}`, `-${short}${value}`]),
    ]
  const whole = long === undefined ? [] : [`--${long}`]
  return [
    ...whole,
    ...(parser === 'go' && long !== undefined ? [`--${long}=true`, `--${long}=false --${long}`] : []),
    ...(parser === 'git' && long !== undefined && long.length > 4 ? [`--no-${long} --${long}`] : []),
    ...(parser !== 'go' && long !== undefined && long.length > 5 ? [`--${long.slice(0, -1)}`] : []),
    ...(short === undefined ? [] : [`-${short}`, `-${short} -${short}`]),
  ]
}

function* spelt({ program, options, operands, parser }: Line, seed: number): Generator<string> {
  const next = numbers(seed)
  const below = (most: number): number => next.next().value % most
  for (let round = 0; round < 60; round++) {
    const given = options.map((option) => ({ option, at: below(1_000) })).sort((a, b) => a.at - b.at)
    // All that have no value in one word, the last one with its value.
    const flags = given.flatMap(({ option }) => (option.short !== undefined && option.value === undefined ? [option.short] : [])).join('')
    const isBundled = round % 4 === 0 && flags.length > 1
    const words = given.flatMap(({ option }) => {
      if (isBundled && option.short !== undefined && option.value === undefined) return []
      const ways = spellings(option, parser)
      return [ways[below(ways.length)] ?? '']
    })
    const before = [...(isBundled ? [`-${flags}`] : []), ...words].join(' ')
    // What other programs are started with begins at the first operand.
    const isMixed = parser !== 'go' && !['xargs', 'sed'].includes(program) && round % 3 === 0
    yield isMixed ? `${program} ${operands.join(' ')} ${before}`.trim() : `${program} ${before} ${operands.join(' ')}`.trim()
  }
}

const RANK = { allow: 0, ask: 1, deny: 2 } as const
const plain = ({ program, options, operands }: Line): string =>
  [
    program,
    ...options.map(({ short, long, value }) => `${long === undefined ? `-${short}` : `--${long}`}${value === undefined ? '' : `=${value}`}`),
    ...operands,
  ].join(' ')

test.each(LINES.map((line) => [plain(line), line] as const))('%s', (command, line) => {
  const wanted = check(command).decision.verdict
  expect(wanted).not.toBe('allow')
  const milder = [...spelt(line, 7), ...spelt(line, 1_789)].filter((one) => RANK[check(one).decision.verdict] < RANK[wanted])
  expect([...new Set(milder)]).toEqual([])
})

test.each([
  'docker run --privileged=false alpine ls',
  'docker run --privileged --privileged=false alpine ls',
  'docker compose down -v --volumes=false',
  'kubectl delete pods --all=true --dry-run=client',
  'git clean --force --no-force --dry-run',
])('taken back: %s', (command) => {
  expect(check(command).decision.verdict).toBe('allow')
})
test.each([
  'git push --dry-run --no-dry-run --force origin topic',
  'git clean -n --no-dry-run -fd',
  'docker run --privileged=false --privileged alpine ls',
  'kubectl delete ns shop --dry-run=client --dry-run=none',
  'cargo +nightly publish',
  'tar -T list --remove-files -cf x.tar',
])('taken back and said again: %s', (command) => {
  expect(check(command).decision.verdict).not.toBe('allow')
})
