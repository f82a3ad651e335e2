// How does Copilot CLI tell us of a call, and how is it answered? The spelling of the registered event decides between two payloads.
import type { JsonObject } from '../../core/model.ts'
import { has, KINDS, others, readFrame, serverDash, startedWith, textAt } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { overHttp, print, reasonOf, silence } from '../_frame/replies.ts'
import type { Arrival, Host, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'
import { known } from './known.ts'

/** Told to allow everything, it approves a hook's question too. The payload does not say so. */
const answersItself = (arrival: Arrival): boolean =>
  !['', '0', 'false'].includes(arrival.env['COPILOT_ALLOW_ALL'] ?? '') || startedWith(arrival, ['copilot'], ['--allow-all-tools', '--allow-all', '--yolo'])

const camel: Frame = {
  host: 'copilot-cli',
  answersItself,
  fields: { name: [], session: ['sessionId'], tool: ['toolName'], input: ['toolArgs', 'toolInput'], toolUse: ['toolCallId'], result: ['toolResult', 'error'] },
  kinds: {
    preToolUse: 'before-tool',
    permissionRequest: 'permission',
    postToolUse: 'after-tool',
    postToolUseFailure: 'after-tool',
    userPromptSubmitted: 'prompt',
    sessionStart: 'session',
    sessionEnd: 'session',
    ...others('userPromptTransformed subagentStart subagentStop agentStop preCompact notification errorOccurred'),
  },
  nameTool: serverDash,
}
const pascal: Frame = { host: 'copilot-cli', answersItself, kinds: KINDS, nameTool: serverDash }

/** The camelCase payload does not say which event it is of. */
function read(payload: JsonObject, arrival: Arrival): HostEvent | null {
  if (textAt(payload, 'hook_event_name') !== undefined) return readFrame(pascal, payload, arrival)
  const seen = has(payload, 'toolResult') ? 'postToolUse' : has(payload, 'toolArgs') ? 'preToolUse' : has(payload, 'prompt') ? 'userPromptSubmitted' : undefined
  const event = arrival.event ?? seen
  return readFrame(camel, payload, event === undefined ? arrival : { ...arrival, event })
}

function reply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  const say = (body: JsonObject): HostReply => (event.via === 'http' ? overHttp(body) : print(body, answer.warnings.join('\n')))
  if (event.kind === 'permission') {
    if (verdict === 'deny') return say({ behavior: 'deny', message: reasonOf(answer), interrupt: false })
    return verdict === 'allow' ? say({ behavior: 'allow' }) : event.via === 'http' ? overHttp(null) : silence(answer)
  }
  // What other events print is dropped or goes to the model.
  if (event.kind !== 'before-tool' || verdict === 'abstain') return event.via === 'http' ? overHttp(null) : silence(answer)
  if (verdict === 'deny' && answer.failure === true && event.via !== 'http') return print({ permissionDecisionReason: reasonOf(answer) }, '', 2)
  const changed: JsonObject = answer.input === undefined || verdict === 'deny' ? {} : { modifiedArgs: answer.input }
  const decision = { permissionDecision: verdict, permissionDecisionReason: reasonOf(answer), ...changed }
  // Nobody could confirm that the nested form alone is understood, so both are there.
  return say(event.name === 'PreToolUse' ? { ...decision, hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } } : decision)
}

export const host: Host = {
  name: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  evidence: 'first-hand',
  runs: 'hook',
  http: true,
  canAsk: true,
  allows: 'grant',
  // Whether an answer to the other payload may carry one, nobody could confirm.
  rewrites: (event) => (event.name === 'preToolUse' ? 'with-leave' : 'no'),
  deadlineMs: 30_000,
  afterDeadline: 'runs',
  limits: [
    'a hook that times out lets the call run, policy hooks included',
    'a prompt cannot be stopped: what its hook prints is dropped',
    'in the cloud agent a question is a denial',
    'after `/allow-all` it approves our questions by itself; `--allow-all-tools` and `--yolo` are noticed on Linux, `COPILOT_ALLOW_ALL` everywhere',
  ],
  marks: known.marks,
  read,
  reply,
}
