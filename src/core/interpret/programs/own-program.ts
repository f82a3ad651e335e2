// Is a file that is run this gate's own program, whatever it is called and however it is reached?
import type { Word } from '../../model.ts'
import { isWithin, lastComponent } from '../../text/path.ts'
import { contentOf, locate, throughLinks } from '../paths.ts'
import type { Shell } from '../shell/state.ts'

/** What our program says when it cannot start; so does a copy of it, and a link to it. */
const SAYS = 'install prudent again'
/** It hardly does more than say so. */
const LONGEST = 4000
/** What runs us is ours too, and everybody's. */
const RUNTIME = /\/(?:node|bun|deno)(?:\.exe)?$/i

export function isOwnProgram(shell: Shell, file: Word): boolean {
  if (shell.at !== 'here' || file.text === null) return false
  const { resolved, places } = locate(shell, file)
  if (resolved === null) return false
  if (places.includes('self')) return !RUNTIME.test(throughLinks(shell, resolved))
  // `npx .`, `node .`: a folder stands for the program in it.
  const isOurs = (path: string): boolean => ['', '/dist/cli.js'].some((rest) => locate(shell, { text: path + rest }).places.includes('self'))
  if (isOurs(resolved) || copiedFrom(shell, resolved).some((path) => isOurs(path) && !RUNTIME.test(path))) return true
  const text = contentOf(shell, file)?.text
  return text != null && text.length <= LONGEST && text.includes(SAYS)
}

const MOST_COPIES = 16
/** Under which names it lay before this call copied or moved a folder that it is in. */
function copiedFrom({ trace: { actions } }: Shell, path: string): readonly string[] {
  const found: string[] = []
  for (const put of actions) {
    if (put.does !== 'write' || put.resolved === null || put.resolved === '/' || !isWithin(path, put.resolved)) continue
    const rest = path.slice(put.resolved.length)
    for (const source of actions) {
      if ((source.does !== 'read' && source.does !== 'delete') || source.by !== put.by || source.resolved === null || found.length >= MOST_COPIES) continue
      const inside = `/${lastComponent(source.resolved)}`
      found.push(source.resolved + rest)
      if (rest === inside || rest.startsWith(`${inside}/`)) found.push(source.resolved + rest.slice(inside.length))
    }
  }
  return found
}
