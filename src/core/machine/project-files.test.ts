// Are makefiles, justfiles and compose files read as their tools read them, and soon whatever they hold?
import { describe, expect, test } from 'vitest'
import { mountsIn } from '../readers/compose.ts'
import { readJustfile } from '../languages/just/justfile.ts'
import { expandMake, readMakefile } from '../languages/make/makefile.ts'
import { processorNow } from '../../../test/processor-time.ts'

describe('makefiles', () => {
  const text = [
    'A := one',
    'B = $(A) two',
    'A += more',
    'C ?= three',
    'C ?= four',
    'export D := $(D) five',
    'E := $(shell date) # why',
    'define F',
    '\techo f',
    'endef',
    'all: lib $(A).o | out ; echo all',
    '\t@echo $@ $< \\',
    '\t  second',
    '',
    '.PHONY: clean',
    'clean:: ; -rm -rf $(B)',
    'clean: X = 1',
    '%.o: %.c',
    '\t$(CC) -c $<',
    'ifdef Y',
    'x y: z',
    '\trun $$HOME ${C}',
    'endif',
  ].join('\n')
  const makefile = readMakefile(text)

  test('rules and recipes', () => {
    expect(makefile.first).toBe('all')
    expect(makefile.rules.get('all')?.[0]).toMatchObject({ needs: ['lib', 'one', 'more.o', 'out'], recipe: ['echo all', '@echo $@ $< \\\n  second'] })
    expect(makefile.rules.get('clean')?.[0]?.recipe).toEqual(['-rm -rf $(B)'])
    expect(makefile.rules.get('y')?.[0]?.needs).toEqual(['z'])
    expect(makefile.patterns[0]).toMatchObject({ target: '%.o', needs: ['%.c'] })
    expect(makefile.atOnce).toEqual(['date'])
  })
  test.each([
    ['$(B)', 'one more two'],
    ['$C ${C} $$C', 'three three $C'],
    ['$(D)', 'five'],
    ['$(UNKNOWN)/x', '${UNKNOWN}/x'],
    ['$(RM) $@', 'rm -f goal'],
    ['$(addprefix $(C)/,a b)', 'three/a three/b'],
    ['$(shell echo $(C))', '$(echo three)'],
    ['$(patsubst %.c,%.o,a.c)', '${make_value}'],
    ['$(F)', 'echo f'],
  ])('%s', (given, expanded) => {
    expect(expandMake(makefile, given, { '@': 'goal' })).toBe(expanded)
  })
})

test('what `:=` gives a variable stays, what `=` gives it follows', () => {
  const { variables } = readMakefile('P = a\nNOW := $(P)/x\nLATER = $(P)/x\nSAID := $$HOME $(shell echo $(P))\nP = b\n')
  const makefile = { variables, followed: { count: 0, cut: false, open: new Set<string>() } }
  const value = (name: string): string => expandMake(makefile, `$(${name})`, {})
  expect([value('NOW'), value('LATER'), value('SAID')]).toEqual(['a/x', 'b/x', '$HOME $(echo a)'])
})

test('a variable made of itself ends soon, and hides nothing', () => {
  const makefile = readMakefile('A = $(B)$(B)\nB = $(A)$(A)\nall:\n\trm $(A) x\n')
  expect(expandMake(makefile, 'rm $(A) x', {})).toMatch(/^rm (?:\$\{make_value\})+ x$/)
  expect(makefile.followed.cut).toBe(false)
})

test('the command line wins over the file, and the environment over `?=` alone', () => {
  const text = 'A = file\nB := $(A)/b\nC ?= file\nD = file\noverride E = file\n'
  const makefile = readMakefile(
    text,
    new Map([
      ['A', 'given'],
      ['E', 'given'],
    ]),
    new Map([
      ['C', 'outer'],
      ['D', 'outer'],
    ]),
  )
  expect(expandMake(makefile, '$(A) $(B) $(C) $(D) $(E)', {})).toBe('given given/b outer file file')
})

test('justfiles', () => {
  const { recipes, values, first } = readJustfile(
    'set shell := ["bash"]\nout := "dist"\nalias b := build\n\n# all\n[linux]\nbuild target="x": prep (other "y")\n    @echo {{out}}\n    rm x\nprep:\n\techo p\n',
  )
  expect(first).toBe('build')
  expect(recipes.get('build')).toEqual({ name: 'build', needs: ['prep', 'other', 'y'], body: ['@echo {{out}}', 'rm x'] })
  expect(recipes.get('b')?.needs).toEqual(['build'])
  expect(values.get('out')).toBe('dist')
})

test('compose files', () => {
  const text =
    'services:\n  a:\n    image: x\n    volumes:\n      - /:/host:ro # all\n      - "~/.ssh:/root/.ssh"\n      - data:/data\n      - ${HOME:-/root}:/h\n      - type: bind\n        source: ../x\n        target: /x\n    ports:\n      - /not:/mount\n  b:\n    volumes: [ "./src:/src", cache:/c ]\nvolumes:\n  data:\n'
  expect(mountsIn(text)).toEqual([
    { source: '/', readOnly: true },
    { source: '~/.ssh', readOnly: false },
    { source: '${HOME}', readOnly: false },
    { source: '../x', readOnly: false },
    { source: './src', readOnly: false },
  ])
})

describe('hostile files end soon', () => {
  const variables = Array.from({ length: 12 }, (_, at) => `V${at} = ${`$(V${at + 1})`.repeat(100)}`).join('\n')
  test.each([
    ['variables of variables', `${variables}\nall: $(V0)\n\t$(V0)`],
    ['open brackets', `all:\n\t${'$(shell '.repeat(30_000)}`],
    ['a long line', 'a'.repeat(250_000)],
    ['a long list', `volumes: [${']'.repeat(250_000)}`],
    ['colons', ':'.repeat(250_000)],
    ['spaces', ` ${' '.repeat(250_000)}x`],
    ['continued lines', 'a \\\n'.repeat(60_000)],
    ['many rows', '- /a:/b\n'.repeat(30_000)],
  ])('%s', (_name, text) => {
    const started = processorNow()
    const makefile = readMakefile(text)
    for (const rules of makefile.rules.values()) for (const { recipe } of rules) for (const line of recipe) expandMake(makefile, line, {})
    readJustfile(text)
    mountsIn(text)
    mountsIn(`volumes:\n${text}`)
    expect(processorNow() - started).toBeLessThan(1000)
  })
})
