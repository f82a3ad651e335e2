// What starts with every script because a flag, a variable or a file says so, and what may set the environment of a release? Real folders.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decide } from '../src/gate/decide.ts'
import { buildGate } from './built-gate.ts'
import type { Built } from './built-gate.ts'

let built: Built
let base = ''
let project = ''

beforeAll(async () => {
  built = await buildGate()
  // Not below /tmp: what lies there is scratch, and nobody minds.
  base = realpathSync(mkdtempSync(join(homedir(), 'prudent-runners-')))
  project = `${base}/app`
}, 60_000)
beforeEach(() => {
  rmSync(project, { recursive: true, force: true })
  put({
    'package.json': JSON.stringify({ name: 'a', scripts: { build: 'tsc', test: 'vitest run', clean: 'echo tidy', release: 'semantic-release' } }),
    'evil.sh': '#!/bin/sh\nrm -rf ~\n',
    'good.sh': '#!/bin/sh\nexec sh "$@"\n',
    'evil.js': 'require("fs").rmSync(require("os").homedir(), { recursive: true })\n',
    'good.js': 'process.env.TZ = "UTC"\n',
    'ci.env': 'CI=1\n',
  })
})
afterAll(() => rmSync(base, { recursive: true }))

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(`${project}/${name}`), { recursive: true })
    writeFileSync(`${project}/${name}`, text)
  }
}
const verdict = (command: string): string =>
  decide(
    built.gate,
    { id: '1', host: 'test', session: 'test', tool: { server: null, name: 'Bash' }, input: { command }, cwd: project },
    { cwd: project, home: base, project },
    {},
    { variables: {} },
  ).decision.verdict

describe('another shell for scripts, and files that node loads first', () => {
  test.each([
    'npm --script-shell ./evil.sh run clean',
    'npm run clean --script-shell=./evil.sh',
    'npm_config_script_shell=./evil.sh npm run clean',
    'NPM_CONFIG_SCRIPT_SHELL=./evil.sh npm test',
    'export npm_config_script_shell=./evil.sh; npm install',
    'npm_config_script_shell=./evil.sh npx cowsay',
    'pnpm --script-shell=./evil.sh run clean',
    'npm_config_script_shell=./evil.sh yarn clean',
    'npm --script-shell "$(cat ci.env)" run clean',
    "npm --node-options='--require ./evil.js' run clean",
    "npm_config_node_options='-r ./evil.js' npm run clean",
    "NODE_OPTIONS='--require ./evil.js' npm test",
    'NODE_OPTIONS=--import=./evil.js npx vitest',
    'NODE_OPTIONS=\'-r "./evil.js"\' some-tool',
    "export NODE_OPTIONS='--require ./evil.js'; npm test",
    'NODE_OPTIONS="$NODE_OPTIONS --require $PWD/evil.js" npm test',
    `NODE_OPTIONS="--import file://$PWD/evil.js" npm test`,
  ])('%s', (command) => {
    expect(verdict(command)).not.toBe('allow')
  })
  test.each([
    'npm run clean',
    'npm test',
    'npm run clean --script-shell bash',
    'npm_config_script_shell=/bin/bash npm run clean',
    'npm --script-shell ./good.sh run clean',
    'NODE_OPTIONS=--max-old-space-size=4096 npm run build',
    'export NODE_OPTIONS=--openssl-legacy-provider; npm run build',
    "npm --node-options='--max-old-space-size=4096' run build",
    "NODE_OPTIONS='--require ./good.js' npm test",
    "NODE_OPTIONS='-r ts-node/register' npm test",
  ])('%s is as harmless as ever', (command) => {
    expect(verdict(command)).toBe('allow')
  })
  test.each([
    ['script-shell=./evil.sh\n', 'deny'],
    ['node-options=--require ./evil.js\n', 'deny'],
    ['script-shell = "bash"\n', 'allow'],
    ['registry=https://registry.npmjs.org/\n', 'allow'],
  ])('a file that lies there is heeded: %j', (settings, expected) => {
    put({ '.npmrc': settings })
    expect(verdict('npm run clean')).toBe(expected)
    rmSync(`${project}/.npmrc`)
    put({ 'other.rc': settings })
    expect(verdict('npm run clean --userconfig=other.rc')).toBe(expected)
  })
})
