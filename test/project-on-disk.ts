// A real project below a home that is not scratch, and the gate that may look at it: what tests about files on disk ask.
import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { JsonObject, ToolName } from '../src/core/model.ts'
import { decide } from '../src/gate/decide.ts'
import type { Decided } from '../src/gate/session.ts'
import { buildGate } from './built-gate.ts'
import type { Built } from './built-gate.ts'
import { clear } from './clear.ts'
import { UNHURRIED } from './unhurried.ts'

export interface ProjectOnDisk {
  readonly home: string
  readonly project: string
  /** Once the tests run. */
  readonly built: () => Built
  /** By their names below the project. */
  readonly put: (files: Readonly<Record<string, string>>) => void
  readonly git: (...words: readonly string[]) => void
  readonly commit: () => void
  readonly decided: (tool: string | ToolName, input: JsonObject, given?: Parameters<typeof decide>[4]) => Decided
  readonly shell: (command: string, variables?: Readonly<Record<string, string>>) => Decided
  readonly verdict: (command: string, variables?: Readonly<Record<string, string>>) => string
}

/** For the whole of a test file, in a folder of its own. Not below /tmp unless said: what lies there is scratch, and nobody minds. */
export function projectOnDisk(name: string, mode = 0o644, below = homedir()): ProjectOnDisk {
  const base = join(realpathSync(below), `prudent-${name}-${process.pid}`)
  const home = `${base}/dev`
  const project = `${home}/app`
  let built: Built
  beforeAll(async () => {
    mkdirSync(home, { recursive: true })
    built = await buildGate()
  }, 60_000)
  afterAll(() => clear(base))

  const put: ProjectOnDisk['put'] = (files) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(`${project}/${file}`), { recursive: true })
      writeFileSync(`${project}/${file}`, text, { mode })
    }
  }
  const git: ProjectOnDisk['git'] = (...words) => void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: project })
  const commit = (): void => {
    git('init', '-q', '.')
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', 'x')
  }
  const decided: ProjectOnDisk['decided'] = (tool, input, given = {}) =>
    decide(
      built.gate,
      { id: '1', host: 'test', session: 'test', tool: typeof tool === 'string' ? { server: null, name: tool } : tool, input, cwd: project },
      { cwd: project, home, project },
      {},
      { variables: {}, limits: UNHURRIED, ...given },
    )
  const shell: ProjectOnDisk['shell'] = (command, variables = {}) => decided('Bash', { command }, { variables })
  return { home, project, built: () => built, put, git, commit, decided, shell, verdict: (command, variables) => shell(command, variables).decision.verdict }
}
