// Keeps notes about what could not be written down at the time, until the next call logs it.
//
// `<state>/unlogged/<epoch-seconds>-<pid>` holds one line for each: `timeout`, `failed CODE` or `unreadable`, with `host=NAME` behind it where that is
// known. The hook leaves one when it fails or cannot read its event; the script that hosts start leaves one when its own timer ends the hook or the
// hook left with another exit code than 0 or 2. `contradiction host=NAME tool=TOOL answered=deny` is what the next answer to that host has to say.
// Whoever removes the file logs it. The folder is removed with its last file, so that an ordinary call only looks whether it is there.
import { appendFileSync, lstatSync, openSync, readdirSync, readSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../gate/make-folder.ts'
import { closeQuietly, FILE_MODE, FOLDER_MODE } from '../stores/json-lines/append.ts'

export interface Note {
  readonly file: string
  /** ISO 8601: when it was left. */
  readonly at: string
  readonly kind: 'timeout' | 'failed' | 'unreadable' | 'contradiction'
  readonly host: string
  /** Of what failed: the exit code, or ours. */
  readonly code: string
  /** Of a contradiction. */
  readonly tool: string
  readonly answered: 'deny' | 'unanswered'
}
export type LeftNote = Partial<Pick<Note, 'host' | 'code' | 'tool' | 'answered'>> & Pick<Note, 'kind'>

const FOLDER = 'unlogged'
/** More at once are logged by the calls after this one. */
const MOST_FILES = 20
const MOST_BYTES = 4096
const LINE = /^(timeout|failed|unreadable|contradiction)(?: ([\w.-]{1,40}))?((?: (?:host|tool|answered)=[\w.%~!*'()-]{0,200})*)$/

/** Best effort: never throws. */
export function leaveNote(state: string, { kind, code = '', host = '', tool = '', answered }: LeftNote): void {
  // Where nobody knows the home, nothing is kept in the folder the agent works in.
  if (!path.isAbsolute(state)) return
  const words = [
    kind,
    ...(/^[\w.-]{1,40}$/.test(code) ? [code] : []),
    ...(host === '' ? [] : [`host=${encodeURIComponent(host).slice(0, 60)}`]),
    ...(tool === '' ? [] : [`tool=${encodeURIComponent(tool.slice(0, 60)).slice(0, 180)}`]),
    ...(answered === undefined ? [] : [`answered=${answered}`]),
  ]
  try {
    const folder = path.join(state, FOLDER)
    makeFolder(folder, FOLDER_MODE)
    appendFileSync(path.join(folder, `${Math.floor(Date.now() / 1000)}-${process.pid}`), `${words.join(' ')}\n`, { mode: FILE_MODE })
  } catch {
    // Nothing can be written: `prudent doctor` tells.
  }
}

/** None as a rule: one look. Never throws. */
export function notesIn(state: string): readonly Note[] {
  const folder = path.join(state, FOLDER)
  try {
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return []
    return readdirSync(folder)
      .filter((name) => /^\d{1,12}-\d{1,10}$/.test(name))
      .slice(0, MOST_FILES)
      .flatMap((name) => notesOf(path.join(folder, name), Number(name.split('-', 1)[0])))
  } catch {
    return []
  }
}

function notesOf(file: string, seconds: number): Note[] {
  const at = new Date(seconds * 1000).toISOString()
  const notes = textOf(file)
    .split('\n')
    .flatMap((line): Note[] => {
      const [, kind, code = '', rest = ''] = LINE.exec(line.trim()) ?? []
      if (kind === undefined) return []
      const given = new Map(rest.split(' ').map((word) => [word.slice(0, word.indexOf('=')), decoded(word.slice(word.indexOf('=') + 1))]))
      const answered = given.get('answered') === 'unanswered' ? 'unanswered' : 'deny'
      return [{ file, at, kind: kind as Note['kind'], host: given.get('host') ?? '', code, tool: given.get('tool') ?? '', answered }]
    })
  // A file that was only made, or that holds something else, still says that something went wrong.
  return notes.length > 0 ? notes : [{ file, at, kind: 'failed', host: '', code: '', tool: '', answered: 'deny' }]
}

function textOf(file: string): string {
  let handle: number | null = null
  try {
    handle = openSync(file, 'r')
    const bytes = Buffer.alloc(MOST_BYTES)
    return bytes.subarray(0, readSync(handle, bytes, 0, MOST_BYTES, 0)).toString('utf8')
  } catch {
    return ''
  } finally {
    if (handle !== null) closeQuietly(handle)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** True for one process alone: it logs what the file says. */
export function takeNotes(file: string): boolean {
  try {
    rmSync(file)
  } catch {
    return false
  }
  try {
    rmdirSync(path.dirname(file))
  } catch {
    // There are more.
  }
  return true
}
