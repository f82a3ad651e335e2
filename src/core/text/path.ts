// What absolute path does a spelling mean? Pure text: POSIX, Windows drives and UNC, with unknown parts kept as `\0`.
import { readBracket } from './bracket.ts'
import { globPieces } from './glob.ts'

/** Stands for text that could not be known, anywhere in a path. */
const UNKNOWN = '\0'

/**
 * Makes a path absolute against `base` and resolves `.`, `..` and doubled slashes by text alone.
 * Windows paths come back with forward slashes (`C:/x`, `//server/share/x`).
 * A `..` after an unknown component makes the whole beginning unknown: the result then starts with `\0`.
 */
export function normalise(path: string, base: string): string {
  if (startsUnknown(path)) return resolve('', path, false)
  const windowsBase = isWindowsPath(base) || base.startsWith('\\\\')
  if (isWindowsPath(path) || path.startsWith('\\\\') || windowsBase) {
    const windows = normaliseWindows(path, base, windowsBase)
    if (windows !== null) return windows
  }
  const full = path.startsWith('/') ? path : path === '' ? base : `${base}/${path}`
  if (startsUnknown(full)) return resolve('', full, false)
  // Only a dot after a slash, a doubled or a last slash needs work.
  if (!full.includes('/.') && !full.includes('//') && !full.endsWith('/') && full.startsWith('/')) return full
  return resolve('/', full, false)
}

function normaliseWindows(path: string, base: string, windowsBase: boolean): string | null {
  const slashed = path.replaceAll('\\', '/')
  if (isWindowsPath(slashed)) return normaliseRooted(slashed)
  if (path.startsWith('\\\\') || slashed.startsWith('//')) return normaliseRooted(slashed)
  // A POSIX path on Windows is Git Bash's own spelling.
  if (!windowsBase || path.startsWith('/')) return null
  const home = base.replaceAll('\\', '/')
  if (/^[A-Za-z]:/.test(slashed)) {
    const sameDrive = slashed.slice(0, 2).toUpperCase() === home.slice(0, 2).toUpperCase()
    return normaliseRooted(sameDrive ? `${home}/${slashed.slice(2)}` : `${slashed.slice(0, 2)}/${slashed.slice(2)}`)
  }
  if (slashed.startsWith('/')) return normaliseRooted(home.startsWith('//') ? home + slashed : home.slice(0, 2) + slashed)
  return normaliseRooted(`${home}/${slashed}`)
}

function normaliseRooted(path: string): string {
  if (!path.startsWith('//')) return resolve(`${path.slice(0, 1).toUpperCase()}:/`, path.slice(2), true)
  const device = path.slice(2, 4)
  if ((device === '?/' || device === './') && isWindowsPath(path.slice(4))) return normaliseRooted(path.slice(4))
  if (path.slice(0, 8).toUpperCase() === '//?/UNC/') return normaliseRooted(`//${path.slice(8)}`)
  return resolve('//', path.slice(2), true)
}

function resolve(root: string, path: string, windows: boolean): string {
  let prefix = root
  const done: string[] = []
  for (const raw of path.split('/')) {
    const part = windows && prefix !== '' ? withoutWindowsDecoration(raw) : raw
    if (part === '' || (part === '.' && !(prefix === '//' && done.length === 0))) continue
    if (part !== '..') done.push(part)
    else if (done.length > 0 && (done[done.length - 1] as string).includes(UNKNOWN)) {
      prefix = ''
      done.length = 0
      done.push(UNKNOWN)
    } else done.pop()
  }
  return prefix + done.join('/')
}

/** Windows ignores dots and spaces at the end of a name, and `:stream` opens the same file. */
function withoutWindowsDecoration(name: string): string {
  if (name === '.' || name === '..') return name
  const colon = name.indexOf(':')
  let end = colon > 0 ? colon : name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--
  const plain = end === name.length ? name : name.slice(0, end)
  return plain.includes('~') ? (SHORT_NAMES[plain.toUpperCase()] ?? plain) : plain
}

/** The 8.3 names that every Windows gives its own folders. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'PROGRA~1': 'Program Files',
  'PROGRA~2': 'Program Files (x86)',
  'PROGRA~3': 'ProgramData',
  'DOCUME~1': 'Documents and Settings',
  'SYSTEM~1': 'System Volume Information',
}

/** True for `C:\x`, `C:/x` and `C:`. */
export function isWindowsPath(path: string): boolean {
  if (path.length < 2 || path.charCodeAt(1) !== 58) return false
  const letter = path.charCodeAt(0) | 32
  if (letter < 97 || letter > 122) return false
  if (path.length === 2) return true
  const next = path.charCodeAt(2)
  return next === 47 || next === 92
}

