// What does one call cost in the hook itself, as its host starts it? Processor time of all its processes, user and system, and what it answered.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The shell tells the processor time of the processes it waited for apart from its own (second line of `times`).
const TIMED = `"$@" 2>/dev/null
echo $? >&2
times >&2`
const millis = (text) => {
  const [minutes, seconds] = text.split('m')
  return Number(minutes) * 60_000 + Number.parseFloat(seconds) * 1000
}

/** Where `prudent init` was run, with these settings: what a call costs there. `project` may have settings of its own. */
export function stage(root, { settings = '', project: told = '', files = {} } = {}) {
  // Not named after us: where our name stands, more is looked at.
  const folder = mkdtempSync(join(tmpdir(), 'costs-'))
  const home = join(folder, 'home')
  const project = join(home, 'app')
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
  const { NODE_EXTRA_CA_CERTS: _unused, ...env } = process.env
  const at = { ...env, HOME: home, LC_ALL: 'C' }
  const init = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'init', '--yes', '--user', '--host', 'claude-code'], { env: at, encoding: 'utf8' })
  const entry = join(home, '.claude/settings.json')
  if (!existsSync(entry)) throw new Error(`prudent init wrote no entry: ${init.stdout}${init.stderr}`)
  const { command } = JSON.parse(readFileSync(entry, 'utf8')).hooks.PreToolUse[0].hooks[0]
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, '.config/prudent', name), text)
  if (settings !== '') writeFileSync(join(home, '.config/prudent/settings.yaml'), settings)
  mkdirSync(join(project, '.prudent'))
  if (told !== '') writeFileSync(join(project, '.prudent/settings.yaml'), told)
  let turn = 0
  const run = ({ tool, input }) => {
    const event = { hook_event_name: 'PreToolUse', session_id: `s${turn++}`, cwd: project, permission_mode: 'default', tool_name: tool, tool_input: input }
    // `files` of the calls are written for this home.
    const text = JSON.stringify(event).replaceAll('/home/dev', home)
    const { stdout, stderr } = spawnSync('bash', ['-c', TIMED, 'bash', '/bin/sh', '-c', command], { input: text, env: at, cwd: project, encoding: 'utf8' })
    const [code, , times] = stderr.trim().split('\n').slice(-3)
    const [user, system] = times.split(' ')
    const said = /"permissionDecision":"(\w+)"/.exec(stdout)?.[1] ?? (code === '0' ? 'allow' : `exit ${code}`)
    const reason = /"permissionDecisionReason":"((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1] ?? ''
    return { ms: millis(user) + millis(system), verdict: said, reason: reason.slice(0, 200) }
  }
  for (let first = 0; first < 3; first++) run({ tool: 'Bash', input: { command: 'ls' } })
  writeFileSync(join(folder, 'empty.cjs'), '')
  /** Of five: what this machine takes for nothing at all. */
  const bare = () =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const { stderr } = spawnSync('bash', ['-c', TIMED, 'bash', process.execPath, join(folder, 'empty.cjs')], { env: at, encoding: 'utf8' })
        const [user, system] = stderr.trim().split('\n').at(-1).split(' ')
        return millis(user) + millis(system)
      }),
    )
  return { run, bare, end: () => remove(folder) }
}

/** What the last hook left running may still write there: a folder that stays costs less than figures that are lost. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  } catch (error) {
    console.error(`${folder} stays: ${error.code}`)
  }
}
