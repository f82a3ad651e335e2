// Would a pattern of process names find this gate's own processes, and them above others?

import { doerOf } from '../shell/state.ts'
import type { Performed, Shell } from '../shell/state.ts'
import { add, NONE } from '../trace.ts'
import type { Parsed } from './options.ts'

/** How our processes look in a list, each beside one that differs in our name alone. */
const OURS = ['prudent', 'node /usr/lib/node_modules/prudent/dist/watch.js', 'node /usr/local/bin/prudent serve', '/home/me/.config/prudent/bin/prudent-hook']
const OTHERS = OURS.map((line) => line.replaceAll('prudent', 'another'))
const LONGEST = 100
const MOST_REPEATS = 4

/** Programs whose words are patterns of names or command lines, and what such a pattern does to us. */
const WHAT: Readonly<Record<string, string>> = { pkill: 'end-self', killall: 'end-self', pgrep: 'name-self', pidof: 'name-self' }

/** Ids of what says so: whoever takes the printed numbers takes ours. */
export function noteOwnProcesses(shell: Shell, command: Performed, { operands }: Parsed, program: string): readonly number[] {
  const what = Object.hasOwn(WHAT, program) ? WHAT[program] : undefined
  if (what === undefined) return NONE
  return operands
    .filter(({ text }) => text !== null && findsOurs(text))
    .map((target) => add(shell.trace, doerOf(shell, command.span), { does: 'change', what, target, places: NONE, value: null, recursive: false }))
}

function findsOurs(pattern: string): boolean {
  if (pattern.length === 0 || pattern.length > LONGEST) return false
  // Repeated groups are read once, so that no pattern takes long.
  const plain = pattern.replace(/\)(?:[*+]|\{[^}]*\})+/g, ')').replace(/([*+?}])[*+]+/g, '$1')
  if ((plain.match(/[*+{]/g)?.length ?? 0) > MOST_REPEATS || /\\[0-9]/.test(plain)) return false
  try {
    const finds = new RegExp(plain, 'i')
    return OURS.some((line, at) => finds.test(line) && !finds.test(OTHERS[at] ?? ''))
  } catch {
    return false
  }
}
