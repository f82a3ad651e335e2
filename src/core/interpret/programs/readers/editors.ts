// awk, sed and vim: small languages that can run commands and write files.
import type { Word } from '../../../model.ts'
import { addPath } from '../../paths.ts'
import { doerOf, fork } from '../../shell/state.ts'
import { literal, unknownWord } from '../../trace.ts'
import { unescape } from '../../../text/escapes.ts'
import { execute } from '../execute.ts'
import { has, valuesOf } from '../options.ts'
import type { Line } from '../selectors.ts'

type WithId = Line & { readonly id: number }

function runShell({ shell, command, id }: WithId, text: string): void {
  execute(fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span }), {
    language: 'shell',
    code: literal(text),
    origin: 'argument',
    span: command.span,
    stdin: null,
  })
}

/** `system("…")`, `print | "…"`, `"…" | getline`, `print > "file"`. */
export function readAwk(line: WithId): Word | null {
  const { shell, command, parsed } = line
  const fromFile = has(parsed.options, ['-f', '--file'])
  const program = fromFile ? null : (parsed.operands[0] ?? null)
  for (const file of fromFile ? parsed.operands : parsed.operands.slice(1))
    if (!/^\w+=/.test(file.text ?? '')) addPath(shell, doerOf(shell, command.span), file, { does: 'read', how: 'whole', recursive: false })
  const text = program?.text
  if (text == null || text.length > 20_000) return null
  const strings = [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)]
  for (const found of strings) {
    const before = text.slice(Math.max(0, found.index - 60), found.index)
    const after = text.slice(found.index + found[0].length, found.index + found[0].length + 40)
    const content = unescape((found[1] ?? '').replaceAll('\\/', '/'))
    if (/\bsystem\s*\(\s*$/.test(before) || /\|&?\s*$/.test(before) || /^\s*\|&?\s*getline/.test(after)) {
      if (content.trim() !== '') runShell(line, /^\s*[^)|\s;}]/.test(after) ? `${content} "$item"` : content)
    } else if (/\bprintf?\b[^;{}|]*>>?\s*$/.test(before))
      addPath(shell, doerOf(shell, command.span), literal(content), { does: 'write', how: 'truncate', recursive: false })
  }
  if (/\bsystem\s*\(\s*[$A-Za-z_]/.test(text) || /(?:print[^;{}]*)\|\s*(?:\$|[A-Za-z_]\w*\s*[;}])/.test(text))
    execute(fork(shell, { by: line.id }), {
      language: 'shell',
      code: unknownWord('awk', true, command.stdin?.from),
      origin: 'argument',
      span: command.span,
      stdin: null,
    })
  return null
}

/** Every line goes: `d`, `1,$d`, `//d`. */
const DELETES_ALL = /^\s*(?:(?:0|1),\s*\$|\/(?:\.\*|\^)?\/)?\s*d\s*;?\s*$/

/** The `e` and `w` commands and flags; `-i` writes its files. */
export function readSed(line: WithId): Word | null {
  const { shell, command, parsed } = line
  const scripts = [...valuesOf(parsed.options, '--expression'), ...(has(parsed.options, ['--expression', '--file']) ? [] : parsed.operands.slice(0, 1))]
  const files = has(parsed.options, ['--expression', '--file']) ? parsed.operands : parsed.operands.slice(1)
  const inPlace = has(parsed.options, ['--in-place'])
  const marks = scripts.some(({ text }) => text !== null && DELETES_ALL.test(text)) ? ['emptied'] : []
  for (const file of files) {
    addPath(shell, doerOf(shell, command.span), file, { does: 'read', how: 'whole', recursive: false })
    if (inPlace) addPath(shell, doerOf(shell, command.span), file, { does: 'write', how: 'edit', recursive: false, marks })
  }
  for (const { text } of scripts) {
    if (text === null || text.length > 20_000) continue
    const command1 = /(?:^|[;\n{]|\d|\$|\/)\s*e\s+([^\n;}]+)/.exec(text)
    if (command1?.[1] !== undefined && !/^\s*s\W/.test(text)) runShell(line, command1[1])
    const flags = /^\s*(?:[\d$,]+|\/[^/]*\/)?\s*s(.)((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1([a-zA-Z0-9]*)/.exec(text)
    if (flags?.[4]?.includes('e') === true) {
      const replacement = flags[3] ?? ''
      execute(fork(shell, { by: line.id }), {
        language: 'shell',
        code: /[&\\]/.test(replacement) ? unknownWord('sed', true, command.stdin?.from) : literal(replacement),
        origin: 'argument',
        span: command.span,
        stdin: null,
      })
    }
    const written = /(?:\/[a-z]*|^|[;\n}]|\d|\$)w\s+([^\n;}]+)/.exec(text)
    if (written?.[1] !== undefined)
      addPath(shell, doerOf(shell, command.span), literal(written[1].trim()), { does: 'write', how: 'truncate', recursive: false })
  }
  return null
}

