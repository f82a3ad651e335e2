// Can any regular expression of ours blow up? `node scripts/check-regexes.mjs FOLDER [--record] [--because 'why']`, where FOLDER holds the installed package
// `recheck` (CI only).
//
// Each is looked at once: scripts/regexes.json keeps what was found. Harmless ones are known by their digest, those that take polynomial time and those that
// nobody could decide about stand there in full, and those two lists may only shrink: a new one fails, unless it is recorded with a reason. None may be
// exponential. `--record` writes what was found, and forgets what is in use no more.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseAst } from 'rolldown/parseAst'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { values: told, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false }, because: { type: 'string', default: '' } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error("usage: node scripts/check-regexes.mjs FOLDER [--record] [--because 'why'] (the folder `recheck` was installed into)")
  process.exit(2)
}
const { checkSync } = createRequire(resolve(folder, 'package.json'))('recheck')
const KEPT = join(root, 'scripts/regexes.json')

const EACH_MS = 2_000
/** Of processor time and of waiting: CI stops after four minutes. Whoever records waits as long as it takes. */
const ALL_MS = told.record ? Infinity : 200_000

/** Calls `visit` for each node of a syntax tree, without recursion: generated tables nest and repeat. */
function walk(tree, visit) {
  const open = [tree]
  while (open.length > 0) {
    const node = open.pop()
    if (node === null || typeof node !== 'object' || node instanceof RegExp) continue
    if (typeof node.type === 'string') visit(node)
    open.push(...Object.values(node))
  }
}

const isText = (node) => node?.type === 'Literal' && typeof node.value === 'string'

/** Literals, and constructors given a literal text. A pattern put together at run time is out of reach here. */
function regexesOf(file) {
  const text = readFileSync(file, 'utf8')
  const found = []
  const add = (source, flags, node) => {
    found.push({ source, flags, where: `${relative(root, file)}:${text.slice(0, node.start).split('\n').length}` })
  }
  walk(parseAst(text, { lang: 'ts' }), (node) => {
    if (node.type === 'Literal' && node.regex) add(node.regex.pattern, node.regex.flags, node)
    const isConstructor = (node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee?.name === 'RegExp'
    if (isConstructor && isText(node.arguments[0])) add(node.arguments[0].value, isText(node.arguments[1]) ? node.arguments[1].value : '', node)
  })
  return found
}

const keyOf = ({ source, flags }) => `/${source}/${flags}`
const digestOf = (key) => createHash('sha256').update(key).digest('hex').slice(0, 16)

function judge({ source, flags }, left) {
  if (left <= 0) return { kind: 'unseen', says: 'no time left' }
  const result = checkSync(source, flags, { timeout: Math.min(EACH_MS, left) })
  if (result.status === 'unknown') return { kind: 'undecided', says: result.error.kind }
  return result.status === 'vulnerable' ? { kind: result.complexity.type, says: result.complexity.summary } : { kind: 'harmless', says: '' }
}

// An audit that cannot find the classic case says nothing about ours.
if (judge({ source: '^(a+)+$', flags: '' }, EACH_MS).kind !== 'exponential') {
  console.error('check-regexes: recheck does not notice `^(a+)+$`; the audit is worth nothing')
  process.exit(1)
}

const before = JSON.parse(readFileSync(KEPT, 'utf8'))
const harmless = new Set(before.harmless)
const known = (key) => {
  if (harmless.has(digestOf(key))) return { kind: 'harmless', says: '' }
  for (const kind of ['polynomial', 'undecided']) if (Object.hasOwn(before[kind], key)) return { kind, says: before[kind][key], kept: true }
  return null
}

const names = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const places = new Map()
for (const one of names.flatMap((name) => regexesOf(join(root, 'src', name)))) {
  const key = keyOf(one)
  places.set(key, { ...one, where: [...(places.get(key)?.where ?? []), one.where] })
}

const save = () => writeFileSync(KEPT, `${JSON.stringify({ ...after, harmless: after.harmless.toSorted((a, b) => (a < b ? -1 : 1)) }, null, 1)}\n`)
const SAVED_AFTER = 100

const began = Date.now()
const after = { harmless: [], polynomial: {}, undecided: {} }
const refused = []
let fresh = 0
for (const [key, one] of places) {
  const kept = known(key)
  if (kept === null && ++fresh % SAVED_AFTER === 0 && told.record) save()
  const { kind, says } = kept ?? judge(one, ALL_MS - (Date.now() - began))
  const isNew = kept === null && kind !== 'harmless'
  if (isNew && (kind === 'exponential' || kind === 'unseen' || !told.record || told.because === ''))
    refused.push(`${kind}: ${one.where.join(' ')} ${key} (${says})`)
  else if (kind === 'harmless') after.harmless.push(digestOf(key))
  else after[kind][key] = isNew ? `${says}; ${told.because}` : says
}

for (const line of refused) console.log(line)
const count = (kind) => Object.keys(after[kind]).length
console.log(
  `${places.size} different regular expressions, ${fresh} of them new: ${count('polynomial')} polynomial and ${count('undecided')} undecided as recorded, ${refused.length} refused`,
)
if (told.record) save()
else if (fresh > 0 && refused.length === 0) console.log('record what is new: node scripts/check-regexes.mjs FOLDER --record')
process.exitCode = refused.length > 0 ? 1 : 0
