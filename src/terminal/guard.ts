// Who gives the terminal back when we are killed and can do nothing more? A shell that waits for our end and then puts everything as it was.
import { spawn, spawnSync } from 'node:child_process'

/** Signals that are meant for us, and what a process in the background gets for touching a terminal. */
const SCRIPT = String.raw`trap '' TTOU TTIN INT QUIT TERM HUP
read -r said
[ "$said" = over ] && exit 0
stty "$1" </dev/tty
printf '%s' "$2" >/dev/tty`

/** `leave`: what must be printed. Called before the terminal is changed; the result is called after it was given back. Without a shell nobody watches. */
export function guardTerminal(leave: string): () => void {
  if (process.platform === 'win32') return () => {}
  try {
    const { stdout } = spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' })
    const settings = stdout.trim()
    if (!/^[0-9a-f:]+$/i.test(settings)) return () => {}
    const shell = spawn('sh', ['-c', SCRIPT, 'sh', settings, leave], { stdio: ['pipe', 'ignore', 'ignore'] })
    shell.on('error', () => {})
    shell.stdin.on('error', () => {})
    shell.unref()
    return () => void shell.stdin.end('over\n')
  } catch {
    return () => {}
  }
}
