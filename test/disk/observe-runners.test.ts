// What starts with every script because a flag, a variable or a file says so, and what may set the environment of a release? Real folders.
import { rmSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const { project, put, verdict } = projectOnDisk('runners')

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
describe('another shell for scripts, and files that node loads first', () => {
  test.each([
    'npm --script-shell ./evil.sh run clean',
    'npm run clean --script-shell=./evil.sh',
    'npm --script-sh ./evil.sh run clean',
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

describe('a script is run whatever is said of dry runs', () => {
  test.each([
    'npm run wipe --dry-run',
    'npm --dry-run run wipe',
    'pnpm run wipe --dry-run',
    'yarn wipe --dry-run',
    'npm test --dry-run',
    'bun run wipe --dry-run',
  ])('%s', (command) => {
    put({ 'package.json': JSON.stringify({ scripts: { wipe: 'rm -rf ~', test: 'rm -rf ~' } }) })
    expect(verdict(command)).toBe('deny')
  })
  test.each([
    'npm publish --dry-run',
    'npm run release -- --dry-run',
    'yarn release --dry-run',
    'pnpm publish --dry-run',
    'npm pack --dry-run',
    'npm install --dry-run',
  ])('%s is one', (command) => {
    expect(verdict(command)).toBe('allow')
  })
})

describe('what may make a release of a dry run', () => {
  test.each([
    { '.releaserc': '{"\\u0063i":false}' },
    { '.releaserc': '"\\x63i": false\n' },
    { '.releaserc.yaml': 'ci: false\n' },
    { '.releaserc.json': '{"branches":["main"],"ext\\u0065nds":"./x"}' },
    { '.releaserc.cjs': 'module.exports = { ["c"+"i"]: false }\n' },
    { '.releaserc.mjs': 'export default { ["c" + "i"] /* x */ : false }\n' },
    { '.releaserc.cjs': 'module.exports = { "c\\i": false }\n' },
    { '.releaserc.cjs': 'module.exports = { \\u0063i: false }\n' },
    { 'release.config.js': 'const c = {}; c["c" + "i"] = false; module.exports = c\n' },
    { 'release.config.js': 'const a = [["c" + "i", false]]; module.exports = Object.fromEntries(a)\n' },
    { 'release.config.mjs': 'export default { ...shared }\n' },
    { 'package.json': '{"scripts":{"release":"semantic-release"},"release":{"c\\u0069":false}}' },
    { 'package.json': '{"scripts":{"release":"semantic-release"},"release":"./shared"}' },
  ])('settings that may say so: %j', (files) => {
    put(files)
    expect(verdict('npm run release')).toBe('ask')
  })
  test.each([
    { '.releaserc': '{ "branches": ["main"] }' },
    { '.releaserc': 'branches:\n  - main\n' },
    { '.releaserc.json': '{"plugins":[["@semantic-release/git",{"message":"chore: ${nextRelease.version} [skip ci]\\n\\n${nextRelease.notes}"}]]}' },
    {
      'release.config.js':
        "module.exports = {\n  branches: ['main'],\n  plugins: ['@semantic-release/npm', ['@semantic-release/git', { message: 'a\\n\\nb' }]],\n}\n",
    },
    { 'package.json': JSON.stringify({ scripts: { release: 'semantic-release' }, release: { branches: ['main'] } }) },
  ])('settings that do not: %j', (files) => {
    put(files)
    expect(verdict('npm run release')).toBe('allow')
  })
  test.each([
    'dotenv -e ci.env -- npm run release',
    'npx env-cmd npm run release',
    'npx dotenv-cli -e ci.env npm run release',
    'dotenvx run -f ci.env -- npm run release',
    'direnv exec . npm run release',
    "bash --rcfile ./ci.env -ic 'npx semantic-release'",
    "bash --init-file ci.env -i -c 'npx semantic-release'",
    "BASH_ENV=ci.env bash -c 'npx semantic-release'",
    'node --env-file=ci.env node_modules/.bin/semantic-release',
    'export $(cat ci.env) && npm run release',
    'env $(cat ci.env) npm run release',
    'set -a; . ./ci.env; npm run release',
    'export $(cat other.env | xargs) && npm run release',
    `python3 -c "import os, subprocess; os.environ['C'+'I'] = '1'; subprocess.run(['npx', 'semantic-release'])"`,
  ])('the environment is not known: %s', (command) => {
    expect(verdict(command)).not.toBe('allow')
  })
  test.each([
    'npm run release',
    'npx semantic-release',
    "bash -c 'npx semantic-release'",
    'dotenv -e ci.env -- npm test',
    'direnv exec . npm run build',
    'nice npm run release',
  ])('%s is as harmless as ever', (command) => {
    expect(verdict(command)).toBe('allow')
  })
})
