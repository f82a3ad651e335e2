// Do words become what real bash makes of them? Harmless generated words, printed by bash and read by us.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const bash = spawnSync('bash', ['-c', 'command -v bash'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const hasBash = bash !== ''

const PRELUDE = `X='a b'; Y=yy; Z=; P=/p/q/r.tar.gz; L=lower; A=(one 'two three' four)`
const pieces = fc.oneof(
  fc.constantFrom('a', 'b1', '-f', 'x/y', '.', '=', ',', 'é', '{', '}', '~x', '#', '%', '@', '+', ':'),
  fc.constantFrom("'s q'", "''", '"d q"', '""', "'$X'", '"$X"', '"${Y}"', '"$Z"', '"a\\"b"', '"\\$X"', `"it's"`, "\\'", '\\"', '\\ ', '\\$X', '\\\\'),
  fc.constantFrom('$X', '$Y', '$Z', '${Y}', '${X}', '${Y:-d}', '${Z:-d e}', '${Z:-}', '"${Z:-d e}"', '${Y:+set}', '${Z:+set}', '${N:-none}', '"${N-no ne}"'),
  fc.constantFrom(
    '${P##*/}',
    '${P%.*}',
    '${P%%.*}',
    '${P#*/}',
    '${P/q/z}',
    '${P//\\//_}',
    '${#Y}',
    '${Y^^}',
    '${L^}',
    '${Y:1}',
    '${P:3:2}',
    '${P: -2}',
    '${A[0]}',
    '"${A[@]}"',
    '${A[1]}',
    '"${A[*]}"',
  ),
  fc.constantFrom(
    "$'t\\tb'",
    "$'\\x41\\102'",
    "$'q\\'q'",
    '$(echo hi)',
    '"$(echo two words)"',
    '$(echo two words)',
    '$(printf %s x)',
    '`echo tick`',
    '$(printf "a\\nb")',
    '"$(printf "a\\nb\\n\\n")"',
  ),
  fc.constantFrom('{a,b}', '{1..3}', 'x{a,b}y', '{a,{b,c}}', '{a,}', '{3..1}', '{a..c}', '{a}', '{,x}', '"{a,b}"', '\\{a,b}', "{'a b',c}", '{$Y,b}'),
)
const word = fc.array(pieces, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

/** What bash passes to a command, line by line; null where bash itself refuses the line. */
function askBash(lines: readonly string[]): (string[] | null)[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'prudent-words-'))
  try {
    const script = `${PRELUDE}\nshow() { [ $# = 0 ] || printf '%s\\1' "$@"; }\nwhile IFS= read -r -d '' line; do (eval "show $line" 2>/dev/null || printf '\\3'); printf '\\2'; done`
    const printed = execFileSync(bash, ['-c', script], {
      cwd: folder,
      input: lines.map((text) => `${text}\0`).join(''),
      encoding: 'utf8',
      env: { PATH: '', HOME: '/home/dev', LC_ALL: 'C.UTF-8' },
      maxBuffer: 1 << 26,
    })
    return printed
      .split('\x02')
      .slice(0, -1)
      .map((record) => (record.includes('\x03') ? null : record.split('\x01').slice(0, -1)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.skipIf(!hasBash)('words', () => {
  it('become what bash makes of them', () => {
    const lines = [...new Set(fc.sample(line, { numRuns: 3000, seed: 20 }))].filter((text) => !/(?:^| )#|~x/.test(text))
    const expected = askBash(lines)
    let compared = 0
    const differing: unknown[] = []
    for (const [at, text] of lines.entries()) {
      const want = expected[at]
      if (want == null) continue
      const { actions } = check(`${PRELUDE}\nshow ${text}`).reading
      const run = actions.findLast((action) => action.does === 'run' && action.program === 'show')
      if (run?.does !== 'run') {
        differing.push({ text, want, got: 'no command' })
        continue
      }
      const words = [...run.options.map(() => null), ...run.operands]
      if (words.some((got) => got === null || got.text === null)) continue
      compared++
      const got = run.operands.map((operand) => operand.text)
      if (JSON.stringify(got) !== JSON.stringify(want.filter((argument) => argument !== '--'))) differing.push({ text, want, got })
    }
    expect(differing.slice(0, 10)).toEqual([])
    expect(compared).toBeGreaterThan(1000)
  })
})
