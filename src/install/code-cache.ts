// Does V8 take the compiled code that the hook keeps, and is it made anew where not? The hook itself tells, started as hosts start it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { bindsUs } from '../gate/cache-key.ts'
import { TRIAL } from '../audit/stories.ts'
import type { InstallPlace } from '../hosts/_frame/install.ts'
import type { Finding } from './finding.ts'
import { wrappers } from './wrapper.ts'
import type { Paths } from './wrapper.ts'

const WAIT_MS = 20_000

/** Nothing is said of a hook that does not tell. */
export function codeCacheFinding(paths: Paths, { home, project }: InstallPlace): Finding[] {
  const found = (level: Finding['level'], says: string, means?: string, mend?: string): Finding[] => [
    { id: 'gate.compiled-code', level, about: 'gate', says, ...(means === undefined ? {} : { means }), ...(mend === undefined ? {} : { mend }) },
  ]
  const first = told(paths, home, project)
  if (first === null) return []
  if (bindsUs())
    return first === 'valid'
      ? found('good', `the administrator’s code cache is valid for Node ${process.versions.node}`)
      : found(
          'warning',
          'there is no cache for the administrator’s settings: they are compiled at every call',
          'protection is the same, but every tool call takes much longer',
          'ask the administrator to run: sudo prudent init --admin',
        )
  if (first === 'valid') return found('good', `the code cache is valid for Node ${process.versions.node}`)
  // A run that found none that fits has made one.
  if (told(paths, home, project) === 'valid') return found('good', `code cache rebuilt for Node ${process.versions.node}`)
  // One that cannot be used stays for a minute: away with it.
  removeKept(home)
  told(paths, home, project)
  if (told(paths, home, project) === 'valid') return found('good', 'the code cache was damaged and was rebuilt')
  return found(
    'warning',
    'the code cache cannot be written',
    'protection is the same, but every tool call takes longer',
    `make ${folderOf(home)} a folder that only you can write, on a disk with free space`,
  )
}

const folderOf = (home: string): string => path.join(home, '.cache/prudent')

function removeKept(home: string): void {
  try {
    for (const name of readdirSync(folderOf(home))) if (name.startsWith('code-')) rmSync(path.join(folderOf(home), name), { force: true })
  } catch {
    // Then there is nothing to remove, or nobody may.
  }
}

function told(paths: Paths, home: string, cwd: string): 'valid' | 'rebuilt' | null {
  const { node, hook } = paths
  const program = wrappers(paths, [])[0]?.file ?? ''
  const event = {
    session_id: TRIAL,
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: TRIAL,
  }
  const words = ['--host', 'claude-code']
  const [file, args] = paths.platform !== 'windows' && existsSync(program) ? [program, words] : [node, [hook, '--home', home, ...words]]
  const { NODE_OPTIONS: _unused, ...env } = process.env
  const ran = spawnSync(file, args, {
    cwd,
    input: JSON.stringify(event),
    env: { ...env, HOME: home, PRUDENT_HOOK_TELL: '1' },
    encoding: 'utf8',
    timeout: WAIT_MS,
  })
  const said = /code cache: (valid|rebuilt)/.exec(ran.stderr ?? '')?.[1]
  return said === undefined ? null : (said as 'valid' | 'rebuilt')
}
