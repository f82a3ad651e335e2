// Reads a file that this call edits in ways nobody follows as what lay there, what the edit's own words make of it, and the commands that they name.
import type { Action, RunAction, Span, Word } from '../model.ts'
import { contentOf, HOLE } from '../disk/paths.ts'
import { afford, bulkOfList, bulkOfText } from '../log/process.ts'
import { fork } from './process.ts'
import type { Shell } from './process.ts'
import { addNeed } from '../log/trace.ts'
import { act } from './act.ts'
import { commandsSaid } from './command-strings.ts'
import type { Meaning } from '../meaning/entries.ts'
import { rewritten } from '../disk/substitutions.ts'
import { hasTrait } from '../meaning/traits.ts'

/** What is longer is not followed, which is said. */
const LONGEST = 20_000

/** All that a command is told: its words, what it is fed, and what its script says where that is known. */
function saidBy(shell: Shell, { program, operands, options, stdin }: RunAction): string {
  const words = [...operands, ...options.flatMap(({ value }) => (value === true ? [] : [value]))]
  // `sd a b file`: its first words are what it replaces, and with what.
  const [from, to] = program === 'sd' ? words : []
  const pair = from?.text == null || to?.text == null ? [] : [`sub(${JSON.stringify(from.text)}, ${JSON.stringify(to.text)}`]
  const scripts = words.flatMap((word) => (SCRIPT.test(word.text ?? '') ? (contentOf(shell, word)?.text ?? []) : []))
  const texts = [...pair, ...words.map(({ text }) => text ?? ''), stdin?.text ?? '', ...scripts]
  return texts.reduce((all, text) => (all.length > LONGEST ? all : `${all}${text}\n`), '')
}
const SCRIPT = /\.(?:py|[cm]?js|ts|rb|pl|awk|sed|jq|ed|vim|php|lua)$/

/** With what the editors among them read: not each says which of it went where. */
export function withReads({ trace: { actions, books } }: Shell, ids: readonly number[]): readonly number[] {
  const editors = new Set(ids.filter((id) => isRunOfEditor(books.meaning, actions[id])))
  if (editors.size === 0) return ids
  return [...ids, ...actions.flatMap(({ id, does, by }) => (does === 'read' && by !== null && editors.has(by) && !ids.includes(id) ? [id] : []))]
}
const isRunOfEditor = (meaning: Meaning, action: Action | undefined): action is RunAction =>
  action?.does === 'run' && hasTrait(meaning, action.program, 'editor')

/**
 * Code that sed makes of files can be known once the files are: asks for them. False where the budget ends here: in a long pipe each is looked at with all
 * that stand before it.
 */
export function askEdited(shell: Shell, code: Word): boolean {
  const { trace, at } = shell
  const behind = trace.log.behind(code)
  if (!afford(shell, bulkOfList(behind.length))) return false
  if (at !== 'here') return true
  for (const id of withReads(shell, behind)) {
    const action = trace.actions[id]
    const by = action?.does === 'read' && action.by !== null ? trace.actions[action.by] : undefined
    if (action?.does === 'read' && by?.does === 'run' && by.program === 'sed' && action.resolved?.startsWith('/') === true && !action.resolved.includes(HOLE))
      addNeed(trace, { kind: 'file', path: action.resolved })
  }
  return true
}

/** The text as the runs behind it leave it, as far as their words tell. Command lines that they name, and that did not stand in it, are read as if it ran them. */
export function afterEdits(shell: Shell, ids: readonly number[], before: string, span: Span): string {
  const { actions, books, scene } = shell.trace
  const runs = new Set(ids.flatMap((id) => [id, actions[id]?.by ?? id]))
  let text = before
  for (const id of [...runs].toSorted((a, b) => a - b)) {
    const action = actions[id]
    if (!isRunOfEditor(books.meaning, action)) continue
    const said = saidBy(shell, action)
    if (!afford(shell, 1 + bulkOfText(text.length + said.length))) return text
    const tooLong = (): void =>
      void act({ do: 'unknown', because: 'too-much', could: 'high', detail: 'edits of what is run that are too long to follow' }, shell, span)
    if (said.length > LONGEST) tooLong()
    text = rewritten(text, said, scene.home, tooLong) ?? text
    for (const line of commandsSaid(books.meaning, said))
      if (!before.includes(line)) shell.read.text(fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span }), line, null)
  }
  return text
}

/** The texts that a file may hold by now: as it is known, or as it lay there where it was only edited; none where nobody knows. */
export function textsOf(shell: Shell, path: string, span: Span): readonly Word[] {
  const content = shell.disk.contentAt(path)
  if (content === undefined || content.text !== null) return content === undefined ? [] : [content]
  const lay = shell.disk.laidAt(path)
  if (lay == null) return []
  const ids = shell.trace.log.behind(content)
  const isEdited = ids.some((id) => isReadOf(shell, id, path)) && ids.every((id) => shell.trace.actions[id]?.does !== 'connect')
  if (!isEdited) return []
  const text = afterEdits(shell, ids, lay, span)
  return text === lay ? [{ text }] : [{ text: lay }, { text }]
}

function isReadOf(shell: Shell, id: number, path: string): boolean {
  const action = shell.trace.actions[id]
  return action?.does === 'read' && action.resolved === path
}
