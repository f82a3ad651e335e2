// Which whole calls with whole decisions does the corpus hold, and does the gate still decide so?
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Verdict } from '../core/model.ts'
import { readRegularFile } from '../config/packs-cache.ts'
import { readYaml } from '../config/yaml.ts'

/** `flag`: ask or deny. */
type Want = Verdict | 'flag'
interface CorpusCase {
  readonly command: string
  readonly want: Want
  readonly note?: string
  readonly cwd?: string
  readonly home?: string
  readonly project?: string
}
export interface CorpusFile {
  /** As `evasions/quoting.yaml`. */
  readonly name: string
  /** Known gaps: each case must still be missed, so that a caught one moves to its place. */
  readonly open: boolean
  readonly cases: readonly CorpusCase[]
}
const CORPUS_KINDS = ['dangerous', 'benign', 'evasions'] as const

const WANTS: readonly string[] = ['allow', 'ask', 'deny', 'flag']
const KEYS = ['command', 'want', 'note', 'cwd', 'home', 'project']

/** Every file of the corpus, and what in it must be corrected. */
export function readCorpus(folder: string): { readonly files: readonly CorpusFile[]; readonly problems: readonly string[] } {
  const files: CorpusFile[] = []
  const problems: string[] = []
  for (const kind of CORPUS_KINDS) {
    const below = path.join(folder, kind)
    if (!existsSync(below)) continue
    for (const file of readdirSync(below)
      .filter((one) => one.endsWith('.yaml'))
      .sort()) {
      const name = `${kind}/${file}`
      const content = readRegularFile(path.join(below, file))
      if (content.kind !== 'text') {
        problems.push(`corpus/${name}: it cannot be read`)
        continue
      }
      const yaml = readYaml(content.text)
      const cases: unknown = (yaml.value as { cases?: unknown } | null)?.cases
      const wrong = yaml.problems.length > 0 ? [...yaml.problems] : checkCases(cases).map(({ at, message }) => ({ ...yaml.at(at), message }))
      problems.push(...wrong.map(({ line, column, message }) => `corpus/${name}:${line}:${column}: ${message}`))
      if (wrong.length === 0) files.push({ name, open: name === 'evasions/open.yaml', cases: cases as readonly CorpusCase[] })
    }
  }
  return { files, problems }
}

function checkCases(cases: unknown): { readonly at: readonly (string | number)[]; readonly message: string }[] {
  if (!Array.isArray(cases)) return [{ at: [], message: '`cases` is missing: write a list of {command, want}' }]
  return cases.flatMap((one: unknown, i) => {
    if (typeof one !== 'object' || one === null) return [{ at: ['cases', i], message: 'a case is a map: write {command, want}' }]
    const given = one as Readonly<Record<string, unknown>>
    const stray = Object.keys(given).find((key) => !KEYS.includes(key))
    if (stray !== undefined) return [{ at: ['cases', i, stray], message: `unknown key \`${stray}\`: write ${KEYS.join(', ')}` }]
    const other = KEYS.find((key) => key !== 'want' && given[key] !== undefined && typeof given[key] !== 'string')
    if (typeof given['command'] !== 'string') return [{ at: ['cases', i], message: '`command` is missing: write the whole command as text' }]
    if (other !== undefined) return [{ at: ['cases', i, other], message: `\`${other}\` is text: put it in quotes` }]
    return WANTS.includes(given['want'] as string) ? [] : [{ at: ['cases', i, 'want'], message: 'write `want` as allow, ask, deny or flag' }]
  })
}

export const fulfils = (want: Want, verdict: Verdict): boolean => (want === 'flag' ? verdict !== 'allow' : verdict === want)
