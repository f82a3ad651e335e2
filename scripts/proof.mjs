// Proves that two builds read and decide alike: `node scripts/proof.mjs BEFORE AFTER CASES… [--show 10] [--list FILE] [--most N]`
//
// BEFORE and AFTER are folders that hold a built dist/. CASES are files or folders of JSON lines (`.gz` too), each line one case: what
// scripts/record-calls.mjs recorded (`call`, `scene`, `facts`), or a call by its tool's name (`{"call": {"tool": "Bash", "input": {…}, "cwd": "/x"}}`; a
// server's tool is `mcp__SERVER__TOOL`). Readings and decisions are compared case by case, keys sorted, empty lists left out. Exit code 1 where any differs.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const { values: told, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '10' }, list: { type: 'string' }, most: { type: 'string', default: 'Infinity' } },
})
const [before, after, ...sources] = positionals
if (after === undefined || sources.length === 0) {
  console.error('usage: node scripts/proof.mjs BEFORE AFTER CASES… [--show 10] [--list FILE] [--most N]')
  process.exit(2)
}

/** A fixed hour: what rules say of the time of day must not depend on when this is run. */
const NOW = '2026-01-15T11:00:00.000Z'
/** Full parsers of code stop by processor time: a difference counts only if it is there every time. */
const TRIES = 3

async function gateOf(folder) {
  const { loadBuiltin, makeGate } = await import(pathToFileURL(join(resolve(folder), 'dist/index.js')).href)
  const { policy, books } = loadBuiltin('standard')
  // Without what is its own on this machine: what is read must not depend on where a build lies.
  return makeGate(policy, books)
}

function* linesOf(path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).toSorted()) if (/\.jsonl(?:\.gz)?$/.test(name)) yield* linesOf(join(path, name))
    return
  }
  const bytes = readFileSync(path)
  for (const line of (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n')) if (line !== '') yield line
}

/** One shape for both kinds of cases. */
function caseOf(line) {
  const { call, scene, facts } = JSON.parse(line)
  if (typeof call.tool !== 'string') return { call: { ...call, id: '1', session: 's' }, scene: scene ?? {}, facts }
  const { tool, input, cwd = '/home/dev/app', home, project } = call
  const server = /^mcp__(?<server>.+?)__(?<name>.+)$/.exec(tool)?.groups
  const place = { cwd, ...(home && { home }), ...(project && { project }), ...scene }
  return { call: { id: '1', host: 'proof', session: 's', tool: server ? { ...server } : { server: null, name: tool }, input, cwd }, scene: place, facts }
}

/** Keys sorted, empty lists and nothing left out. */
function plain(value) {
  if (value instanceof Map) return plain(Object.fromEntries(value))
  if (value instanceof Set) return plain([...value])
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, one]) => [key, plain(one)])
    .filter(([, one]) => one !== undefined && !(Array.isArray(one) && one.length === 0))
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function answerOf(gate, { call, scene, facts }) {
  try {
    const { reading, decision, instead } = gate.check(call, scene, { ...(facts && { facts }), now: NOW })
    // The policy's fingerprint says that a rule's text changed: what it decides is compared.
    const { policy: _policy, ...decided } = decision
    return { reading: plain(reading), decision: plain(decided), ...(instead && { instead: plain(instead.decision.verdict) }) }
  } catch (error) {
    return { reading: {}, decision: { verdict: 'throws', reason: String(error) } }
  }
}

/** Where two values first differ. */
function differenceOf(a, b, path = '') {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return `${path}: ${short(a)} → ${short(b)}`
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    if (JSON.stringify(a[key]) !== JSON.stringify(b[key])) return differenceOf(a[key], b[key], path === '' ? key : `${path}.${key}`)
  return path
}
const short = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 160)
const rulesOf = ({ decision }) => new Set((decision.findings ?? []).map(({ rule }) => rule))

const gates = [await gateOf(before), await gateOf(after)]
const seen = new Set()
const changed = []
const counts = { cases: 0, actions: 0, needs: 0, verdicts: {}, unsteady: 0 }
for (const source of sources)
  for (const line of linesOf(source)) {
    const one = caseOf(line)
    const digest = createHash('sha256').update(JSON.stringify(one)).digest('base64')
    if (seen.has(digest)) continue
    seen.add(digest)
    if (counts.cases >= Number(told.most)) break
    counts.cases++
    let pair = gates.map((gate) => answerOf(gate, one))
    counts.actions += pair[1].reading.actions?.length ?? 0
    counts.needs += pair[1].reading.needs?.length ?? 0
    const verdict = pair[1].decision.verdict
    counts.verdicts[verdict] = (counts.verdicts[verdict] ?? 0) + 1
    const differs = () => JSON.stringify(pair[0]) !== JSON.stringify(pair[1])
    if (!differs()) continue
    for (let tries = 1; tries < TRIES && differs(); tries++) pair = gates.map((gate) => answerOf(gate, one))
    if (!differs()) counts.unsteady++
    else changed.push({ one, pair })
  }

const summary = { verdict: {}, 'rules gained': {}, 'rules lost': {}, 'reading alone': 0 }
const add = (table, key) => void (table[key] = (table[key] ?? 0) + 1)
for (const { pair } of changed) {
  const [a, b] = pair
  if (a.decision.verdict !== b.decision.verdict) add(summary.verdict, `${a.decision.verdict} → ${b.decision.verdict}`)
  const [was, is] = [rulesOf(a), rulesOf(b)]
  for (const rule of is) if (!was.has(rule)) add(summary['rules gained'], rule)
  for (const rule of was) if (!is.has(rule)) add(summary['rules lost'], rule)
  if (JSON.stringify(a.decision) === JSON.stringify(b.decision)) summary['reading alone']++
}
// Changed verdicts first: those a person must look at.
const order = ({ pair: [a, b] }) => (a.decision.verdict === b.decision.verdict ? 1 : 0)
for (const { one, pair } of changed.toSorted((a, b) => order(a) - order(b)).slice(0, Number(told.show))) {
  console.log(`\n${short(one.call.input)}`)
  if (pair[0].decision.verdict !== pair[1].decision.verdict)
    console.log(`  ${pair[0].decision.verdict} → ${pair[1].decision.verdict}: ${pair[1].decision.reason}`)
  console.log(`  ${differenceOf(pair[0], pair[1])}`)
}
if (told.list !== undefined)
  writeFileSync(told.list, changed.map(({ one, pair }) => `${JSON.stringify({ ...one, before: pair[0], after: pair[1] })}\n`).join(''))
const { cases, actions, needs, verdicts, unsteady } = counts
console.log(JSON.stringify({ cases, differ: changed.length, unsteady, actions, needs, verdicts, ...(changed.length > 0 && summary) }, null, 1))
process.exit(changed.length > 0 ? 1 : 0)
