// Does what listens hold a terminal that is not the agent's own? Where the system tells: Linux. A seat belt: see SECURITY.md.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What stands between a host and the hook: shells that start it. */
const SHELLS = /^(?:sh|bash|dash|ash|zsh|fish|ksh|busybox|env|timeout)$/
/** What opens terminals for people: who was started right below one has no agent above. */
const OPENERS =
  /^(?:tmux|screen|zellij|login|sshd|script|systemd|init|launchd|gnome-terminal|konsole|kitty|alacritty|wezterm|foot|xterm|xfce4-terminal|ptyxis|ghostty)/i
const MOST_ANCESTORS = 64

interface Process {
  readonly name: string
  readonly parent: number
  readonly session: number
  readonly terminal: number
}

/** Why `pid` is nobody who may answer; null when nothing speaks against it, or nobody can tell. `asker`: whoever an agent started; null for people. */
export function objectionTo(pid: number, address: string, platform: string, asker: number | null = process.pid): string | null {
  if (platform !== 'linux') return null
  try {
    const listener = processOf(pid)
    if (listener === null) return 'it names a process that is not there'
    if (!holdsSocket(pid, address)) return 'it names a process that does not listen there'
    // The service has none. This decides whether to wait, not who may answer.
    if (listener.terminal === 0 && !isService(pid, listener)) return 'it has no terminal'
    const host = asker === null ? null : hostOf(asker)
    // A program that asks for itself is its own agent.
    const agents = [host, asker].filter((one) => one !== null)
    return [pid, ...ancestorsOf(pid)].some((one) => agents.includes(one)) ? 'the agent itself has started it' : null
  } catch {
    return 'it could not be looked at'
  }
}

/** As the person's own service manager starts it. */
function isService(pid: number, { parent }: Process): boolean {
  const manager = processOf(parent)
  return manager?.name === 'systemd' && manager.parent === 1 && readFileSync(`/proc/${pid}/cgroup`, 'latin1').trimEnd().endsWith('/prudent.service')
}

/** `/proc/N/stat`: the name stands in parentheses and may hold anything, so what follows is counted from the last one. */
export function processOf(pid: number): Process | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return null
  }
  const end = text.lastIndexOf(')')
  const rest = text.slice(end + 2).split(' ')
  return { name: text.slice(text.indexOf('(') + 1, end), parent: Number(rest[1]), session: Number(rest[3]), terminal: Number(rest[4]) }
}

function ancestorsOf(pid: number): readonly number[] {
  const found: number[] = []
  for (let at = processOf(pid)?.parent ?? 0; at > 1 && found.length < MOST_ANCESTORS; at = processOf(at)?.parent ?? 0) found.push(at)
  return found
}

/** The nearest that is no shell, unless that is a terminal. */
function hostOf(asker: number): number | null {
  for (const pid of ancestorsOf(asker)) {
    const name = processOf(pid)?.name ?? ''
    if (!SHELLS.test(name)) return OPENERS.test(name) ? null : pid
  }
  return null
}

/** `/proc/net/unix` has a line a socket: … inode path. A listening one has the flag `10000`. */
function holdsSocket(pid: number, address: string): boolean {
  const inodes = readFileSync('/proc/net/unix', 'latin1')
    .split('\n')
    .flatMap((line) => {
      const words = line.split(' ').filter((word) => word !== '')
      const listens = (Number.parseInt(words[3] ?? '0', 16) & 0x10000) !== 0
      return listens && line.endsWith(` ${Buffer.from(address, 'utf8').toString('latin1')}`) ? [words[6] ?? ''] : []
    })
  if (inodes.length === 0) return false
  const links = new Set(inodes.map((inode) => `socket:[${inode}]`))
  return readdirSync(`/proc/${pid}/fd`).some((name) => {
    try {
      return links.has(readlinkSync(`/proc/${pid}/fd/${name}`))
    } catch {
      return false
    }
  })
}
