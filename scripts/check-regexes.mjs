// Can any regular expression of ours blow up? `node scripts/check-regexes.mjs FOLDER`, where FOLDER holds the installed package `recheck` (CI only).
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: node scripts/check-regexes.mjs FOLDER (the folder `recheck` was installed into)')
  process.exit(2)
}
const { checkSync } = createRequire(resolve(folder, 'package.json'))('recheck')

const EACH_MS = 3_000
const ALL_MS = 180_000

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

function audit(regexes) {
  const began = Date.now()
  const seen = new Map()
  const report = { exponential: [], polynomial: [], undecided: [] }
  for (const { source, flags, where } of regexes) {
    const key = `/${source}/${flags}`
    if (!seen.has(key)) {
      const left = ALL_MS - (Date.now() - began)
      seen.set(key, left <= 0 ? { status: 'unknown', error: { kind: 'no time left' } } : checkSync(source, flags, { timeout: Math.min(EACH_MS, left) }))
    }
    const result = seen.get(key)
    if (result.status === 'unknown') report.undecided.push(`${where} ${key} (${result.error.kind})`)
    else if (result.status === 'vulnerable') report[result.complexity.type].push(`${where} ${key} (${result.complexity.summary})`)
  }
  return report
}

// An audit that cannot find the classic case says nothing about ours.
if (audit([{ source: '^(a+)+$', flags: '', where: 'seed' }]).exponential.length !== 1) {
  console.error('check-regexes: recheck does not notice `^(a+)+$`; the audit is worth nothing')
  process.exit(1)
}

const names = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const regexes = names.flatMap((name) => regexesOf(join(root, 'src', name)))
const report = audit(regexes)
for (const [kind, list] of Object.entries(report)) for (const line of list) console.log(`${kind}:`, line)
console.log(
  `checked ${regexes.length} regular expressions: ${report.exponential.length} exponential, ${report.polynomial.length} polynomial, ${report.undecided.length} undecided`,
)
process.exitCode = report.exponential.length > 0 ? 1 : 0
