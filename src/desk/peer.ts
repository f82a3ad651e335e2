// Which process is at the other end of a connection on this machine, or holds a port? Where the system tells: Linux.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { unproven } from '../ask/person.ts'

export interface Ends {
  readonly localPort: number
  readonly remotePort: number
}

interface Line {
  readonly address: string
  readonly port: number
  readonly toPort: number
  readonly state: string
  readonly inode: string
}
const LISTENING = '0A'

/** `/proc/net/tcp`: local address, remote address, state … inode. A socket for both families stands in the other file. */
function linesOf(): readonly Line[] {
  return ['tcp', 'tcp6'].flatMap((name) => {
    const [, ...lines] = textOf(`/proc/net/${name}`).split('\n')
    return lines.flatMap((line): readonly Line[] => {
      const [, from = '', to = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/)
      if (inode === '' || inode === '0') return []
      return [{ address: from.slice(0, from.lastIndexOf(':')), port: portIn(from), toPort: portIn(to), state, inode }]
    })
  })
}
const portIn = (end: string): number => Number.parseInt(end.slice(end.lastIndexOf(':') + 1), 16)

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** All that hold one of these sockets: a child has what its parent had. What belongs to others cannot be seen. */
function holdersOf(inodes: ReadonlySet<string>): readonly number[] {
  if (inodes.size === 0) return []
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => namesIn(`/proc/${pid}/fd`).some((name) => inodes.has(socketAt(`/proc/${pid}/fd/${name}`))))
    .map(Number)
}
function socketAt(file: string): string {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(file))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** Who is connected to us from there: `remotePort` is theirs. */
export const peersOf = ({ localPort, remotePort }: Ends): readonly number[] =>
  holdersOf(new Set(linesOf().flatMap(({ port, toPort, inode }) => (port === remotePort && toPort === localPort ? [inode] : []))))

/** Who listens on a port, in words; null where nobody can tell. */
export function holderOf(port: number, platform: string = process.platform): string | null {
  if (platform !== 'linux') return null
  const [pid] = holdersOf(new Set(linesOf().flatMap((line) => (line.port === port && line.state === LISTENING ? [line.inode] : []))))
  return pid === undefined ? null : `process ${pid} (${nameOf(pid)})`
}

/** Programs that fetch what they are told to: a person answers in a browser. */
const FETCHERS =
  /^(?:node|nodejs|bun|deno|python|pypy|ruby|perl|php|lua|tclsh|java|R$|Rscript|julia|curl|wget|xh$|http$|https$|aria2c|nc$|nc\.|ncat|netcat|socat|websocat|telnet|openssl|ssh|sh$|bash|dash|ash$|zsh|fish|ksh|busybox|pwsh|powershell)/i

/** Why it is not a browser; null when nothing speaks against it. By its file too: a process may call itself anything, and a file that others can put there any name. */
export function noBrowser(pid: number): string | null {
  const name = [nameOf(pid), fileOf(pid)].find((one) => FETCHERS.test(one))
  return name === undefined ? unproven(pid) : `\`${name}\` is not a browser`
}
const fileOf = (pid: number): string => {
  try {
    return readlinkSync(`/proc/${pid}/exe`).split('/').at(-1) ?? ''
  } catch {
    return ''
  }
}

/** What a process calls itself may be anything: letters are shown, and not many. */
export const nameOf = (pid: number): string =>
  textOf(`/proc/${pid}/comm`)
    .trim()
    .replaceAll(/[^\w .:/-]/g, '?')
    .slice(0, 40) || 'unknown'
