// Which commands do ssh's settings run on this machine?
import type { Word } from '../../../model.ts'
import { valuesOf } from '../options.ts'
import { runShell } from './run-shell.ts'
import type { ReaderLine } from './run-shell.ts'

/** `-o ProxyCommand=…` and its kin run here, not there. */
export function readSsh(line: ReaderLine): Word | null {
  for (const { text } of valuesOf(line.parsed.options, '-o')) {
    const found = text === null ? null : /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+exec)\s*[=\s]\s*(.+)$/i.exec(text)
    if (found?.[1] !== undefined) runShell(line, found[1].replace(/^(["'])(.*)\1$/, '$2'))
  }
  return null
}
