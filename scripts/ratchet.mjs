// Records what in src/core may only shrink (test/build/ratchet.json): `node scripts/ratchet.mjs [--because 'why']`. What shrank is recorded as it is; what grew
// is refused, unless a reason is given, which is recorded beside it. test/build/architecture.test.ts compares.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { measures, programNames } from './ratchet.measures.mjs'

/** What each measure is called where it is complained of, and whether a list is of the longest alone: then what is not in it must be shorter than its end. */
const KINDS = {
  cycles: { says: (key) => `${key}: such an import leads in a circle`, longest: false },
  names: { says: (key, count) => `${key} has ${count} names of programs, variables, cmdlets or library calls`, longest: false },
  languages: { says: (key, count) => `${key} has ${count} names of languages that it is not the folder of`, longest: false },
  functions: { says: (key, count) => `${key} has ${count} lines`, longest: true },
  files: { says: (key, count) => `${key} has ${count} lines`, longest: true },
  imports: { says: (key, count) => `${key} imports ${count} files of the core`, longest: true },
  quiet: { says: (key) => `${key}: more than that is left out, and nobody is told`, longest: false },
}
/** Of what is long: shrunk by this share, it is to be recorded again. */
const SLACK = 0.1

/** An entry is `count mark`, with the reason behind it where one was given. The mark is not secret: it makes sure that nobody changes a number by hand. */
const markOf = (kind, key, count, why) =>
  createHash('sha256')
    .update(JSON.stringify([kind, key, count, why]))
    .digest('hex')
    .slice(0, 6)
const entryOf = (kind, key, count, why = '') => `${count} ${markOf(kind, key, count, why)}${why === '' ? '' : ` ${why}`}`
function partsOf(entry) {
  const [, count = 'NaN', mark = '', why = ''] = /^(\d+) ([0-9a-f]{6})(?: (.*))?$/.exec(entry) ?? []
  return { count: Number(count), mark, why }
}

/** What is wrong with the record, or with the code by it. */
export function ratchetComplaints(found, record) {
  return Object.entries(KINDS).flatMap(([kind, { says, longest }]) => {
    const entries = Object.entries(record[kind] ?? {}).map(([key, entry]) => ({ key, ...partsOf(entry) }))
    const recorded = new Map(entries.map(({ key, count }) => [key, count]))
    const forged = entries.filter(({ key, count, mark, why }) => mark !== markOf(kind, key, count, why))
    const shortest = longest ? Math.min(...recorded.values()) : 0
    const grown = [...found[kind]].filter(([key, count]) => count > (recorded.get(key) ?? shortest))
    const isLess = (key, count) => (found[kind].get(key) ?? 0) < (longest ? count * (1 - SLACK) : count)
    const shrunk = entries.filter(({ key, count }) => isLess(key, count))
    return [
      ...forged.map(({ key }) => `${kind}: the record of ${key} was changed by hand`),
      ...grown.map(([key, count]) => `${says(key, count)}; recorded: ${recorded.get(key) ?? shortest}`),
      ...shrunk.map(
        ({ key, count }) => `${kind}: ${key} has ${found[kind].get(key) ?? 'less than the longest'} of ${count} recorded: run node scripts/ratchet.mjs`,
      ),
    ]
  })
}

/** The record as it is to be; null with what grew, where nobody said why. What moved to another file is no growth. */
export function nextRecord(found, record, why = '') {
  const grown = []
  const next = Object.fromEntries(
    Object.entries(KINDS).map(([kind, { says, longest }]) => {
      const before = new Map(Object.entries(record[kind] ?? {}).map(([key, entry]) => [key, partsOf(entry)]))
      const isFirst = record[kind] === undefined
      const sum = (counts) => counts.reduce((total, count) => total + count, 0)
      const shrinks = sum([...found[kind].values()]) <= sum([...before.values()].map(({ count }) => count))
      const entries = [...found[kind]].map(([key, count]) => {
        const was = before.get(key)
        const isMore =
          was === undefined ? !isFirst && !shrinks && !(longest && count <= Math.min(...[...before.values()].map((one) => one.count))) : count > was.count
        if (isMore && why === '') grown.push(`${says(key, count)}; recorded: ${was?.count ?? 0}`)
        return [key, entryOf(kind, key, count, isMore ? why : was?.count === count || count > (was?.count ?? 0) ? was?.why : '')]
      })
      return [kind, Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))]
    }),
  )
  return grown.length > 0 ? { record: null, grown } : { record: next, grown }
}

/** The files and programs of a repository, measured. */
export function measured(root) {
  const names = readdirSync(join(root, 'src/core'), { recursive: true }).map((name) => `src/core/${name.replaceAll('\\', '/')}`)
  const files = new Map(names.filter((name) => name.endsWith('.ts')).map((name) => [name, readFileSync(join(root, name), 'utf8')]))
  const families = readdirSync(join(root, 'programs')).map((name) => parse(readFileSync(join(root, 'programs', name), 'utf8')))
  const languages = readdirSync(join(root, 'languages')).map((name) => name.replace(/\.yaml$/, ''))
  return measures(files, programNames(families), new Set(languages))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values: told } = parseArgs({ options: { because: { type: 'string', default: '' } } })
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const file = join(root, 'test/build/ratchet.json')
  const found = measured(root)
  const { record, grown } = nextRecord(found, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}, told.because)
  if (record === null) {
    console.error(`${grown.join('\n')}\nmove it into data, or shorten it; if it has to grow, say why: node scripts/ratchet.mjs --because '…'`)
    process.exit(1)
  }
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
  for (const [kind, counts] of Object.entries(found)) {
    const [[most = '', count = 0] = []] = [...counts].toSorted(([, a], [, b]) => b - a)
    const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
    console.log(`${kind}: ${KINDS[kind].longest ? `${count} at most` : all}${count > 1 ? ` (${most})` : ''}`)
  }
}
