// Finds the installed program that a file is a copy of, or a link to, where this call made it: `cp /bin/rm x; ./x -rf ~`.
import { originsOf } from '../disk/copies.ts'
import { throughLinks } from '../disk/links.ts'
import { locate } from '../disk/paths.ts'
import { findProgram, normaliseProgram } from '../meaning/entries.ts'
import { lastComponent } from '../text/path.ts'
import { afford } from '../log/process.ts'
import { literal } from '../value/text.ts'
import type { Shell } from './process.ts'

const INSTALLED = /\/s?bin\/[^/]+$/
/** Copies of copies: each step is paid for, so this only ends circles. */
const MOST_STEPS = 64

/** The paths of installed programs that lie under this name by now; what they are called there says nothing. */
export function copiedPrograms(shell: Shell, name: string): readonly string[] {
  if (!name.includes('/') || shell.at !== 'here' || !(shell.disk.hasLinks || shell.disk.copies.length > 0)) return []
  const { resolved } = locate(shell, literal(name))
  if (resolved === null) return []
  const { meaning } = shell.trace.books
  const seen = new Set([resolved])
  const found: string[] = []
  for (const path of seen) {
    if (seen.size > MOST_STEPS || !afford(shell, 1)) break
    const real = throughLinks(shell.disk, path)
    const isKnown = INSTALLED.test(real) && findProgram(meaning, normaliseProgram(meaning, real)).known
    if (isKnown && lastComponent(real) !== lastComponent(name)) found.push(real)
    else for (const origin of [real, ...originsOf(shell, path)]) seen.add(origin)
  }
  return found
}
