// What a run's words say by themselves, whatever its entry knows of them: commands in variables, files of ours, places, commands behind the program's name.
import { fork } from './process.ts'
import type { Performed } from './process.ts'
import { noteHolding, noteInstalledTo, noteOwnAssigned, noteOwnWords } from './own-words.ts'
import { notePlaces } from './place-first.ts'
import { runCoded } from './coded-options.ts'
import { locate } from '../disk/paths.ts'
import { runBuilt } from './run-files.ts'
import { noteEmptied } from './emptied.ts'
import { readAssigned, readEmbedded, readGiven } from './embedded.ts'
import { mayBeRun, runBehindDashes, runStarted, SAYS } from './nested-command.ts'
import { act } from './act.ts'
import { applies, fileNamedIn } from '../meaning/selectors.ts'
import { hasRole, hasTrait } from '../meaning/traits.ts'
import { executeFile } from './execute-file.ts'
import type { Shell } from './process.ts'
import type { Run } from './run-line.ts'

/** Variables whose value is a command that programs start. */
export function runVariables({ shell, command, assigns, program }: Run): void {
  const { meaning } = shell.trace.books
  const inner = (): Shell => fork(shell, { depth: shell.depth + 1, span: shell.span ?? command.span })
  for (const { name, value } of assigns) {
    // `LD_PRELOAD=./x.so ls`
    if (shell.trace.notes.hasBuilt && value.text !== null)
      for (const path of value.text.split(/[:\s]+/, 8)) runBuilt(shell, command, locate(shell, { text: path }).resolved ?? '')
    if (hasRole(meaning, name, 'output'))
      for (const path of fileNamedIn(value)) if (path.text === null || path.text.includes('/')) act({ do: 'write', path, how: 'append' }, shell, command.span)
    if (hasRole(meaning, name, 'installs')) noteInstalledTo(shell, value, command)
    // `LESSOPEN='|cmd %s'`
    const isCommand = hasRole(meaning, name, 'command') || (COMMANDS.test(name) && mayBeRun(meaning, value.text ?? ''))
    if (isCommand && value.text !== null && /[\s/]/.test(value.text)) shell.read.text(inner(), value.text.replace(/^\|[-|]?/, ''), null)
    if (hasRole(meaning, name, 'script') && hasTrait(meaning, program, 'shell')) executeFile(inner(), 'shell', value, command.span, null, [])
  }
}

/** `X_PASSWORD_COMMAND`, `X_EDITOR`: as variables are named whose value programs start, whoever asks for them. */
const COMMANDS = /(?:^|_)(?:COMMAND|CMD|PROGRAM|EDITOR|PAGER|VIEWER|BROWSER|HOOK|SHELL|EXEC|ASKPASS|WRAPPER|RUNNER|LAUNCHER)S?$/

/** Something that the entry says of its words holds here: what it says of others tells nothing of these. */
const isTold = (run: Run): boolean => run.parsed.node.does.some((one) => applies(run, one)) || run.parsed.node.runs.some((one) => applies(run, one))

/** It may take in what this text wrote itself. */
const mayTakeIn = ({ shell, command }: Run): boolean =>
  shell.trust === 'nobody' && shell.at === 'here' && (shell.disk.written.size > 0 || command.stdin?.text != null)

/** Whether a word may hold a command line. */
function mayEmbed(words: Performed['words']): boolean {
  for (let at = 1; at < words.length; at++) {
    const text = words[at]?.text
    if (text != null && text.length > 5 && LIKE_A_LINE.test(text) && !SAYS.test(words[at - 1]?.text ?? '')) return true
  }
  return false
}
const LIKE_A_LINE = /\S [-~/$]/

export function readWords(run: Run): void {
  const { shell, command, parsed, entry, id } = run
  const { node } = parsed
  noteOwnWords(shell, command, parsed)
  noteOwnAssigned(shell, command.assigns, command)
  notePlaces(shell, command, parsed)
  if (entry.traits?.includes('told') === true && shell.at === 'here') shell.trace.notes.tell(id)
  if (!entry.known) {
    noteHolding(shell, command)
    if (shell.at === 'here' && command.words.some(({ text }) => text === null)) shell.trace.notes.hand(id)
    runStarted(shell, command)
    runCoded(shell, command)
    if (mayTakeIn(run)) readGiven(run)
  } else if (node.reader === undefined && !isTold(run)) {
    runBehindDashes(shell, command, node)
    if (mayTakeIn(run)) readGiven(run)
  }
  if (command.assigns.length > 0 && mayTakeIn(run)) readAssigned(run)
  if (mayEmbed(command.words)) readEmbedded(run)
  noteEmptied(run)
}
