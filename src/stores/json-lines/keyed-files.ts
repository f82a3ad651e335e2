// Files that are made once, whole or not at all, and keyed: what somebody else wrote, changed or moved to another name counts for nothing.
//
// A file is written aside, then linked to its name: it appears complete, and a name is taken by the first who links it. No lock, nothing to repair.
import { constants, fstatSync, linkSync, lstatSync, openSync, readdirSync, readFileSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalJson } from '../../core/text/canonical.ts'
import { makeFolder } from '../../gate/make-folder.ts'
import { closeQuietly, codeOf, FILE_MODE, FOLDER_MODE } from './append.ts'
import { crypto } from './keys.ts'

export interface KeyedFiles {
  readonly has: (name: string) => boolean
  /** `taken`: somebody has made it before. */
  readonly make: (name: string, value: unknown) => 'made' | 'taken' | 'failed'
  /** Undefined: not there; null: there, and not ours. */
  readonly read: (name: string) => unknown
  /** What a folder holds; nothing where it cannot be read. */
  readonly names: (folder: string) => readonly string[]
  /** True for the one who took it away. */
  readonly remove: (name: string) => boolean
  /** Unless something is in it. */
  readonly removeFolder: (name: string) => void
}
export interface KeyedPlace {
  readonly folder: string
  readonly digest: (text: string) => string | null
  /** What stands before a name where it is keyed, so that no file of another place is one of ours. */
  readonly prefix?: string
  readonly largest: number
}

export function openKeyedFiles({ folder, digest, prefix = '', largest }: KeyedPlace): KeyedFiles {
  const at = (name: string): string => path.join(folder, name)
  const has = (name: string): boolean => lstatSync(at(name), { throwIfNoEntry: false }) !== undefined
  /** The name is part of what is keyed. */
  const macOf = (name: string, text: string): string | null => digest(`${prefix}${name}\0${text}`)
  return {
    has,
    make: (name, value) => {
      let draft: string | null = null
      try {
        // Most who come second need not write first.
        if (has(name)) return 'taken'
        const text = canonicalJson(value)
        const mac = macOf(name, text)
        if (mac === null || text.length > largest / 4) return 'failed'
        makeFolder(path.dirname(at(name)), FOLDER_MODE)
        draft = at(`.${process.pid}.${crypto().randomBytes(6).toString('hex')}`)
        writeFileSync(draft, `${mac}\n${text}`, { flag: 'wx', mode: FILE_MODE })
        try {
          linkSync(draft, at(name))
        } catch (error) {
          if (codeOf(error) === 'EEXIST') return 'taken'
          // No hard links here: still one winner, and what a crash leaves half written counts for nothing.
          writeFileSync(at(name), `${mac}\n${text}`, { flag: 'wx', mode: FILE_MODE })
        }
        return 'made'
      } catch (error) {
        return codeOf(error) === 'EEXIST' ? 'taken' : 'failed'
      } finally {
        if (draft !== null) rmSync(draft, { force: true })
      }
    },
    read: (name) => {
      const text = textIn(at(name), largest)
      if (text === undefined || text === null) return text
      const end = text.indexOf('\n')
      const body = text.slice(end + 1)
      if (end < 0 || macOf(name, body) !== text.slice(0, end)) return null
      try {
        return JSON.parse(body) as unknown
      } catch {
        return null
      }
    },
    names: (name) => {
      try {
        return readdirSync(at(name))
      } catch {
        return []
      }
    },
    remove: (name) => {
      try {
        unlinkSync(at(name))
        return true
      } catch {
        // Gone, somebody else's, or a disk that is not written to.
        return false
      }
    },
    removeFolder: (name) => {
      try {
        rmdirSync(at(name))
      } catch {
        // In use.
      }
    },
  }
}

/** Undefined: not there; null: something else than a file of ours. */
function textIn(file: string, largest: number): string | null | undefined {
  let handle: number | null = null
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const about = fstatSync(handle)
    return about.isFile() && about.size <= largest ? readFileSync(handle, 'utf8') : null
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : null
  } finally {
    if (handle !== null) closeQuietly(handle)
  }
}
