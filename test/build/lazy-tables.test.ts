// Does a module whose tables wait for their first use say the same as before, and does it make only those it uses?
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

const { withLazyTables } = (await import(new URL('../../scripts/lazy-tables.mjs', import.meta.url).href)) as {
  readonly withLazyTables: (code: string) => string
}
const run = (code: string): unknown => runInNewContext(`(function(){let said;${code}\nreturn said})()`) as unknown
const LONG = 'long '.repeat(20)

describe('tables that wait', () => {
  test.each([
    ['a pattern that is used once', `const A_B = /x/\nfunction f(v){return A_B.test(v)}\nsaid=[f('x'),f('y')]`],
    ['a pattern that is used twice', `const A_B = /x${LONG}|y/\nfunction f(v){return A_B.test(v)||v.replace(A_B,'')}\nsaid=[f('y'),f('z')]`],
    ['a pattern that remembers', `const A_B = /x/g\nfunction f(t){let n=0;while(A_B.exec(t))n++;return n}\nsaid=f('xyx')`],
    ['a set', `const A_B = new Set(['x','${LONG}'])\nconst f=v=>A_B.has(v)\nsaid=[f('x'),f('z')]`],
    ['a state that must be one', `const A_B = new Map([['${LONG}',1]])\nfunction f(v){A_B.set(v,1);return A_B.size}\nsaid=[f('x'),f('y'),f('x')]`],
    ['a table of tables', `const A_B = ['p','${LONG}']\nconst C_D = new Set([...A_B,'${LONG}r'])\nfunction f(v){return C_D.has(v)}\nsaid=[f('p'),f('s')]`],
    ['used at the start too', `const A_B = ['p','${LONG}']\nconst N = A_B.length\nfunction f(){return A_B}\nsaid=[N,f().length]`],
    ['used by what is made at the start', `const A_B = ['p','${LONG}']\nconst C_D = [A_B,'${LONG}']\nsaid=C_D.length\nfunction f(){return A_B}`],
    ['a local of the same name', `const A_B = ['p','${LONG}']\nfunction f(A_B){return A_B}\nsaid=f('local')`],
    ['a short form', `const A_B = ['p','${LONG}']\nfunction f(){return {A_B}}\nsaid=f().A_B.length`],
    ['names of members', `const A_B = ['p','${LONG}']\nfunction f(o){return [o.A_B,A_B[0],{A_B:1}.A_B]}\nsaid=f({A_B:2})`],
    ['a default, a catch, a loop', `const A_B = [1,2,'${LONG}']\nfunction f(v=A_B){try{throw v}catch(e){for(const x of e)return [x,A_B.length]}}\nsaid=f()`],
    [
      'functions in a table',
      `const A_B = {get(v){return v+C_D.length},x:'${LONG}'}\nconst C_D = ['${LONG}','y']\nfunction f(v){return A_B.get(v)}\nsaid=f('x')`,
    ],
  ])('%s', (_what, code) => {
    expect(run(withLazyTables(code))).toEqual(run(code))
  })
  test('types stay types', () => {
    const code = `const A_B = ['p', '${LONG}'] as const\ntype One = (typeof A_B)[number]\nexport const f = (one: One): boolean => A_B.includes(one)\n`
    expect(withLazyTables(code)).toContain('type One = (typeof A_B)[number]')
    expect(withLazyTables(code)).toContain('A_B().includes(one)')
  })
  test('nothing is made that is not used', () => {
    const code = `const made=[]\nfunction w(t){made.push(t.trim());return t}\nconst A_B = w('used${' '.repeat(80)}')\nconst C_D = w('never${' '.repeat(80)}')\nfunction f(){return A_B}\nfunction g(){return C_D}\nf();f();said=made`
    expect(run(withLazyTables(code))).toEqual(['used'])
    expect(run(code)).toEqual(['used', 'never'])
  })
})
