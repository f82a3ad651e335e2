// Would a pattern of process names find this gate's own processes, and them above others?
import { knownStart } from '../value/fields.ts'
import { keptByName } from '../text/kept.ts'
import type { Word } from '../model.ts'
import { NONE } from '../value/text.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'

/** How our processes look in a list, each beside one that differs in what is ours alone. */
const PAIRS: readonly (readonly [ours: string, other: string])[] = [
  ['prudent', 'another'],
  ['node /usr/lib/node_modules/prudent/dist/watch.js', 'node /usr/lib/node_modules/another/dist/watch.js'],
  ['node /usr/lib/node_modules/prudent/dist/lookout.js /home/me', 'node /usr/lib/node_modules/another/dist/index.js /home/me'],
  ['node /usr/local/bin/prudent serve', 'node /usr/local/bin/another serve'],
  ['/home/me/.config/prudent/bin/prudent-hook', '/home/me/.config/another/bin/another'],
  ['sh /home/me/.config/prudent/bin/prudent-hook --host claude-code', 'sh /home/me/.config/another/bin/another claude-code'],
  [
    'node --no-rehash-snapshot --min-semi-space-size=4 --no-opt --no-sparkplug /usr/lib/node_modules/prudent/dist/hook.cjs --host claude-code',
    'node /usr/lib/node_modules/another/dist/server.js claude-code',
  ],
]
const LONGEST = 100
const MOST_REPEATS = 4

/** Programs whose words are patterns of names or command lines, and what such a pattern does to us. */
const WHAT: Readonly<Record<string, string>> = { pkill: 'end-self', killall: 'end-self', pgrep: 'name-self', pidof: 'name-self' }

interface Named {
  readonly do: 'change'
  readonly what: string
  readonly target: Word
}
/** What says so: whoever takes the printed numbers takes ours. */
export function ownProcessesNamed(command: { readonly stdin: Word | null }, parsed: Parsed, program: string): readonly Named[] {
  const isOfProc = parsed.operands.some((word) => knownStart(word).startsWith('/proc/'))
  const filtered = command.stdin === null && !isOfProc ? null : patternsOf(parsed)
  const what = filtered !== null ? (isOfProc ? 'name-self-in-proc' : 'name-self') : Object.hasOwn(WHAT, program) ? WHAT[program] : undefined
  if (what === undefined) return NOBODY
  return (filtered ?? parsed.operands).filter(({ text }) => text !== null && findsOurs(text)).map((target) => ({ do: 'change', what, target }))
}
const NOBODY: readonly Named[] = []

/** By what a filter picks lines out of a list; null for other programs. */
function patternsOf({ node: { name }, operands, options }: Parsed): readonly Word[] | null {
  if (name === 'grep') return has(options, ['--invert-match']) ? NONE : has(options, ['--regexp']) ? valuesOf(options, '--regexp') : operands.slice(0, 1)
  if (name !== 'awk') return null
  const text = operands[0]?.text ?? ''
  return [...text.matchAll(/\/((?:[^/\\\n]|\\.)+)\/|~\s*"((?:[^"\\\n]|\\.)+)"/g)].map(([, slashed, quoted]) => ({ text: slashed ?? quoted ?? '' }))
}

const findsOurs = (pattern: string): boolean => tried(PAIRS, pattern)
/** The same few patterns come again and again, and each is compiled first. */
const tried = keptByName((_lines: typeof PAIRS, pattern): boolean => {
  // It finds every process there is.
  if (pattern === '') return true
  // Plain words are looked for as they are, however long.
  if (!/[\\[\](){}*+?.^$|]/.test(pattern)) return finds((line) => line.toLowerCase().includes(pattern.toLowerCase()))
  const like = expressionOf(pattern)
  return like === null ? mayNameUs(pattern) : finds((line) => like.test(line))
})

const finds = (test: (line: string) => boolean): boolean => PAIRS.some(([ours, other]) => test(ours) && !test(other))

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  lower: 'a-z',
  upper: 'A-Z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  xdigit: '0-9A-Fa-f',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  print: ' -~',
  graph: '!-~',
  cntrl: '\\x00-\\x1f',
}

/** Null where it cannot be tried, or not in a short time. */
function expressionOf(pattern: string): RegExp | null {
  if (pattern.length > LONGEST) return null
  const classes = pattern
    .replace(/\[:(\w+):\]/g, (whole, name: string) => (Object.hasOwn(CLASSES, name) ? (CLASSES[name] ?? whole) : whole))
    // One letter, written as a class of its own.
    .replace(/\[([.=])(\w)\1\]/g, '$2')
  // Repeated groups are read once, so that no pattern takes long.
  const plain = classes.replace(/\)(?:[*+]|\{[^}]*\})+/g, ')').replace(/([*+?}])[*+]+/g, '$1')
  if ((plain.match(/[*+{]/g)?.length ?? 0) > MOST_REPEATS || /\\[0-9]|\[[:.=]/.test(plain)) return null
  try {
    return new RegExp(plain, 'i')
  } catch {
    return null
  }
}

/** What cannot be tried may find us where its plain letters could stand in our lines, in that order. */
function mayNameUs(pattern: string): boolean {
  return pattern.split('|').some((branch) => {
    // What a class or a repeated letter stands for need not be there at all.
    const letters = branch
      .replace(/\[(?:\[[:.=][^\]]*\]|[^\]])*\]|\\.|[^\\](?=[*?{])|\{[^}]*\}/g, '\0')
      .split(/[^\w/-]+/)
      .filter((piece) => piece !== '')
    return PAIRS.some(([ours, other]) => inOrder(ours, letters) && (letters.length === 0 || !inOrder(other, letters)))
  })
}

function inOrder(line: string, pieces: readonly string[]): boolean {
  let from = 0
  for (const piece of pieces) {
    const at = line.indexOf(piece.toLowerCase(), from)
    if (at < 0) return false
    from = at + piece.length
  }
  return true
}
