// How are questions kept on disk, so that they outlive whoever asked and each is ended by one alone?
//
// Every step is a keyed file of its own that is made once: the question, its end, that its yes was used, that the log has it.
// Nothing waits for the disk: what a power cut damages counts for nothing.
//
//   questions/ID/question, end, used, said
//   calls/DIGEST/1, 2 …            questions about one call, by number: who takes the next number asks, the others join
//   unsaid/ASKED-UNTIL-SESSION-ID  those whose end the log does not have yet: what is open is among these alone
import { watch } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { isOpen, isSameRun, isUsable } from '../../gate/approvals.ts'
import type { Approvals, ApprovalsOpening, Ended, Kept, Question, Use } from '../../gate/approvals.ts'
import { makeFolder } from '../../gate/make-folder.ts'
import { FOLDER_MODE } from './append.ts'
import { openKeyedFiles } from './keyed-files.ts'
import { openKeys } from './keys.ts'
import { foldersIn, stateFolder } from './layout.ts'

const MOST_TRIES = 64
const LARGEST = 4 << 20
const MOST_KNOWN = 5000
/** Of what is only tidied up, so much is looked at before others are served. */
const AT_ONCE = 50
const othersFirst = (): Promise<void> => new Promise((done) => setImmediate(done))
/** Of a keyed digest: enough that no two calls share a name. */
const NAME_LENGTH = 32
const ID = /^[0-9a-f]{16,64}$/
/** What limits ask for stands in the name. */
const UNSAID = /^(\d{13,15})-(\d{13,15})-([\w-]{8})-([0-9a-f]{16,64})$/
/** In place of a session: what is answered elsewhere takes nobody's room here. */
const IN_AGENT = 'in-agent'
const BROKEN: Ended = { how: 'cancelled', by: 'nobody', channel: '', at: new Date(0).toISOString(), reason: 'what was answered cannot be read' }

interface Unsaid {
  readonly name: string
  readonly asked: number
  readonly until: number
  readonly session: string
  readonly id: string
}

