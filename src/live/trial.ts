// Is a real host stopped by us, as it stands on this machine? It is started with the person's own entry against a stand-in for its model, and what lies on disk and in the log afterwards is the proof.
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { storiesOf } from '../audit/stories.ts'
import type { Story } from '../audit/stories.ts'
import type { HostInstall, InstallPlace } from '../hosts/_frame/install.ts'
import type { LiveHost } from '../hosts/_frame/live.ts'
import { proofOf, tellTrials } from '../install/proof.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { clearNamed, clearTraces, digestOfFile, pathsBelow } from './left-behind.ts'
import { startModel } from './model.ts'
import { endAll, endMarked, start } from './process.ts'
import type { Ended } from './process.ts'
import { envFor, furnish, makeScratch, wiredFiles } from './scratch.ts'
import type { Scratch } from './scratch.ts'
import { isLeading, stepsOf } from './steps.ts'
import type { Step, StepName, Traces } from './steps.ts'
import { talkOver } from './talk.ts'
import type { Talk } from './talk.ts'

export interface LiveSubject {
  readonly install: HostInstall
  readonly live: LiveHost
  readonly place: InstallPlace
  /** The host's program, as it would be started. */
  readonly program: string
  readonly version: string | null
  readonly limits?: Partial<Limits>
}
interface Limits {
  /** For one start of the host. */
  readonly wholeMs: number
  /** Before its first word to its model. Some look for updates of what they load, and wait for a network that may not be there. */
  readonly startMs: number
  /** Without a word to its model: a hook that does not answer, a prompt that nobody sees. */
  readonly quietMs: number
  /** No model answers at once, and some hosts let hooks go on meanwhile. */
  readonly thinksMs: number
  /** For what is still on its way to the log. */
  readonly patienceMs: number
}
const LIMITS: Limits = { wholeMs: 240_000, startMs: 100_000, quietMs: 45_000, thinksMs: 300, patienceMs: 3000 }
/** Some hosts end their run at a denial: the rest is asked for in another. */
const MOST_STARTS = 6

/** What must not happen. */
const DENIED: readonly StepName[] = ['denied', 'write', 'edit', 'server-denied', 'errand-denied']

export interface StepSeen {
  readonly name: StepName
  /** Null where it did not come to that. */
  readonly offered: boolean | null
  readonly asked: boolean
  /** By what lies on disk. */
  readonly ran: boolean
  /** What the log says that we answered; null where it has nothing. */
  readonly logged: 'allow' | 'ask' | 'deny' | null
  /** The log speaks of it, and not in our words: somebody else answered, and wrote that. */
  readonly unsigned?: true
  /** What the agent told its model. */
  readonly result: string | null
}
export interface LiveSeen {
  readonly host: string
  readonly version: string | null
  readonly program: string
  /** Whether it asked its model for anything. */
  readonly begun: boolean
  readonly ended: Ended['ended']
  readonly code: number | null
  readonly steps: readonly StepSeen[]
  readonly offered: readonly string[]
  /** The last lines that it printed. */
  readonly said: readonly string[]
  /** Files of the person that are not what they were. */
  readonly changed: readonly string[]
  /** What it had left in the person's folders, and is removed. */
  readonly removed: readonly string[]
  /** Processes that had left their group, and were ended. */
  readonly outlived: number
  readonly seconds: number
}

