// prudent mode: what passes unasked for a while, and how is that switched on and off?
import { userInfo } from 'node:os'
import { isTrial, storiesOf } from '../../audit/stories.ts'
import type { Severity } from '../../core/model.ts'
import { sessionScope } from '../../gate/grants.ts'
import { bannerOf, switchOn } from '../../gate/modes.ts'
import { openDiskLifts } from '../../stores/json-lines/lifts.ts'
import { openJsonLines } from '../../stores/json-lines/store.ts'
import { EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import type { CommandSpec, GivenWords, Io } from '../command.ts'
import { agrees } from '../confirm.ts'
import { minutesOf } from '../lasting.ts'
import { noted } from '../noted.ts'
import { mustBePerson } from '../person-here.ts'
import { safe, wrap } from '../view/safe-text.ts'

const DAY_MS = 86_400_000

async function show(json: boolean, io: Io): Promise<number> {
  const lifts = openDiskLifts()
  const [modes, pauses] = [await lifts.modes.list(new Date()), await lifts.pauses.list(new Date())]
  if (json) io.out(`${JSON.stringify(modes, null, 2)}\n`)
  else if (modes.length === 0) io.out('no mode is on: every question is asked\n')
  const told = [
    ...modes.map((mode) => `${mode.id.slice(0, 8)}  ${bannerOf(mode)}`),
    ...pauses.map(
      ({ id, host, session, expiresAt, by }) =>
        `${id.slice(0, 8)}  session \`${host}:${session}\` is paused until ${expiresAt}, by ${by}: what it asks is denied`,
    ),
  ]
  for (const text of json ? [] : told) for (const line of wrap(safe(text), io.columns)) io.out(`${line}\n`)
  return EXIT.allow
}

/** The session that made the last call. */
function sessionOf(given: GivenWords): string | null {
  if (given.options['everywhere'] === true) return null
  const named = textOption(given, 'session')
  const stories = storiesOf(openJsonLines().entries({ since: new Date(Date.now() - DAY_MS).toISOString() }))
  const last = stories
    .filter((story) => story.attempt !== undefined && story.session !== '' && !isTrial(story) && (named === undefined || story.session.startsWith(named)))
    .at(-1)
  const scope = last === undefined ? null : sessionScope({ host: last.host, session: last.session })
  if (scope === null)
    throw new UsageError(
      named === undefined
        ? 'no session made a call today: name one with --session, or write --everywhere'
        : `no session of today begins with \`${named.slice(0, 40)}\``,
    )
  return scope
}

export const mode: CommandSpec = {
  name: 'mode',
  summary: 'stop asking for a while; what is denied stays denied',
  details:
    'A mode turns questions into allow. It never lifts what is denied or critical, nor self-protection, and it expires. Only a person at their own terminal may switch it on or off: agents are denied.',
  operands: [],
  options: [JSON_OPTION],
  examples: [
    ['prudent mode', 'is any mode on?'],
    ['prudent mode on edit --for 30m', 'writing and editing files, in the last session'],
    ['prudent mode off', 'ask again'],
  ],
  commands: [
    {
      name: 'status',
      summary: 'which modes are on?',
      operands: [],
      options: [JSON_OPTION],
      examples: [],
      run: ({ options }, io) => show(options['json'] === true, io),
    },
    {
      name: 'on',
      summary: 'stop asking about everything, or one tool, for a while',
      operands: [{ name: 'tool', summary: 'a tool by its name, or `edit`: writing and editing files; everything unless said' }],
      options: [
        { flags: '--for <time>', summary: 'how long: 90m, 8h; a day at most (1h)' },
        { flags: '--cap <severity>', summary: 'the highest severity that passes (high)', choices: ['low', 'medium', 'high'] },
        { flags: '--session <id>', summary: 'in this session (the one that made the last call)' },
        { flags: '--everywhere', summary: 'in every session' },
      ],
      examples: [
        ['prudent mode on', 'everything, in the last session, for an hour'],
        ['prudent mode on edit --everywhere --for 4h', ''],
      ],
      run: async (given, io) => {
        const [tool] = given.operands
        mustBePerson('prudent mode on')
        const lifts = openDiskLifts()
        const wanted = {
          what: tool === undefined ? ('all' as const) : ('tool' as const),
          ...(tool === undefined ? {} : { tool }),
          session: sessionOf(given),
          minutes: minutesOf(textOption(given, 'for'), 60),
          cap: (textOption(given, 'cap') ?? 'high') as Severity,
          by: userInfo().username,
          channel: 'command line',
        }
        io.out(
          `${tool === undefined ? 'everything' : safe(tool)} up to ${wanted.cap} would pass unasked in ${wanted.session === null ? 'EVERY session' : safe(wanted.session)}\n`,
        )
        if (!(await agrees('Switch it on?'))) return EXIT.failed
        const made = await switchOn(lifts.modes, wanted, new Date())
        if (typeof made === 'string') throw new UsageError(made)
        noted('mode.on', bannerOf(made))
        io.out(`on: ${safe(bannerOf(made))}; prudent mode off ends it\n`)
        return EXIT.allow
      },
    },
    {
      name: 'off',
      summary: 'switch modes off, and end pauses of sessions',
      operands: [{ name: 'id', summary: 'one of them, by how its id begins; all unless said' }],
      options: [],
      examples: [['prudent mode off', '']],
      run: async ({ operands: [id = ''] }, io) => {
        mustBePerson('prudent mode off')
        const { modes, pauses } = openDiskLifts()
        const who = userInfo().username
        const [on, paused] = [await modes.list(new Date()), await pauses.list(new Date())].map((list) => list.filter((one) => one.id.startsWith(id)))
        for (const one of on ?? []) if (await modes.remove(one.id)) noted('mode.off', `${who} has switched off the mode ${one.id} at the command line`)
        for (const one of paused ?? []) if (await pauses.remove(one.id)) noted('pause.ended', `${who} has ended the pause ${one.id} at the command line`)
        const [modesOff, pausesOff] = [on?.length ?? 0, paused?.length ?? 0]
        if (modesOff + pausesOff === 0) io.out('no such mode was on\n')
        if (modesOff > 0) io.out(`${modesOff === 1 ? 'one mode is' : `${modesOff} modes are`} off\n`)
        if (pausesOff > 0) io.out(`${pausesOff === 1 ? 'one session is' : `${pausesOff} sessions are`} asked about again\n`)
        return EXIT.allow
      },
    },
  ],
  run: ({ options }, io) => show(options['json'] === true, io),
}
