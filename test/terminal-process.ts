// How do tests run `prudent watch` in a terminal for real, and hooks as an agent would start them?
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentBehind } from '../src/ask/person.ts'
import type { JsonObject } from '../src/core/model.ts'
import { ROOT } from './built.ts'
import { HOOK } from './hook-process.ts'

/** Node opens no terminals; `script` of util-linux does, copied under the name of a window, which counts only where the copy is root's. Below an agent no terminal counts. */
export const HAS_TERMINALS =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  String(spawnSync('script', ['--version']).stdout).includes('util-linux') &&
  agentBehind(process.pid) === null

/** The same under the name of a window: what `script` has opened counts for nobody's. */
let named: string | undefined
function windowProgram(): string {
  if (named !== undefined) return named
  const folder = mkdtempSync(join(tmpdir(), 'prudent-window-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  named = join(folder, 'xterm')
  copyFileSync(spawnSync('which', ['script'], { encoding: 'utf8' }).stdout.trim(), named)
  return named
}

const ESC = '\u001B'
export const ENTERED = `${ESC}[?1049h`
export const LEFT = `${ESC}[?1049l`

/** What stands on the screen after these bytes: enough of a terminal for what we print. */
export function screenAfter(bytes: string, columns: number, rows: number): string[] {
  const screen = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' '))
  let [row, column] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const char = bytes[at] ?? ''
    if (char === ESC && bytes[at + 1] === '[') {
      const found = /^\[([?0-9;]*)([A-Za-z])/.exec(bytes.slice(at + 1, at + 40))
      if (found === null) throw new Error(`a sequence that is none of ours: ${JSON.stringify(bytes.slice(at, at + 20))}`)
      at += found[0].length
      const [first = '', second = ''] = (found[1] ?? '').split(';')
      const clear = (from: number, to: number): void => {
        for (let line = from; line < to; line++) screen[line]?.fill(' ')
      }
      if (found[2] === 'H') [row, column] = [Math.max(Number(first), 1) - 1, Math.max(Number(second), 1) - 1]
      else if (found[2] === 'J') clear(first === '2' ? 0 : row, rows)
      else if (found[2] === 'K') clear(row, row + 1)
      else if (found[2] === 'h' && first === '?1049') clear(0, rows)
      else if (found[2] !== 'm' && found[2] !== 'h' && found[2] !== 'l') throw new Error(`a sequence that is none of ours: ${found[0]}`)
      continue
    }
    if (char === '\r') column = 0
    else if (char === '\n') row = Math.min(row + 1, rows - 1)
    else if (char !== '\u0007' && column < columns) {
      const line = screen[row]
      if (line !== undefined) line[column] = char
      column++
    }
  }
  return screen.map((line) => line.join('').trimEnd())
}

export interface Terminal {
  readonly screen: () => string
  readonly bytes: () => string
  readonly type: (keys: string) => void
  /** Until the screen says this. */
  readonly shows: (what: string | RegExp, millis?: number) => Promise<string>
  readonly signal: (name: NodeJS.Signals) => void
  readonly resize: (columns: number, rows: number) => void
  readonly ended: Promise<number | null>
  /** What the terminal's own settings are after it ended. */
  readonly pid: () => number
  readonly close: () => void
}

/** A screen may come in pieces: what is not drawn to its end does not stand there yet. Ours go from the first line to what lies below the last. */
function wholeScreens(bytes: string, rows: number): string {
  const start = bytes.lastIndexOf(`${ESC}[1;1H`)
  const last = bytes.slice(Math.max(start, 0))
  return start < 0 || last.includes(`${ESC}[J`) || last.includes(`${ESC}[${rows + 1};1H`) ? bytes : bytes.slice(0, start)
}

const wait = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

/** In a terminal of 80 by 24, whose settings are printed when it has ended. */
export function openTerminal(home: string, words: readonly string[] = ['watch'], env: Readonly<Record<string, string>> = {}): Terminal {
  const program = [process.execPath, join(ROOT, 'dist/cli.js'), ...words].map((word) => `'${word}'`).join(' ')
  const line = `echo "window=$PPID"; stty cols 80 rows 24; sh -c 'echo "pid=$$"; exec "$@"' sh ${program}; echo "ended=$?"; read -r goOn; stty -a`
  const child: ChildProcess = spawn(windowProgram(), ['-qfc', line, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let bytes = ''
  let [columns, rows] = [80, 24]
  let patience = 200
  child.stdout?.setEncoding('utf8')
  child.stdout?.on('data', (chunk: string) => (bytes += chunk))
  child.stdin?.on('error', () => {})
  const pid = (): number => Number(/pid=(\d+)/.exec(bytes)?.[1] ?? 0)
  const ended = new Promise<number | null>((done) => child.on('close', () => done(Number(/ended=(\d+)/.exec(bytes)?.[1] ?? Number.NaN))))
  const screen = (): string => screenAfter(wholeScreens(bytes.replace(/ended=[\s\S]*$/, ''), rows), columns, rows).join('\n')
  // Who was killed leaves the terminal to a guard, which takes its time: then the shell is told to go on.
  const goOn = setInterval(() => {
    if (!/ended=\d+\s/.test(bytes) || (bytes.lastIndexOf(LEFT) < bytes.lastIndexOf(ENTERED) && --patience > 0)) return
    clearInterval(goOn)
    child.stdin?.write('\n')
  }, 50)
  let isClosed = false
  child.on('close', () => {
    isClosed = true
    clearInterval(goOn)
  })
  return {
    screen,
    bytes: () => bytes,
    pid,
    type: (keys) => void child.stdin?.write(keys),
    shows: async (what, millis = 15_000) => {
      const until = Date.now() + millis
      for (;;) {
        const text = screen()
        if (typeof what === 'string' ? text.includes(what) : what.test(text)) return text
        if (Date.now() > until) throw new Error(`the screen never said ${String(what)}:\n${text}`)
        await wait(20)
      }
    },
    signal: (name) => void process.kill(pid(), name),
    resize: (wide, high) => {
      ;[columns, rows] = [wide, high]
      const device = spawnSync('readlink', [`/proc/${pid()}/fd/0`], { encoding: 'utf8' }).stdout.trim()
      spawnSync('stty', ['-F', device, 'cols', String(wide), 'rows', String(high)])
      process.kill(pid(), 'SIGWINCH')
    },
    ended,
    close: () => {
      if (isClosed) return
      for (const one of [pid(), Number(/window=(\d+)/.exec(bytes)?.[1] ?? 0)]) {
        try {
          if (one > 0) process.kill(one, 'SIGKILL')
        } catch {
          // It has ended.
        }
      }
    },
  }
}

/** An agent is a process of its own: who answers must not be one of its children. */
export const AGENT = `const { spawn } = require('node:child_process')
const child = spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })
child.on('close', (code) => process.exit(code ?? 9))`

export interface Asking {
  readonly done: Promise<{ readonly code: number | null; readonly out: string; readonly err: string; readonly millis: number }>
  readonly kill: () => void
}

export function askAsAgent(home: string, event: JsonObject, words: readonly string[], cwd = ROOT): Asking {
  const began = performance.now()
  const child = spawn(process.execPath, ['-e', AGENT, HOOK, '--home', home, ...words], { env: { PATH: process.env['PATH'] ?? '', HOME: home }, cwd })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(event))
  return {
    done: new Promise((done) => child.on('close', (code) => done({ code, out, err, millis: performance.now() - began }))),
    kill: () => void child.kill('SIGKILL'),
  }
}
