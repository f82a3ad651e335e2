// git -c: configuration given on the command line that git would run, and aliases.
import type { Word } from '../../../model.ts'
import { fork } from '../../shell/state.ts'
import { literal } from '../../trace.ts'
import { valuesOf } from '../options.ts'
import type { Line } from '../selectors.ts'
import { execute } from '../execute.ts'

/** Settings whose value git hands to a shell. */
const RUNS = /^(?:core\.(?:sshcommand|pager|editor|fsmonitor|gitproxy|askpass)|sequence\.editor|diff\.external|diff\..*\.(?:command|textconv)|merge\..*\.driver|filter\..*\.(?:clean|smudge|process)|credential\.(?:.*\.)?helper|gpg\.program|uploadpack\.packobjectshook|pager\..*|mergetool\..*\.cmd|difftool\..*\.cmd|interactive\.difffilter|remote\..*\.(?:uploadpack|receivepack)|protocol\.ext\.allow)$/i

export function readGit(line: Line & { readonly id: number }): Word | null {
  const { shell, command, parsed, id } = line
  const inner = fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span })
  const subcommand = parsed.operands[0]
  let printed: Word | null = null
  for (const { text } of valuesOf(parsed.options, '-c')) {
    const setting = text === null ? null : /^([^=]+)=([^]*)$/.exec(text)
    const name = setting?.[1]
    const value = setting?.[2]
    if (name === undefined || value === undefined) continue
    const alias = /^alias\.(.+)$/i.exec(name)?.[1]
    if (alias !== undefined && alias === subcommand?.text) {
      const position = parsed.positions[0] ?? 0
      const rest = command.words.slice(position + 1)
      if (value.startsWith('!')) printed = execute(inner, { language: 'shell', code: literal(value.slice(1)), origin: 'argument', span: command.span, stdin: null, args: rest })
      else printed = shell.read.perform(inner, { words: [literal('git'), ...value.split(/\s+/).map((word) => literal(word)), ...rest], assigns: [], stdin: null, span: command.span })
    } else if (RUNS.test(name) && value.trim() !== '') {
      const code = value.startsWith('!') ? value.slice(1) : value
      if (/[\s;|&$`]/.test(code)) execute(inner, { language: 'shell', code: literal(code), origin: 'argument', span: command.span, stdin: null })
    }
  }
  return printed
}
