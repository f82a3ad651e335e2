// Has every way to get past a gate like this one an entry, with a test that shows what is claimed? And does SECURITY.md say the same?
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../built.ts'
import { THREATS } from './threats.ts'
import type { Threat } from './threats.ts'

const FILE = join(ROOT, 'SECURITY.md')
const EXPECTED = [...Array.from({ length: 18 }, (_, at) => `F${at + 1}`), ...Array.from({ length: 38 }, (_, at) => `T${at + 1}`)]

test('each has exactly one entry, in order', () => {
  expect(THREATS.map(({ id }) => id)).toEqual(EXPECTED)
})

/** As a title in quotes, or as the name of a rule. */
function isShown(file: string, title: string): boolean {
  if (!existsSync(join(ROOT, file))) return false
  const text = readFileSync(join(ROOT, file), 'utf8')
  return file.endsWith('.yaml') ? text.includes(`- id: ${title}\n`) : ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
}

describe('what is claimed is shown', () => {
  test.each(THREATS.map((threat) => [threat.id, threat] as const))('%s', (_id, { status, shown, why }) => {
    expect(shown.filter(([file, title]) => !isShown(file, title))).toEqual([])
    if (status === 'prevented' || status === 'noticed') expect(shown.length).toBeGreaterThan(0)
    expect(why).toMatch(/^\S.*[^.]$/)
  })
  test('a title that is nowhere is no evidence', () => {
    expect([isShown('packs/self.yaml', 'none'), isShown('test/none.test.ts', 'x'), isShown('packs/self.yaml', 'self.none')]).toEqual([false, false, false])
  })
})

const cell = (text: string): string => text.replaceAll('|', '\\|')
const evidence = ({ shown }: Threat): string => [...new Set(shown.map(([file]) => `\`${file}\``))].join(', ')
const count = (status: Threat['status']): number => THREATS.filter((one) => one.status === status).length
const table = [
  '<!-- threats -->',
  `Of ${THREATS.length} ways, ${count('prevented')} are prevented, ${count('noticed')} noticed and ${count('named')} named.`,
  '',
  '| | what could happen | | holds from | how, or why not | shown by |',
  '|---|---|---|---|---|---|',
  ...THREATS.map((one) => `| ${one.id} | ${cell(one.threat)} | ${one.status} | ${one.level} | ${cell(one.why)} | ${evidence(one)} |`),
  '<!-- /threats -->',
].join('\n')

test('SECURITY.md has the table as it is; PRUDENT_WRITE_DOCS=1 writes it', () => {
  const text = readFileSync(FILE, 'utf8')
  const due = text.replace(/<!-- threats -->[^]*<!-- \/threats -->/, () => table)
  expect(due).toContain('<!-- threats -->')
  if (process.env['PRUDENT_WRITE_DOCS'] === '1') writeFileSync(FILE, due)
  else expect(text).toBe(due)
})