export async function tryLive({ install, live, place, program, version, limits }: LiveSubject): Promise<LiveSeen> {
  const { wholeMs, startMs, quietMs, thinksMs, patienceMs } = { ...LIMITS, ...limits }
  const began = performance.now()
  const since = new Date().toISOString()
  const scratch = makeScratch()
  const { token, base, project, traces } = scratch
  const wired = wiredFiles(install, place, scratch).map(({ edit }) => edit.file)
  const watched = [...install.folders(place), path.join(place.home, '.cache'), path.join(place.home, '.local/share')]
  const before = pathsBelow(watched)
  const digests = new Map(wired.map((file) => [file, digestOfFile(file)]))
  const steps = stepsOf(traces, project, live.subAgent)
  const talk = talkOver(
    steps,
    scratch.prompt,
    ({ name }) => (name === 'harmless' ? !hasRun(name, traces) : DENIED.includes(name) && hasRun(name, traces)),
    live.hidden,
  )
  const model = await startModel({ next: talk.next, thinksMs })
  let outlived = 0
  const clear = (): void => {
    endAll(token)
    rmSync(base, { recursive: true, force: true, maxRetries: 3, retryDelay: 200 })
    for (const folder of new Set([tmpdir(), '/tmp'])) clearNamed(folder, token)
  }
  // Whoever waits no longer leaves nothing behind either.
  const leave = (): never => {
    clear()
    clearTraces(watched, before, token)
    process.exit(INTERRUPTED)
  }
  for (const signal of SIGNALS) process.once(signal, leave)
  try {
    const trial = furnish(install, live, place, scratch, model.url, version)
    const env = { ...envFor(install, place, scratch), ...live.env(trial) }
    let ended: Ended = { code: null, ended: 'not started', out: '', said: '' }
    for (let starts = 0; starts < MOST_STARTS && !talk.isOver(); starts++) {
      const asked = askedIn(talk)
      talk.starts()
      const isStuck = (): boolean => talk.quiet().millis > (talk.quiet().spoke ? quietMs : startMs)
      ended = await start({ words: [program, ...live.args(trial)], cwd: project, env, limitMs: wholeMs, isStuck })
      outlived += endMarked(token)
      if (ended.ended !== 'by itself' || askedIn(talk) === asked) break
    }
    const due = steps.filter(({ name }) => talk.told.get(name)?.asked === true).length
    const ids = steps.map(({ id }) => id)
    const logged = await loggedIn(place, scratch, ids, since, due, patienceMs)
    for (const { state, stories } of logged) tellTrials(state, place.home, stories)
    return {
      host: install.host,
      version,
      program,
      begun: talk.begun(),
      ended: ended.ended,
      code: ended.code,
      steps: steps.map((step) => seenOf(step, talk, traces, logged)),
      offered: [...talk.offered],
      said: linesOf(ended),
      changed: [...digests].filter(([file, digest]) => digestOfFile(file) !== digest).map(([file]) => file),
      removed: clearTraces(watched, before, token),
      outlived,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, leave)
    await model.stop()
    clear()
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const INTERRUPTED = 130

const askedIn = ({ told }: Talk): number => [...told.values()].filter(({ asked }) => asked).length

function hasRun(name: StepName, traces: Traces): boolean {
  switch (name) {
    case 'harmless':
      return existsSync(traces.ran)
    case 'denied':
      return !existsSync(traces.canary)
    case 'write':
      return existsSync(traces.written)
    case 'edit':
      return existsSync(traces.canary) && readFileSync(traces.canary, 'utf8') !== traces.text
    case 'server':
      return existsSync(traces.served)
    case 'server-denied':
      return existsSync(traces.servedDenied)
    case 'errand-denied':
      return !existsSync(traces.errand)
    case 'read':
    case 'search':
    case 'errand':
      return false
  }
}

function seenOf(step: Step, { told }: Talk, traces: Traces, logged: readonly Logged[]): StepSeen {
  const about = told.get(step.name)
  const proofs = about?.asked === true && !isLeading(step.name) ? logged.map(({ stories, digest }) => proofOf(storyOf(step, stories), step.mark, digest)) : []
  const proof = proofs.find(({ is }) => is === 'ours') ?? proofs.find(({ is }) => is === 'unsigned')
  return {
    name: step.name,
    offered: about?.offered ?? null,
    asked: about?.asked === true,
    ran: hasRun(step.name, traces),
    logged: proof?.is === 'ours' ? proof.verdict : null,
    ...(proof?.is === 'unsigned' ? { unsigned: true } : {}),
    result: about?.result ?? null,
  }
}

/** By the id that the model gave it; for hosts that do not pass that on, by what it names. */
function storyOf({ id, mark, name }: Step, stories: readonly Story[]): Story | undefined {
  const named = stories.filter(({ attempt }) => attempt?.input?.includes(mark) === true)
  const likely = named.filter((story) => isKind(name, story))
  return stories.find(({ call }) => call.includes(id)) ?? likely[0]
}

/** The canary is named by three steps, the file to be written by two. */
function isKind(name: StepName, { attempt }: Story): boolean {
  const input = attempt?.input ?? ''
  const isServer = attempt?.tool.server !== null && attempt?.tool.server !== undefined
  if (name === 'server' || name === 'server-denied') return isServer || /note|write_file$/.test(attempt?.tool.name ?? '')
  if (isServer) return false
  if (name === 'denied') return input.includes('unlink')
  return true
}

const AGAIN_MS = 250

interface Logged {
  readonly state: string
  readonly stories: readonly Story[]
  readonly digest: (text: string) => string | null
}

/** What the log holds of the trial, wherever the gate wrote it. Hooks that a host does not wait for may still be at it. */
async function loggedIn(
  place: InstallPlace,
  { home, project }: Scratch,
  ids: readonly string[],
  since: string,
  due: number,
  patienceMs: number,
): Promise<readonly Logged[]> {
  const states = new Set(
    [stateFolder(place.env, process.platform, place.home), stateFolder({}, process.platform, home)]
      .filter((one) => existsSync(one))
      .map((one) => realpathSync(one)),
  )
  const read = (): readonly Logged[] =>
    [...states].map((state) => {
      const store = openJsonLines({ state })
      const stories = storiesOf(store.entries({ since }))
      return {
        state,
        digest: store.digest,
        stories: stories.filter(({ call, attempt }) => ids.some((id) => call.includes(id)) || attempt?.cwd.startsWith(project) === true),
      }
    })
  const until = performance.now() + patienceMs
  let found = read()
  while (found.flatMap(({ stories }) => stories).filter(({ decision }) => decision !== undefined).length < due && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    found = read()
  }
  return found
}

const LINES = 12
const linesOf = ({ out, said }: Ended): readonly string[] =>
  `${out}\n${said}`
    .split('\n')
    .map((line) => line.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, '').trim())
    .filter((line) => line !== '')
    .slice(-LINES)
