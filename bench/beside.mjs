// How is another gate's hook put beside ours? Installed by npm into a folder of its own, none of its scripts run; null, with a line that says why, where that cannot be done.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = 'cc-safety-net'
const VERSION = '2.4.5'
const WAIT_MS = 60_000

/** Its file, and the words that make it answer the same event as ours. */
export function installBeside(folder) {
  const into = join(folder, 'beside')
  mkdirSync(into)
  writeFileSync(join(into, 'package.json'), '{ "private": true }\n')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline']
  const npm = spawnSync('npm', ['install', ...flags, `${PACKAGE}@${VERSION}`], { cwd: into, encoding: 'utf8', timeout: WAIT_MS })
  const file = join(into, 'node_modules', PACKAGE, 'dist/bin/cc-safety-net.js')
  if (npm.status === 0 && existsSync(file)) return { name: `${PACKAGE} ${VERSION}`, file, words: ['hook', '--coding-cli'] }
  const said = npm.error?.message ?? npm.stderr?.split('\n').find((line) => /\b(?:error|ERR!)/.test(line)) ?? `exit code ${npm.status}`
  console.log(`not measured beside ${PACKAGE}: it could not be installed (${said.trim().slice(0, 120)})`)
  return null
}
