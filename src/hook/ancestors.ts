// Who started us, and with which words? Read from the system's own files; where it has none, nobody is known.
import { readFileSync } from 'node:fs'

const FARTHEST = 6

/** Command lines, nearest first: a wrapper, a shell and the agent, as a rule. */
export function startedBy(): readonly (readonly string[])[] {
  const found: string[][] = []
  if (process.platform !== 'linux') return found
  try {
    for (let id = process.ppid; id > 0 && found.length < FARTHEST;) {
      found.push(readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0'))
      // A name in parentheses may hold anything; the parent is the second word behind it.
      const about = readFileSync(`/proc/${id}/stat`, 'latin1')
      id = Number(about.slice(about.lastIndexOf(')') + 2).split(' ')[1])
    }
  } catch {
    // Hidden, or gone meanwhile.
  }
  return found
}
