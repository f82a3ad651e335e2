// Is each element of a list seen where a counter names it, and do counters in daily loops stay quiet?
import { describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const verdictOf = (command: string): string => check(command).decision.verdict

/** Ways to count. */
const COUNTS = ['((i++))', '((++i))', '((i+=1))', '((i = i + 1))', 'let i++', 'let i+=1', 'let "i = i + 1"', ': $((i++))', 'i=$((i+1))', 'i=$(expr $i + 1)']

describe('a list behind a counter', () => {
  test.each(COUNTS)('is read whole: %s', (step) => {
    for (const list of ['/tmp/x $HOME', '/tmp/x /tmp/y $HOME', '/tmp/x /tmp/y /tmp/z ~'])
      expect(verdictOf(`i=0; a=(${list}); while [ $i -lt 4 ]; do rm -rf "\${a[$i]}"; ${step}; done`)).toBe('deny')
  })
  test.each([
    'a=(/tmp/x $HOME); for ((i=0;i<2;i++)); do rm -rf "${a[i]}"; done',
    'a=(/tmp/x /tmp/y ~); for ((i=2;i>=0;i--)); do rm -rf "${a[$i]}"; done',
    'i=0; d[0]=/tmp/x; d[1]=$HOME; while ((i<2)); do rm -rf "${d[i]}"; ((i++)); done',
    'a=(/tmp/x $HOME); for i in "${!a[@]}"; do rm -rf "${a[$i]}"; done',
    'declare -A m=([tmp]=/tmp/x [home]=$HOME); for k in "${!m[@]}"; do rm -rf "${m[$k]}"; done',
    'i=1; a=(~ /tmp/x); while ((i>=0)); do rm -rf "${a[i]}"; ((i--)); done',
    'i=0; a=(/tmp/x $HOME); until [ $i -ge 2 ]; do rm -rf "${a[$i]}/"; let i++; done',
  ])('is denied: %s', (command) => {
    expect(verdictOf(command)).toBe('deny')
  })
  test.each([
    'i=0; a=(dist build); while [ $i -lt 2 ]; do rm -rf "${a[$i]}"; ((i++)); done',
    'i=0; a=(dist build); while [ $i -lt 2 ]; do rm -rf "${a[$i]}"; i=$((i+1)); done',
    'i=0; a=(dist build); while [ $i -lt 2 ]; do rm -rf "${a[$i]}/cache"; let i++; done',
    'a=(dist build coverage); for ((i=0;i<${#a[@]};i++)); do rm -rf "${a[i]}"; done',
    'for ((i=0;i<3;i++)); do rm -rf "build/part$i"; done',
    'a=(dist build); for i in "${!a[@]}"; do rm -rf "${a[$i]}"; done',
    'declare -A ports=([web]=3000 [api]=4000); for k in "${!ports[@]}"; do echo "$k ${ports[$k]}"; done',
    'n=0; for f in a b c; do ((n++)); echo "$n $f"; done',
    'i=0; until curl -sf localhost:3000; do ((i++)); [ $i -gt 30 ] && exit 1; sleep 1; done',
    'i=1; while [ $i -le 3 ]; do rm -f "/tmp/out-$i.log"; ((i++)); done',
    'count=0; for f in src/*.ts; do let count++; done; echo "$count files"',
    'let n=3; echo "$n"',
    'a=(/tmp/x ~); echo "${a[1]}"; rm -rf "${a[0]}"',
  ])('passes: %s', (command) => {
    expect([command, verdictOf(command)]).toEqual([command, 'allow'])
  })
  test('by its names is asked about where those are deleted', () => {
    expect(verdictOf('declare -A m=([src]=1 [lib]=2); for k in "${!m[@]}"; do rm -rf "$k"; done')).toBe('ask')
  })
  test('of more than a few is asked about', () => {
    expect(verdictOf('i=0; a=(/tmp/1 /tmp/2 /tmp/3 /tmp/4 /tmp/5 /tmp/6 ~); while [ $i -lt 7 ]; do rm -rf "${a[$i]}"; ((i++)); done')).not.toBe('allow')
  })
})
