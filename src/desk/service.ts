// Is this process the service that `prudent init` wrote? Its file is what was kept, and the person's own service manager says that it runs by that file and no other.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { agentBehind } from '../ask/person.ts'
import { processOf } from '../channels/resident/standing.ts'
import { scriptDifference } from '../install/notice.ts'
import { readGround } from '../install/ground.ts'
import { LABEL, serviceFile, UNIT } from '../install/service.ts'

export interface ServicePlace {
  readonly home: string
  readonly digest: (text: string) => string | null
}
/** What the system tells of a process; in tests, families that are made up. */
export interface Sight {
  readonly pid: number
  readonly platform: string
  readonly of: (pid: number) => { readonly name: string; readonly parent: number; readonly terminal: number } | null
  /** Of the control groups: `/proc/PID/cgroup`. */
  readonly group: (pid: number) => string
  readonly agent: (pid: number) => string | null
  /** What the manager says of our unit. */
  readonly manager: () => string
}

const LAUNCHCTL = '/bin/launchctl'
const MANAGER_MS = 5000

const HERE: Sight = {
  pid: process.pid,
  platform: process.platform,
  of: processOf,
  group: (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cgroup`, 'latin1')
    } catch {
      return ''
    }
  },
  agent: (pid) => agentBehind(pid),
  manager: () => {
    const user = process.getuid?.() ?? 0
    const [program, words] =
      process.platform === 'darwin'
        ? [LAUNCHCTL, ['print', `gui/${user}/${LABEL}`]]
        : ['/usr/bin/systemctl', ['--user', 'show', UNIT, '--property=MainPID,FragmentPath,DropInPaths,NeedDaemonReload']]
    const env = { PATH: '/usr/bin:/bin', XDG_RUNTIME_DIR: `/run/user/${user}` }
    return spawnSync(program, words, { env, encoding: 'utf8', timeout: MANAGER_MS, stdio: ['ignore', 'pipe', 'ignore'] }).stdout ?? ''
  },
}

/** A manager that was busy is asked again after so long. */
const AGAIN_MS = 10_000

/** Why it is not; null when it is. Once the manager says that it is, that stays so for this process. */
export function makeService({ home, digest }: ServicePlace, sight: Sight = HERE, now: () => number = Date.now): () => string | null {
  let told: { readonly why: string | null; readonly at: number } | null = null
  return () => {
    const file = serviceFile(home, sight.platform)
    if (file === null) return 'services are not supported on this system'
    const read = readGround(home, digest)
    const kept = read.state === 'known' ? read.ground.scripts.find((one) => one.file === file) : undefined
    if (kept === undefined) return 'no service was set up: prudent init --service does that'
    const [difference] = scriptDifference(kept)
    if (difference !== undefined) return `\`${file}\` ${difference.says}: prudent init writes it anew`
    if (told === null || (told.why !== null && now() - told.at >= AGAIN_MS))
      told = { why: sight.platform === 'linux' ? notUnit(file, sight) : notAgent(file, sight), at: now() }
    return told.why
  }
}

/** Groups and parents are easily had, so the manager itself must say it; and it must not have been told to start something besides. */
function notUnit(file: string, { pid, of, group, agent, manager }: Sight): string | null {
  if (!group(pid).trimEnd().endsWith(`/${UNIT}`)) return `it does not run as ${UNIT}`
  const parent = of(of(pid)?.parent ?? 0)
  if (parent?.name !== 'systemd' || parent.parent !== 1) return 'it was not started by the service manager of this person'
  const above = agent(pid)
  if (above !== null) return above
  const said = new Map(
    manager()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  )
  if (said.get('MainPID') !== String(pid)) return 'the service manager does not know it'
  if (said.get('FragmentPath') !== file) return `the service manager started it by another file than \`${file}\``
  // What the system adds to all services is root's.
  const added = said
    .get('DropInPaths')
    ?.split(' ')
    .find((one) => one !== '' && !/^\/(?:etc|lib|usr\/lib|usr\/local\/lib)\/systemd\//.test(one))
  if (added !== undefined) return `something is added to ${UNIT} (\`${added}\`)`
  return said.get('NeedDaemonReload') === 'no' ? null : `\`${file}\` was changed since it was read: restart ${UNIT}`
}

function notAgent(file: string, { pid, manager }: Sight): string | null {
  const said = manager()
  const value = (name: string): string => new RegExp(String.raw`^\s*${name} = (.*)$`, 'm').exec(said)?.[1] ?? ''
  if (value('pid') !== String(pid)) return 'launchd does not know it'
  return value('path') === file ? null : `launchd started it by another file than \`${file}\``
}
