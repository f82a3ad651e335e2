// prudent log: what was attempted, decided and done, and is the record of it untouched?
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { AuditEntry, Opinion } from '../../audit/entry.ts'
import { asidesOf, isWantedAside } from '../../audit/asides.ts'
import type { Aside } from '../../audit/asides.ts'
import { findStory, isTrial, isWanted, storiesOf } from '../../audit/stories.ts'
import type { Story } from '../../audit/stories.ts'
import { makeRecorder } from '../../audit/record.ts'
import { openJsonLines } from '../../stores/json-lines/store.ts'
import type { JsonLinesStore } from '../../stores/json-lines/store.ts'
import { EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import type { CommandSpec, GivenWords, Io } from '../command.ts'
import { FILTER_OPTIONS, filterFrom } from '../log-filter.ts'
import { entryLine, logLines } from '../view/log-table.ts'
import { makePaint } from '../view/paint.ts'
import { verifiedLines } from '../view/verified.ts'
import { preferences } from './log-preferences.ts'

const SHOWN = 50
const NOTHING_YET = 'nothing is recorded yet; prudent status shows which agents are protected'
const FOLLOW_MS = 300
/** Calls remembered while following, for their later entries. */
const MOST_KNOWN = 5000

const verify: CommandSpec = {
  name: 'verify',
  summary: 'check that no sealed record was changed, removed or moved',
  details:
    'Exit code: 0 when all is as it was sealed, 1 when not. Records since the last seal are counted but not verified.\nWhoever can write your files can also write the log and sign it again: keep a checkpoint elsewhere, and compare with --against.',
  operands: [],
  options: [
    { flags: '--against <file>', summary: 'a checkpoint you kept elsewhere; the log must agree with it too' },
    { flags: '--checkpoint', summary: 'print the present checkpoint, to be kept elsewhere' },
    JSON_OPTION,
  ],
  examples: [
    ['prudent log verify', 'was the log changed?'],
    ['prudent log verify --checkpoint > /media/stick/checkpoint', 'keep it out of reach'],
    ['prudent log verify --against /media/stick/checkpoint', 'and compare later'],
  ],
  run: (given, io) => {
    const verified = openJsonLines().verify(keptFrom(given))
    if (given.options['json'] === true) io.out(`${JSON.stringify(verified, null, 2)}\n`)
    else if (given.options['checkpoint'] === true && verified.ok) {
      if (verified.checkpoint === null) throw new UsageError('nothing has been sealed yet: there is no checkpoint to keep')
      io.out(verified.checkpoint)
    } else io.out(`${verifiedLines(verified, io.columns, makePaint(io.colour)).join('\n')}\n`)
    return verified.ok ? EXIT.allow : EXIT.failed
  },
}

function keptFrom(given: GivenWords): string | null {
  const file = textOption(given, 'against')
  if (file === undefined) return null
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`\`${file}\` cannot be read: write the file that --checkpoint was kept in`)
  }
}

const OPINIONS: readonly Opinion[] = ['false-alarm', 'harmful']

const mark: CommandSpec = {
  name: 'mark',
  summary: 'mark a decision as a false alarm, or a call as harmful',
  operands: [
    { name: 'id', summary: 'as the log shows it; its beginning is enough', required: true },
    { name: 'as', summary: '`false-alarm` or `harmful`', required: true },
  ],
  options: [],
  examples: [['prudent log mark 3fk29a false-alarm', 'counted by prudent stats']],
  run: (given, io) => {
    const [id = '', as = ''] = given.operands
    if (!OPINIONS.includes(as as Opinion)) throw new UsageError(`\`${as.slice(0, 40)}\` is no mark: write ${OPINIONS.join(' or ')}`)
    if (id === '') throw new UsageError('write the id that the log shows, as prudent log mark 3fk29a false-alarm')
    const store = openJsonLines()
    const story = findStory(storiesOf(store.entries()), id)
    if (story === 'none') throw new UsageError(`no call has the id \`${id.slice(0, 40)}\`: prudent log shows them`)
    if (story === 'several') throw new UsageError(`several calls begin with \`${id.slice(0, 40)}\`: write more of the id`)
    // The names come from the log itself, where they were masked already.
    const { call, host, session } = story
    const written = makeRecorder({ store, redact: (text) => text }).mark({ id: call, host, session }, as as Opinion)
    if (!written.ok) {
      io.note(written.message)
      return EXIT.failed
    }
    store.tend()
    io.out(`marked ${story.id} ${as}; prudent stats counts it\n`)
    return EXIT.allow
  },
}

