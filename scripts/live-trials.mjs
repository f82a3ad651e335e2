// Does `prudent doctor --live` pass where agents are stopped, and fail, saying why, where they are not? Real agents, each in a home of its own.
// Used by try-hosts.mjs: `--live` runs a matrix of versions, `--sabotage` breaks what protects them, one way after the other.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Of what npm has: the newest, the one that it picks for Node 20, and one of about a year ago. `also`: which Node it is started by. */
export const LIVE_HOSTS = {
  'claude-code': '@anthropic-ai/claude-code',
  codex: '@openai/codex',
  'qwen-code': '@qwen-code/qwen-code',
  'gemini-cli': '@google/gemini-cli',
  opencode: 'opencode-ai',
  'copilot-cli': '@github/copilot',
}
const WHICH = ['newest', 'node20', 'older']
const YEAR_MS = 365 * 86_400_000

function npm(words, path, cwd = root) {
  const ran = spawnSync('npm', words, { cwd, env: { ...process.env, PATH: path }, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`npm ${words.slice(0, 2).join(' ')}: ${ran.stderr.trim().split('\n')[0]}`)
  return ran.stdout
}

/** The words to install it by. `npm install NAME` on Node 20 takes the newest that says it runs there. */
function wordsFor(name, which, version) {
  if (which === 'node20') return LIVE_HOSTS[name]
  const pack = LIVE_HOSTS[name]
  if (version !== null) return `${pack}@${version}`
  if (which === 'newest') return `${pack}@${npm(['view', pack, 'dist-tags.latest'], process.env.PATH).trim()}`
  const times = Object.entries(JSON.parse(npm(['view', pack, 'time', '--json'], process.env.PATH))).filter(([version]) => /^\d+\.\d+\.\d+$/.test(version))
  const due = Date.now() - YEAR_MS
  const [found] = times.toSorted(([, one], [, other]) => Math.abs(Date.parse(one) - due) - Math.abs(Date.parse(other) - due))
  return `${pack}@${found[0]}`
}

/** Installed once; where its programs are. */
function installLive(name, which, folder, nodeFolder, wanted = null) {
  const place = join(folder, 'live', `${name}-${wanted ?? which}`)
  // Node 20 is the one that this runs on, or npm picks for that one.
  const path = which === 'node20' ? `${dirname(process.execPath)}:${process.env.PATH}` : `${nodeFolder()}:${process.env.PATH}`
  if (!existsSync(join(place, 'node_modules', LIVE_HOSTS[name], 'package.json'))) {
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'package.json'), '{"private":true}')
    npm(['install', '--prefix', place, '--no-audit', '--no-fund', '--loglevel=error', wordsFor(name, which, wanted)], path, place)
  }
  const { version } = JSON.parse(readFileSync(join(place, 'node_modules', LIVE_HOSTS[name], 'package.json'), 'utf8'))
  return { name, which, version, path: `${join(place, 'node_modules/.bin')}:${path}` }
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
function change(file, edit) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(edit(read(file)), null, 2)}\n`)
}
/** Every `timeout` of our entries. */
const withTimeout = (value, time) => JSON.parse(JSON.stringify(value), (key, inner) => (key.startsWith('timeout') && typeof inner === 'number' ? time : inner))

/** What a person's approval in Codex leaves in its configuration. */
export function approve(home) {
  const file = join(home, '.codex/hooks.json')
  const snake = (event) => event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  for (const [event, groups] of Object.entries(read(file).hooks))
    for (const [at, { hooks, matcher }] of groups.entries())
      for (const [index, { command, statusMessage, timeout }] of hooks.entries()) {
        const known = { async: false, command, ...(statusMessage === undefined ? {} : { statusMessage }), timeout, type: 'command' }
        const identity = JSON.stringify({ event_name: snake(event), hooks: [known], ...(matcher === undefined ? {} : { matcher }) })
        const digest = createHash('sha256').update(identity).digest('hex')
        appendFileSync(join(home, '.codex/config.toml'), `[hooks.state."${file}:${snake(event)}:${at}:${index}"]\ntrusted_hash = "sha256:${digest}"\n`)
      }
}

const SETTINGS = {
  'copilot-cli': '.copilot/hooks/prudent.json',
  'claude-code': '.claude/settings.json',
  'qwen-code': '.qwen/settings.json',
  'gemini-cli': '.gemini/settings.json',
}
const OFF = {
  'copilot-cli': { disableAllHooks: true },
  'claude-code': { disableAllHooks: true },
  'qwen-code': { disableAllHooks: true },
  'gemini-cli': { hooksConfig: { enabled: false } },
}

/** Twenty milliseconds, as each counts. */
const SHORT = { 'copilot-cli': 0.02, 'claude-code': 0.02, 'qwen-code': 20, 'gemini-cli': 20 }

/** Each starts its agent without hooks, or without plugins. */
const VARIABLE = { 'claude-code': 'CLAUDE_CODE_SIMPLE', 'qwen-code': 'QWEN_CODE_SIMPLE', opencode: 'OPENCODE_PURE' }

/** Each breaks one thing, where the agent has it. `etc`: files of an administrator, in a view of /etc that nobody else has. */
const SABOTAGE = {
  'hooks disabled': {
    for: ['claude-code', 'qwen-code', 'gemini-cli', 'codex', 'copilot-cli'],
    does: ({ name, home }) =>
      name === 'codex'
        ? appendFileSync(join(home, '.codex/config.toml'), '[features]\nhooks = false\n')
        : change(join(home, SETTINGS[name]), (held) => ({ ...held, ...OFF[name] })),
  },
  'hooks disabled by a variable': {
    for: ['claude-code', 'qwen-code', 'opencode'],
    env: Object.fromEntries(Object.entries(VARIABLE).map(([name, variable]) => [name, { [variable]: '1' }])),
  },
  'hooks disabled by a variable in its settings': {
    for: ['claude-code', 'qwen-code'],
    does: ({ name, home }) => change(join(home, SETTINGS[name]), (held) => ({ ...held, env: { ...held.env, [VARIABLE[name]]: '1' } })),
  },
  'safe mode set in its settings': {
    for: ['claude-code'],
    does: ({ name, home }) => change(join(home, SETTINGS[name]), (held) => ({ ...held, env: { ...held.env, CLAUDE_CODE_SAFE_MODE: '1' } })),
  },
  'hook untrusted': { for: ['codex'], does: ({ home }) => rmSync(join(home, '.codex/config.toml'), { force: true }) },
  'timeout too small': {
    // Codex takes whole seconds only, and one is enough for us.
    for: ['claude-code', 'qwen-code', 'gemini-cli', 'copilot-cli'],
    does: ({ name, home }) => change(join(home, SETTINGS[name]), (held) => withTimeout(held, SHORT[name])),
    // Newer versions of Qwen Code read 20 as seconds.
    only: ({ name, which }) => name !== 'qwen-code' || which === 'node20',
  },
  'wrapper replaced by sleep': {
    for: ['claude-code', 'codex', 'qwen-code', 'gemini-cli', 'copilot-cli'],
    does({ home }) {
      const file = join(home, '.config/prudent/bin/prudent-hook')
      writeFileSync(file, '#!/bin/sh\nsleep 1000\n')
      chmodSync(file, 0o755)
    },
  },
  // With it in them, they load no settings, and say so to nobody who does not look.
  'a comment in its settings': {
    for: ['claude-code', 'codex'],
    does({ name, home }) {
      const file = join(home, name === 'codex' ? '.codex/hooks.json' : SETTINGS[name])
      writeFileSync(file, `// mine\n${readFileSync(file, 'utf8')}`)
    },
  },
  'plugin that never answers': {
    for: ['opencode'],
    does: ({ home }) =>
      writeFileSync(
        join(home, '.config/opencode/plugins/prudent.js'),
        '// made by `prudent init`; `prudent uninstall` removes it\nexport const Prudent = async () => ({ "tool.execute.before": () => new Promise(() => {}) })\n',
      ),
  },
  'dist moved': { for: Object.keys(LIVE_HOSTS), copy: true, does: ({ copy }) => renameSync(join(copy, 'dist'), join(copy, 'elsewhere')) },
  'entry of our plugin removed': {
    for: ['opencode'],
    does: ({ home }) =>
      writeFileSync(
        join(home, '.config/opencode/plugins/prudent.js'),
        '// made by `prudent init`; `prudent uninstall` removes it\nexport const Prudent = async () => ({})\n',
      ),
  },
  "administrator's file": {
    for: ['claude-code', 'qwen-code', 'gemini-cli', 'codex'],
    etc: {
      'claude-code': { 'claude-code/managed-settings.json': '{"allowManagedHooksOnly":true}' },
      'qwen-code': { 'qwen-code/settings.json': '{"disableAllHooks":true}' },
      'gemini-cli': { 'gemini-cli/settings.json': '{"hooksConfig":{"enabled":false}}' },
      codex: { 'codex/requirements.toml': 'allow_managed_hooks_only = true\n' },
    },
  },
}

