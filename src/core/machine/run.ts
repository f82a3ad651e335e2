// What one command does: function, builtin or program. The single doorway through which every command goes, however it is wrapped.
import type { Word } from '../model.ts'
import { writtenOut } from '../disk/matches.ts'
import { knownStart } from '../value/fields.ts'
import { afford, bulkOfCommand, doerOf, readable } from '../log/process.ts'
import { fork } from './process.ts'
import type { Performed, Shell } from './process.ts'
import { literal, union, unknownWord, withFrom } from '../value/text.ts'
import { carry } from './carry.ts'
import { copiedPrograms } from './copied-program.ts'
import { chained } from '../meaning/chained.ts'
import { noteDestination } from './goes.ts'
import { applyEffects } from './effects.ts'
import { findProgram, normaliseProgram, subcommandOf } from '../meaning/entries.ts'
import { noteBarred } from './publish-login.ts'
import { noteNodeOptions } from './node-options.ts'
import { isFilter, printed } from './output.ts'
import { ownProcessesNamed } from '../self/own-processes.ts'
import { performMatches, performUnnamed, programName } from './program-name.ts'
import { noteFetched } from './fetched.ts'
import { readLoaded } from './auto-loaded.ts'
import { addFolders, folderOf } from './folders.ts'
import { act } from './act.ts'
import type { Run } from './run-line.ts'
import type { Trace } from '../log/trace.ts'
import { start } from './run-line.ts'
import { readWords, runVariables } from './run-words.ts'
import { runDry, runFiles } from './run-files.ts'

export function perform(shell: Shell, given: Performed): Word {
  const [head] = given.words
  if (head === undefined) return { text: '' }
  if (!shell.trace.budget.take() && !shell.trace.budget.spend(1, doerOf(shell, given.span))) return unknownWord('output')
  const words = readable(shell, writtenOut(shell, given.words), given.span)
  const command = words === given.words ? given : { ...given, words }
  // Each wrapper hands all its words on.
  if (!afford(shell, bulkOfCommand(words, command.assigns.length))) return unknownWord('output')
  performMatches(shell, command)
  const name = programName(shell, head)
  if (name === null) return performUnnamed(shell, command, head)
  for (const path of copiedPrograms(shell, name)) perform(fork(shell, {}), { ...command, words: [literal(path, head.from), ...command.words.slice(1)] })
  // Functions and aliases are for what the text itself names: `env rm` and `find -exec rm` start the program.
  const printed = command.named === undefined ? null : performNamed(shell, command, name)
  return printed === null ? performProgram(shell, command, name) : printed
}

function performProgram(shell: Shell, command: Performed, name: string): Word {
  const builtin = shell.read.builtin(name)
  if (builtin !== undefined) return builtin(shell, command)
  return runProgram(shell, command, name)
}

/** Null where the program is meant, or may be: a script expands no aliases, and a definition that was maybe not reached hides nothing. */
function performNamed(shell: Shell, command: Performed, name: string): Word | null {
  const alias = shell.aliases.get(name)
  if (alias !== undefined && !shell.calling.includes(`alias ${name}`)) {
    const inner = fork(shell, { calling: [...shell.calling, `alias ${name}`], span: shell.span ?? command.span, depth: shell.depth + 1 })
    const rest = command.words
      .slice(1)
      .map((word) => (word.text === null ? '"$_unknown"' : `'${word.text.replaceAll("'", `'\\''`)}'`))
      .join(' ')
    if (/^[\w./-]+$/.test(alias)) perform(inner, { ...command, words: [{ text: alias }, ...command.words.slice(1)] })
    else shell.read.text(inner, `${alias} ${rest}`, command.stdin)
    addFolders(shell, [folderOf(inner)])
  }
  for (let body = shell.functions.get(name) ?? null; body !== null;) {
    const printed = shell.read.call(shell, name, body, command.words.slice(1), command.stdin, command.span)
    if (body.otherwise === undefined) return printed
    body = body.otherwise
  }
  return null
}

function runProgram(shell: Shell, command: Performed, name: string): Word {
  const { meaning } = shell.trace.books
  const program = normaliseProgram(meaning, name)
  const entry = findProgram(meaning, program)
  const part = entry.known ? undefined : /^git-([a-z-]{1,40})$/.exec(program)?.[1]
  // What lies in git's own folder is a part of it.
  if (part !== undefined && subcommandOf(findProgram(meaning, 'git'), part) !== undefined)
    return runProgram(shell, { ...command, words: [{ text: 'git' }, { text: part }, ...command.words.slice(1)] }, 'git')
  const several = entry.chains === undefined ? null : chained(entry, command.words)
  if (several !== null) return several.map((one) => runProgram(shell, { ...command, words: one }, name)).at(-1) ?? unknownWord(program)
  const run = start(shell, command, name, program, entry)
  runVariables(run)
  if (run.dry && runDry(run)) return unknownWord(program, true, [run.id])
  noteNodeOptions(run.shell, command, run.assigns, program)
  runFiles(run)
  readWords(run)
  return followEntry(run)
}

/** What the entry says that it does, runs and prints. */
function followEntry(run: Run): Word {
  const { outer, shell, command, parsed, id, program } = run
  const named = ownProcessesNamed(command, parsed, program).map((effect) => act(effect, shell, command.span))
  const told = applyEffects(shell, command, parsed)
  readLoaded(run)
  if (shell.trace.notes.arrivals.length > 0) noteFetched(run, id)
  const carried = carry(shell, command, parsed, id)
  let reader: string | undefined
  for (const node of parsed.chain) if (node.reader !== undefined) reader = node.reader
  const before = shell.trace.actions.length
  const read = reader === undefined ? null : (shell.read.reader(reader)?.(run) ?? null)
  const effects = reader === undefined ? told : [...told, ...readSince(shell.trace, before, id)]
  if (outer.trust === 'project' && outer.alone && (parsed.node.login !== undefined || parsed.operands.at(-1)?.text === 'publish'))
    noteBarred(outer, command, parsed, id)
  if (parsed.node.goes !== undefined) noteDestination({ shell: outer, command, parsed }, parsed.node.goes, id)
  // What it was given reaches its output through the run's own `takes`.
  const from = effects.length === 0 && named.length === 0 ? [id] : [id, ...effects, ...named]
  // What it is given as code may be a text that it fills in.
  const passed = read ?? (carried?.text == null && isFilter(parsed.node.prints) ? null : carried)
  if (passed?.items !== undefined) shell.trace.notes.list(id, passed.items, knownStart(shell.cwd))
  return passed === null ? printed(shell, command, parsed, { id, from, effects }) : withFrom(passed, union([id], passed.from))
}

/** What its reader says that it reads itself is in its output like what its entry says. */
const readSince = ({ actions }: Trace, start: number, by: number): readonly number[] =>
  actions.slice(start).flatMap((action) => (action.does === 'read' && action.by === by && action.how !== 'list' ? [action.id] : []))
