// How are grants and modes kept on disk? A keyed file each, made whole or not at all: what somebody else wrote, or moved to another name, counts for nothing.
import { constants, fstatSync, linkSync, openSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { canonicalJson } from '../../core/text/canonical.ts'
import type { ApprovalsOpening } from '../../gate/approvals.ts'
import type { KeptGrant } from '../../gate/grants.ts'
import { makeFolder } from '../../gate/make-folder.ts'
import type { Mode } from '../../gate/modes.ts'
import { byAge, isDue } from '../../gate/records.ts'
import type { Dated, Lifts, Records } from '../../gate/records.ts'
import { closeQuietly, FILE_MODE, FOLDER_MODE } from './append.ts'
import { crypto, openKeys } from './keys.ts'
import { foldersIn, stateFolder } from './layout.ts'

const LARGEST = 1 << 20
const MOST = 1000
const ID = /^[0-9a-f]{16,64}$/

export function openDiskLifts({ state = stateFolder(process.env, process.platform, homedir()) }: ApprovalsOpening = {}): Lifts {
  return { grants: openRecords<KeptGrant>(state, 'grants'), modes: openRecords<Mode>(state, 'modes') }
}

/** The same at once, for a hook that must answer. */
export const readLifts = (state: string, now: Date): { readonly grants: readonly KeptGrant[]; readonly modes: readonly Mode[] } => ({
  grants: listed(state, 'grants', now) as readonly KeptGrant[],
  modes: listed(state, 'modes', now) as readonly Mode[],
})

const folderOf = (state: string, kind: string): string => path.join(state, 'lifts', kind)

function openRecords<T extends Dated>(state: string, kind: string): Records<T> {
  const folder = folderOf(state, kind)
  return {
    name: 'json-lines',
    add: async (record, now) => {
      for (const { id } of all(state, kind).filter((one) => isDue(one, now))) remove(path.join(folder, id))
      return ID.test(record.id) && write(state, kind, record)
    },
    // Keyed: nobody but us wrote it.
    list: async (now) => listed(state, kind, now) as readonly T[],
    remove: async (id) => ID.test(id) && read(state, kind, id) !== null && remove(path.join(folder, id)),
  }
}

const listed = (state: string, kind: string, now: Date): readonly Dated[] => all(state, kind).filter((one) => !isDue(one, now))

function all(state: string, kind: string): readonly Dated[] {
  let names: readonly string[]
  try {
    names = readdirSync(folderOf(state, kind))
  } catch {
    return []
  }
  return names
    .filter((name) => ID.test(name))
    .slice(0, MOST)
    .flatMap((name) => read(state, kind, name) ?? [])
    .toSorted(byAge)
}

/** The name is part of what is keyed. */
const macOf = (state: string, kind: string, id: string, text: string): string | null => openKeys(foldersIn(state).keys).digest(`lifts/${kind}/${id}\0${text}`)

function read(state: string, kind: string, id: string): Dated | null {
  let handle: number | null = null
  try {
    handle = openSync(path.join(folderOf(state, kind), id), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const about = fstatSync(handle)
    if (!about.isFile() || about.size > LARGEST) return null
    const text = readFileSync(handle, 'utf8')
    const end = text.indexOf('\n')
    const body = text.slice(end + 1)
    const mac = end < 0 ? null : macOf(state, kind, id, body)
    if (mac === null || mac !== text.slice(0, end)) return null
    const value = JSON.parse(body) as Dated
    return value.id === id ? value : null
  } catch {
    return null
  } finally {
    if (handle !== null) closeQuietly(handle)
  }
}

function write(state: string, kind: string, record: Dated): boolean {
  const folder = folderOf(state, kind)
  const text = canonicalJson(record)
  let draft: string | null = null
  try {
    const mac = macOf(state, kind, record.id, text)
    if (mac === null || text.length > LARGEST / 4) return false
    makeFolder(folder, FOLDER_MODE)
    draft = path.join(folder, `.${process.pid}.${crypto().randomBytes(6).toString('hex')}`)
    writeFileSync(draft, `${mac}\n${text}`, { flag: 'wx', mode: FILE_MODE })
    linkSync(draft, path.join(folder, record.id))
    return true
  } catch {
    return false
  } finally {
    if (draft !== null) rmSync(draft, { force: true })
  }
}

function remove(file: string): boolean {
  try {
    unlinkSync(file)
    return true
  } catch {
    return false
  }
}
