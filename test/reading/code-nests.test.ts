// Is a call read wherever it stands in code: in any two kinds of brackets, texts and functions, one in the other, many deep?
import { describe, expect, it } from 'vitest'
import { Script } from 'node:vm'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
type Around = readonly [before: string, after: string]
interface Language {
  readonly run: (code: string) => string
  readonly before: string
  readonly danger: string
  readonly around: readonly Around[]
}

const JAVASCRIPT: Language = {
  run: (code) => `node -e '${code}'`,
  before: 'x = ',
  danger: 'require("fs").rmSync("/home/dev",{recursive:true})',
  around: [
    ['{"a b":', '}'],
    ['{a:', '}'],
    ['{"a":1,b:', '}'],
    ['{[', ']:1}'],
    ['{...', '}'],
    ['{b(){return ', '}}'],
    ['{get a(){return ', '}}'],
    ['[', ']'],
    ['[...', ']'],
    ['a[', ']'],
    ['(', ')'],
    ['(a,', ')'],
    ['f(', ')'],
    ['new A(', ')'],
    ['import(', ')'],
    ['async(', ')'],
    ['(()=>', ')()'],
    ['(a=>', ')(1)'],
    ['((a=', ')=>1)()'],
    ['async()=>', ''],
    ['function(){return ', '}'],
    ['class{a=', '}'],
    ['`${', '}`'],
    ['a?', ':1'],
    ['a=', ''],
    ['a||', ''],
    ['a<b,', ''],
    ['1+', ''],
    ['!', ''],
    ['typeof ', ''],
    ['await ', ''],
    ['yield ', ''],
  ],
}
const PYTHON: Language = {
  run: (code) => `python3 -c '${code}'`,
  before: 'import shutil\nx = ',
  danger: 'shutil.rmtree("/home/dev")',
  around: [
    ['{"a b":', '}'],
    ['{1, ', '}'],
    ['{**', '}'],
    ['[', ']'],
    ['[*(', ')]'],
    ['[b for b in [', ']]'],
    ['[0 for a in b if ', ']'],
    ['a[', ']'],
    ['(', ')'],
    ['f(', ')'],
    ['f(a=', ')'],
    ['f(*', ')'],
    ['f(**', ')'],
    ['a.b(', ').c'],
    ['(lambda: ', ')()'],
    ['(lambda a=', ': 1)()'],
    ['(1 if a else ', ')'],
    ['(not ', ')'],
    ['(a or ', ')'],
    ['(a and ', ')'],
    ['(a := ', ')'],
    ['(a < ', ')'],
    ['(1 + ', ')'],
    ['f"{ ', ' }"'],
  ],
}
const RUBY: Language = {
  run: (code) => `ruby -e '${code}'`,
  before: 'require "fileutils"\nx = ',
  danger: 'FileUtils.rm_rf("/home/dev")',
  around: [
    ['{"a b"=>', '}'],
    ['{a: ', '}'],
    ['[', ']'],
    ['a[', ']'],
    ['(', ')'],
    ['f(', ')'],
    ['f(*', ')'],
    ['a.b(', ').c'],
    ['lambda{', '}.call'],
    ['->{', '}.()'],
    ['f{', '}'],
    ['f do |a| ', ' end'],
    ['begin ', ' end'],
    ['(if a then ', ' end)'],
    ['case 1 when 1 then ', ' end'],
    ['(a ? ', ' : 1)'],
    ['(a || ', ')'],
    ['(a && ', ')'],
    ['(a = ', ')'],
    ['1+', ''],
    ['!', ''],
    ['"#{', '}"'],
    ['"a \\" #{ b + ', ' } c"'],
  ],
}
const GROOVY: Language = {
  run: (code) => `groovy -e '${code}'`,
  before: 'x = ',
  danger: '"rm -rf /home/dev".execute()',
  around: [
    ['[', ']'],
    ['[a: ', ']'],
    ['(', ')'],
    ['f(', ')'],
    ['"${', '}"'],
    ['(a ? ', ' : 1)'],
  ],
}
const PHP: Language = {
  run: (code) => `php -r '${code};'`,
  before: '$x = ',
  danger: 'system("rm -rf /home/dev")',
  around: [
    ['["a b"=>', ']'],
    ['[', ']'],
    ['array(', ')'],
    ['$a[', ']'],
    ['(', ')'],
    ['f(', ')'],
    ['new A(', ')'],
    ['(function() { return ', '; })()'],
    ['(fn() => ', ')()'],
    ['(1 ? ', ' : 1)'],
    ['(0 || ', ')'],
    ['(1 && ', ')'],
    ['1+', ''],
    ['!', ''],
    ['@', ''],
    ['"{$a[', ']}"'],
  ],
}
const LUA: Language = {
  run: (code) => `lua -e '${code}'`,
  before: 'x = ',
  danger: 'os.execute("rm -rf /home/dev")',
  around: [
    ['{["a b"]=', '}'],
    ['{', '}'],
    ['a[', ']'],
    ['(', ')'],
    ['f(', ')'],
    ['f{', '}'],
    ['a:b(', ')'],
    ['(function() return ', ' end)()'],
    ['(false or ', ')'],
    ['(true and ', ')'],
    ['1+', ''],
    ['not ', ''],
    ['#', ''],
  ],
}
const LANGUAGES = { JAVASCRIPT, PYTHON, RUBY, GROOVY, PHP, LUA }

function within(depth: number, around: readonly Around[], inner: string): string {
  let before = ''
  let after = ''
  for (let at = 0; at < depth; at++) {
    const [open, close] = around[at % around.length]!
    before += open
    after = close + after
  }
  return before + inner + after
}
function isScript(code: string): boolean {
  try {
    return new Script(`async function* f() {${code}}`) instanceof Script
  } catch {
    return false
  }
}

describe.each(Object.entries(LANGUAGES))('%s', (_, language) => {
  const { around, before, danger, run } = language
  it.each(around.map((one) => [one[0], one] as const))('in %s', (__, first) => {
    const missed = around.flatMap((second) =>
      [1, 2, 15, 40].filter((depth) => {
        const code = before + within(depth, [first, second], danger)
        if (language === JAVASCRIPT && !isScript(code)) return false
        return check(run(code)).decision.verdict === 'allow'
      }),
    )
    expect(missed).toEqual([])
  })
})
