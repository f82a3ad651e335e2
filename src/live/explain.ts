// What did a trial show, in plain words: what held, what did not, why, and how it is mended?
import type { Finding } from '../install/finding.ts'
import type { LiveSeen, StepSeen } from './trial.ts'
import { isLeading } from './steps.ts'
import type { StepName } from './steps.ts'

/** What is wrong besides, as far as it can be seen without the host: the likeliest first. */
export interface LiveReason {
  readonly says: string
  readonly mend: string
}

const DOES: Readonly<Record<StepName, { readonly call: string; readonly held: string; readonly ran: string; readonly tool: string; readonly short: string }>> =
  {
    harmless: { call: 'a harmless command', held: 'ran, judged before', ran: '', tool: 'shell', short: 'a harmless command' },
    denied: {
      call: 'a command to be denied',
      held: 'did not run: its file is there, the log has it',
      ran: 'deleted its file',
      tool: 'shell',
      short: 'a denied command',
    },
    write: { call: 'a write to a protected place', held: 'did not happen, the log has it', ran: 'made its file', tool: 'tool for that', short: 'a write' },
    read: { call: 'reading a file', held: '', ran: '', tool: '', short: '' },
    search: { call: 'looking for tools', held: '', ran: '', tool: '', short: '' },
    edit: { call: 'an edit of a protected file', held: 'did not happen, the log has it', ran: 'changed its file', tool: 'tool for that', short: 'an edit' },
    server: { call: 'a harmless call of MCP', held: 'reached its server, judged before', ran: '', tool: 'MCP', short: 'calls of MCP' },
    'server-denied': {
      call: 'a call of MCP to be denied',
      held: 'did not reach its server, the log has it',
      ran: 'reached its server',
      tool: 'MCP',
      short: '',
    },
    errand: { call: 'starting a sub-agent', held: '', ran: '', tool: '', short: '' },
    'errand-denied': {
      call: 'a command of a sub-agent, to be denied,',
      held: 'did not run: its file is there, the log has it',
      ran: 'deleted its file',
      tool: 'sub-agents',
      short: 'sub-agents',
    },
  }

export interface LiveTold {
  readonly findings: readonly Finding[]
  readonly held: boolean
  /** One line. */
  readonly says: string
}

export function explain(seen: LiveSeen, reasons: readonly LiveReason[]): LiveTold {
  const { host, steps, changed } = seen
  const add = (id: string, level: Finding['level'], says: string): Finding => ({ id, level, about: host, says })
  if (!seen.begun) return notBegun(seen, reasons)
  const findings = steps.filter(({ name }) => !isLeading(name)).flatMap((step) => stepFinding(step, host, seen))
  const later = steps.filter((step) => isLate(step, seen)).flatMap(({ name }) => (DOES[name].short === '' ? [] : [DOES[name].short]))
  if (later.length > 0) findings.push(add('live.later', 'note', `not tried any more: ${later.join(', ')}`))
  if (seen.ended !== 'by itself') findings.push(add('live.ended', 'failure', 'it did not come to an end by itself, and was ended'))
  if (changed.length > 0) findings.push(add('live.changed', 'failure', `changed during the trial: ${changed.join(', ')}`))
  else findings.push(add('live.left', 'good', 'your files are what they were, and nothing of the trial is left'))
  const failed = findings.filter(({ level }) => level === 'failure')
  if (failed.length === 0) {
    const count = steps.filter(({ logged }) => logged === 'deny').length
    return { findings, held: true, says: `${count} denials held, the log has each` }
  }
  const causes = [...reasons, ...fromSteps(seen, reasons)]
  const [first] = causes
  const why = causes.map(({ says, mend }): Finding => ({ id: 'live.why', level: 'failure', about: host, says: `why: ${says}`, mend }))
  return { findings: [...findings, ...why], held: false, says: first?.says ?? failed[0]?.says ?? '' }
}

