// Does what this call puts into an agent's settings switch its hooks off? Looked at wherever a text comes to lie there: written, copied, moved or linked, alone or with its folder.
import type { Word } from '../model.ts'
import { hooksOff } from '../self/hooks-off.ts'
import { isWithin } from '../text/path.ts'
import { AGENT_SETTINGS } from '../self/agent-settings.ts'
import { askContent, contentOf, locate } from '../disk/paths.ts'
import { bringCopied } from '../disk/copies.ts'
import { askFile } from '../disk/globs.ts'
import { altered } from './process.ts'
import type { Shell } from './process.ts'
import { add } from '../log/trace.ts'
import { NO_PLACES } from '../value/text.ts'
import type { Doer } from '../log/log.ts'

/** `content` null: nobody knows what it is; what it comes from is asked for. */
export function noteSwitches(shell: Shell, doer: Doer, file: Word, content: string | null, from?: Word): void {
  if (shell.at !== 'here') return
  const { places } = locate(asNamed(shell), file)
  if (!places.includes('host-wiring') || places.includes('scratch')) return
  if (content === null && from !== undefined) askContent(shell, from)
  const said = content === null ? (SWITCHING.test(file.text ?? '') ? 'unsure' : null) : hooksOff(content)
  if (said !== null)
    add(shell.trace, doer, {
      does: 'change',
      what: said === 'off' ? 'hooks-off' : 'hooks-unsure',
      target: file,
      places: NO_PLACES,
      value: null,
      recursive: false,
    })
}

/** A link is put where it is called so, wherever it leads. */
const asNamed = (shell: Shell): Shell => (shell.disk.hasLinks ? altered(shell, { disk: shell.disk.withoutLinks() }) : shell)

/** Of other files of theirs that nobody can read, much else is more likely. */
const SWITCHING = /(?:^|\/)(?:managed-)?settings(?:\.local)?\.json$/

/** After a copy, a move or a link: what came with it. A file that comes alone is asked for. */
export function noteBrought(after: Shell, doer: Doer, target: Word, sources: readonly Word[]): void {
  const shell = asNamed(after)
  const { resolved, places } = locate(shell, target)
  if (shell.at !== 'here' || resolved === null) return
  const [only] = sources
  if (places.includes('host-wiring') && sources.length === 1 && only !== undefined) {
    const source = locate(shell, only).resolved
    const content = contentOf(shell, only)
    if (content === null && source !== null && !source.includes('\0')) askFile(shell, source)
    else if (content !== null || source === null) noteSwitches(shell, doer, target, content?.text ?? null)
    return
  }
  const { project, home } = shell.trace.scene
  for (const folder of project === home ? [home] : [project, home]) {
    for (const name of AGENT_SETTINGS) {
      const file = `${folder}/${name}`
      if (file === resolved || !isWithin(file, resolved)) continue
      bringCopied(shell, file)
      const content = shell.disk.wasWritten(file) ? contentOf(shell, { text: file }) : null
      if (content !== null) noteSwitches(shell, doer, { text: file }, content.text)
    }
  }
}
