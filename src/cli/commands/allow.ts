// prudent allow: how does a person loosen, narrowly? From a question or a line of the log a grant is made, from a rule an exception in the settings.
import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { movedFolders, wiredFiles } from '../../config/own-files.ts'
import { commandOf } from '../../core/policy/examples.ts'
import { decide } from '../../gate/decide.ts'
import { GRANT_DAYS, grantFrom } from '../../gate/grants.ts'
import type { Granting, KeptDraft } from '../../gate/grants.ts'
import { callOfStory, linesOfPast, pastOf } from '../../ask/past.ts'
import { draftFor } from '../../gate/offers.ts'
import type { Gate } from '../../gate/gate.ts'
import type { ToolCall } from '../../core/model.ts'
import { openDiskLifts } from '../../stores/json-lines/lifts.ts'
import { openJsonLines } from '../../stores/json-lines/store.ts'
import { EXIT, textOption, UsageError } from '../command.ts'
import type { CommandSpec, GivenWords, Io } from '../command.ts'
import { agrees } from '../confirm.ts'
import { minutesOf, moment } from '../lasting.ts'
import { sceneOfCall, storiesLately, storyOf } from '../logged-call.ts'
import { noted } from '../noted.ts'
import { openWithSettings } from '../open.ts'
import { mustBePerson } from '../person-here.ts'
import { examplesById } from '../rule-facts.ts'
import { rulesHere } from '../rules-here.ts'
import { changeSettings } from '../settings-change.ts'
import { coverOf } from '../view/cover.ts'
import { safe, wrap } from '../view/safe-text.ts'

const SHOWN = 6
const RULE = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

export const allow: CommandSpec = {
  name: 'allow',
  summary: 'allow calls like one you were asked about',
  details:
    'Shows exactly which calls would pass, and similar ones that would not, and asks first. Only a person at their own terminal may run this: agents are denied. Calls that are denied or critical cannot be allowed this way.',
  operands: [{ name: 'what', summary: 'the id of a question or of a line of the log, or a rule; the last question unless said' }],
  options: [
    { flags: '--for <time>', summary: `for how long: 30d, 12h (${GRANT_DAYS}d)` },
    { flags: '--project', summary: 'in the project and folder of the call (the default)' },
    { flags: '--session', summary: 'only in the session of the call' },
    { flags: '--host', summary: 'for the agent of the call, in any folder' },
    { flags: '--reason <text>', summary: 'a note for later readers' },
    { flags: '--dry-run', summary: 'only show' },
  ],
  examples: [
    ['prudent allow', 'calls like the last one you were asked about'],
    ['prudent allow 3fk29a --for 7d', 'a line of prudent log'],
    ['prudent allow git.force-push', 'a rule, in every project: an exception in your settings'],
  ],
  run: async (given, io) => {
    const [what] = given.operands
    return what !== undefined && RULE.test(what) ? allowRule(what, given, io) : allowCall(what, given, io)
  },
}

