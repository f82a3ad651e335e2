// How are grants, modes and pauses kept on disk? A keyed file each.
import { homedir } from 'node:os'
import path from 'node:path'
import type { ApprovalsOpening } from '../../gate/approvals.ts'
import type { KeptGrant } from '../../gate/grants.ts'
import type { Mode } from '../../gate/modes.ts'
import { byAge, isDue } from '../../gate/records.ts'
import type { Dated, Lifts, Pause, Records } from '../../gate/records.ts'
import { openKeyedFiles } from './keyed-files.ts'
import type { KeyedFiles } from './keyed-files.ts'
import { openKeys } from './keys.ts'
import { foldersIn, stateFolder } from './layout.ts'

const LARGEST = 1 << 20
const MOST = 1000
const ID = /^[0-9a-f]{16,64}$/

export function openDiskLifts({ state = stateFolder(process.env, process.platform, homedir()) }: ApprovalsOpening = {}): Lifts {
  const files = filesIn(state)
  return {
    grants: openRecords<KeptGrant>(files, 'grants'),
    modes: openRecords<Mode>(files, 'modes'),
    pauses: openRecords<Pause>(files, 'pauses'),
  }
}

/** Grants and modes at once, for a hook that must answer. */
export function readLifts(state: string, now: Date): { readonly grants: readonly KeptGrant[]; readonly modes: readonly Mode[] } {
  const files = filesIn(state)
  return { grants: listed(files, 'grants', now) as readonly KeptGrant[], modes: listed(files, 'modes', now) as readonly Mode[] }
}

const filesIn = (state: string): KeyedFiles =>
  openKeyedFiles({ folder: path.join(state, 'lifts'), prefix: 'lifts/', digest: openKeys(foldersIn(state).keys).digest, largest: LARGEST })

function openRecords<T extends Dated>(files: KeyedFiles, kind: string): Records<T> {
  return {
    name: 'json-lines',
    add: async (record, now) => {
      for (const { id } of all(files, kind).filter((one) => isDue(one, now))) files.remove(`${kind}/${id}`)
      return ID.test(record.id) && files.make(`${kind}/${record.id}`, record) === 'made'
    },
    list: async (now) => listed(files, kind, now) as readonly T[],
    remove: async (id) => ID.test(id) && read(files, kind, id) !== null && files.remove(`${kind}/${id}`),
  }
}

/** Keyed: nobody but us wrote it. */
const listed = (files: KeyedFiles, kind: string, now: Date): readonly Dated[] => all(files, kind).filter((one) => !isDue(one, now))

const all = (files: KeyedFiles, kind: string): readonly Dated[] =>
  files
    .names(kind)
    .filter((name) => ID.test(name))
    .slice(0, MOST)
    .flatMap((name) => read(files, kind, name) ?? [])
    .toSorted(byAge)

function read(files: KeyedFiles, kind: string, id: string): Dated | null {
  const value = files.read(`${kind}/${id}`) as Dated | null | undefined
  return value?.id === id ? value : null
}
