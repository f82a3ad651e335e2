// How do the acceptance tests ask from outside: a gate with somebody's settings, as an embedding program, the hook or the command line has it?
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Decision, Gate, JsonObject } from '../../src/index.ts'
import { decide, openGate, settingsFiles } from '../../src/index.ts'
import { emptyHome } from '../built.ts'
import { runHook, startHook } from '../hook-process.ts'
import type { Ran } from '../built.ts'

export const FIXTURES = path.join(import.meta.dirname, 'fixtures')
const NOW = '2030-01-01T00:00:00.000Z'
let count = 0

export interface Asked {
  readonly home: string
  readonly project: string
  readonly notes: readonly string[]
  readonly gate: Gate
  readonly decision: (call: Call) => Decision
  readonly verdict: (call: Call) => string
}
/** A command, or a tool with what it is given. */
export type Call = string | readonly [tool: string, input: JsonObject]

/** A gate with these settings, in a home and project of its own. */
export async function gateWith(settings: string, home = emptyHome()): Promise<Asked> {
  const project = path.join(home, 'app')
  mkdirSync(path.join(home, '.config/prudent'), { recursive: true })
  mkdirSync(path.join(project, '.git'), { recursive: true })
  writeFileSync(path.join(home, '.config/prudent/settings.yaml'), settings)
  const { gate, troubles, notes } = await openGate(settingsFiles(home, project, process.platform), null, NOW)
  const decision: Asked['decision'] = (call) => {
    const [name, input] = typeof call === 'string' ? ['Bash', { command: call }] : call
    const [, server = null, tool = name] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
    const asked = { id: '1', host: 'test', session: 's', tool: { server, name: tool }, input, cwd: project }
    return decide(gate, asked, { cwd: project, home, project }, { troubles }, { variables: {} }).decision
  }
  return { home, project, notes, gate, decision, verdict: (call) => decision(call).verdict }
}

export interface Said {
  readonly verdict: string
  readonly text: string
  readonly code: number | null
}
const eventOf = (home: string, [tool, input]: readonly [string, JsonObject]): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: path.join(home, 'app'),
    tool_name: tool,
    tool_use_id: `${process.pid}-${(count += 1)}`,
    tool_input: input,
  })
function saidOf({ out, err, code }: Ran): Said {
  const said = out === '' ? null : (JSON.parse(out) as { hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string } })
  return { verdict: said?.hookSpecificOutput?.permissionDecision ?? 'silent', text: said?.hookSpecificOutput?.permissionDecisionReason ?? out + err, code }
}
const WORDS = ['--host', 'claude-code']

/** What the built hook answers an agent: the verdict it is told, `silent` where it is told nothing, and the text. */
export const hookSays = (home: string, call: readonly [string, JsonObject], env: Readonly<Record<string, string>> = {}): Said =>
  saidOf(runHook(eventOf(home, call), { words: WORDS, home, env }))

/** The same, while this process goes on answering others. */
export const hookSaysLater = async (home: string, call: readonly [string, JsonObject]): Promise<Said> =>
  saidOf(await startHook(eventOf(home, call), { words: WORDS, home }))