/** One agent, in a home of its own, set up by `prudent init`; then broken, where that is wanted; then tried. */
function liveTrial(agent, folder, sabotage) {
  mkdirSync(join(folder, 'tries'), { recursive: true })
  const base = mkdtempSync(join(folder, 'tries', `${agent.name}-live-`))
  const home = join(base, 'home')
  mkdirSync(home)
  const copy = join(base, 'package')
  if (sabotage?.copy === true) for (const part of ['dist', 'package.json']) cpSync(join(root, part), join(copy, part), { recursive: true })
  const prudent = (at, words, wrap = []) => {
    const [program, ...args] = [...wrap, process.execPath, join(at, 'dist/cli.js'), ...words]
    return spawnSync(program, args, {
      cwd: base,
      env: { PATH: agent.path, HOME: home, TERM: 'dumb', ...sabotage?.env?.[agent.name] },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
  }
  try {
    const init = prudent(sabotage?.copy === true ? copy : root, ['init', '--yes', '--host', agent.name])
    if (init.status !== 0) throw new Error(`prudent init: ${(init.stderr || init.stdout).trim().split('\n').at(-1)}`)
    if (agent.name === 'codex') approve(home)
    sabotage?.does?.({ ...agent, home, copy })
    const ran = prudent(root, ['doctor', '--live', agent.name, '--json'], inEtc(sabotage?.etc?.[agent.name], base))
    const [result] = ran.stdout.startsWith('[') ? JSON.parse(ran.stdout) : []
    if (result === undefined) throw new Error(`prudent doctor --live: ${(ran.stderr || ran.stdout).trim().split('\n').at(-1)}`)
    return { ...result, exit: ran.status }
  } finally {
    clear(base)
  }
}

/** A hook that its agent gave up may still be writing there. */
function clear(folder) {
  for (let left = 40; ; left--) {
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (left === 0) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    }
  }
}

/** Over the real /etc, for this process and what it starts only: nothing is left there. */
function inEtc(files, base) {
  if (files === undefined) return []
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(base, 'etc', dirname(name)), { recursive: true })
    writeFileSync(join(base, 'etc', name), text)
  }
  const mount = `mount -t tmpfs none "$0" && mkdir "$0/up" "$0/work" && cp -r "$1/." "$0/up/" && mount -t overlay overlay -o lowerdir=/etc,upperdir="$0/up",workdir="$0/work" /etc && shift && exec "$@"`
  mkdirSync(join(base, 'over'))
  return ['unshare', '-m', 'sh', '-c', mount, join(base, 'over'), join(base, 'etc')]
}

