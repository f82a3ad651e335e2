// Are the items of xargs and parallel put where the programs put them? Inputs and options, against what is run.
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const verdict = (command: string): string => check(command).decision.verdict
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const INPUTS = ['a b c', 'a b\nc d', '"a b" c', "'a b'\nc", 'a\\ b c', '  a  \n b', '--xx a b', 'a,b,c', 'a\tb', 'a']
const OPTIONS = ['', '-n1', '-n 2', '-L1', '-L 2', '-d,', "-d '\\n'", '-I@', '-0', '-r', '-P4 -n1', '-i', '--max-args=1', "--delimiter=' '"]

/** All words that the real xargs hands on, whichever run gets them. */
function handedOn(input: string, options: string): ReadonlySet<string> {
  const template = options.startsWith('-I') ? '@' : options === '-i' ? '{}' : ''
  const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoted(input)} | xargs ${options} printf '<%s>' ${template}`], { encoding: 'utf8' })
  return new Set([...stdout.matchAll(/<([^<>]*)>/g)].map(([, word = '']) => word))
}
function readOn(input: string, options: string): ReadonlySet<string> {
  const template = options.startsWith('-I') ? '@' : options === '-i' ? '{}' : ''
  const { actions } = check(`printf %s ${quoted(input)} | xargs ${options} frobnicate ${template}`).reading
  return new Set(
    actions.flatMap((action) =>
      action.does === 'run' && action.program === 'frobnicate'
        ? [...action.operands.map(({ text }) => text ?? '?'), ...action.options.map(({ name }) => name)]
        : [],
    ),
  )
}

describe('xargs cuts its input as the program does', () => {
  test.each(OPTIONS)('`xargs %s`', (options) => {
    for (const input of INPUTS) {
      const real = [...handedOn(input, options)].filter((word) => word !== '')
      const ours = readOn(input, options)
      expect([input, real.filter((word) => !ours.has(word))]).toEqual([input, []])
    }
  })
})

test.each([
  "printf '%s' '-rf /home/dev' | xargs rm",
  "printf '%s' 'x /home/dev' | xargs -L1 rm -rf",
  "printf '%s' 'x,/home/dev' | xargs -d, rm -rf",
  'xargs -a <(echo /home/dev) rm -rf',
  'parallel rm -rf {//} ::: ~/a',
  'parallel rm -rf {1//} ::: ~/a',
  "parallel 'rm -rf {//}' ::: ~/a",
  'parallel rm -rf /{/} ::: /x/home',
  'parallel rm -rf /home/{/.} ::: /x/dev.txt',
  'parallel --dry-run echo \'{= system("rm -rf ~") =}\' ::: a',
  'parallel echo \'{= unlink(glob("/home/dev/*")); system("rm -rf /home/dev") =}\' ::: a',
])('denies `%s`', (command) => {
  expect(verdict(command)).toBe('deny')
})
test.each([
  'parallel --dry-run rm -rf ::: ~',
  'parallel convert {} {.}.png ::: a.jpg b.jpg',
  'parallel gzip -k {} ::: a b',
  "parallel 'mkdir -p out/{//} && cp {} out/{}' ::: src/a.ts",
  "ls *.csv | parallel 'wc -l {} > /tmp/{/.}.txt'",
  "printf '%s' 'a.pyc b.pyc' | xargs -n1 rm -f",
  "printf 'dist\\nbuild\\n' | xargs -d '\\n' rm -rf",
  "echo '-la src' | xargs ls",
])('allows `%s`', (command) => {
  expect(verdict(command)).toBe('allow')
})
