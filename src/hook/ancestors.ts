// Who started us, with which words, and did they read from a terminal? Read from the system's own files; where it has none, nobody is known.
import { readFileSync, readlinkSync } from 'node:fs'

const FARTHEST = 6

interface Ancestor {
  readonly words: readonly string[]
  readonly terminal: boolean | undefined
}

/** Nearest first: a wrapper, a shell and the agent, as a rule. */
function ancestors(): readonly Ancestor[] {
  const found: Ancestor[] = []
  if (process.platform !== 'linux') return found
  try {
    for (let id = process.ppid; id > 0 && found.length < FARTHEST;) {
      found.push({ words: readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0'), terminal: readsFromTerminal(id) })
      // A name in parentheses may hold anything; the parent is the second word behind it.
      const about = readFileSync(`/proc/${id}/stat`, 'latin1')
      id = Number(about.slice(about.lastIndexOf(')') + 2).split(' ')[1])
    }
  } catch {
    // Hidden, or gone meanwhile.
  }
  return found
}

function readsFromTerminal(id: number): boolean | undefined {
  try {
    return /^\/dev\/(?:pts\/|tty|console)/.test(readlinkSync(`/proc/${id}/fd/0`))
  } catch {
    return undefined
  }
}

/** Command lines. */
export const startedBy = (): readonly (readonly string[])[] => ancestors().map(({ words }) => words)
/** Of each of them, whether somebody could type; undefined where it cannot be read. */
export const terminals = (): readonly (boolean | undefined)[] => ancestors().map(({ terminal }) => terminal)
