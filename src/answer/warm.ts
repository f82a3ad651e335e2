// How does a process that stays answer event after event? The gate is kept, made anew when a file it came from changed, and never waited for too long.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import about from '../../package.json' with { type: 'json' }
import { packageData } from '../config/package-files.ts'
import { readKept } from '../config/packs-cache.ts'
import { settingsFiles } from '../config/settings-files.ts'
import type { PackageData } from '../gate/policy-source.ts'
import type { Heard } from '../hosts/_frame/hear.ts'
import { compileLater } from './compile-later.ts'
import { answerEvent, needsSlowParts, noteFailure, unjudged } from './event.ts'
import type { Answered } from './event.ts'
import type { SlowParts, Surroundings } from './given.ts'
import { openPolicy, sceneOf, slowParts, tendFirst } from './policy.ts'
import type { OpenedPolicy } from './policy.ts'
import { runWithin } from './watchdog.ts'

/** For one event, as the hook has it. */
const DEADLINE_MS = 4000
/** A person's time is over by itself; whoever keeps it may be late. */
const GRACE_MS = 2000
/** Projects whose policy is kept. */
const MOST_KEPT = 64

const TOO_SLOW = 'judging took too long (`gate.timeout`)'
const NOBODY = 'the user was asked and nobody answered'
const OWN_FAULT = 'the gate failed (`gate.failed`)'
const REPLACED = 'another version of prudent was installed: restart this process'

/** Never rejects: what cannot be judged is answered as `unjudged` says. */
export type WarmGate = (heard: Heard, at: Surroundings) => Promise<Answered>

/** `guard` runs what computes, and sees to it that it ends. */
export function keepWarm(guard: <T>(millis: number, work: () => T) => T = runWithin): WarmGate {
  const policies = keptPolicies()
  let parts: Promise<SlowParts> | undefined
  const load = (at: Surroundings): Promise<SlowParts> => {
    const loading = (parts ??= import(slowParts(at)) as Promise<SlowParts>)
    loading.catch(() => (parts = undefined))
    return loading
  }
  return async (heard, at) => {
    const until = performance.now() + DEADLINE_MS
    const left = (): number => Math.max(1, Math.floor(until - performance.now()))
    const judge = (given?: SlowParts): Answered | null =>
      guard(left(), () => {
        if (needsSlowParts(heard) && given === undefined) return null
        const opened = policies(at, heard, given)
        return opened === null ? null : answerEvent(at, heard, opened, given)
      })
    try {
      const quick = judge()
      if (quick !== null && quick.later === undefined) return quick
      const given = await within(left(), load(at))
      if (given === null) return failed(at, heard, TOO_SLOW)
      // What was begun goes on; nothing was where even the settings need more.
      const { later } = quick ?? {}
      const answered = later !== undefined && 'slowly' in later ? guard(left(), () => later.slowly(given)) : (quick ?? judge(given))
      if (answered === null) return failed(at, heard, OWN_FAULT)
      if (answered.later === undefined) return answered
      if ('slowly' in answered.later) return failed(at, heard, OWN_FAULT)
      const { millis, answer } = answered.later
      return (await within(millis + GRACE_MS, answer())) ?? failed(at, heard, NOBODY)
    } catch (error) {
      return failed(at, heard, problemOf(error))
    }
  }
}

const failed = (at: Surroundings, heard: Heard, problem: string): Answered => ({
  answer: unjudged(heard, heard.problem ?? problem),
  afterwards: () => {
    noteFailure(at, { kind: problem === TOO_SLOW ? 'timeout' : 'failed', host: heard.host.name })
    if (problem === TOO_SLOW) compileLater(at, heard.event)
  },
})

const problemOf = (error: unknown): string => {
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string }
  if (code === 'SETTINGS_CHANGED') return message ?? OWN_FAULT
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? TOO_SLOW : code === 'REPLACED' ? REPLACED : OWN_FAULT
}

async function within<T>(millis: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([work, new Promise<null>((done) => (timer = setTimeout(() => done(null), millis)))])
  } finally {
    clearTimeout(timer)
  }
}

/** Null when the slow parts are needed first. Throws when the package is no longer the one that was started. */
function keptPolicies(): (at: Surroundings, heard: Heard, parts?: SlowParts) => OpenedPolicy | null {
  interface Kept {
    readonly opened: OpenedPolicy
    readonly sources: readonly string[]
    readonly marks: string
  }
  const kept = new Map<string, Kept>()
  let data: { readonly marks: string; readonly data: PackageData } | undefined
  const dataNow = (root: string): PackageData => {
    const made = path.join(root, 'dist/data/made.txt')
    const marks = marksOf([made])
    if (data !== undefined && data.marks === marks) return data.data
    if (readFileSync(made, 'utf8').split(' ', 1)[0] !== about.version) throw Object.assign(new Error(REPLACED), { code: 'REPLACED' })
    kept.clear()
    data = { marks, data: packageData(root) }
    return data.data
  }
  return (at, { event }, parts) => {
    const shipped = dataNow(at.root)
    const scene = sceneOf(at, event)
    const files = settingsFiles(scene.home, scene.project, process.platform)
    const key = `${scene.home}\0${scene.project}`
    const known = kept.get(key)
    const tended = tendFirst(at, event)
    if (known !== undefined && known.marks === marksOf(known.sources)) return { ...known.opened, scene, tended }
    // Taken before the files are read: what changes meanwhile is read again.
    const own = [files.administrator, files.user, files.project].filter((file) => file !== null)
    const before = marksOf(own)
    const opened = openPolicy(at, event, parts, shipped)
    if ('slow' in opened) return null
    const more = (readKept(files, null, shipped)?.sources ?? []).map((source) => source.path).filter((file) => !own.includes(file))
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, { opened, sources: [...own, ...more], marks: `${before}${marksOf(more)}` })
    return opened
  }
}

/** Who writes a file changes one of these, whatever they do to its date. */
const marksOf = (files: readonly string[]): string =>
  files
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false, bigint: true })
      return found === undefined ? '- ' : `${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs} `
    })
    .join('')
