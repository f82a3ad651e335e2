// What does `source` do? It reads a file as if its text stood here.
import type { Word } from '../../model.ts'
import { contentOf, locate } from '../../disk/paths.ts'
import { doerOf } from '../../log/process.ts'
import { openedAs } from '../../machine/descriptors.ts'
import { ARGUMENTS, forgetArguments, setArguments, setValue } from '../../machine/env.ts'
import { execute } from '../../machine/execute.ts'
import { executeFile } from '../../machine/execute-file.ts'
import { awaitLeft, follow, stateOf } from '../../machine/flow.ts'
import { writtenUnseen } from '../../machine/passing.ts'
import { altered, EXIT_OR_RETURN } from '../../machine/process.ts'
import type { Performed, Shell } from '../../machine/process.ts'
import { noteSourced } from '../../machine/shown-secrets.ts'
import { asFile, given, noteHanded } from '../../machine/trust.ts'
import { settle } from './branches.ts'
import { args, isDecoded, note, NOTHING, operands } from './builtin-line.ts'
import { act } from '../../machine/act.ts'

export function sourceFile(shell: Shell, command: Performed): Word {
  const [file] = operands(command)
  if (file === undefined) return NOTHING
  note(shell, command)
  const opened = openedAs(shell, file, command.stdin)
  if (opened !== undefined) {
    if (command.socket != null)
      act({ do: 'change', what: 'network-shell', target: command.socket.address, takes: [command.socket.connect] }, shell, command.span)
    return opened === null ? NOTHING : execute(shell, { language: 'shell', code: opened, origin: 'stdin', span: command.span, stdin: null, here: true })
  }
  const content = writtenUnseen(shell, locate(shell, file).resolved) ?? contentOf(shell, file)
  // Words behind the name are what the file is given, while it is read.
  const words = args(command).slice(args(command).indexOf(file) + 1)
  if (content?.text == null) return executeFile(shell, 'shell', file, command.span, command.stdin, words)
  act(
    { do: 'execute', language: 'shell', text: content.text.slice(0, 200), origin: 'file', decoded: isDecoded(shell, content), takes: content.from ?? [] },
    shell,
    command.span,
  )
  const { resolved, places } = locate(shell, file)
  const inner = altered(resolved === null ? shell : asFile(shell, resolved, 'shell'), {
    depth: shell.depth + 1,
    span: shell.span ?? command.span,
    leaving: EXIT_OR_RETURN,
  })
  awaitLeft(inner)
  const kept = shell.vars.get(ARGUMENTS)
  if (words.length > 0) {
    const enters = inner.trust === 'project' && shell.trust !== 'project'
    if (enters) noteHanded(inner)
    setArguments(inner, enters ? words.map(given) : words)
  }
  const text = content.text
  const printed = shell.trace.budget.inFile(doerOf(inner, command.span), () => shell.read.text(inner, text, command.stdin), NOTHING)
  if (inner.left !== null && inner.left.length > 0) settle(inner, [stateOf(inner), ...inner.left])
  follow(shell, inner)
  if (words.length > 0) {
    if (kept === undefined) forgetArguments(shell)
    else setValue(shell, ARGUMENTS, kept)
  }
  if (places.includes('environment-file')) noteSourced(inner)
  return printed
}
