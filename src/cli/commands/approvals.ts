// prudent approvals: which questions are open, what are they about, and what does the person say to one? Needs nothing that runs.
import { homedir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { cardLines, shortly } from '../../ask/card.ts'
import { makeInk } from '../../ask/ink.ts'
import { openQueue } from '../../ask/queue.ts'
import type { Queue } from '../../ask/queue.ts'
import { packageFolder } from '../../config/package-files.ts'
import { isOpen } from '../../gate/approvals.ts'
import type { Kept } from '../../gate/approvals.ts'
import { stateFolder } from '../../stores/json-lines/layout.ts'
import { EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import type { CommandSpec, Io } from '../command.ts'
import { historyOf } from '../question-history.ts'
import { localTime } from '../view/log-table.ts'
import { safe } from '../view/safe-text.ts'

/** As src/terminal/main.ts has it; a process imports no other. */
interface Terminal {
  readonly answerOne: (given: {
    readonly input: NodeJS.ReadStream
    readonly output: NodeJS.WriteStream
    readonly env: NodeJS.ProcessEnv
    readonly colour: boolean
    readonly bell: boolean
    readonly note: (text: string) => void
    readonly only: { readonly id: string; readonly verdict: 'allow' | 'deny'; readonly reason?: string; readonly pause?: boolean }
  }) => Promise<number>
}

const LONGEST_LINE = 120
const SHORT = 8

/** As the hook finds it, or they would not meet. */
function queueHere(): Queue {
  const told = process.env['HOME']
  const home = process.platform !== 'win32' && told !== undefined && path.isAbsolute(told) ? told : homedir()
  return openQueue({ state: stateFolder(process.env, process.platform, home) })
}

/** By its id or the beginning of it. */
async function named(queue: Queue, word: string): Promise<Kept> {
  const whole = /^[0-9a-f]{16,64}$/.test(word) ? await queue.find(word) : null
  if (whole !== null) return whole
  const found = /^[0-9a-f]{4,64}$/.test(word) ? (await queue.list()).filter(({ question }) => question.id.startsWith(word)) : []
  const [one, ...others] = found
  if (one === undefined) throw new UsageError(`no question is called \`${word.slice(0, 80)}\`: prudent approvals list shows those that are open`)
  if (others.length > 0) throw new UsageError(`several questions begin with \`${word}\`: write more of it`)
  return one
}

const list: CommandSpec = {
  name: 'list',
  summary: 'the questions that are open, oldest first',
  operands: [],
  options: [JSON_OPTION],
  examples: [['prudent approvals list', 'what waits for me?']],
  run: async (given, io) => {
    const queue = queueHere()
    await queue.settle()
    const open = await queue.listOpen()
    if (given.options['json'] === true) io.out(`${JSON.stringify(open.map(asData), null, 2)}\n`)
    else if (open.length === 0) io.note('no open questions')
    else for (const kept of open) io.out(`${lineOf(kept, io)}\n`)
    return EXIT.allow
  },
}

const show: CommandSpec = {
  name: 'show',
  summary: 'one question: its card, and how it ended',
  operands: [{ name: 'id', summary: 'of the question, or the beginning of it', required: true }],
  options: [JSON_OPTION],
  examples: [['prudent approvals show 1a2b3c4d', 'what is it about?']],
  run: async (given, io) => {
    const queue = queueHere()
    await queue.settle()
    const kept = await named(queue, given.operands[0] ?? '')
    if (given.options['json'] === true) {
      io.out(`${JSON.stringify({ ...asData(kept), history: await historyOf(kept) }, null, 2)}\n`)
      return EXIT.allow
    }
    for (const line of cardLines(kept.question.card, Math.min(io.columns, LONGEST_LINE), makeInk(io.colour), true)) io.out(`${line}\n`)
    io.out(`${stateOf(kept)}\n`)
    return EXIT.allow
  },
}

const answer: CommandSpec = {
  name: 'answer',
  summary: 'answer one question',
  details:
    'For people, in a terminal of their own. `yes` shows the whole card first; `a` then allows it once, `s` in its session and `u` with its like where that is offered, after showing what would pass; what is critical wants a code typed. The agent that still waits goes on; else the very same call passes once when it is tried again.\nExit code: 0 when your answer counts, 1 when somebody or the clock was first, or you left, 2 where no person can be asked.',
  operands: [
    { name: 'id', summary: 'of the question, or the beginning of it', required: true },
    { name: 'verdict', summary: 'yes or no', required: true },
  ],
  options: [
    { flags: '--reason <text>', summary: 'what the agent is told with a no' },
    { flags: '--pause', summary: 'with a no: deny what else its session asks, for ten minutes' },
  ],
  examples: [
    ['prudent approvals answer 1a2b3c4d yes', 'after a look at the card'],
    ["prudent approvals answer 1a2b3c4d no --reason 'use the migration job'", 'and say what to do instead'],
  ],
  run: async (given, io) => {
    const [word = '', verdict = ''] = given.operands
    if (verdict !== 'yes' && verdict !== 'no') throw new UsageError(`\`${verdict.slice(0, 40)}\` is not an answer: write yes or no`)
    const queue = queueHere()
    await queue.settle()
    const kept = await named(queue, word)
    if (kept.question.answerIn === 'agent' && kept.ended === null) {
      io.note(`${safe(kept.question.card.host)} asks this itself: answer there`)
      return EXIT.failed
    }
    if (!isOpen(kept, new Date())) {
      io.note(`this question has ended: ${stateOf(kept)}`)
      return EXIT.failed
    }
    const { answerOne } = (await import(pathToFileURL(path.join(packageFolder(), 'dist/watch.js')).href)) as Terminal
    const { stdin: input, stdout: output, env } = process
    const reason = textOption(given, 'reason')
    const pause = given.options['pause'] === true
    if (pause && verdict === 'yes') throw new UsageError('--pause goes with a no')
    const only = { id: kept.question.id, verdict: verdict === 'yes' ? 'allow' : 'deny', pause, ...(reason === undefined ? {} : { reason }) } as const
    return answerOne({ input, output, env, colour: io.colour, bell: false, note: io.note, only })
  },
}

export const approvals: CommandSpec = {
  name: 'approvals',
  summary: 'list, show and answer the questions that wait for you',
  details: 'A question stays open for an hour (`approvals.open`), whether or not the agent still waits for it.',
  operands: [],
  options: [JSON_OPTION],
  examples: [
    ['prudent approvals', 'what waits for me?'],
    ['prudent approvals answer 1a2b3c4d yes', 'allow it once, after a look at the card'],
  ],
  run: (given, io) => list.run(given, io),
  commands: [list, show, answer],
}

/** In 80 columns, or as many as there are. */
function lineOf({ question }: Kept, io: Io): string {
  const { id, card, openUntil, answerIn } = question
  const left = Math.max(0, Math.ceil((Date.parse(openUntil) - Date.now()) / 60_000))
  const head = `${id.slice(0, SHORT)}  ${`${left} min`.padStart(8)}  ${card.severity.padEnd(8)}  ${safe(card.host).slice(0, 14).padEnd(14)}  `
  const aside = answerIn === 'agent' ? ' (answer there)' : ''
  return `${head}${shortly(card, Math.max(Math.min(io.columns, LONGEST_LINE) - head.length - aside.length, 20))}${aside}`
}

function stateOf({ question, ended }: Kept): string {
  if (ended === null) return question.answerIn === 'agent' ? 'open: it is answered in the agent' : `open until ${localTime(question.openUntil)}`
  const { how, by, channel, at, reason } = ended
  return `${how} by ${safe(by)}${channel === '' ? '' : ` (${safe(channel)})`} at ${localTime(at)}${reason === undefined ? '' : `: ${safe(reason)}`}`
}

const asData = ({ question, ended, used }: Kept): object => ({
  id: question.id,
  state: ended?.how ?? 'open',
  answerIn: question.answerIn,
  askedAt: question.askedAt,
  openUntil: question.openUntil,
  waitsUntil: question.waitsUntil,
  ended,
  used,
  card: question.card,
})
