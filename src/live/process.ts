// How is a program started so that it ends, with everything it started, whatever it does?
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Started {
  readonly words: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limitMs: number
  /** Asked every quarter of a second: true ends it. */
  readonly isStuck?: () => boolean
  readonly input?: string
}
export interface Ended {
  /** Null where it was ended, or could not be started. */
  readonly code: number | null
  readonly ended: 'by itself' | 'too long' | 'stuck' | 'not started'
  readonly out: string
  readonly said: string
}

/** In the environment of everything that a trial starts: by its value the last of them is found. A name that terminals set too. */
export const MARK = 'TERM_SESSION_ID'
const LOOK_MS = 250
const LARGEST = 1024 * 1024

/** The groups that run now. */
const running = new Set<number>()

/** Ends all that was started here. */
export function endAll(token: string): void {
  for (const leader of running) endGroup(leader)
  endMarked(token)
}

/** In a session of its own, so that whatever it started ends with it. */
export function start({ words: [program = '', ...args], cwd, env, limitMs, isStuck, input }: Started): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], detached: true })
    if (child.pid !== undefined) running.add(child.pid)
    let out = ''
    let said = ''
    let ended: Ended['ended'] = 'by itself'
    const began = performance.now()
    const watch = setInterval(() => {
      const late = performance.now() - began > limitMs
      if (!late && isStuck?.() !== true) return
      ended = late ? 'too long' : 'stuck'
      endGroup(child.pid)
    }, LOOK_MS)
    child.stdout?.on('data', (chunk: Buffer) => (out = `${out}${chunk.toString('utf8')}`.slice(-LARGEST)))
    child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString('utf8')}`.slice(-LARGEST)))
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    const finish = (code: number | null): void => {
      clearInterval(watch)
      endGroup(child.pid)
      if (child.pid !== undefined) running.delete(child.pid)
      resolve({ code, ended, out, said })
    }
    child.on('error', (error) => {
      ended = 'not started'
      said = error.message
      finish(null)
    })
    // Not `close`: what it left running may hold its output open.
    child.on('exit', (code) => setTimeout(() => finish(code), LOOK_MS))
  })
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All of it is gone already.
  }
}

/** Ends what left its group: found by the mark in its environment, where that can be read. Returns how many there were. */
export function endMarked(token: string): number {
  if (process.platform !== 'linux') return 0
  let count = 0
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one) && Number(one) !== process.pid)) {
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${MARK}=${token}`)) continue
      process.kill(Number(name), 'SIGKILL')
      count++
    } catch {
      // It is gone, or somebody else's.
    }
  }
  return count
}
