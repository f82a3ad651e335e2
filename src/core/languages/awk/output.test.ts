// Shows what awk programs print of known texts, and that what awks do not agree on is not worked out.
import { expect, it } from 'vitest'
import { awkOutput } from './output.ts'

const NO_SETS = new Map<string, string>()
it.each([
  ['BEGIN{print "rm x"}', null, 'rm x\n'],
  ['BEGIN{printf "%c%c%s", 114, 109, " x"}', null, 'rm x'],
  ['{print $3,$2,$1}', 'x -r rm\n', 'rm -r x\n'],
  ['{for(i=1;i<=NF;i++)printf "%c",$i+0}', '114 109\n', 'rm'],
  ['{for(i=1;i<=NF;i++)printf "%c",$i}', '114 109\n', 'rm'],
  ['{$1=$2="";print}', 'a b rm x\n', '  rm x\n'],
  ['NR==2', 'a\nrm x\n', 'rm x\n'],
  ['/^r/{print;next}{print "#"}', 'rm x\nb\n', 'rm x\n#\n'],
  ['{gsub(/_/," ")}1', 'rm_-r_x\n', 'rm -r x\n'],
  ['BEGIN{while(k<3)print k++;print x==0}', null, '0\n1\n2\n1\n'],
  ['{n=split($0,p,":");print p[n]}', 'a:b:rm\n', 'rm\n'],
  ['{print $1 > "f"}', 'a\n', null],
  ['{print | "sh"}', 'a\n', null],
  ['{print getline}', 'a\n', null],
  ['BEGIN{print 010}', null, null],
  ['{print}', null, null],
  ['BEGIN{for(;;)print "x"}', null, null],
  ['{for(k in a)print k}', 'x\n', null],
])('%s of %j is %j', (program, input, said) => expect(awkOutput(program, input, NO_SETS)).toBe(said))
it('is bounded on what nests and goes on', () => {
  expect(awkOutput(`BEGIN{x=${'('.repeat(9_000)}1`, null, NO_SETS)).toBe(null)
  expect(awkOutput('{for(i=0;i<1e9;i++)s=s s}', 'x\n', NO_SETS)).toBe(null)
})