/** Longer is no command line anybody typed; what is below stays quick however it is written. */
const LONGEST_EX = 2_000
const WRITES = /^(?:\d+,(?:\d+|\$)|%|\.)?\s*(?:w|write|up|update|sav|saveas|wq|x)!?\s+(?:>>\s*)?([^!\s].*)$/

/** `vim -c ':!cmd'`, `+'!cmd'`, `:w file`, `:call system("cmd")`. */
export function readVim(line: WithId): Word | null {
  const words = line.command.words.slice(1)
  words.forEach((word, at) => {
    const text = word.text ?? ''
    const given = text === '-c' || text === '--cmd' ? (words[at + 1]?.text ?? '') : text.startsWith('+') ? text.slice(1) : null
    if (given !== null) readExCommands(line, given)
  })
  return null
}

/** `|` parts commands, but after `!` it belongs to the shell. */
function readExCommands(line: WithId, given: string): void {
  const { shell, command } = line
  let rest = given
  if (rest.length > LONGEST_EX) {
    execute(fork(shell, { by: line.id }), { language: 'shell', code: unknownWord('editor'), origin: 'argument', span: command.span, stdin: null })
    return
  }
  while (rest !== '') {
    const piece = rest.replace(/^[\s:]+/, '').replace(/^(?:sil(?:ent)?!?|noautocmd|keepjumps|verbose)\s+/, '')
    const quoted = /^exe\w*\s+(['"])(.*)\1\s*$/.exec(piece)
    if (quoted?.[2] !== undefined) return readExCommands(line, quoted[2])
    const shellOut = /^(?:r(?:ead)?\s*|w(?:rite)?\s+|ter(?:minal)?\s+)?(?:%|\.|[\d,$]+)?!\s*([^]+)$/.exec(piece)
    if (shellOut?.[1] !== undefined && !/^(?:w|write|q|x)!/.test(piece)) return runShell(line, shellOut[1])
    const terminal = /^ter(?:minal)?\s+(?:\+\+\S+\s+)*([^]+)$/.exec(piece)
    if (terminal?.[1] !== undefined) return runShell(line, terminal[1])
    const bar = piece.indexOf('|')
    const one = (bar < 0 ? piece : piece.slice(0, bar)).trim()
    const call = /\b(?:system|systemlist|job_start|jobstart|term_start|termopen|os\.execute|io\.popen)\(\s*(['"])(.*?)\1/.exec(piece)
    if (call?.[2] !== undefined) runShell(line, call[2])
    const gone = /\bdelete\(\s*(['"])(.*?)\1(\s*,\s*['"]rf['"])?/.exec(one)
    if (gone?.[2] !== undefined)
      addPath(shell, doerOf(shell, command.span), literal(gone[2]), { does: 'delete', how: 'whole', recursive: gone[3] !== undefined })
    const written = WRITES.exec(one)?.[1]
    if (written !== undefined) addPath(shell, doerOf(shell, command.span), literal(written.trim()), { does: 'write', how: 'truncate', recursive: false })
    rest = bar < 0 || call !== null ? '' : piece.slice(bar + 1)
  }
}
