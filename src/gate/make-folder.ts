// How is a folder of ours made, whatever lies above it? Level by level, each asked for once or twice.
//
// Not by Node's `recursive`: where a folder is there but nothing can be made in it and the system says "no such file", as below /proc,
// that asks again without end, in native code that no watch of ours interrupts.
import { lstatSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

const MOST_LEVELS = 128
/** Folders the system makes up as they are read: nothing can be kept there. */
const MADE_UP = ['/proc/', '/sys/']

export const isMadeUp = (folder: string): boolean => process.platform !== 'win32' && MADE_UP.some((one) => `${folder}/`.startsWith(one))

/** Throws what the system says. */
export function makeFolder(folder: string, mode?: number): void {
  // As a rule it is there: making it in vain costs more than a look.
  if (!isMadeUp(folder) && isFolder(folder)) return
  const missing: string[] = []
  let one = path.resolve(folder)
  if (isMadeUp(one)) throw refusal(one)
  while (!isMade(one, mode)) {
    missing.push(one)
    const above = path.dirname(one)
    if (above === one || missing.length > MOST_LEVELS) throw refusal(folder)
    one = above
  }
  // The outermost was made or was there; each of the others has its folder now, or never will.
  for (const next of missing.toReversed()) if (!isMade(next, mode)) throw refusal(next)
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}

/** False when what it would lie in is missing. */
function isMade(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, mode === undefined ? {} : { mode })
    return true
  } catch (error) {
    const code = (error as { readonly code?: string }).code
    // A link to nowhere is there too, and is no folder.
    if (code === 'ENOENT') return false
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return true
    throw error
  }
}

const refusal = (folder: string): Error => Object.assign(new Error(`nothing can be kept in \`${folder}\`: choose another folder`), { code: 'EPERM' })
