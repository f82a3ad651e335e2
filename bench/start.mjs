// How much does the built command cost over a bare Node start? Interleaved runs, medians; trust the ratio, not the milliseconds.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const cli = join(root, 'dist/cli.js')
if (!existsSync(cli)) {
  console.error('dist/cli.js is missing: run `npm run build` first')
  process.exit(1)
}

const ROUNDS = 25
const subjects = {
  'bare node': ['-e', '0'],
  'prudent --version': [cli, '--version'],
  'prudent check (allowed)': [cli, 'check', 'git status'],
  'prudent check (inline Python)': [cli, 'check', 'python3 -c "print(1)"'],
}
// An extra certificate bundle is read at every start and would be measured with it.
const { NODE_EXTRA_CA_CERTS: _unused, ...env } = process.env

for (const [name, flags] of Object.entries(subjects)) {
  // A command that does not exist fails fast, and would look like a good number.
  if (!/unknown command/.test(spawnSync(process.execPath, flags, { env, encoding: 'utf8' }).stderr)) continue
  console.log(`${name.padEnd(32)} not measured: no such command`)
  delete subjects[name]
}

const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, flags] of Object.entries(subjects)) {
    const began = performance.now()
    spawnSync(process.execPath, flags, { env, stdio: 'ignore' })
    times[name].push(performance.now() - began)
  }
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const bare = median(times['bare node'])
for (const [name, list] of Object.entries(times)) {
  console.log(`${name.padEnd(32)} ${median(list).toFixed(1).padStart(7)} ms  ${(median(list) / bare).toFixed(2)} x`)
}
