// Are substitutions and package scripts found in the languages that people edit files with?
import { describe, expect, test } from 'vitest'
import { processorNow } from '../../../test/processor-time.ts'
import { rewritten, runsTheSame, withScripts } from './substitutions.ts'

const MAKEFILE = 'OUT ?= dist\nclean:\n\trm -rf $(OUT)\n'

describe('a substitution', () => {
  test.each([
    's/dist/~/',
    's{dist}{~}',
    's|dist|~|g; s/x/y/',
    '%s/dist/\\~/|wq',
    ',s/dist/~/\nw',
    'gsub(/dist/, "~")',
    '{gsub("dist","~")}1',
    "s=open(p).read(); open(p,'w').write(s.replace('dist', '~'))",
    "re.sub(r'di..', '~', s)",
    'fs.writeFileSync(p, t.replace(/d[i]st/, `~`))',
    '$t = str_replace("dist", "~", $t);',
  ])('is carried out: %s', (code) => expect(rewritten(MAKEFILE, code, '/home/a', () => {})).toBe(MAKEFILE.replace('dist', '~')))
  test.each(['s/dist/$ENV{HOME}/', 's/dist/#{Dir.home}/', "t.replace('dist', '$HOME')"])('knows the home folder: %s', (code) =>
    expect(rewritten(MAKEFILE, code, '/home/a', () => {})).toContain('OUT ?= /home/a\n'),
  )
  test.each(['print(s / 2 / 3)', 'this/is/a/path', 's/nothing/here/', "x.replace(a, '~')", ''])('%j is none', (code) =>
    expect(rewritten(MAKEFILE, code, '/home/a', () => {})).toBe(null),
  )
})

describe('a script of package.json', () => {
  const manifest = JSON.stringify({ name: 'a', scripts: { clean: 'rm -rf dist', build: 'tsc' } })
  test.each([
    '.scripts.clean = "rm -rf ~"',
    '.scripts["clean"] |= "rm -rf ~"',
    "p['scripts']['clean']='rm -rf ~'",
    "p.scripts.clean = 'rm -rf ~'; write(p)",
    'this.scripts.clean="rm -rf ~"',
  ])('is set: %s', (code) =>
    expect(JSON.parse(rewritten(manifest, code, '/home/a', () => {}) ?? '{}')).toEqual({ name: 'a', scripts: { clean: 'rm -rf ~', build: 'tsc' } }),
  )
  test.each(['.version = "2.0.0"', "p['scripts']['clean'] == 'x'", 'delete p.scripts.clean'])('%s sets none', (code) =>
    expect(rewritten(manifest, code, '/home/a', () => {})).toBe(null),
  )
  test('of what is no manifest, none', () => {
    for (const text of ['', '[]', 'null', '{', '3']) expect(withScripts(text, [['a', 'b']])).toBe(null)
  })
  test('is the same where only the rest changed', () => {
    expect(runsTheSame('/a/package.json', manifest, manifest.replace('"a"', '"b"'))).toBe(true)
    expect(runsTheSame('/a/package.json', manifest, manifest.replace('tsc', 'rm -rf ~'))).toBe(false)
    expect(runsTheSame('/a/Makefile', MAKEFILE, `${MAKEFILE}\n`)).toBe(false)
  })
})

test.each([
  ['s/a/aa/g\n'.repeat(1_800), 'a'.repeat(100)],
  ['.replace("'.repeat(1_900), 'a'],
  [`s/${'a*'.repeat(150)}b/x/`, 'a'.repeat(100_000)],
  ['s{'.repeat(9_000), 'a'],
])('%#: hostile code ends soon', (code, text) => {
  const started = processorNow()
  rewritten(text, code, '/home/a', () => {})
  expect(processorNow() - started).toBeLessThan(1_000)
})