/** True for what begins at a root: a file of this name can be looked at. */
export const isRooted = (path: string): boolean => path.charCodeAt(0) === 47 || isWindowsPath(path)

function startsUnknown(path: string): boolean {
  return path !== '' && path.charCodeAt(0) === 0
}

/** The drive path that `/mnt/c/x` (WSL), `/c/x` (Git Bash), `/cygdrive/c/x` or an admin share stands for; null for every other path. */
export function windowsSpelling(path: string): string | null {
  if (path.startsWith('/mnt/')) return driveAfter(path, 5)
  if (path.startsWith('/cygdrive/')) return driveAfter(path, 10)
  if (path.startsWith('//')) {
    const share = path.indexOf('/', 2) + 1
    return share > 0 && path[share + 1] === '$' ? driveAfter(path.slice(0, share + 1) + path.slice(share + 2), share) : null
  }
  return driveAfter(path, 1)
}

function driveAfter(path: string, at: number): string | null {
  const letter = path.charCodeAt(at) | 32
  if (letter < 97 || letter > 122 || (path.length > at + 1 && path[at + 1] !== '/')) return null
  return `${path.slice(at, at + 1).toUpperCase()}:/${path.slice(at + 2)}`
}

/** Expands `~`, `~/x` and `~user/x` (users live beside each other; root lives in `/root`). Anything else comes back as it is. */
export function expandHome(path: string, home: string): string {
  if (!path.startsWith('~')) return path
  let end = 1
  while (end < path.length && path[end] !== '/' && path[end] !== '\\') end++
  const user = path.slice(1, end)
  if (user === '') return home + path.slice(1)
  if (!/^[A-Za-z_][\w.-]*$/.test(user)) return path
  if (user === 'root') return `/root${path.slice(end)}`
  const parent = home === '/root' || home === '' ? '/home' : parentOf(home)
  return `${parent === '/' ? '/home' : parent}/${user}${path.slice(end)}`
}

/** The last component of a normalised path; empty for a root. */
export function lastComponent(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The folder that holds a normalised path; a root is its own parent. */
export function parentOf(path: string): string {
  const slash = path.replaceAll('\\', '/').lastIndexOf('/')
  if (slash < 0) return path
  if (slash === 0) return '/'
  return slash === 2 && isWindowsPath(path) ? path.slice(0, 3) : path.slice(0, slash)
}

/** True when a normalised path is the folder or lies inside it. */
export function isWithin(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false
  return path.length === folder.length || folder.endsWith('/') || path[folder.length] === '/'
}

/** `/home/dev/*` and `/home/dev/.*` mean the folder's contents: `/home/dev`. `src/*.pyc` stays as it is. */
export function folderOfGlob(path: string): string {
  const name = lastComponent(path)
  if (name === '' || !(EVERYTHING.has(name) || isNearlyEverything(name))) return path
  let folder = path
  do folder = parentOf(folder)
  while (lastComponent(folder) === '**')
  return folder
}

/** `[!x]*`, `[a-z]*`, `??*`: no letter of its own, and half of all letters or more may stand where it has a bracket. */
function isNearlyEverything(name: string): boolean {
  if (name.length > LONGEST_SET || !name.includes('*')) return false
  const pieces = globPieces(name.startsWith('.') ? name.slice(1) : name)
  const least = (at: number): number => (pieces[at - 1] === '*' && pieces[at + 1] === '*' ? FEW_LETTERS : MANY_LETTERS)
  return pieces.filter((piece) => piece !== '*').length <= SHORT_NAME && pieces.every((piece, at) => /^[*?]$/.test(piece) || lettersOf(piece) >= least(at))
}
const LONGEST_SET = 80
const SHORT_NAME = 3
const FEW_LETTERS = 4
const MANY_LETTERS = 13

function lettersOf(piece: string): number {
  const set = piece.startsWith('[') ? readBracket(piece, 0) : null
  return set === null ? 0 : [...LETTERS].filter((letter) => set.has(letter.charCodeAt(0))).length
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const EVERYTHING = new Set([
  '*',
  '**',
  '.*',
  '*.*',
  '.[!.]*',
  '.[^.]*',
  '..?*',
  '.??*',
  '{*,.*}',
  '{.*,*}',
  '{,.}*',
  '{.,}*',
  '{,.[!.]}*',
  '.[a-zA-Z]*',
  '*?',
  '?*',
])