export const log: CommandSpec = {
  name: 'log',
  summary: 'show calls, decisions and outcomes',
  details: `Without a filter, the last ${SHOWN} calls. Times are yours; the files keep UTC. With --json, every entry of the calls shown, one a line.`,
  operands: [],
  options: [
    ...FILTER_OPTIONS,
    { flags: '--all', summary: `not only the last ${SHOWN}, and the trials of prudent doctor too` },
    { flags: '--follow', summary: 'keep showing new calls' },
    JSON_OPTION,
  ],
  examples: [
    ['prudent log', 'the latest calls'],
    ['prudent log --since 2h --verdict deny', 'what was denied in the last two hours'],
    ['prudent log --rule git --json', 'as JSON lines'],
    ['prudent log verify', 'was it changed?'],
  ],
  commands: [verify, mark, preferences],
  run: async (given, io) => {
    if (given.operands.length > 0)
      throw new UsageError(
        `log takes no \`${given.operands[0]?.slice(0, 40)}\`: write prudent log verify, prudent log mark, prudent log preferences, or filters`,
      )
    const store = openJsonLines()
    const filter = filterFrom(given, new Date())
    // Where to go on is noted first: what comes meanwhile is shown twice rather than not at all.
    const { cursor } = given.options['follow'] === true ? store.after(new Map()) : { cursor: new Map<string, number>() }
    const entries = [...store.entries(filter.entries)]
    const found = storiesOf(entries).filter((story) => isWanted(story, filter.stories))
    const asides = asidesOf(entries).filter((aside) => isWantedAside(aside, filter.stories))
    // For programs nothing is left out: they know a trial by its session.
    const calls = given.options['all'] === true || given.options['json'] === true ? found : found.filter((story) => !isTrial(story))
    const wanted = [...calls, ...asides].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    const bounded = given.options['all'] === true || filter.entries.since !== undefined ? wanted : wanted.slice(-SHOWN)
    show(bounded, given, io)
    if (wanted.length > bounded.length && given.options['json'] !== true)
      io.note(`${wanted.length - bounded.length} earlier calls are not shown: --all shows them`)
    if (wanted.length === 0 && given.options['json'] !== true)
      io.note(Object.keys({ ...filter.entries, ...filter.stories }).length > 0 ? 'no matching calls are recorded' : NOTHING_YET)
    const asked = calls.findLast((story) => story.decision?.verdict === 'ask' && bounded.includes(story))
    if (asked !== undefined && io.interactive && given.options['json'] !== true)
      io.note(`prudent allow ${asked.id.slice(0, 8)} lets calls like the last one asked about pass`)
    const trials = found.length - calls.length
    if (trials > 0) io.note(`${trials} ${trials === 1 ? 'trial' : 'trials'} of prudent doctor not shown: --all shows them`)
    if (given.options['follow'] === true) await follow(store, cursor, given, io, calls)
    return EXIT.allow
  },
}

function show(stories: readonly (Story | Aside)[], given: GivenWords, io: Io): void {
  if (stories.length === 0) return
  if (given.options['json'] === true) for (const { entries } of stories) for (const entry of entries) io.out(`${JSON.stringify(entry)}\n`)
  else io.out(`${logLines(stories, io.columns, makePaint(io.colour)).join('\n')}\n`)
}

/** Until the person stops it. An entry is shown when its call passes the filter by then. */
async function follow(store: JsonLinesStore, from: ReadonlyMap<string, number>, given: GivenWords, io: Io, shown: readonly Story[]): Promise<never> {
  const { entries: wanted, stories: kind } = filterFrom(given, new Date())
  const paint = makePaint(io.colour)
  const known = new Map<string, AuditEntry[]>(shown.map((story) => [keyOf(story), [...story.entries]]))
  const told = new Set(shown.flatMap(({ entries }) => entries.map(({ id }) => id)))
  for (let cursor = from; ; await wait(FOLLOW_MS)) {
    const next = store.after(cursor)
    cursor = next.cursor
    // What was written together is told together: an answer that follows its decision at once is the answer.
    for (const entry of next.entries) {
      if (entry.call !== '') known.set(keyOf(entry), [...(known.get(keyOf(entry)) ?? []), entry])
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '')
    }
    for (const entry of next.entries) {
      const story = storiesOf(known.get(keyOf(entry)) ?? [entry]).findLast(({ entries }) => entries.includes(entry))
      const passes = (wanted.host === undefined || entry.host === wanted.host) && (wanted.session === undefined || entry.session === wanted.session)
      if (told.has(entry.id) || !passes || (story === undefined ? kind.rule !== undefined || kind.verdict !== undefined : !isWanted(story, kind))) continue
      if (given.options['json'] === true) io.out(`${JSON.stringify(entry)}\n`)
      else for (const line of entryLine(entry, story, io.columns, paint)) io.out(`${line}\n`)
      // The line of a decision says what came with it.
      if (entry.kind === 'decision' && given.options['json'] !== true) for (const { id } of story?.entries ?? []) told.add(id)
    }
  }
}

const keyOf = ({ host, session, call }: Pick<Story, 'host' | 'session' | 'call'>): string => JSON.stringify([host, session, call])
