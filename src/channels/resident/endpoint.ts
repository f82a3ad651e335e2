// Where do those who ask and those who answer meet? A socket in our state folder, for its owner alone; on Windows a named pipe.
import { existsSync, lstatSync } from 'node:fs'
import path from 'node:path'
import type { ChannelPlace } from '../../gate/seams.ts'

export interface Endpoint {
  /** What is listened on and connected to. */
  readonly address: string
  /** What lies on disk while somebody listens: the socket, or beside a pipe a file that stands for it. */
  readonly mark: string
  readonly folder: string
}

/** The least that systems allow a socket's name. */
const LONGEST = 103

export function endpointOf({ state, platform }: ChannelPlace): Endpoint {
  const folder = path.join(state, 'asking')
  if (platform !== 'win32') {
    const address = path.join(folder, 'socket')
    return { address, mark: address, folder }
  }
  return { address: `\\\\.\\pipe\\prudent-${state.replaceAll(/[^\w-]+/g, '-').slice(-120)}`, mark: path.join(folder, 'pipe'), folder }
}

export const isTooLong = (address: string): boolean => !address.startsWith('\\\\') && Buffer.byteLength(address) > LONGEST

export function somebodyListens(at: ChannelPlace): boolean {
  try {
    return existsSync(endpointOf(at).mark)
  } catch {
    return true
  }
}

/** Why it is not ours alone; null when it is. A socket has its owner's name, and nobody else can make one in a folder that is his alone. */
export function notOurs({ folder, mark }: Endpoint, user: number | null): string | null {
  if (user === null) return null
  for (const file of [folder, mark]) {
    const about = lstatSync(file, { throwIfNoEntry: false })
    if (about === undefined) return `\`${file}\` is not there`
    if (about.uid !== user) return `\`${file}\` belongs to somebody else`
    if ((about.mode & 0o077) !== 0) return `others may use \`${file}\``
    if (file === folder ? !about.isDirectory() : !about.isSocket() && !about.isFile()) return `\`${file}\` is something else`
  }
  return null
}
