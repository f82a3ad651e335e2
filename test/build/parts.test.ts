// Does a script that is cut into parts say the same as before, and does it open only those it needs?
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

interface Cut {
  readonly text: string
  readonly files: readonly { readonly part: string; readonly text: string }[]
}
const { intoParts } = (await import(new URL('../../scripts/parts.mjs', import.meta.url).href)) as {
  readonly intoParts: (text: string, partOf: (end: number) => string | null, colder: string, mark: string, always?: readonly string[]) => Cut
}

const PAD = ' '.repeat(60)
/** Functions named with a small s, t or c belong to the parts `shell`, `tools` and `cold`. */
function cut(text: string, mark = 'm'): Cut {
  const parts = new Map<number, string>()
  for (const found of text.matchAll(/(?:function |const |,)(s|t|c)\w*(?:\(|=)[^]*?\/\*end\*\/\}/g))
    parts.set(found.index + found[0].length, { s: 'shell', t: 'tools', c: 'cold' }[found[1] ?? ''] ?? '')
  return intoParts(text, (end) => parts.get(end) ?? null, 'cold', mark, ['always'])
}
function run({ text, files }: Cut): { readonly said: unknown; readonly opened: readonly string[] } {
  const opened: string[] = []
  const open = (part: string): unknown => {
    opened.push(part)
    return runInNewContext(files.find((file) => file.part === part)?.text ?? '')
  }
  const said = (runInNewContext(`(function($open){let said;${text};return said})`) as (open: (part: string) => unknown) => unknown)(open)
  return { said: JSON.parse(JSON.stringify(said)) as unknown, opened }
}
const plain = (text: string): unknown => JSON.parse(JSON.stringify(runInNewContext(`(function(){let said;${text};return said})()`))) as unknown

describe('parts', () => {
  test.each([
    ['one function', `function sOne(v){return v+1${PAD}/*end*/}function f(v){return sOne(v)}said=f(1)`, ['shell']],
    ['names of the engine', `const k=2;function g(v){return v*k}function sOne(v){return g(v)+k${PAD}/*end*/}function f(v){return sOne(v)}said=f(3)`, ['shell']],
    [
      'one part calls another',
      `function tTwo(v){return v*2${PAD}/*end*/}function sOne(v){return tTwo(v)+1${PAD}/*end*/}function f(v){return sOne(v)}said=f(3)`,
      ['shell', 'tools'],
    ],
    [
      'and back',
      `function tTwo(v){return v>9?v:sOne(v+1)${PAD}/*end*/}function sOne(v){return tTwo(v*2)${PAD}/*end*/}function f(v){return sOne(v)}said=f(1)`,
      ['shell', 'tools'],
    ],
    ['never called', `function sOne(v){return v${PAD}/*end*/}function f(v){return v>5?sOne(v):0}said=f(1)`, []],
    ['passed on, not called', `function cOne(v){return v${PAD}/*end*/}function f(v,h=cOne){return v>5?h(v):0}said=f(1)`, []],
    ['a short form', `const sOne=v=>{return v+1${PAD}/*end*/};function f(){return {sOne}}said=f().sOne(1)`, []],
    [
      'a local of the same name',
      `function sOne(v){return v+1${PAD}/*end*/}function f(sOne){return sOne}function g(v){return sOne(v)}said=[f(7),g(1)]`,
      ['shell'],
    ],
    [
      'made with `new`',
      `function sTwo(v){return v${PAD}/*end*/}function g(){return sTwo({k:1})}function cOne(v){return new sTwo({v}).v${PAD}/*end*/}function f(v){return cOne(v)}said=[f(3),g().k]`,
      ['cold'],
    ],
    ['used at the start', `function sOne(v){return v+1${PAD}/*end*/}const k=sOne(1);function f(){return k}said=f()`, []],
    ['a state that changes', `let n=0;function sOne(v){n+=v;return n${PAD}/*end*/}function f(v){return sOne(v)}f(1);said=f(2)`, []],
    [
      'what an export must not miss',
      `const exports={};function cTwo(v){return v+2${PAD}/*end*/}function sOne(v){return cTwo(v)${PAD}/*end*/}function f(v){return sOne(v)}exports.always=f;said=f(1)`,
      [],
    ],
    ['declared in one list', `const a=1,sOne=v=>{return v+a${PAD}/*end*/},b=2;function f(v){return sOne(v)+b}said=f(1)`, ['shell']],
  ])('%s', (_what, text, opened) => {
    expect(run(cut(text))).toEqual({ said: plain(text), opened })
  })
  test('a part of another engine is not taken', () => {
    const text = `function sOne(v){return v+1${PAD}/*end*/}function f(v){return sOne(v)}said=f(1)`
    expect(() => run({ text: cut(text, 'one').text, files: cut(text, 'other').files })).toThrow('the gate is not whole')
  })
})
