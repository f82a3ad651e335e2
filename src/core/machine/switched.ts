// Does what this call puts into an agent's settings switch its hooks off, or give a text for agents rights? Looked at wherever a text comes to lie there: written, copied, moved or linked, alone or with its folder.
import type { Place, Word } from '../model.ts'
import { steersIn } from '../meaning/traits.ts'
import { hooksOff } from '../self/hooks-off.ts'
import { isWithin, lastComponent, normalise, parentOf } from '../text/path.ts'
import { changesOfHead, unreadHead } from './agent-head.ts'
import { AGENT_SETTINGS } from '../self/agent-settings.ts'
import { speaksOfChange } from '../self/own-code.ts'
import { askContent, contentOf, locate } from '../disk/paths.ts'
import { bringCopied } from '../disk/copies.ts'
import { askFile, filesLike } from '../disk/globs.ts'
import { altered } from './process.ts'
import type { Shell } from './process.ts'
import type { Effect } from './effect.ts'

/** `content` null: nobody knows what it is; what it comes from is asked for. */
export function* switchesIn(shell: Shell, file: Word, content: string | null, from?: Word): Generator<Effect> {
  if (shell.at !== 'here') return
  const { places } = locate(asNamed(shell), file)
  if (content !== null && places.includes('agent-text')) yield* agentText(shell, file, content, contentOf(shell, file)?.text ?? null)
  if (!places.includes('host-wiring') || places.includes('scratch')) return
  if (content === null && from !== undefined) askContent(shell, from)
  const said = content === null ? (SWITCHING.test(file.text ?? '') ? 'unsure' : null) : hooksOff(content, steersIn(shell.trace.books.meaning))
  if (said !== null) yield { do: 'change', what: said === 'off' ? 'hooks-off' : 'hooks-unsure', target: file }
}

/** Settings are judged for themselves. */
export const isAgentText = (places: readonly Place[]): boolean =>
  places.includes('agent-text') && !places.includes('host-wiring') && !places.includes('scratch')

/** Hooks, commands and servers in there are started by agents, past every gate: what it says of this gate's own ground counts at once, and so do rights. */
function* agentText(shell: Shell, file: Word, content: string, before: string | null): Generator<Effect> {
  const { scene, books } = shell.trace
  if (isAgentText(locate(shell, file).places)) yield* changesOfHead(file, content, before)
  if (speaksOfChange(content, scene, books.places)) yield { do: 'change', what: 'touch', target: file, places: ['may-be-self'] }
}

/** A link is put where it is called so, wherever it leads. */
const asNamed = (shell: Shell): Shell => (shell.disk.hasLinks ? altered(shell, { disk: shell.disk.withoutLinks() }) : shell)

/** Of other files of theirs that nobody can read, much else is more likely. */
const SWITCHING = /(?:^|\/)(?:managed-)?settings(?:\.local)?\.json$/

/** Whether a folder is one in which an agent looks for its settings: not the project's own, which holds much else. */
export function holdsSettings(shell: Shell, folder: string | null): boolean {
  if (folder === null || folder.includes('\0') || !FOLDERS.test(folder)) return false
  const { scene } = shell.trace
  // A copy of one elsewhere is read by nobody.
  if (!isWithin(folder, scene.project) && parentOf(folder) !== scene.home) return false
  return !locate(asNamed(shell), { text: folder }).places.includes('scratch')
}
/** The folders of those files, by their last name. */
const FOLDERS = new RegExp(
  `/(?:${[...new Set(AGENT_SETTINGS.flatMap((name) => (name.includes('/') ? [name.slice(0, name.lastIndexOf('/')).replaceAll('.', '\\.')] : [])))].join('|')})$`,
)

/** What an archive brings, or whoever else brings what nobody has seen. */
export function* switchesUnseen(shell: Shell, folder: Word, operands: readonly Word[]): Generator<Effect> {
  if (shell.at !== 'here' || shell.by === null) return
  const { resolved, places } = locate(shell, folder)
  if (places.includes('self')) return yield { do: 'write', path: folder, how: 'copy' }
  yield* switchesIn(shell, folder, null)
  if (holdsSettings(shell, resolved)) return yield { do: 'change', what: 'hooks-unsure', target: folder }
  for (const { text } of resolved === null || resolved.includes('\0') ? [] : operands) {
    if (text === null) continue
    const name = normalise(text, resolved ?? '')
    if (locate(shell, { text: name }).places.includes('self')) return yield { do: 'write', path: { text: name }, how: 'copy' }
    if (holdsSettings(shell, name.replace(/\/\**$/, ''))) return yield { do: 'change', what: 'hooks-unsure', target: { text: name } }
    yield* switchesIn(shell, { text: name }, null)
  }
}

/** After a copy, a move or a link: what came with it. A file that comes alone is asked for. */
export function* switchesBrought(after: Shell, target: Word, sources: readonly Word[]): Generator<Effect> {
  const shell = asNamed(after)
  const { resolved, places } = locate(shell, target)
  if (shell.at !== 'here' || resolved === null) return
  const [only] = sources
  if (places.includes('host-wiring') && sources.length === 1 && only !== undefined) {
    const source = locate(shell, only).resolved
    const content = contentOf(shell, only)
    if (content === null && source !== null && !source.includes('\0')) askFile(shell, source)
    else if (content !== null || source === null) yield* switchesIn(shell, target, content?.text ?? null)
    return
  }
  const { project, home } = shell.trace.scene
  for (const folder of project === home ? [home] : [project, home]) {
    for (const name of AGENT_SETTINGS) {
      const file = `${folder}/${name}`
      if (file === resolved || !isWithin(file, resolved)) continue
      bringCopied(shell, file)
      const content = shell.disk.wasWritten(file) ? contentOf(shell, { text: file }) : null
      if (content !== null) yield* switchesIn(shell, { text: file }, content.text)
    }
  }
  yield* textsBrought(shell, resolved, sources)
}

const MOST_BROUGHT = 32

/** Texts for agents that come with others, or with their folder: those that this call has written, and those that lie there. */
function* textsBrought(shell: Shell, target: string, sources: readonly Word[]): Generator<Effect> {
  let count = 0
  for (const source of sources) {
    const from = locate(shell, source).resolved
    if (from === null || /[*?[\]{}\\\0]/.test(from)) continue
    // Into the folder, or as it.
    const places = [target, `${target}/${lastComponent(from)}`]
    for (const path of textsBelow(shell, from, places)) {
      for (const file of places.map((place) => place + path.slice(from.length))) {
        if (!isAgentText(locate(shell, { text: file }).places)) continue
        if (count++ === MOST_BROUGHT) yield unreadHead({ text: file })
        if (count > MOST_BROUGHT) return
        const content = contentOf(shell, { text: path })
        if (content === null) askFile(shell, path)
        else if (content.text !== null) yield* agentText(shell, { text: file }, content.text, null)
      }
    }
  }
}

/** What lies there is only looked through where it comes into an agent's own folder. */
function textsBelow(shell: Shell, from: string, into: readonly string[]): readonly string[] {
  const written = [...shell.disk.written].filter((path) => isWithin(path, from))
  const isAgents = into.some((folder) => locate(shell, { text: `${folder}/x.md` }).places.some((place) => place === 'agent-settings' || place === 'agent-text'))
  if (!isAgents) return written
  const below: Word = {
    text: `${from}/**/*.md`,
    parts: [
      { kind: 'text', text: `${from}/` },
      { kind: 'glob', text: '**/*.md' },
    ],
  }
  return [...new Set([from, ...written, ...(filesLike(shell, below)?.paths ?? [])])]
}
