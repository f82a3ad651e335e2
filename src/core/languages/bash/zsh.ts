// Reads a shell's text as the shell would that it speaks of: what zsh and ksh spell otherwise in patterns, and which options let patterns take more than bash's do.
import type { Shell } from '../../machine/process.ts'
import { parsed } from './in-time.ts'

/** Options of shells by which patterns take more, and shells whose patterns do. */
const WIDENS = /glob|nocase|[zk]sh\b/i

type Parsed = ReturnType<typeof parsed>

export function parsedAs(shell: Shell, text: string): Parsed {
  const { notes } = shell.trace
  if (WIDENS.test(text)) notes.widen(text)
  const first = parsed(shell, text)
  if (!notes.widened.zsh || (isWhole(first) && !CLOBBERS.test(text))) return first
  // Groups of alternatives stand in names there as they are.
  const spelled = text.replace(CLOBBERS, '$1 ').replace(FLAGS, '').replace(GROUP, '$1@($2)')
  const again = spelled === text ? first : parsed(shell, spelled)
  if (isWhole(again)) return again
  // What cannot be read may still speak of ours.
  notes.keepCode(shell.by, text)
  return first
}
const isWhole = ({ script }: Parsed): boolean => script !== null && (script.errors?.length ?? 0) === 0
/** `>! file` */
const CLOBBERS = /(>>?)[!|](?=\s)/
/** How a pattern is compared, and which of its files are taken. */
const FLAGS = /\(#[^()\s'"]{1,20}\)/g
const GROUP = /([\w/.~\]-])\(([^()\s'"]{1,80})\)/g
