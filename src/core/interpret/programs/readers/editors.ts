// awk, sed and vim: small languages that can run commands and write files.
import type { Word } from '../../../model.ts'
import { addPath } from '../../paths.ts'
import { doerOf, fork } from '../../shell/state.ts'
import { literal, unknownWord } from '../../trace.ts'
import { unescape } from '../builtins.ts'
import { execute } from '../execute.ts'
import { has, valuesOf } from '../options.ts'
import type { Line } from '../selectors.ts'

type WithId = Line & { readonly id: number }

function runShell({ shell, command, id }: WithId, text: string): void {
  execute(fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span }), { language: 'shell', code: literal(text), origin: 'argument', span: command.span, stdin: null })
}

/** `system("…")`, `print | "…"`, `"…" | getline`, `print > "file"`. */
export function readAwk(line: WithId): Word | null {
  const { shell, command, parsed } = line
  const fromFile = has(parsed.options, ['-f', '--file'])
  const program = fromFile ? null : (parsed.operands[0] ?? null)
  for (const file of fromFile ? parsed.operands : parsed.operands.slice(1)) if (!/^\w+=/.test(file.text ?? '')) addPath(shell, doerOf(shell, command.span), file, { does: 'read', how: 'whole', recursive: false })
  const text = program?.text
  if (text == null || text.length > 20_000) return null
  const strings = [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)]
  for (const found of strings) {
    const before = text.slice(Math.max(0, found.index - 60), found.index)
    const after = text.slice(found.index + found[0].length, found.index + found[0].length + 40)
    const content = unescape((found[1] ?? '').replaceAll('\\/', '/'))
    if (/\bsystem\s*\(\s*$/.test(before) || /\|&?\s*$/.test(before) || /^\s*\|&?\s*getline/.test(after)) {
      if (content.trim() !== '') runShell(line, /^\s*[^)|\s;}]/.test(after) ? `${content} "$item"` : content)
    } else if (/\bprintf?\b[^;{}|]*>>?\s*$/.test(before)) addPath(shell, doerOf(shell, command.span), literal(content), { does: 'write', how: 'truncate', recursive: false })
  }
  if (/\bsystem\s*\(\s*[$A-Za-z_]/.test(text) || /(?:print[^;{}]*)\|\s*(?:\$|[A-Za-z_]\w*\s*[;}])/.test(text)) execute(fork(shell, { by: line.id }), { language: 'shell', code: unknownWord('awk', true, command.stdin?.from), origin: 'argument', span: command.span, stdin: null })
  return null
}

/** The `e` and `w` commands and flags; `-i` writes its files. */
export function readSed(line: WithId): Word | null {
  const { shell, command, parsed } = line
  const scripts = [...valuesOf(parsed.options, '--expression'), ...(has(parsed.options, ['--expression', '--file']) ? [] : parsed.operands.slice(0, 1))]
  const files = has(parsed.options, ['--expression', '--file']) ? parsed.operands : parsed.operands.slice(1)
  const inPlace = has(parsed.options, ['--in-place'])
  for (const file of files) {
    addPath(shell, doerOf(shell, command.span), file, { does: 'read', how: 'whole', recursive: false })
    if (inPlace) addPath(shell, doerOf(shell, command.span), file, { does: 'write', how: 'edit', recursive: false })
  }
  for (const { text } of scripts) {
    if (text === null || text.length > 20_000) continue
    const command1 = /(?:^|[;\n{]|\d|\$|\/)\s*e\s+([^\n;}]+)/.exec(text)
    if (command1?.[1] !== undefined && !/^\s*s\W/.test(text)) runShell(line, command1[1])
    const flags = /^\s*(?:[\d$,]+|\/[^/]*\/)?\s*s(.)((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1([a-zA-Z0-9]*)/.exec(text)
    if (flags?.[4]?.includes('e') === true) {
      const replacement = flags[3] ?? ''
      execute(fork(shell, { by: line.id }), { language: 'shell', code: /[&\\]/.test(replacement) ? unknownWord('sed', true, command.stdin?.from) : literal(replacement), origin: 'argument', span: command.span, stdin: null })
    }
    const written = /(?:\/[a-z]*|^|[;\n}]|\d|\$)w\s+([^\n;}]+)/.exec(text)
    if (written?.[1] !== undefined) addPath(shell, doerOf(shell, command.span), literal(written[1].trim()), { does: 'write', how: 'truncate', recursive: false })
  }
  return null
}

/** `vim -c ':!cmd'`, `+'!cmd'`, `:w file`, `:call system("cmd")`. */
export function readVim(line: WithId): Word | null {
  const { command } = line
  const words = command.words.slice(1)
  words.forEach((word, at) => {
    const text = word.text ?? ''
    const given = text === '-c' || text === '--cmd' ? (words[at + 1]?.text ?? '') : text.startsWith('+') ? text.slice(1) : null
    if (given === null) return
    for (const piece of given.split('|').map((part) => part.trim())) {
      const shellOut = /^:?\s*(?:silent!?\s+)?(?:exe\w*\s+['"])?(?:r(?:ead)?\s*)?(?:%|[\d,]+)?!\s*(.+)$/.exec(piece)
      if (shellOut?.[1] !== undefined) runShell(line, shellOut[1].replace(/['"]$/, (quote) => (piece.includes('exe') ? '' : quote)))
      const call = /\bsystem(?:list)?\(\s*(['"])(.*?)\1/.exec(piece)
      if (call?.[2] !== undefined) runShell(line, call[2])
    }
  })
  return null
}