export function openDiskApprovals({ state = stateFolder(process.env, process.platform, homedir()) }: ApprovalsOpening = {}): Approvals {
  const folder = path.join(state, 'approvals')
  const { digest } = openKeys(foldersIn(state).keys)
  const { has, make, read, names: namesIn, remove, removeFolder } = openKeyedFiles({ folder, digest, largest: LARGEST })
  const short = (text: string, length: number): string | null =>
    digest(text)
      ?.replace(/^[^:]*:/, '')
      .slice(0, length) ?? null

  /** A question never changes once it is there: who stays reads each once. As text, so that nobody who holds it can change what is kept. */
  const known = new Map<string, string>()
  const questionIn = (id: string): Question | null => {
    const name = `questions/${id}/question`
    const before = known.get(id)
    if (before !== undefined && has(name)) return JSON.parse(before) as Question
    known.delete(id)
    const question = ID.test(id) ? (read(name) as Question | null | undefined) : null
    if (question === null || question === undefined || question.id !== id) return null
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(id, JSON.stringify(question))
    return question
  }
  /** An answer is read each time: whoever changes its file has made it none. */
  const find = (id: string): Kept | null => {
    const question = questionIn(id)
    if (question === null) return null
    // Most that are looked at are open: asking whether a file is there costs less than failing to read it.
    const ended = has(`questions/${id}/end`) ? (read(`questions/${id}/end`) as Ended | null | undefined) : undefined
    // Nothing is used that nobody has allowed.
    return { question, ended: ended === undefined ? null : (ended ?? BROKEN), used: ended !== undefined && has(`questions/${id}/used`) }
  }
  /** One whose name was just listed. Only what has ended is taken away and listed still, so of an open one it is only asked whether it has ended: very many wait for the disk. */
  const findListed = (id: string): Kept | null => {
    const before = known.get(id)
    return before === undefined || has(`questions/${id}/end`) ? find(id) : { question: JSON.parse(before) as Question, ended: null, used: false }
  }
  const end = (id: string, ended: Ended): boolean => make(`questions/${id}/end`, ended) === 'made'
  const unsaid = (): Unsaid[] =>
    namesIn('unsaid')
      .flatMap((name) => {
        const [, asked, until, session = '', id = ''] = UNSAID.exec(name) ?? []
        return asked === undefined ? [] : [{ name, asked: Number(asked), until: Number(until), session, id }]
      })
      .toSorted((a, b) => a.asked - b.asked || (a.id < b.id ? -1 : 1))
  const hasEnded = ({ id }: Unsaid): boolean => has(`questions/${id}/end`)

  /** The last first. */
  const turnsOf = (calls: string): readonly number[] =>
    namesIn(calls)
      .map(Number)
      .filter(Number.isInteger)
      .toSorted((a, b) => b - a)
  const inTurn = (calls: string, turn: number): Kept | null => {
    const id = read(`${calls}/${turn}`)
    return typeof id === 'string' ? find(id) : null
  }
  const callsOf = (call: string): string | null => {
    const key = short(`call ${call}`, NAME_LENGTH)
    return key === null ? null : `calls/${key}`
  }
  /** Counted with itself in it, in the order of asking: of those who come at once, the first ones stay. */
  const isBeyond = (most: number, id: string, now: number, counted: string | null): boolean => {
    const listed = unsaid().filter((one) => (one.session === IN_AGENT) === (counted === IN_AGENT) && (counted === null || one.session === counted))
    if (listed.length <= most) return false
    return listed.filter((one) => one.until > now && !hasEnded(one)).findIndex((one) => one.id === id) >= most
  }

  return {
    name: 'json-lines',
    raise: async (question, { most, mostOfSession }) => {
      const { id, call } = question
      const now = new Date(question.askedAt)
      const session = question.answerIn === 'agent' ? IN_AGENT : short(`session ${question.session}`, 8)
      const calls = callsOf(call)
      if (session === null || calls === null) return { ok: false, because: 'unwritable' }
      const listed = `unsaid/${now.getTime()}-${Date.parse(question.openUntil)}-${session}-${id}`
      const withdraw = (): void => {
        for (const name of [`questions/${id}/question`, listed]) remove(name)
        removeFolder(`questions/${id}`)
      }
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const [last = 0] = turnsOf(calls)
        const before = last === 0 ? null : inTurn(calls, last)
        if (before !== null && isOpen(before, now)) {
          if (tries > 0) withdraw()
          return { ok: true, kept: before, joined: true }
        }
        // Listed first: what is not listed would never end.
        if (tries === 0 && (make(listed, id) !== 'made' || make(`questions/${id}/question`, question) !== 'made')) break
        const claimed = make(`${calls}/${last + 1}`, id)
        if (claimed === 'failed') break
        if (claimed === 'taken') continue
        const because = isBeyond(most, id, now.getTime(), question.answerIn === 'agent' ? IN_AGENT : null)
          ? 'too-many'
          : isBeyond(mostOfSession, id, now.getTime(), session)
            ? 'too-many-of-session'
            : null
        if (because === null) return { ok: true, kept: { question, ended: null, used: false }, joined: false }
        end(id, { how: 'cancelled', by: 'limit', channel: '', at: now.toISOString() })
        return { ok: false, because }
      }
      withdraw()
      return { ok: false, because: 'unwritable' }
    },
    find: async (id) => find(id),
    list: async () =>
      namesIn('questions')
        .flatMap((id) => findListed(id) ?? [])
        .toSorted((a, b) => Date.parse(a.question.askedAt) - Date.parse(b.question.askedAt) || (a.question.id < b.question.id ? -1 : 1)),
    open: async (now) =>
      unsaid().flatMap((one) => {
        const kept = one.until > now.getTime() ? findListed(one.id) : null
        return kept !== null && isOpen(kept, now) ? [kept] : []
      }),
    last: async (call) => {
      const calls = callsOf(call)
      if (calls === null) return null
      for (const turn of turnsOf(calls)) {
        const kept = inTurn(calls, turn)
        if (kept?.question.call === call) return kept
      }
      return null
    },
    end: async (id, ended) => {
      if (find(id) === null) return { won: false, kept: null }
      const won = end(id, ended)
      const kept = find(id)
      return won && kept !== null ? { won, kept } : { won: false, kept }
    },
    use: async (call, now, run) => {
      const calls = callsOf(call)
      if (calls === null) return null
      const named = run === undefined || run === '' ? undefined : (short(`run ${run}`, NAME_LENGTH) ?? undefined)
      const use: Use = { at: now.toISOString(), ...(named === undefined ? {} : { run: named }) }
      const allowed = turnsOf(calls).flatMap((turn) => {
        const kept = inTurn(calls, turn)
        return kept?.question.call === call && kept.ended?.how === 'allowed' ? [kept] : []
      })
      const nameOf = ({ question }: Kept): string => `questions/${question.id}/used`
      const isShared = (kept: Kept): boolean => isSameRun(read(nameOf(kept)) as Use | null | undefined, now, named)
      // Looked at again where another was faster: it may be of the same run.
      const taken =
        allowed.find((kept) => kept.used && isShared(kept)) ??
        allowed.find((kept) => isUsable(kept, now) && (make(nameOf(kept), use) === 'made' || isShared(kept)))
      return taken === undefined ? null : { ...taken, used: true }
    },
    expire: async (now) => {
      const over = unsaid().filter((one) => one.until <= now.getTime() && !hasEnded(one))
      return over.flatMap(({ id, name }) => {
        if (questionIn(id) !== null) return end(id, { how: 'expired', by: 'timeout', channel: '', at: now.toISOString() }) ? (find(id) ?? []) : []
        // Whoever listed it died before it was asked.
        remove(`unsaid/${name}`)
        return []
      })
    },
    unsaid: async () => unsaid().flatMap((one) => (hasEnded(one) && !has(`questions/${one.id}/said`) ? (find(one.id) ?? []) : [])),
    said: async (id) => {
      if (find(id) === null || make(`questions/${id}/said`, true) === 'failed') return
      for (const one of unsaid()) if (one.id === id) remove(`unsaid/${one.name}`)
    },
    forget: async (before) => {
      for (const [at, id] of namesIn('questions').entries()) {
        if (at % AT_ONCE === 0) await othersFirst()
        const ended = has(`questions/${id}/said`) ? find(id)?.ended : null
        if (ended === null || ended === undefined || Date.parse(ended.at) >= before.getTime()) continue
        for (const name of ['end', 'used', 'said', 'question']) remove(`questions/${id}/${name}`)
        removeFolder(`questions/${id}`)
      }
      // Numbers of questions that are gone. Whoever looked at one a moment ago only takes the next.
      for (const [at, key] of namesIn('calls').entries()) {
        if (at % AT_ONCE === 0) await othersFirst()
        for (const turn of turnsOf(`calls/${key}`)) if (inTurn(`calls/${key}`, turn) === null) remove(`calls/${key}/${turn}`)
        removeFolder(`calls/${key}`)
      }
    },
    watch: (changed) => {
      try {
        makeFolder(folder, FOLDER_MODE)
        // Every step is drafted here first.
        const watcher = watch(folder, { persistent: false }, () => changed())
        watcher.on('error', () => watcher.close())
        return () => watcher.close()
      } catch {
        return () => {}
      }
    },
  }
}
