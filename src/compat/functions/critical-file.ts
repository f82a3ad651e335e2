// Is this path one that people confirm before it is written? A fixed list, whatever the settings say; false when unsure.
import { normalise } from '../../core/text/path.ts'

/** Folders of the machine, with everything in them. */
const FOLDERS = [
  '/etc',
  '/boot',
  '/sys',
  '/proc',
  '/usr/local/lib',
  '/var/lib/dpkg',
  '/var/lib/rpm',
  '/var/lib/mysql',
  '/var/lib/postgresql',
  '/var/lib/mongodb',
  '/private/etc',
  'C:/Windows',
  'C:/Program Files',
  'C:/Program Files (x86)',
  'C:/ProgramData',
]
/** Folders in any home or project. */
const INSIDE = new Set(['.ssh', '.gnupg'])
const NAMES = new Set(['.gitconfig', '.bashrc', '.zshrc', '.bash_profile', '.profile'])
const HOME = '/home/user'

/**
 * True for system files, keys, git's own settings, shell start-up files, settings below a home folder and databases.
 * @example isCriticalFile('/etc/hosts') // true
 * @example isCriticalFile('src/etc/hosts.ts') // false
 */
export function isCriticalFile(path: string): boolean {
  return criticalityOf(path) !== null
}

/** What makes a path one of them, or null. Never throws. */
function criticalityOf(path: string): string | null {
  if (typeof path !== 'string' || path === '' || path.length > 65_536 || path.includes('\0')) return null
  try {
    return judge(plainPath(path))
  } catch {
    return null
  }
}

/** `~` is some home; a relative path stays relative, so that only its own names count. */
function plainPath(path: string): string {
  const expanded = path.replace(/^(?:~(?=[\\/]|$)|\$HOME(?=[\\/]|$)|\$\{HOME\}(?=[\\/]|$))/, HOME)
  return normalise(expanded, '/relative')
}

function judge(path: string): string | null {
  const lower = path.toLowerCase()
  const isWindows = /^[a-z]:\//.test(lower)
  for (const folder of FOLDERS) {
    const root = isWindows ? folder.toLowerCase() : folder
    const given = isWindows ? lower : path
    if (given === root || given.startsWith(`${root}/`)) return 'a file of the machine'
  }
  const names = path.split('/')
  const name = names.at(-1) ?? ''
  if (names.some((one) => INSIDE.has(one))) return 'keys and who may log in'
  if (NAMES.has(name)) return 'what every shell or git runs'
  if (name === 'config' || name === 'HEAD') {
    if (names.at(-2) === '.git') return "git's own settings"
  }
  if (/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\/Users\/[^/]+)\/\.config(?:\/|$)/.test(path)) return "somebody's settings"
  return /[^/]\.(?:db|sqlite|sqlite3)$/i.test(name) ? 'a database' : null
}
