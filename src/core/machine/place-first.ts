// Which protected places do words name that nobody described: words of an unknown program, of an unknown subcommand, or behind an unknown option? Named is read; written where the option says so.
import type { Place, Word } from '../model.ts'
import { locate, pathText } from '../disk/paths.ts'
import { doerOf } from '../log/process.ts'
import { knownStart } from '../value/fields.ts'
import { optionOf } from '../meaning/entries.ts'
import type { Parsed } from '../meaning/options.ts'
import { hasTrait } from '../meaning/traits.ts'
import { NO_PATH, LEFT_OUT, pathsIn } from './own-words.ts'
import type { Performed, Shell } from './process.ts'
import { act } from './act.ts'

/** So many paths to look up are a step of work. */
const PATHS_OF_A_STEP = 8
const KEYS: readonly Place[] = ['credentials', 'private-key']
const READ: readonly Place[] = [...KEYS, 'environment-file', 'shell-history', 'device']
const WRITTEN: readonly Place[] = [...READ, 'system', 'ssh-access', 'shell-startup', 'tool-startup', 'scheduler', 'service', 'loader', 'trust-store']
/** Such an option says what the program logs in or is set up with: it uses it, and shows it to nobody. */
const USES = /key|ident|cert|cred|conf|env|auth|token|pass|secret|kube|profile|pem|login|account|settings/i
const WRITES = /^(?:-[oO]|(?:--?)?(?:of|out|output|write|save|dest|destination|dump|export|log)(?:[-_]?(?:file|path|dir|to))?)$/i
/** Nothing else can be a path to such a place. */
const LIKE_PATH = /[/~\\]|^\.\w|^id_\w|\.(?:pem|key|p12|pfx)$/

export function notePlaces(shell: Shell, command: Performed, parsed: Parsed): void {
  if (shell.at !== 'here' || hasTrait(shell.trace.books.meaning, parsed.chain[0]?.name ?? '', 'talks')) return
  const { words } = command
  const doer = doerOf(shell, command.span)
  for (let at = 1, paths = 0; at < words.length; at++) {
    const word = words[at]
    // Over the budget, that itself is said.
    if (word === undefined || shell.trace.budget.spent) return
    const start = knownStart(word)
    if (!LIKE_PATH.test(word.text ?? pathText(shell, word))) continue
    const before = knownStart(words[at - 1] ?? { text: '' })
    const name = /^(?:-{0,2}[A-Za-z][\w.-]{0,40})(?==)/.exec(start)?.[0] ?? (before.startsWith('-') ? before : '')
    if (isDescribed(parsed, name, at)) continue
    if (++paths % PATHS_OF_A_STEP === 0 && !shell.trace.budget.spend(1, doer)) return
    note(shell, command, word, start, name, parsed.chain[0]?.known === true)
  }
}

/** Of a described program only what stands behind an option that nobody described, and words of a subcommand that nobody described. */
function isDescribed({ chain, node, depth, operands, positions }: Parsed, name: string, at: number): boolean {
  if (chain[0]?.known !== true) return false
  if (name.startsWith('-')) return chain.some((program) => program.complete || optionOf(program, name) !== undefined)
  const strange = Object.keys(node.subcommands).length > 0 ? positions[depth] : undefined
  return strange === undefined || at <= strange || !/^[a-z][\w-]*$/.test(operands[depth]?.text ?? '')
}

function note(shell: Shell, command: Performed, word: Word, start: string, name: string, isKnown: boolean): void {
  const writes = WRITES.test(name)
  if (LEFT_OUT.test(name) || (!writes && USES.test(name))) return
  // Behind an option, or by a script of the project, its settings are only used; and a letter (`-i`) may stand for a key to log in with.
  const isSettings = name !== '' || command.words[0]?.text?.includes('/') === true
  const isUsed = (places: readonly Place[]): boolean =>
    !writes && ((isSettings && places.includes('environment-file')) || (/^-\w$/.test(name) && places.includes('private-key')))
  // The part behind `=` or `@` before the whole.
  for (const found of pathsIn(word, start).toReversed()) {
    const path: Word = found.text?.startsWith('~/') === true ? { text: shell.trace.scene.home + found.text.slice(1) } : found
    const text = pathText(shell, path)
    if (text === '' || text.length > 4096 || NO_PATH.test(text) || !LIKE_PATH.test(text)) continue
    const { places } = locate(shell, path)
    if (!(writes ? WRITTEN : isKnown ? KEYS : READ).some((place) => places.includes(place)) || places.includes('harmless-device') || isUsed(places)) continue
    act({ do: writes ? 'write' : 'read', path, how: writes ? 'truncate' : 'whole' }, shell, command.span)
    return
  }
}
