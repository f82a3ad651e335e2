// Which file does a path in a tool's input name? `~`, `$VAR`, `%VAR%` and `file:` are expanded as the host would.
import type { Part, Word } from '../model.ts'
import { toWord } from '../value/fields.ts'
import type { Shell } from './process.ts'
import { lookup } from './env.ts'

const VARIABLE = /\$\{(\w{1,64})\}|\$(\w{1,64})|%(\w{1,64})%/g

/** Nobody's path has as many: the rest is not known. */
const MOST_PARTS = 200

/** Unknown variables stay unknown parts, so that every reading of the path is judged. */
export function userPath(shell: Shell, text: string): Word {
  const { home, platform } = shell.trace.scene
  const plain = text.startsWith('file://') ? decodeFileUrl(text) : text
  const parts: Part[] = []
  let at = 0
  let rest = plain
  const tilde = plain.startsWith('~') ? /^~([A-Za-z_][\w.-]*)?(?=[\\/]|$)/.exec(plain) : null
  if (tilde !== null) {
    const user = tilde[1]
    parts.push({ kind: 'text', text: user === undefined ? home : user === 'root' ? '/root' : platform === 'macos' ? `/Users/${user}` : `/home/${user}` })
    rest = plain.slice(tilde[0].length)
  }
  for (const match of rest.includes('$') || rest.includes('%') ? rest.matchAll(VARIABLE) : []) {
    if (parts.length > MOST_PARTS) {
      parts.push({ kind: 'unknown', name: null, mayBeEmpty: true })
      at = rest.length
      break
    }
    if (match.index > at) parts.push({ kind: 'text', text: rest.slice(at, match.index) })
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    const known = lookup(shell, name === 'USERPROFILE' || name === 'HOMEPATH' ? 'HOME' : name)?.words[0]
    if (known?.text != null) parts.push({ kind: 'text', text: known.text })
    else parts.push({ kind: 'unknown', name, mayBeEmpty: true })
    at = match.index + match[0].length
  }
  if (at < rest.length) parts.push({ kind: 'text', text: rest.slice(at) })
  return toWord(merge(parts), [])
}

function merge(parts: readonly Part[]): Part[] {
  const out: Part[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') out[out.length - 1] = { kind: 'text', text: last.text + part.text }
    else out.push(part)
  }
  return out
}

function decodeFileUrl(text: string): string {
  const path = text.replace(/^file:\/\/(?:localhost)?/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
