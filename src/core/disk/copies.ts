// Which file is it that runs, where this text copied, moved or linked something into a folder, or a whole folder? Read from where it lay.
import type { Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin, parentOf } from '../text/path.ts'
import { throughLinks } from './links.ts'
import { keepContent, locate, pathText } from './paths.ts'
import { hasGlob } from '../value/fields.ts'
import { afford, altered } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { addNeed } from '../log/trace.ts'

/** Looking where something came from is paid for. */
const COPIES_A_STEP = 16

/** Where it came to lie is only worked out once something runs. However many: looking through them is what costs. */
export function noteCopied({ trace: { copies }, cwd, at }: Shell, sources: readonly Word[], target: Word): void {
  if (at === 'here' && sources.length > 0) copies.push({ cwd, sources, target })
}

/** What is about to run holds what the file held that this text put there; asks for that. What lay there before may run as well. */
export function bringCopied(shell: Shell, path: string | null): void {
  const { trace } = shell
  if (trace.copies.length === 0 || path === null || shell.at !== 'here' || path.includes('\0') || shell.written.has(path)) return
  if (!afford(shell, 1 + trace.copies.reduce((sum, { sources }) => sum + sources.length, 0) / COPIES_A_STEP)) return
  for (const { cwd, sources, target } of trace.copies.toReversed()) {
    const there = altered(shell, { cwd })
    const to = locate(there, target).resolved
    if (to === null || to === path || !isWithin(path, to)) continue
    const below = path.slice(to === '/' ? 0 : to.length)
    for (const source of sources) {
      const file = originOf(there, source, below, to)
      if (file === null) continue
      const content = shell.files.get(file) ?? trace.removed.get(file)
      if (content === undefined) addNeed(trace, { kind: 'file', path: file })
      else {
        const own = shell.settled.has(file)
        keepContent(shell, { text: path }, content)
        if (own) shell.settled.add(path)
        trace.doubtful.add(path)
        return
      }
    }
  }
}

/** `below`: the path below the target, with its slash. */
function originOf(shell: Shell, source: Word, below: string, to: string): string | null {
  const text = pathText(shell, source)
  if (hasGlob(source)) {
    const folder = locate(shell, { text: parentOf(text.startsWith('/') ? text : `./${text}`) }).resolved
    const first = below.slice(1).split('/', 1)[0] ?? ''
    return folder === null || /[*?[\0]/.test(folder) || !compileGlob(text.slice(text.lastIndexOf('/') + 1))(first) ? null : folder + below
  }
  const { resolved } = locate(shell, source)
  if (resolved === null || resolved.includes('\0')) return null
  // A link that lies elsewhere is followed from there.
  const from = throughLinks(shell, to) === to ? resolved : throughLinks(shell, to)
  const name = resolved.slice(resolved.lastIndexOf('/'))
  return isWithin(below, name) && !/(?:^|\/)\.\.?\/?$/.test(text) ? resolved + below.slice(name.length) : from + below
}
