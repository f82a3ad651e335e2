// Under which name does a download keep what it fetched, and what does a file of its options say?
import type { Word } from '../model.ts'
import { matters } from '../disk/destinations.ts'
import { contentOf, keepContent, locate } from '../disk/paths.ts'
import { fork } from '../machine/process.ts'
import { addNeed } from '../log/trace.ts'
import { literal, NONE, unknownWord } from '../value/text.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { lookup } from '../machine/env.ts'
import { doerOf } from '../log/process.ts'
import { act } from '../machine/act.ts'

/** A download without a name is kept under the last part of its address: `wget x/run.sh && sh run.sh`. */
export function readDownload(line: ReaderLine): null {
  const { shell, command, parsed, id } = line
  const { options } = parsed
  readSettings(line)
  const folder = (valuesOf(options, '--directory-prefix')[0] ?? valuesOf(options, '--output-dir')[0] ?? valuesOf(options, '--dir')[0])?.text
  const keep = (name: string, from: readonly number[]): void => {
    const file = literal(folder == null ? name : `${folder}/${name}`)
    if (matters(shell, file.text ?? '')) act({ do: 'write', path: file, how: 'truncate', takes: from }, shell, command.span)
    keepContent(shell, file, unknownWord('file', true, from))
  }
  // A name that is given is below the folder that is given.
  if (folder != null) for (const { text } of valuesOf(options, '--output')) if (text !== null) keep(text, [id])
  if (has(options, ['--output', '--output-document', '--out', '--spider'])) return null
  const { keeps } = parsed.node.lists ?? NOTHING
  if (keeps !== undefined && !has(options, keeps)) return null
  for (const action of shell.trace.actions.slice(id + 1)) {
    if (action.does !== 'connect' || action.by !== id || action.url.text === null) continue
    const last =
      action.url.text
        .replace(/^[a-z]+:\/\//i, '')
        .replace(/[?#].*$/s, '')
        .split('/')
        .slice(1)
        .at(-1) ?? ''
    const file = last === '' ? 'index.html' : last
    keep(file, [action.id])
  }
  return null
}

/** Of an entry that says no more. */
const NOTHING: Readonly<Record<string, readonly string[]>> = {}
const MOST_ROWS = 400
const MARK = 'settings of a download'

/** `curl -K f`, `wget --config=f`, `WGETRC=f wget`: its lines are options, read as if they stood on the command line. */
function readSettings({ shell, command, parsed, id }: ReaderLine): void {
  const { name, lists: { settings = NONE, 'settings-variables': variables = NONE } = NOTHING } = parsed.node
  if (settings.length + variables.length === 0 || shell.calling.includes(MARK)) return
  const held = variables.flatMap((variable) => command.assigns.findLast((assign) => assign.name === variable)?.value ?? lookup(shell, variable)?.words[0] ?? [])
  const files = [...settings.flatMap((option) => valuesOf(parsed.options, option)), ...held]
  for (const file of files) {
    const text = file.text === '-' ? (command.stdin ?? unknownWord('stdin')).text : textOf(shell, file)
    if (text === undefined) continue
    if (text === null) {
      act({ do: 'unknown', because: 'code-text', could: 'high', detail: 'options that are not known', by: id }, shell, command.span)
      continue
    }
    const given = shell.trace.budget
      .cut(text.split('\n'), MOST_ROWS, doerOf(shell, command.span), 'more options than are read')
      .flatMap((row) => optionIn(row.trim()))
    if (given.length === 0) continue
    const inner = fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span, calling: [...shell.calling, MARK] })
    shell.read.perform(inner, { ...command, words: [literal(name), ...given, ...command.words.slice(1)] })
  }
}

/** Undefined where it is not known yet: then it is asked for. */
function textOf(shell: ReaderLine['shell'], file: Word): string | null | undefined {
  const content = contentOf(shell, file)
  const { resolved } = locate(shell, file)
  if (content === null && resolved !== null && !resolved.includes('\0')) addNeed(shell.trace, { kind: 'file', path: resolved })
  return content?.text
}

/** `data = "@x"`, `-d @x`, `post_file = x`. */
function optionIn(row: string): readonly Word[] {
  const found = /^(-{0,2})([A-Za-z][\w-]{0,60})(?:\s*[=:]\s*|\s+|$)([^]{0,4000})$/.exec(row)
  if (found === null) return []
  const [, dashes = '', key = '', rest = ''] = found
  const option = dashes === '-' ? `-${key}` : `--${key.replaceAll('_', '-')}`
  const value = /^"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? rest
  return value === '' ? [literal(option)] : [literal(option), literal(value)]
}
