// Does `prudent test` name what fails: examples of rules, cases of the corpus, mistakes in files?
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageData, packageParsers } from '../config/package-files.ts'
import { ensureBuilt, prudent } from '../../test/built.ts'
import { readCorpus } from './corpus.ts'
import { checksOf, tryCorpus, tryPrograms } from './examples.ts'

beforeAll(ensureBuilt, 60_000)
const folder = mkdtempSync(join(tmpdir(), 'prudent-corpus-'))
const write = (name: string, text: string): string => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const pack = (hits: string, misses: string, more = ''): string =>
  `pack: mine\ntitle: Mine\nrules:\n  - id: mine.deploy\n    severity: high\n    title: deploys by hand\n    why: The pipeline does it.\n    match: { run: deploy-it }\n    hits: [${hits}]\n    misses: [${misses}]\n${more}`

describe("a person's own pack", () => {
  test('that holds', () => {
    const ran = prudent(['test', write('good.yaml', pack('deploy-it, sudo deploy-it', 'ls, echo deploy-it'))])
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toMatch(/positive +2\nnegative +2\nall examples hold \(1 rule\)/)
  })
  test('whose examples fail: each is named', () => {
    const ran = prudent(['test', write('bad.yaml', pack('ls -la', 'deploy-it now'))])
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/fails {2}mine\.deploy {2}should be found and is not\n +ls -la\n/)
    expect(ran.out).toMatch(/should not be found and is\n +deploy-it now\n/)
  })
  test('that must be corrected: by line and column', () => {
    const file = write('wrong.yaml', pack('deploy-it', 'ls', '    sevrity: low\n'))
    expect(prudent(['test', file])).toMatchObject({ code: 1, out: expect.stringContaining(`${file}:11:5: unknown key \`sevrity\``) as unknown })
  })
})

describe('the corpus', () => {
  test('is read, and its mistakes are told by line and column', () => {
    write('corpus/dangerous/files.yaml', 'cases:\n  - { command: rm -rf /, want: deny, note: all of it }\n  - { command: git push --force, want: flag }\n')
    write('corpus/benign/files.yaml', 'cases:\n  - { command: rm -rf /, want: allow }\n')
    write('corpus/evasions/open.yaml', 'cases:\n  - { command: rm -rf /, want: deny }\n  - { command: ls, want: deny }\n')
    write('corpus/evasions/wrong.yaml', 'cases:\n  - { command: ls, want: maybe }\n  - { command: 5, want: ask }\n  - { comand: ls, want: ask }\n')
    const { files, problems } = readCorpus(join(folder, 'corpus'))
    expect(files.map(({ name, open, cases }) => [name, open, cases.length])).toEqual([
      ['dangerous/files.yaml', false, 2],
      ['benign/files.yaml', false, 1],
      ['evasions/open.yaml', true, 2],
    ])
    expect(problems).toEqual([
      expect.stringMatching(/^corpus\/evasions\/wrong\.yaml:2:\d+: write `want`/),
      expect.stringMatching(/wrong\.yaml:3:\d+: `command` is missing/),
      expect.stringMatching(/wrong\.yaml:4:\d+: unknown key `comand`/),
    ])
  })
  test('cases that fail are named, and a known gap that is caught fails', () => {
    const { standard } = checksOf(packageData(), packageParsers())
    const { counts, failures } = tryCorpus(readCorpus(join(folder, 'corpus')).files, standard)
    expect(counts).toEqual([
      { what: 'dangerous', total: 2, failed: 0 },
      { what: 'benign', total: 1, failed: 1 },
      { what: 'known bypass', total: 2, failed: 1 },
    ])
    expect(failures.map(({ of, what }) => `${of}: ${what}`)).toEqual([
      'corpus/benign/files.yaml: wants allow, is answered deny',
      'corpus/evasions/open.yaml: is now answered deny: move it to the cases that hold',
    ])
  })
  test("a program's example that is read otherwise is named", () => {
    const { standard } = checksOf(packageData(), packageParsers())
    const { failures } = tryPrograms(
      [
        { program: 'cp', command: 'cp a b', actions: ['read a', 'write c'] },
        { program: 'cp', command: 'cp a b', actions: ['write b', 'read a'] },
      ],
      standard,
    )
    expect(failures).toEqual([{ of: 'program cp', what: 'missing write c; also write b', command: 'cp a b' }])
  })
})
