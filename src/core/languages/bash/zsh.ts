// Reads a shell's text as the shell would that it speaks of: what zsh and ksh spell otherwise in patterns, and which options let patterns take more than bash's do.
import type { Shell } from '../../machine/process.ts'
import { parsed, said, tried } from './in-time.ts'
import type { InTime } from './in-time.ts'

/** Options of shells by which patterns take more, and shells whose patterns do. */
const WIDENS = /glob|nocase|[zk]sh\b/i

export function parsedAs(shell: Shell, text: string): InTime {
  const { notes } = shell.trace
  if (WIDENS.test(text)) notes.widen(text)
  if (!notes.widened.zsh) return parsed(shell, text)
  const first = tried(shell, text)
  if (first.doubt === null && !CLOBBERS.test(text)) return said(shell, text, first)
  // Groups of alternatives stand in names there as they are.
  const spelled = text.replace(CLOBBERS, '$1 ').replace(FLAGS, '').replace(GROUP, '$1@($2)')
  const again = spelled === text ? first : tried(shell, spelled)
  if (again.doubt === null) return said(shell, spelled, again)
  // What cannot be read may still speak of ours.
  notes.keepCode(shell.by, text)
  return said(shell, text, first)
}
/** `>! file` */
const CLOBBERS = /(>>?)[!|](?=\s)/
/** How a pattern is compared, and which of its files are taken. */
const FLAGS = /\(#[^()\s'"]{1,20}\)/g
const GROUP = /([\w/.~\]-])\(([^()\s'"]{1,80})\)/g