const STATES = { good: 'held', failure: 'FAILED', note: 'untried', warning: 'FAILED' }
/** Per tool, what held. */
const toolsOf = ({ findings }) =>
  Object.fromEntries(
    [
      ['shell', 'live.denied'],
      ['write', 'live.write'],
      ['edit', 'live.edit'],
      ['mcp', 'live.server-denied'],
      ['agents', 'live.errand-denied'],
    ].map(([tool, id]) => [tool, STATES[findings.find((one) => one.id === id)?.level] ?? 'untried']),
  )

/** Why it failed, as the person reads it first. */
const whyOf = ({ findings }) => (findings.find(({ id }) => id === 'live.why') ?? findings.find(({ level }) => level === 'failure'))?.says ?? ''

/** One line a trial; results go to `keep`. Returns whether all was as it should be. `at`: versions to try instead, to find from which one on something holds. */
export function liveMatrix(names, folder, nodeFolder, keep, at = []) {
  let isFine = true
  for (const name of names) {
    const found = []
    for (const [which, version] of at.length === 0 ? WHICH.map((one) => [one, null]) : at.map((one) => ['border', one])) {
      try {
        const agent = installLive(name, which, folder, nodeFolder, version)
        const { held, says, seen, ...rest } = liveTrial(agent, folder)
        const tools = toolsOf(rest)
        console.log(
          `${name} ${agent.version} (${which}): ${held ? 'held' : 'FAILED'}; ${Object.entries(tools)
            .map(([tool, state]) => `${tool} ${state}`)
            .join(', ')}; ${seen?.seconds ?? '?'} s; ${held ? says : whyOf(rest)}`,
        )
        const node = which === 'node20' ? process.version : spawnSync(join(nodeFolder(), 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim()
        found.push({ version: agent.version, which, node, on: new Date().toISOString().slice(0, 10), held, tools, ...(held ? {} : { why: whyOf(rest) }) })
        isFine &&= held || which === 'older' || which === 'border'
      } catch (error) {
        console.log(`${name} (${which}): ${error.message}`)
        isFine = false
      }
    }
    keep(name, found)
  }
  return isFine
}

/** Without the folders of the trial. */
const shortWhy = (result) =>
  whyOf(result)
    .replace(/^why: /, '')
    .replaceAll(/\/\S*\//g, '…/')
    .slice(0, 160)

/** Every way to break it, on the newest version and on that of Node 20: each must be found, and told. */
export function sabotageMatrix(names, folder, nodeFolder, keep) {
  let isFine = true
  for (const name of names) {
    const found = []
    for (const which of ['newest', 'node20']) {
      const agent = installLive(name, which, folder, nodeFolder)
      // Both may be the same version.
      if (found.some(({ version }) => version === agent.version)) continue
      for (const [what, sabotage] of Object.entries(SABOTAGE)) {
        if (!sabotage.for.includes(name) || sabotage.only?.(agent) === false) continue
        try {
          const { held, exit, seen, ...rest } = liveTrial(agent, folder, sabotage)
          const isFound = !held && exit === 1
          isFine &&= isFound
          found.push({ version: agent.version, what, found: isFound, why: shortWhy(rest) })
          console.log(`| ${name} ${agent.version} | ${what} | ${isFound ? 'fails' : 'PASSES'} | ${shortWhy(rest)} | ${seen?.seconds ?? ''} s |`)
        } catch (error) {
          isFine = false
          console.log(`| ${name} ${agent.version} | ${what} | ERROR | ${error.message} | |`)
        }
      }
    }
    keep(name, found)
  }
  return isFine
}
