// Does the gate ever take a text for known that the real tool does not print? `node scripts/known-output.mjs [COUNT] [SEED] [--show N]`
//
// Made-up command lines of harmless words (known-output.cases.mjs) are read by the gate and run by the tools themselves, in a scratch folder. What the gate
// leaves unknown is never wrong; what it says is known has to be what is printed. Exit code 1 where it is not.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { casesOf, LANGUAGES, probeOf, quoted, SHELLS } from './known-output.cases.mjs'

export { casesOf }
const NEEDED = ['bash', 'dash', 'zsh', 'busybox', 'sed', 'gawk', 'mawk', 'jq', 'perl', 'ruby', 'python3', 'node', 'xxd', 'openssl', 'rev']
/** Tools that are not on this machine. */
export const missingTools = () => NEEDED.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)

const MARK = '@@known-output@@'
const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC', PYTHONWARNINGS: 'ignore' }

/** What the tools print, case by case; null where they refuse, or are not there. */
export function printedBy(cases) {
  const folder = mkdtempSync(join(tmpdir(), 'prudent-known-'))
  const printed = cases.map(() => null)
  const run = (command, args, input) =>
    spawnSync(command, args, {
      cwd: folder,
      input,
      env: { ...ENVIRONMENT, HOME: folder },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      timeout: 60_000,
      stdio: ['pipe', 'pipe', 'ignore'],
    }).stdout
  try {
    for (const [shell, [program, ...args]] of Object.entries(SHELLS)) {
      const here = [...cases.keys()].filter((at) => cases[at].shell === shell)
      if (here.length === 0 || spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) continue
      // One process for all; what a line sets or ends is its own, for it runs in a substitution.
      const asked = here.map((at) => `v=$(eval ${quoted(`${cases[at].line}\n`)} 2>/dev/null </dev/null); s=$?; printf '%s%s\\n%s' ${quoted(MARK)} "$s" "$v"\n`)
      writeFileSync(join(folder, 'all.sh'), asked.join(''))
      const records = run(program, [...args, 'all.sh'])
        .split(MARK)
        .slice(1)
      if (records.length !== here.length) throw new Error(`${shell} ended at \`${cases[here[records.length]]?.line}\``)
      here.forEach((at, n) => {
        const [, status, text] = /^(\d+)\n([^]*)$/.exec(records[n] ?? '') ?? []
        if (status !== undefined && (status === '0' || text !== '')) printed[at] = text
      })
    }
    for (const [language, { program, flag, all }] of Object.entries(LANGUAGES)) {
      const here = [...cases.keys()].filter((at) => cases[at].language === language)
      if (here.length === 0 || spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) continue
      const values = JSON.parse(run(program, [flag, all], JSON.stringify(here.map((at) => cases[at].expression))))
      here.forEach((at, n) => (printed[at] = values[n]))
    }
    return printed
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All that the gate takes the text for: patterns, with a gap for each part that it does not know. */
export function believedOf(check, one) {
  const { actions } = check(probeOf(one)).reading
  return actions
    .filter((action) => action.does === 'run' && action.program === 'shown')
    .map(({ options, operands }) => {
      // A text that begins with a dash is taken for an option of a program that nobody described.
      const word = operands[0]
      if (options.length > 0 || operands.length > 1 || word === undefined) return null
      return word.text === null ? (word.parts ?? []).map((part) => (part.kind === 'text' ? part.text : null)) : [word.text]
    })
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const fits = (parts, text) => parts === null || new RegExp(`^${parts.map((part) => (part === null ? '[^]*' : escaped(part))).join('')}$`).test(text)
const isKnown = (parts) => parts !== null && parts.every((part) => part !== null)

/** Every case in which the gate takes the text for something else than is printed. */
export function disagreements(check, cases) {
  const printed = printedBy(cases)
  const counts = {}
  const differing = []
  cases.forEach((one, at) => {
    const count = (counts[one.kind] ??= { cases: 0, refused: 0, known: 0, wrong: 0 })
    count.cases++
    const text = printed[at]
    if (text === null) return void count.refused++
    const believed = believedOf(check, one)
    if (believed.some(isKnown)) count.known++
    if (believed.length === 0 || believed.some((parts) => fits(parts, text))) return
    count.wrong++
    differing.push({ ...one, printed: text, believed })
  })
  return { counts, differing }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  const shown = args.includes('--show') ? Number(args.splice(args.indexOf('--show'), 2)[1]) : 20
  const [count = 20_000, seed = 20261117] = args.map(Number)
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const { loadBuiltin } = await import(pathToFileURL(join(root, 'dist/index.js')).href)
  const gate = loadBuiltin('standard')
  const place = { cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app' }
  const check = (command) =>
    gate.check({ id: '1', host: 'none', session: 's', tool: { server: null, name: 'Bash' }, input: { command }, cwd: place.cwd }, place)
  const missing = missingTools()
  console.log(`seed ${seed}, ${count} cases${missing.length > 0 ? `, without ${missing.join(', ')}` : ''}`)
  const { counts, differing } = disagreements(check, casesOf(count, seed))
  console.table(counts)
  const left = {}
  for (const one of differing) {
    if ((left[one.kind] = (left[one.kind] ?? 0) + 1) <= shown)
      console.log(
        `${one.kind}${one.shell && one.shell !== 'bash' ? ` (${one.shell})` : ''}: ${one.line ?? one.expression}\n    prints ${JSON.stringify(one.printed)}, taken for ${JSON.stringify(one.believed)}`,
      )
  }
  process.exitCode = differing.length > 0 ? 1 : 0
}
