// Is the gate what was installed, and was it changed lately? For the doctor's and the status screen.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { noticedIn } from '../audit/noticed.ts'
import type { Noticed } from '../audit/noticed.ts'
import type { AuditEntry } from '../gate/seams.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import type { Finding } from './finding.ts'
import { groundFile } from './ground-files.ts'
import { groundText, readGround, withAdministrators } from './ground.ts'
import type { Here } from './here.ts'
import { differences } from './notice.ts'
import type { Difference } from './notice.ts'
import { readRecord } from './record.ts'
import { ourFolder } from './wrapper.ts'

export interface Standing {
  /** `unknown`: something is installed, and nothing tells what it was. */
  readonly record: 'whole' | 'forged' | 'unknown' | 'none'
  readonly differences: readonly Pick<Difference, 'kind' | 'file' | 'host' | 'says'>[]
}

export function groundStanding({ place }: Pick<Here, 'place'>, how: 'quick' | 'full'): Standing {
  const { home, env } = place
  const state = stateFolder(env, process.platform, home)
  const { digest } = openJsonLines({ state })
  const read = readGround(home, digest)
  if (read.state !== 'known') return { record: read.state === 'forged' ? 'forged' : isSetUp(home, state) ? 'unknown' : 'none', differences: [] }
  return { record: 'whole', differences: differences(withAdministrators(read.ground), how).map(({ kind, file, host, says }) => ({ kind, file, host, says })) }
}

/** Whoever takes one sign of it away leaves another. */
function isSetUp(home: string, state: string): boolean {
  if (readRecord(home).length > 0 || groundText(home, state) !== null) return true
  try {
    return readdirSync(path.join(ourFolder(home), 'bin')).length > 0
  } catch {
    return false
  }
}

const MISSING = 'is gone, though prudent is set up here'

/** One line each, for a screen that has little room. What hosts' files say about us stands there already. */
export function standingLines({ record, differences: found }: Standing, home: string): readonly string[] {
  const own = found.filter(({ kind }) => kind !== 'entry')
  return [
    ...(record === 'forged' ? [`${groundFile(home)} was not written by prudent: what was installed is not known`] : []),
    ...(record === 'unknown' ? [`${groundFile(home)} ${MISSING}: what was installed is not known; see prudent doctor`] : []),
    ...own.slice(0, 1).map(({ file, says }) => `${file} ${says}${own.length === 1 ? '' : `, and ${own.length - 1} more`}: see prudent doctor`),
  ]
}

const MOST_SHOWN = 3
const DAY_MS = 86_400_000

export function groundFindings(where: Pick<Here, 'place'>, entries: Iterable<AuditEntry>, now = Date.now()): Finding[] {
  const { record, differences: found } = groundStanding(where, 'full')
  const add = (id: string, level: Finding['level'], says: string, means: string, mend: string): Finding => ({ id, level, about: 'gate', says, means, mend })
  const changed = found.filter(({ kind }) => kind === 'package')
  const node = found.find(({ kind }) => kind === 'node')
  return [
    ...(record === 'forged'
      ? [
          add(
            'gate.record-changed',
            'failure',
            `${groundFile(where.place.home)} was not written by prudent, or its key is gone`,
            'what was installed is not known, so changes are not noticed',
            'find out who wrote it, then run prudent init',
          ),
        ]
      : []),
    ...(record === 'unknown'
      ? [
          add(
            'gate.record-missing',
            'failure',
            `${groundFile(where.place.home)} ${MISSING}`,
            'what was installed is not known, so changes are not noticed; an agent may have removed it',
            'see what your agents were doing, then run prudent init',
          ),
        ]
      : []),
    ...(changed.length > 0
      ? [
          add(
            'gate.package-changed',
            'failure',
            `${changed
              .slice(0, MOST_SHOWN)
              .map(({ file, says }) => `${file} ${says}`)
              .join(', ')}${changed.length > MOST_SHOWN ? `, and ${changed.length - MOST_SHOWN} more` : ''}`,
            'it is not the package that was there at `prudent init`: another version, a rebuilt one, or somebody changed it',
            'install prudent again if it was not you, then prudent init',
          ),
        ]
      : []),
    ...(node === undefined
      ? []
      : [
          add(
            'gate.node-changed',
            'warning',
            `${node.file} ${node.says}`,
            'it is not the Node that was there at `prudent init`: a newer one, or somebody replaced it',
            'prudent init, if it was you',
          ),
        ]),
    ...noticedIn(entries)
      .slice(-MOST_SHOWN)
      .map((one) => noticedFinding(one, now)),
  ]
}

function noticedFinding({ at, text, call }: Noticed, now: number): Finding {
  return {
    id: 'gate.noticed',
    level: now - Date.parse(at) < DAY_MS ? 'warning' : 'note',
    about: 'gate',
    says: `${at.slice(0, 16).replace('T', ' ')}: ${text}`,
    means:
      call === undefined
        ? 'files of the gate were changed outside of any checked call'
        : 'a call of this agent changed files of the gate, which could not be seen beforehand',
    mend: 'see prudent log for the calls of that time; repeat your own changes of that time when no agent is running',
  }
}