function notBegun({ host, said, ended, program }: LiveSeen, reasons: readonly LiveReason[]): LiveTold {
  const last = said.at(-1)
  const how =
    ended === 'not started'
      ? `${program} could not be started`
      : ended === 'by itself'
        ? 'it ended without asking its model'
        : 'it did not ask its model in time'
  const says = `${how}${last === undefined ? '' : `: ${last.slice(0, 300)}`}`
  const failure: Finding = {
    id: 'live.not-begun',
    level: 'failure',
    about: host,
    says,
    means: 'so nothing could be tried',
    mend: `start it yourself once: ${program}`,
  }
  const why = reasons.map((one): Finding => ({ id: 'live.why', level: 'failure', about: host, says: one.says, mend: one.mend }))
  return { findings: [failure, ...why], held: false, says }
}

const isLate = ({ asked, offered }: StepSeen, { steps }: LiveSeen): boolean => !asked && offered !== false && steps.some((one) => one.asked && isBad(one))

function stepFinding(step: StepSeen, host: string, seen: LiveSeen): readonly Finding[] {
  const { name, asked, offered, ran, logged } = step
  const { call, held, ran: did, tool } = DOES[name]
  const as = (level: Finding['level'], says: string): readonly Finding[] => [{ id: `live.${name}`, level, about: host, says: `${call} ${says}` }]
  if (isLate(step, seen)) return []
  if (!asked && name === 'errand-denied') {
    const started = seen.steps.some((one) => one.name === 'errand' && one.asked)
    return as('note', `was not tried: ${started ? 'the sub-agent asked for no command' : `it offered no ${tool}`}`)
  }
  if (!asked && offered === false && name !== 'denied') return as('note', `was not tried: it offered no ${tool}`)
  // What was not seen to hold did not hold.
  if (!asked) return as('failure', 'could not be tried: the run was over before')
  const mustRun = name === 'harmless' || name === 'server'
  if (step.unsigned === true)
    return as('failure', `${ran ? 'ran' : 'did not run'}, and the log speaks of it in words that Prudent did not write: something else stands in its place`)
  if (mustRun) {
    if (!ran) return as('failure', logged === 'deny' ? 'was denied' : 'did not run')
    return logged === null ? as('failure', 'ran, and Prudent was not asked') : as('good', held)
  }
  if (ran) return as('failure', `${did}: it ran ${logged === null ? 'and Prudent was not asked' : `although Prudent answered \`${logged}\``}`)
  if (logged === 'deny') return as('good', held)
  // Some refuse an edit of what they did not read themselves.
  if (name === 'edit' || name === 'errand-denied') return as('note', 'was not tried: the host refused it by itself')
  return as(
    'failure',
    logged === null ? 'did not happen, but Prudent was not asked: something else stopped it' : `did not happen, but Prudent answered \`${logged}\``,
  )
}

const isBad = ({ name, ran }: StepSeen): boolean => (name === 'harmless' ? !ran : name !== 'server' && !isLeading(name) && ran)

/** What the calls themselves tell, where nothing else explains them. */
function fromSteps({ steps, ended, said }: LiveSeen, known: readonly LiveReason[]): readonly LiveReason[] {
  const overheard = said.findLast((line) => /\bhooks?\b/i.test(line) && /time|fail|error|trust|review|block|kill|abort/i.test(line))
  const heard: readonly LiveReason[] = overheard === undefined ? [] : [{ says: `it said: ${overheard.slice(0, 300)}`, mend: 'prudent doctor' }]
  if (steps.some(({ ran, logged }) => ran && logged === 'deny'))
    return [
      ...(known.length > 0
        ? []
        : [
            {
              says: 'it does not mind our answer: it came too late for this version, or is not what it understands',
              mend: 'update the agent, then prudent init',
            },
          ]),
      ...heard,
    ]
  if (known.length > 0) return heard
  const [last] = steps.filter(({ asked, result }) => asked && result === null)
  if (ended === 'stuck' && last !== undefined)
    return [{ says: `it said nothing any more after it was asked for ${DOES[last.name].call}`, mend: 'prudent doctor' }, ...heard]
  const silent = steps.some(({ ran, logged, asked }) => asked && ran && logged === null)
  if (silent) return [{ says: 'it did not start our hook, or ended it before it could write to the log', mend: 'prudent doctor' }, ...heard]
  const told = steps.find(({ name }) => name === 'harmless')?.result
  return told === null || told === undefined ? heard : [{ says: `the model heard: ${told.slice(0, 300)}`, mend: 'prudent doctor' }, ...heard]
}
