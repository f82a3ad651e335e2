// How does Gemini CLI tell us of a call, and how is it answered? Hooks, and the safety checkers it does not load yet.
import type { JsonObject } from '../../core/model.ts'
import { eventOf, has, inputOf, KINDS, mcpSingle, objectAt, readFrame, startedWith, textAt, withoutTerminal } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { block, print, reasonOf, warningsOf } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known, OWN } from './known.ts'

const CHECKER = 'safety-checker'

/** Without a terminal it asks all the same, and waits for ever. */
const PROGRAMS = ['gemini', 'gemini-cli']
/** With a prompt on its command line or its input from elsewhere it asks nobody and waits for ever; an editor that speaks to it can be asked. */
const answersItself = (arrival: Arrival): boolean =>
  startedWith(arrival, PROGRAMS, ['-p', '--prompt']) || (withoutTerminal(arrival, PROGRAMS) && !startedWith(arrival, PROGRAMS, ['--acp', '--experimental-acp']))

const frame: Frame = {
  host: 'gemini-cli',
  answersItself,
  kinds: { ...KINDS, ...OWN },
  nameTool: (name, payload) => {
    const told = objectAt(payload, 'mcp_context')
    const [server, tool] = [textAt(told, 'server_name'), textAt(told, 'tool_name')]
    return server === undefined ? mcpSingle(name) : { server, name: tool ?? mcpSingle(name).name }
  },
}

function readChecker(payload: JsonObject, arrival: Arrival): HostEvent {
  const call = objectAt(payload, 'toolCall')
  const [name, input] = [textAt(call, 'name'), inputOf(call['args'])]
  const cwd = textAt(objectAt(objectAt(payload, 'context'), 'environment'), 'cwd')
  const named = name === undefined || input === null ? [] : [{ tool: mcpSingle(name), input }]
  return eventOf('gemini-cli', payload, arrival, { kind: 'before-tool', name: CHECKER, cwd, named, answersItself })
}

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  if (event.name === CHECKER) return print({ decision: CHECKED[verdict], reason: answer.reason }, warningsOf(answer))
  if (verdict === 'deny' && answer.failure === true) return block(answer)
  const shown = warningsOf(answer)
  const message: JsonObject = shown === '' ? {} : { systemMessage: shown }
  const changed: JsonObject = answer.input === undefined ? {} : { hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: answer.input } }
  if (verdict === 'deny') return print({ decision: 'deny', reason: reasonOf(answer), ...message })
  if (verdict === 'ask' && event.kind === 'before-tool')
    return print({ decision: 'ask', systemMessage: [reasonOf(answer), ...answer.warnings].join('\n'), reason: reasonOf(answer), ...changed })
  const advice: JsonObject = answer.advice === undefined ? {} : { hookSpecificOutput: { hookEventName: event.name, additionalContext: answer.advice } }
  const body = { ...(verdict === 'allow' && event.kind === 'before-tool' ? { decision: 'allow' } : {}), ...message, ...advice, ...changed }
  return print(Object.keys(body).length === 0 ? null : body)
}
const CHECKED = { allow: 'allow', abstain: 'allow', ask: 'ask_user', deny: 'deny' } as const

export const host: Host = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: true,
  allows: 'no-veto',
  rewrites: (event) => (event.name === 'BeforeTool' ? 'beside' : 'no'),
  deadlineMs: 60_000,
  afterDeadline: 'runs',
  limits: [
    "our question replaces an administrator's denial",
    'without a terminal a question waits for ever: on Linux we see that and deny, elsewhere set `PRUDENT_UNATTENDED=1`',
  ],
  marks: known.marks,
  read: (payload, arrival) => (has(payload, 'protocolVersion', 'toolCall') ? readChecker(payload, arrival) : readFrame(frame, payload, arrival)),
  reply,
}
