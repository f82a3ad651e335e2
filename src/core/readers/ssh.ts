// Which commands do ssh's settings run on this machine, and when is the other machine this one?
import type { Word } from '../model.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { isLoopback } from '../machine/this-machine.ts'
import { runShell } from '../machine/run-shell.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { act } from '../machine/act.ts'

/** `-o ProxyCommand=…` and its kin run here, not there. */
export function readSsh(line: ReaderLine): Word | null {
  for (const { text } of valuesOf(line.parsed.options, '-o')) {
    const found = text === null ? null : /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+exec)\s*[=\s]\s*(.+)$/i.exec(text)
    if (found?.[1] !== undefined) runShell(line, found[1].replace(/^(["'])(.*)\1$/, '$2'))
  }
  if (line.parsed.node.name === 'scp') copyBack(line)
  return null
}

/** `scp x localhost:.bashrc` writes into the home here. */
function copyBack({ shell, command, parsed }: ReaderLine): void {
  const [last] = parsed.operands.slice(-1)
  const text = last?.text ?? ''
  const colon = text.search(/:(?!:)(?!1)/)
  if (shell.at !== 'here' || colon < 0 || has(parsed.options, ['-P', '-J']) || !isLoopback(text.slice(0, colon))) return
  const path = text.slice(colon + 1)
  const { home } = shell.trace.scene
  const target = { text: path.startsWith('/') ? path : `${home}/${path.replace(/^~\//, '')}` }
  act({ do: 'write', path: target, how: 'copy', recursive: has(parsed.options, ['-r']) }, shell, command.span)
}
