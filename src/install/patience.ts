// Are people asked by us where the host could ask? Then the host is told to wait for them.
import { readFileSync } from 'node:fs'
import { settingsFiles } from '../config/settings-files.ts'

/** No other setting is called so. In words, not by the settings' parser: the hook reads this too, and all that hangs on it is how long a host waits. */
const PREFERS = /(?:^|[\s{,])["']?prefer["']?\s*:\s*["']?desk["']?\s*(?:[},#]|$)/m

export function prefersDesk(home: string): boolean {
  const { administrator, user } = settingsFiles(home, home, process.platform)
  return [administrator, user].some((file) => file !== null && PREFERS.test(textOf(file).replaceAll(/(?:^|\s)#.*$/gm, '')))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
