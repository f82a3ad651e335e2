// Does a script whose tables wait for their first use say the same as before, and does it make only those it uses?
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

const { lazyTables } = (await import(new URL('../../scripts/lazy-tables.mjs', import.meta.url).href)) as { readonly lazyTables: (text: string) => string }
const run = (text: string): unknown => runInNewContext(`(function(){let said;${text};return said})()`) as unknown

describe('tables that wait', () => {
  test.each([
    ['one use', `const a=new Set(['x','y']);function f(v){return a.has(v)}said=[f('x'),f('z')]`],
    ['several uses', `const a={x:'${'long '.repeat(20)}',y:2};function f(){return a.x}function g(){return a.y}said=[f(),g()]`],
    ['a state that must be one', `const a=new Map;function f(v){a.set(v,1);return a.size}said=[f('x'),f('y'),f('x')]`],
    ['a pattern that remembers', `const a=/x/g;function f(t){let n=0;while(a.exec(t))n++;return n}said=f('xyx')`],
    ['a table of tables', `const a=['p','q'],b=new Set([...a,'r']);function f(v){return b.has(v)}said=[f('q'),f('r'),f('s')]`],
    ['what a function makes', `function w(t){return new Set(t.split(' '))}const a=w('one two');function f(v){return a.has(v)}said=[f('two'),f('three')]`],
    ['a local of the same name', `const a=['p'],b=[a,'${'long '.repeat(20)}'];function f(a){return [a,b[0][0]]}said=f('local')`],
    ['a short form', `const a=/x/;function f(){return {a}}said=f().a.test('x')`],
    ['used at the start too', `const a=['p','q'],n=a.length;function f(){return a}said=[n,f().length]`],
    ['functions in a table', `const k='${'long '.repeat(20)}',a={get(v){return v+k},set:v=>k+v};function f(v){return a.get(v)+a.set(v)}said=f('x')`],
    ['a default, a catch, a loop', `const a=[1,2],b=/y/;function f(v=a){try{throw v}catch(e){for(const x of e)if(b.test('y'))return x}}said=f()`],
    ['declared in one list', `const a=/x/,b=2,c=/y/;function f(t){return a.test(t)||c.test(t)}said=[b,f('y'),f('z')]`],
    ['the last of a list', `const b=2,c=/y/;function f(t){return c.test(t)}said=[b,f('y')]`],
  ])('%s', (_what, text) => {
    expect(run(lazyTables(text))).toEqual(run(text))
  })
  test('nothing is made that is not used', () => {
    const text = `const made=[];function w(t){made.push(t);return t}const a=w('used${' '.repeat(80)}'),b=w('never${' '.repeat(80)}');function f(){return a}function g(){return b}f();f();said=made.map(t=>t.trim())`
    expect(run(lazyTables(text))).toEqual(['used'])
    expect(run(text)).toEqual(['used', 'never'])
  })
})
