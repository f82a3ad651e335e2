// xargs and parallel: one command for each item of the input.
import type { Word } from '../model.ts'
import { contentOf } from '../disk/paths.ts'
import { joinWords, knownStart, toWord, wordFrom } from '../value/fields.ts'
import { fork } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { literal, unknownWord, withFrom } from '../value/text.ts'
import { execute } from '../machine/execute.ts'
import { executeFile } from '../machine/execute-file.ts'
import { findProgram, normaliseProgram } from '../meaning/entries.ts'
import { hasTrait } from '../meaning/traits.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Line } from '../machine/shell.ts'
import { runOn } from './find.ts'
import { lookup } from '../machine/env.ts'

export function itemsOf(stdin: Word | null, byLine: boolean): readonly Word[] {
  if (stdin === null) return [unknownWord('item', true)]
  if (stdin.items !== undefined) return stdin.items
  if (stdin.text === null) return [unknownWord('item', true, stdin.from)]
  const pieces = stdin.text.split(byLine ? /[\n\0]/ : /[\s\0]/).filter((piece) => piece !== '')
  return pieces.map((piece) => literal(piece.replace(/^(['"])(.*)\1$/, '$2'), stdin.from))
}

/** Items as `xargs` cuts them, line by line: at blanks outside quotes, at lines (`-I`, `-0`), or at a sign of one's own (`-d`). */
function xargsItems(line: Line, replaces: boolean): readonly (readonly Word[])[] {
  const { command, parsed, shell } = line
  const [file] = valuesOf(parsed.options, '--arg-file')
  const input = file === undefined ? command.stdin : (contentOf(shell, file) ?? unknownWord('item', true, file.from))
  const [sign] = valuesOf(parsed.options, '--delimiter')
  if (input === null || input.items !== undefined || input.text === null) return itemsOf(input, false).map((item) => [item])
  const { text, from } = input
  const said = (pieces: readonly string[]): readonly (readonly Word[])[] => pieces.filter((piece) => piece !== '').map((piece) => [literal(piece, from)])
  if (sign !== undefined) {
    const cut =
      sign.text === null
        ? undefined
        : ({ n: '\n', t: '\t', '0': '\0' }[/^\\([nt0])$/.exec(sign.text)?.[1] ?? ''] ?? (sign.text.length === 1 ? sign.text : undefined))
    // The last item keeps the end of the line.
    return cut === undefined ? [[unknownWord('item', true, from)]] : said(text.replace(/\n$/, '').split(cut))
  }
  if (has(parsed.options, ['--null'])) return said(text.replace(/\n$/, '').split('\0'))
  if (replaces) return said(text.split(/[\n\0]/).map((piece) => unquoted(piece.trimStart())))
  return text
    .split(/[\n\0]/)
    .map((row) => [...row.matchAll(/(?:"[^"]*"|'[^']*'|\\[^]|[^\s\\"'])+/g)].map(([piece]) => literal(unquoted(piece), from)))
    .filter((row) => row.length > 0)
}

const unquoted = (piece: string): string =>
  piece.replace(/"([^"]*)"|'([^']*)'|\\([^])/g, (_, double?: string, single?: string, plain?: string) => double ?? single ?? plain ?? '')

export function readXargs(line: Line & { readonly id: number }): Word {
  const { command, parsed } = line
  const given = valuesOf(parsed.options, '-I')[0]?.text ?? valuesOf(parsed.options, '-J')[0]?.text ?? valuesOf(parsed.options, '--replace')[0]?.text
  const replace = given !== undefined && given !== null && given !== '' ? given : has(parsed.options, ['-i', '--replace']) ? '{}' : null
  const position = parsed.positions[0]
  const template = position === undefined ? [literal('echo')] : command.words.slice(position)
  const rows = xargsItems(line, replace !== null)
  const items = rows.flat()
  const most = valuesOf(parsed.options, '--max-args')[0]?.text
  const isRows = has(parsed.options, ['-L', '-l', '--max-lines'])
  let printed: Word = { text: '' }
  // `xargs env`, `xargs timeout 5`, `xargs`: what it runs is itself made of several items; and an option among them is of all of them.
  const together = items.length > 1 && (isCarrier(line, template) || items.some((item) => knownStart(item).startsWith('-')))
  if (replace === null && together) {
    const inner = fork(line.shell, { by: line.id, depth: line.shell.depth + 1, span: line.shell.span ?? command.span })
    for (const some of isRows ? rows : most !== undefined && most !== null ? inParts(items, Number(most)) : [items])
      printed = inner.read.perform(inner, { words: [...template, ...some], assigns: [], stdin: null, span: command.span })
  }
  for (const item of items) {
    // Over the budget it has been said that there is more.
    if (line.shell.trace.budget.spent) break
    printed = runOn(line, template, item, replace ?? '\0none', replace === null)
  }
  const all = [line.id, ...(printed.from ?? [])]
  return withFrom(replace === null && !isRows ? printedOf(line, template, items, most) : unknownWord('xargs', true), all)
}

/** What a program prints of all its items that does nothing else. */
function printedOf({ shell, command }: Line, template: readonly Word[], items: readonly Word[], most: string | null | undefined): Word {
  const { meaning } = shell.trace.books
  const name = normaliseProgram(meaning, template[0]?.text ?? '')
  const parts = most == null ? [items] : inParts(items, Number(most))
  if (parts.length > MOST_PARTS || items.length === 0 || !hasTrait(meaning, name, 'changes-nothing') || !hasTrait(meaning, name, 'text-filter'))
    return unknownWord('xargs', true)
  const inner = fork(shell, { depth: shell.depth + 1, span: shell.span ?? command.span })
  return joinWords(
    parts.map((some) => shell.read.perform(inner, { words: [...template, ...some], assigns: [], stdin: null, span: command.span })),
    '',
  )
}
const MOST_PARTS = 20

function inParts(items: readonly Word[], size: number): readonly (readonly Word[])[] {
  if (!(size >= 1)) return [items]
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

function isCarrier({ shell }: Line, [head]: readonly Word[]): boolean {
  const { meaning } = shell.trace.books
  const entry = head?.text == null ? null : findProgram(meaning, normaliseProgram(meaning, head.text))
  return entry !== null && (entry.runs.length > 0 || Object.keys(entry.subcommands).length > 0)
}

/** `env -S 'rm -x' y`: the string is split and the rest of the line follows. */
export function readEnv(line: Line & { readonly id: number }): Word | null {
  const { shell, command, parsed } = line
  const [split] = valuesOf(parsed.options, '--split-string')
  if (split === undefined) return null
  const at = command.words.findIndex((word) => /^(?:-[a-zA-Z0]*S|--s[a-z-]*(?:=|$))/.test(word.text ?? ''))
  const rest = command.words.slice(at + (/^(?:-[a-zA-Z0]*S|--s[a-z-]*)$/.test(command.words[at]?.text ?? '') ? 2 : 1))
  const inner = fork(shell, { by: line.id, depth: shell.depth + 1, span: shell.span ?? command.span })
  if (split.text === null) return execute(inner, { language: 'shell', code: split, origin: 'argument', span: command.span, stdin: command.stdin })
  const all = [...splitString(shell, split.text), ...rest]
  const start = all.findIndex((word) => !ASSIGNMENT.test(knownStart(word)))
  const words = start < 0 ? [] : all.slice(start)
  const set = (start < 0 ? all : all.slice(0, start)).map((word) => {
    const equals = knownStart(word).indexOf('=')
    return { name: knownStart(word).slice(0, equals), value: wordFrom(word, equals + 1) }
  })
  // The text may begin with options of env's own.
  const given = knownStart(words[0] ?? literal('')).startsWith('-') ? [literal('env'), ...words] : words
  const assigns = [...command.assigns, ...parsed.assigns, ...set]
  return words.length === 0 ? null : shell.read.perform(inner, { words: given, assigns, stdin: command.stdin, span: command.span })
}
const ASSIGNMENT = /^[A-Za-z_]\w*=/

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f', _: ' ' }

/** As env splits: quotes may stand anywhere in a word, `\\_` is a blank, `${X}` a variable. */
function splitString(shell: Shell, text: string): readonly Word[] {
  const words: Word[] = []
  let pieces: Word[] | null = null
  const put = (piece: Word): unknown => (pieces ??= []).push(piece)
  const end = (): void => {
    if (pieces !== null) words.push(joinWords(pieces, ''))
    pieces = null
  }
  let quote = ''
  for (const [token] of text.matchAll(/\$\{\w+\}|\\[^]|[^\\$"'\s]+|[^]/g)) {
    const escaped = token.length > 1 && token.startsWith('\\') ? (token[1] ?? '') : null
    if (escaped === 'c' && quote === '') break
    if (escaped === '_' && quote === '') end()
    else if (escaped !== null) put(literal(quote === "'" && !/['\\]/.test(escaped) ? token : (ESCAPES[escaped] ?? escaped)))
    else if (token === quote) quote = ''
    else if (quote === '' && (token === '"' || token === "'")) {
      quote = token
      put(literal(''))
    } else if (quote === '' && /^\s$/.test(token)) end()
    else if (quote !== "'" && token.startsWith('${')) put(lookup(shell, token.slice(2, -1))?.words[0] ?? unknownWord(token.slice(2, -1)))
    else put(literal(token))
  }
  end()
  return words
}

/** Each file of a folder, as its own program. */
export function readRunParts(line: Line & { readonly id: number }): Word | null {
  const { shell, command, parsed } = line
  const folder = parsed.operands.at(-1)
  if (folder === undefined || has(parsed.options, ['--test', '--list'])) return null
  const parts = folder.parts ?? [{ kind: 'text' as const, text: folder.text ?? '' }]
  const file = toWord([...parts, { kind: 'text', text: '/' }, { kind: 'glob', text: '*' }], folder.from ?? [])
  const inner = fork(shell, { by: line.id, depth: shell.depth + 1, span: shell.span ?? command.span })
  return executeFile(inner, 'script', file, command.span, null, [])
}
