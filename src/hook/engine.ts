// What does the hook say to an event? The part that knows hosts, rules and settings.
import path from 'node:path'
import { compileLater } from '../answer/compile-later.ts'
import { answerEvent, needsSlowParts, noteFailure, unjudged } from '../answer/event.ts'
import type { Answered } from '../answer/event.ts'
import type { Surroundings } from '../answer/given.ts'
import { openForEvent, slowParts } from '../answer/policy.ts'
import { packageData } from '../config/package-files.ts'
import { hearFor, recognise, refusal, signed } from '../hosts/_frame/hear.ts'
import type { Heard } from '../hosts/_frame/hear.ts'
import type { PackageData } from '../gate/policy-source.ts'
import type { Host, HostAnswer } from '../gate/seams.ts'
import { host as usual } from '../hosts/claude-code/index.ts'
import { hooks } from '../hosts/hooks.gen.ts'
import { KNOWN } from '../hosts/known.gen.ts'
import { startedBy, terminals } from './ancestors.ts'
import type { Request, Response, Slow, SlowParts, Waiting } from './contract.ts'
import { patienceOf } from './patience.ts'
import { TOO_SLOW } from './started.ts'

export { run } from './run.ts'

/** What most calls come from is at hand, the others are in a part of their own. */
const hostNamed = (name: string): Host => (name === usual.name ? usual : (hooks().find((one) => one.name === name) as Host))
/** Answers for a host that nobody recognises. */
const GENERIC = 'generic'

/** Read once, whoever asks again: its files stay open. */
let data: { readonly root: string; readonly data: PackageData } | undefined
const dataIn = (root: string): PackageData => (data?.root === root ? data : (data = { root, data: packageData(root) })).data

export function respond(request: Request): { readonly response: Response } | Slow {
  const heard = hearing(request)
  if (heard.problem !== null) return { response: unreadable(request, heard, heard.problem) }
  const at = { ...request, patience: patienceOf(request) }
  const answered = answerWith(at, heard)
  if (answered === null) return { slow: slowParts(request), goOn: (parts) => replyLater(heard, answerWith(at, heard, parts)) }
  const { later } = answered
  if (later === undefined) return { response: reply(heard, answered.answer, answered.afterwards) }
  return { slow: slowParts(request), goOn: (parts) => replyLater(heard, 'slowly' in later ? later.slowly(parts) : answered) }
}

/** Null where even the settings, or this kind of event, need what has to be loaded first. */
function answerWith(at: Surroundings, heard: Heard, parts?: SlowParts): Answered | null {
  if (parts === undefined && needsSlowParts(heard)) return null
  const opened = openForEvent(at, heard.event, parts, dataIn(at.root))
  return 'slow' in opened ? null : answerEvent(at, heard, opened, parts)
}

function replyLater(heard: Heard, answered: Answered | null): Response | Waiting {
  if (answered === null) return reply(heard, refusal('the settings could not be read'))
  const { answer, afterwards, later } = answered
  if (later === undefined || 'slowly' in later) return reply(heard, answer, afterwards)
  return { millis: later.millis, respond: async () => later.answer().then((said) => reply(heard, said.answer, said.afterwards)) }
}

const unreadable = (request: Request, heard: Heard, problem: string): Response =>
  reply(heard, refusal(problem), () => noteFailure(request, { kind: 'unreadable', host: heard.host.name }))

export function refuse(request: Request): Response {
  const heard = hearing({ ...request, problem: null })
  const { problem } = request
  return reply(heard, unjudged(heard, problem ?? heard.problem ?? 'the gate failed'), () =>
    noteFailure(request, { kind: problem === TOO_SLOW ? 'timeout' : 'failed', host: heard.host.name }),
  )
}

export const finishLater = (request: Request): void => compileLater(request, hearing({ ...request, problem: null }).event)

function hearing(request: Request): Heard {
  const { env, event, cwd, named, text, problem } = request
  const arrival = { env, cwd, via: 'command' as const, startedBy, terminals, ...(event === undefined ? {} : { event }) }
  const whose = named ?? tellTale(text)
  const heard = hearFor(problem === null ? text : '', (payload) => hostNamed(recognise(KNOWN, payload, env, whose)?.name ?? GENERIC), arrival)
  return problem === null ? heard : { ...heard, problem }
}

/** Of an event that cannot be parsed: fields that one host alone has. */
const tellTale = (text: string): string | undefined => {
  const start = text.slice(0, 65_536)
  return start.includes('"cursor_version"') ? 'cursor' : start.includes('"clineVersion"') ? 'cline' : undefined
}

function reply({ host, event }: Heard, answer: HostAnswer, afterwards: () => void = () => {}): Response {
  const said = host.reply(event, signed(answer))
  if (said.kind === 'command')
    return { ...said, stdout: said.stdout === null ? '' : typeof said.stdout === 'string' ? said.stdout : JSON.stringify(said.stdout), afterwards }
  // A form that no process can give; where it lets the call go on, silence does too.
  const harmless = answer.verdict === 'abstain' || answer.verdict === 'allow'
  return { exitCode: harmless ? 0 : 2, stdout: '', stderr: harmless ? answer.warnings.join('\n') : answer.reason, afterwards }
}

/** Ordinary calls, judged before the compiled code is kept, so that what they need is in it. None that looks into the project: what is kept serves in all. */
export function rehearse(request: Request): void {
  const event = (tool: string, input: object): string =>
    JSON.stringify({ hook_event_name: 'PreToolUse', session_id: '', cwd: request.cwd, tool_name: tool, tool_input: input })
  const samples = [
    event('Edit', { file_path: path.join(request.cwd, 'a.ts'), old_string: 'a', new_string: 'b' }),
    event('Write', { file_path: path.join(request.cwd, 'a.ts'), content: 'export const a = 1\n' }),
    event('Read', { file_path: path.join(request.cwd, 'a.ts') }),
    event('Bash', { command: 'cd src && git status --short | head -5; ls -la > out.log' }),
    event('Bash', { command: 'git push --force origin main && rm -rf "$DIR/x" ~/y' }),
    event('Bash', { command: 'grep -rn TODO src 2>&1 | tee out.log' }),
  ]
  for (const text of samples) {
    const said = respond({ ...request, text, problem: null, named: undefined, event: undefined, rehearsal: true })
    if ('response' in said) said.response.afterwards()
  }
}