async function allowCall(what: string | undefined, given: GivenWords, io: Io): Promise<number> {
  const stories = storiesLately()
  const story = storyOf(what, stories)
  if (story === null)
    throw new UsageError(
      what === undefined
        ? 'nothing was asked about in the last thirty days'
        : `nothing of the last thirty days is called \`${what.slice(0, 40)}\`: prudent log lists it`,
    )
  const { digest } = openJsonLines()
  const call = callOfStory(story, digest)
  if (call === null) throw new UsageError('the log does not hold this call whole (a secret was covered, or it was long): a yes to it can count only once')
  const { draft, gate } = await draftOf(call)
  const scopes = (['session', 'project', 'host'] as const).filter((scope) => given.options[scope] === true)
  if (scopes.length > 1) throw new UsageError('write one of --session, --project and --host')
  const scope: Granting['scope'] = scopes[0] ?? 'project'
  const reason = textOption(given, 'reason')
  const days = minutesOf(textOption(given, 'for'), scope === 'session' ? 24 * 60 : GRANT_DAYS * 24 * 60) / (24 * 60)
  const grant = grantFrom(draft, {
    id: randomBytes(12).toString('hex'),
    now: new Date(),
    by: userInfo().username,
    channel: 'command line',
    scope,
    days,
    ...(story.approval?.approval === undefined ? {} : { approval: story.approval.approval }),
    ...(reason === undefined ? {} : { reason }),
  })
  if (grant === null) throw new UsageError('this call has no session: write --project or --host')
  const row = (name: string, text: string): void =>
    wrap(safe(text), io.columns - 18).forEach((line, at) => io.out(`${(at === 0 ? name : '').padEnd(18)}${line}\n`))
  for (const line of grant.shows) row('would allow', line)
  for (const line of draft.misses) row('would not', line)
  const past = linesOfPast(pastOf(grant, stories, gate, sceneOfCall, digest, new Date().toISOString()))
  if (past.asked > 1) row('in thirty days', `${past.matched} of ${past.asked} that were asked about for it would have passed`)
  for (const line of past.wouldNot) row('would still ask', line)
  for (const { rule } of grant.findings) row('asked about for', rule)
  row('where', scope === 'project' ? `${grant.scope.slice('project:'.length)}, in ${call.cwd}` : grant.scope)
  row('until', moment(grant.expiresAt))
  if (given.options['dryRun'] === true) return EXIT.allow
  mustBePerson('prudent allow')
  if (!(await agrees('Allow it?'))) return EXIT.failed
  if (!(await openDiskLifts().grants.add(grant, new Date()))) throw new UsageError('it could not be written: see prudent doctor')
  noted('grant.made', `${grant.by} has granted ${grant.id}: ${grant.shows.join(' ')} (${grant.scope}, until ${grant.expiresAt})`)
  io.out(`granted: ${grant.id.slice(0, 8)}; prudent grants revoke ${grant.id.slice(0, 8)} takes it back\n`)
  return EXIT.allow
}

/** As the hook judges it, with the settings that hold there. */
async function draftOf(call: ToolCall): Promise<{ readonly draft: KeptDraft; readonly gate: Gate }> {
  const there = sceneOfCall(call)
  const { home } = there
  const { gate, conduct } = await openWithSettings(undefined, there, home)
  const own = [...movedFolders(process.env), ...conduct.included]
  const { decision, reading, facts, scene } = decide(gate, call, { ...there, own, wired: wiredFiles(home) }, { now: new Date().toISOString() })
  if (decision.verdict !== 'ask')
    throw new UsageError(
      decision.verdict === 'allow' ? 'it passes by now: there is nothing to allow' : 'it is denied by now, and what is denied is never let through so',
    )
  const draft = draftFor([{ call, reading, facts }], gate, scene, coverOf(gate, call, reading))
  if (draft === null) throw new UsageError('a yes to it can count only once: something in it is critical, secret, of the floor, or runs what cannot be read')
  return { draft, gate }
}

async function allowRule(id: string, given: GivenWords, io: Io): Promise<number> {
  const { rules } = await rulesHere()
  const found = rules.find(({ rule }) => rule.id === id)
  if (found === undefined) throw new UsageError(`no rule is called \`${id.slice(0, 80)}\`: prudent rules lists them`)
  const { pack, rule, own } = found
  if (pack.floor !== undefined) throw new UsageError(`\`${id}\` is of the floor: only the administrator lifts it`)
  if (rule.severity === 'critical') throw new UsageError(`\`${id}\` is critical: it is not let through so`)
  for (const scope of ['session', 'project', 'host', 'for'])
    if (given.options[scope] !== undefined) throw new UsageError(`an exception from a rule is for everything: leave out --${scope}`)
  const { hits = [] } = own ? rule : (examplesById()[id] ?? {})
  io.out(`${safe(rule.title)}: EVERY call that this rule alone is about would pass without a word, as\n`)
  for (const hit of hits.slice(0, SHOWN)) for (const line of wrap(safe(commandOf(hit).replaceAll('\n', ' ↵ ')), io.columns - 2)) io.out(`  ${line}\n`)
  io.out('what other rules ask about or deny in the same call stays so\n')
  const { withOverride } = await import('../../install/override.ts')
  const reason = textOption(given, 'reason') ?? `by ${userInfo().username} with prudent allow, ${new Date().toISOString().slice(0, 10)}`
  return changeSettings(given, io, 'prudent allow', 'to be written into your settings:', (text) => withOverride(text, id, { verdict: 'off', reason }))
}
