// Is a file that is run this gate's own program, whatever it is called and however it is reached?
import type { Word } from '../../model.ts'
import { isWithin } from '../../text/path.ts'
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
  // `npx FOLDER`: the package that we lie in.
  if (shell.trace.scene.own?.some((own) => isWithin(own, resolved)) === true) return true
  const text = contentOf(shell, file)?.text
  return text != null && text.length <= LONGEST && text.includes(SAYS)
}
