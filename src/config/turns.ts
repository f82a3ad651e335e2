// Who of several processes compiles a person's settings, while the others wait for it.
import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bindsUs } from '../gate/cache-key.ts'
import { takePlace } from '../gate/cache-keeping.ts'
import { makeFolder } from '../gate/make-folder.ts'
import { keptFile, readRegularFile } from './packs-cache.ts'
import type { SettingsFiles } from './settings-files.ts'

/** Milliseconds. `wait`: longer than the hook has for everything. `old`: whoever takes that long was stopped. Many wait at once, so each looks less and less often. */
const TURN_MS = { wait: 8000, old: 30_000, first: 10, most: 100 }

/** What is compiled: one turn for each. Where an administrator binds us nothing that others kept is waited for. */
interface Subject {
  readonly files: SettingsFiles
  readonly preset: string | null
  readonly made: string
}
const turnFor = ({ files, preset, made }: Subject): string | null => (bindsUs(files.administrator) ? null : `${keptFile(files, preset, made)}.turn`)

/**
 * Before what compiles is even loaded, which costs as much again: takes the turn, and gives null; or waits for who has it, and gives what was kept meanwhile.
 * Who took the turn must come back to `inTurn`, or end.
 */
export function orWait<Result>(subject: Subject, look: () => Result | null): Result | null {
  const turn = turnFor(subject)
  if (turn === null || takeTurn(turn) !== 'others') return null
  waitFor(turn)
  return look()
}

/**
 * Whoever comes first compiles; who comes meanwhile waits for that, and gets what was kept. It waits as long as it may: to compile as well would only make
 * all of them slower. Who was killed is followed by one of those that wait; where nothing could be kept, each compiles for itself. `look`: what was kept
 * meanwhile.
 */
export function inTurn<Result>(subject: Subject, look: () => Result | null, compile: () => Result): Result {
  const turn = turnFor(subject)
  if (turn === null) return compile()
  for (;;) {
    const taken = takeTurn(turn)
    if (taken !== 'others') {
      try {
        return compile()
      } finally {
        if (taken === 'ours') rmSync(turn, { force: true })
      }
    }
    const holder = waitFor(turn)
    const found = look()
    if (found !== null) return found
    if (holder !== 'gone') return compile()
  }
}

/** `nobodys`: where no turn can be kept there is none to wait for. */
function takeTurn(turn: string): 'ours' | 'others' | 'nobodys' {
  try {
    makeFolder(path.dirname(turn), 0o700)
    if (holderOf(turn) === 'gone') {
      // Put into its place: between a removal and what is made anew another could begin.
      const fresh = `${turn}.${process.pid}`
      writeFileSync(fresh, String(process.pid), { mode: 0o600 })
      takePlace(fresh, turn)
    } else writeFileSync(turn, String(process.pid), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'EEXIST') return 'nobodys'
  }
  return readTurn(turn) === process.pid ? 'ours' : 'others'
}

const readTurn = (turn: string): number => {
  const content = readRegularFile(turn)
  return content.kind === 'text' ? Number(content.text) : Number.NaN
}

function waitFor(turn: string): Holder {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  let holder = holderOf(turn)
  let pause = TURN_MS.first
  for (let waited = 0; holder === 'works' && waited < TURN_MS.wait; holder = holderOf(turn)) {
    Atomics.wait(cell, 0, 0, pause)
    waited += pause
    pause = Math.min(2 * pause, TURN_MS.most)
  }
  return holder
}

/** `gone`: it left its turn behind when it was killed. */
type Holder = 'works' | 'ended' | 'gone'

function holderOf(turn: string): Holder {
  const about = lstatSync(turn, { throwIfNoEntry: false })
  if (about === undefined) return 'ended'
  if (!about.isFile() || Math.abs(Date.now() - about.mtimeMs) > TURN_MS.old) return 'gone'
  const holder = readTurn(turn)
  // Who holds it has not written its number yet.
  if (!(holder > 0)) return 'works'
  try {
    process.kill(holder, 0)
    return 'works'
  } catch (error) {
    return (error as { readonly code?: string }).code === 'ESRCH' ? 'gone' : 'works'
  }
}
