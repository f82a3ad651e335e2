// Compiles an administrator's file, and the hook, once for all users: by root, into a folder that root alone may write.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileForAll, keptFile } from '../config/packs-cache.ts'
import { readSettings } from '../config/settings.ts'
import { rootAlone } from '../gate/cache-key.ts'
import { takePlace } from '../gate/cache-keeping.ts'
import { CACHE_FOLDER } from '../gate/caches.ts'
import { compileSettings } from '../gate/compile-settings.ts'
import { TRIAL } from '../audit/stories.ts'
import type { PackageData } from '../gate/policy-source.ts'
import { TAG } from '../gate/seal.ts'
import { NO_OPENSSL_SETTINGS } from '../gate/start-flags.ts'
import { QUICK } from './script.ts'
import type { Paths } from './wrapper.ts'

export interface ForAll {
  /** What was written. */
  readonly files: readonly string[]
  /** Why the settings are not among it. */
  readonly without: string | null
}

const WAIT_MS = 20_000

/** Throws where that folder is not root's alone. Whoever has settings of their own besides still has them compiled at every call. */
export function compileForAll(administrator: string, data: PackageData, { node, hook }: Pick<Paths, 'node' | 'hook'>, now: string): ForAll {
  const folder = path.dirname(fileForAll(administrator, data.made()))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  if (!rootAlone(folder)) throw new Error(`\`${folder}\` and all above it must be root's, and nobody else may write there`)
  // A home of nobody's: what is kept there is read out of its seal, and put where root's name is the seal.
  const home = mkdtempSync(path.join(tmpdir(), 'administrator-'))
  try {
    const files = { home, administrator, user: null, project: null }
    const without = dependsOn(files, data) ?? problemOf(compileSettings(files, null, now, data).notes)
    runHook(home, node, hook)
    const kept = path.join(home, CACHE_FOLDER)
    const policy = path.basename(keptFile(files, null, data.made()))
    const names = readdirSync(kept).filter((name) => name.startsWith('code-') || (name === policy && without === null))
    for (const name of readdirSync(folder)) if (!names.includes(name)) rmSync(path.join(folder, name), { recursive: true, force: true })
    return { files: names.map((name) => put(path.join(kept, name), path.join(folder, name))), without }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const problemOf = (notes: readonly string[]): string | null => notes[0] ?? null

/** Whose home or project it is must not matter. */
function dependsOn(files: Parameters<typeof readSettings>[0], { presets }: PackageData): string | null {
  const names = presets.map(({ name }) => name)
  const { layers, sources } = readSettings(files, names)
  if (sources.some(({ path: file }) => file.startsWith(`${files.home}${path.sep}`))) return 'it includes files below `~`, which are everybody’s own'
  const inProjects = layers.some(({ settings }) => JSON.stringify(settings).includes('"project":'))
  return inProjects ? 'it has `context` for single projects' : null
}

/** Each opens parts of the hook that others do not. They are judged, never run. */
const COMMANDS = [
  'ls',
  'git reset --hard',
  'git push --force origin main && rm -rf "$DIR/x" ~/y',
  'git stash drop; npm test | tee a',
  `python3 -c 'print(1)'; psql -c 'select 1'`,
]

/** As everybody's script starts it: V8 takes compiled code only under the same flags. */
function runHook(home: string, node: string, hook: string): void {
  const { NODE_OPTIONS: _unused, ...env } = process.env
  for (const command of COMMANDS) {
    const event = { session_id: TRIAL, cwd: home, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } }
    spawnSync(node, [...QUICK.split(' '), NO_OPENSSL_SETTINGS, hook, '--home', home, '--host', 'claude-code'], {
      cwd: home,
      input: JSON.stringify(event),
      env: { ...env, HOME: home },
      timeout: WAIT_MS,
    })
  }
}

function put(from: string, to: string): string {
  const fresh = `${to}.${process.pid}`
  writeFileSync(fresh, readFileSync(from).subarray(TAG), { flag: 'wx' })
  chmodSync(fresh, 0o644)
  takePlace(fresh, to)
  return to
}
