// ssh, tar and make: options that hide a command to run.
import type { Word } from '../../../model.ts'
import { fork } from '../../shell/state.ts'
import { literal } from '../../trace.ts'
import { execute } from '../execute.ts'
import { has, valuesOf } from '../options.ts'
import type { Line } from '../selectors.ts'

type WithId = Line & { readonly id: number }

function runShell({ shell, command, id }: WithId, text: string): void {
  execute(fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span }), { language: 'shell', code: literal(text), origin: 'argument', span: command.span, stdin: null })
}

/** `-o ProxyCommand=…` and its kin run here, not there. */
export function readSsh(line: WithId): Word | null {
  for (const { text } of valuesOf(line.parsed.options, '-o')) {
    const found = text === null ? null : /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+exec)\s*[=\s]\s*(.+)$/i.exec(text)
    if (found?.[1] !== undefined) runShell(line, found[1].replace(/^(["'])(.*)\1$/, '$2'))
  }
  return null
}

export function readTar(line: WithId): Word | null {
  const { options } = line.parsed
  for (const { text } of valuesOf(options, '--checkpoint-action')) if (text?.startsWith('exec=') === true) runShell(line, text.slice(5))
  for (const name of ['--to-command', '--use-compress-program', '--rsh-command', '--info-script', '--new-volume-script']) for (const { text } of valuesOf(options, name)) if (text !== null) runShell(line, text)
  return null
}

/** Recipes of a makefile that this text itself holds: `make -f - <<EOF`. */
export function readMake(line: WithId): Word | null {
  const { command, parsed } = line
  const files = valuesOf(parsed.options, '--file')
  const text = files.some((word) => word.text === '-' || word.text === '/dev/stdin') ? command.stdin?.text : null
  for (const recipe of text == null ? [] : text.split('\n').filter((row) => row.startsWith('\t'))) runShell(line, recipe.replace(/^\t[@+-]*/, '').replaceAll('$$', '$'))
  for (const target of parsed.operands) {
    const shellOverride = /^(?:SHELL|\.SHELLFLAGS)=(.+)$/.exec(target.text ?? '')
    if (shellOverride?.[1] !== undefined && /\s/.test(shellOverride[1])) runShell(line, shellOverride[1])
  }
  return null
}
export { has }
