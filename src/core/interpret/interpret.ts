// What would this tool call do? The first verb: a call in, typed actions out. Pure; never throws.
import type { Facts, Reading, Scene, ToolCall } from '../model.ts'
import { perform } from './programs/perform.ts'
import { runWindows } from './programs/execute.ts'
import { doerOf, newShell } from './shell/state.ts'
import type { Shell } from './shell/state.ts'
import { walkScript, walkText } from './shell/walk.ts'
import { add, addUnknown } from './trace.ts'
import type { Books, Trace } from './trace.ts'
import { guessDialect } from './windows/read.ts'

/** Commands, nodes and actions one call may cost before we stop reading and say so. */
const BUDGET = 3000

/** Tools that take a shell command, and the field it is in. */
const SHELL_TOOLS: Readonly<Record<string, readonly string[]>> = {
  bash: ['command', 'cmd', 'script'], shell: ['command', 'cmd', 'script'], sh: ['command'], zsh: ['command'], terminal: ['command'], shell_exec: ['command', 'cmd'],
  run_shell_command: ['command'], run_terminal_cmd: ['command'], execute_command: ['command'], exec: ['command', 'cmd'], run_command: ['command', 'CommandLine'], local_shell: ['command'], exec_command: ['cmd', 'command'],
  powershell: ['command', 'script'], pwsh: ['command', 'script'], cmd: ['command'],
}

export function interpret(call: ToolCall, scene: Scene, books: Books, _facts: Facts = {}): Reading {
  const tool = call.tool.name.toLowerCase()
  const fields = call.tool.server === null && Object.hasOwn(SHELL_TOOLS, tool) ? SHELL_TOOLS[tool] : undefined
  const field = fields?.find((name) => Object.hasOwn(call.input, name))
  const trace: Trace = { books, scene, field: field ?? '', actions: [], needs: [], decoders: new Set(), budget: BUDGET, scratch: 0 }
  const shell = newShell(trace, { script: walkScript, text: walkText, perform })
  try {
    if (fields === undefined) add(trace, doerOf(shell, { field: '', start: 0, end: 0 }), { does: 'call', tool: call.tool, arguments: call.input })
    else readShellCall(shell, field === undefined ? undefined : call.input[field], tool)
  } catch {
    // A bug of ours must not become silence.
    addUnknown(trace, doerOf(shell, { field: trace.field, start: 0, end: 0 }), 'too-deep', 'high', 'could not be read to its end')
  }
  return { actions: trace.actions, needs: trace.needs }
}

function readShellCall(shell: Shell, value: unknown, tool: string): void {
  const { trace } = shell
  const argv = Array.isArray(value) && value.every((word) => typeof word === 'string') ? (value as string[]) : null
  if (argv !== null) {
    const text = argv.join(' ')
    perform(shell, { words: argv.map((word) => ({ text: word })), assigns: [], stdin: null, span: { field: trace.field, start: 0, end: text.length } })
    return
  }
  if (typeof value !== 'string') {
    addUnknown(trace, doerOf(shell, { field: trace.field, start: 0, end: 0 }), 'shape', 'high', 'the call has no command text')
    return
  }
  const text = value.includes('\r') ? value.replace(/\r\n/g, '\n') : value
  const dialect = tool === 'powershell' || tool === 'pwsh' ? 'powershell' : tool === 'cmd' ? 'cmd' : guessDialect(text)
  if (dialect === 'bash') walkText(shell, text, null)
  else runWindows(shell, dialect, text, { field: trace.field, start: 0, end: text.length })
}
