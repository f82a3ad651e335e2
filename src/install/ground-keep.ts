// When is it written down what is installed? Before and after every change of ours, so that whoever looks never takes our own hand for another's.
import { noticedEntries } from '../audit/noticed.ts'
import { sealOf } from '../gate/cache-key.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { groundNow } from './ground-make.ts'
import { noticeFiles } from './ground-files.ts'
import { groundText, readGround, writeGround } from './ground.ts'
import type { Here } from './here.ts'
import { runningAt } from './marks.ts'
import { addNews } from './news.ts'
import { keepPackage } from './package-copy.ts'
import { acceptSettings, easeSettings } from './settings-mend.ts'
import { acceptAll } from './since-last.ts'

interface Kept {
  readonly state: string
  readonly digest: (text: string) => string | null
}
function keptFor({ place: { home, env, platform } }: Pick<Here, 'place'>): Kept {
  const state = stateFolder(env, platform === 'windows' ? 'win32' : process.platform, home)
  return { state, digest: openJsonLines({ state }).digest }
}

/** These files are about to be changed by us: nobody looks after them for the moment. */
export function easeGround(here: Pick<Here, 'place'>, files: readonly string[]): void {
  const { home } = here.place
  const { state, digest } = keptFor(here)
  easeSettings({ home, state })
  const read = readGround(home, digest)
  if (read.state !== 'known') return
  const [scripts, entries] = [read.ground.scripts, read.ground.entries].map((list) => list.filter(({ file }) => !files.includes(file)))
  const left = { ...read.ground, scripts, entries } as typeof read.ground
  writeGround(home, state, left.scripts.length + left.entries.length === 0 ? null : left, digest)
}

/** Something is installed: it is recorded, or the record's copy tells so. */
export function isKept(here: Pick<Here, 'place'>): boolean {
  const { state } = keptFor(here)
  return groundText(here.place.home, state) !== null
}

export interface Keeping {
  /** The command that changed it; where a call of an agent runs at that moment, the next answers and the log say so, since it may have been the call's doing. */
  readonly by?: string
  /** Package, scripts and Node count as good as they are now, as a person was told: else what was recorded of them stays. */
  readonly pins?: true
}

/** As it is now. Never throws: what cannot be written is told by `prudent doctor`. */
export function keepGround(here: Here, version: string, { by, pins }: Keeping = {}): void {
  const { home } = here.place
  const { state, digest } = keptFor(here)
  if (by !== undefined) sayDuringCall(home, state, by)
  try {
    const before = readGround(home, digest)
    const known = before.state === 'known' ? before.ground : null
    const ground = groundNow(here, version, known, pins === true ? null : known)
    writeGround(home, state, ground === null ? null : { ...ground, kept: state }, digest)
    if (ground !== null && (pins === true || known === null)) keepPackage(state, ground.package)
    if (ground !== null) acceptSettings({ home, state })
    acceptAll({ home, state, project: home })
  } catch {
    // Nothing is less safe without it, only less is noticed.
  }
}

function sayDuringCall(home: string, state: string, by: string): void {
  try {
    const now = Date.now()
    const running = runningAt(now, state, sealOf(home), null)
    if (running === null) return
    const { host, call, session } = running.mark
    const says = `\`${by}\` changed what is installed while a call of ${host} ran: see whether it was you`
    addNews(noticeFiles(state).news, says, now)
    openJsonLines({ state }).append(noticedEntries({ at: new Date(now).toISOString(), text: says, call: { id: call, host, session } }))
  } catch {
    // Nothing is less safe without it, only less is noticed.
  }
}
