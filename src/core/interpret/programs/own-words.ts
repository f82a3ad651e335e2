// Which words of a command name this gate's own files? Whatever is handed them may change them, unless it is known that it only reads.
import type { Word } from '../../model.ts'
import { compileGlob } from '../../text/glob.ts'
import { isWithin, normalise } from '../../text/path.ts'
import { addPath, locate, pathText } from '../paths.ts'
import { hasGlob, knownStart, wordFrom } from '../shell/fields.ts'
import { doerOf } from '../shell/state.ts'
import type { Performed, Shell } from '../shell/state.ts'
import { ownFolders } from '../landing.ts'
import { add } from '../trace.ts'
import type { Parsed } from './options.ts'
import { applies } from './selectors.ts'
import type { Line } from './selectors.ts'

const OURS = /prudent/i
/** Code, prose, lists and addresses are no path. */
const NO_PATH = /[\n;(){}'"|<>`]|\s[-/~.]|:\/\//
const LEFT_OUT = /^-.*(?:exclude|ignore|skip|omit)/i

const NONE: readonly string[] = []
const known = new WeakMap<readonly string[], readonly string[]>()
/** The last component of each of our paths. */
function namesOf(own: readonly string[]): readonly string[] {
  let names = known.get(own)
  if (names === undefined) known.set(own, (names = own.map((one) => one.slice(one.lastIndexOf('/') + 1))))
  return names
}

/** Adds a `touch` for each of the gate's own files that the words, or the folder the command runs in, name. */
export function noteOwnWords(shell: Shell, command: Performed, parsed: Parsed): void {
  const { trace } = shell
  if (shell.at !== 'here') return
  const names = namesOf(trace.scene.own ?? NONE)
  const inOurs = mayBeOurs(knownStart(shell.cwd), names)
  // Nearly every command there is.
  if (!inOurs && !command.words.some((word, at) => at > 0 && mayNameOurs(word, names))) return
  const note = (target: string, places: readonly string[]): void => {
    add(trace, doerOf(shell, command.span), { does: 'change', what: 'touch', target: { text: target }, places, value: null, recursive: false })
  }
  const inside = inOurs ? locate(shell, shell.cwd) : null
  const standing = inside?.places.includes('self') === true
  if (standing && inside.resolved !== null) note(inside.resolved, [...inside.places, 'folder-of-run'])
  let owns: readonly (readonly string[])[] | undefined
  const end = isCarrier({ shell, command, parsed }) ? (parsed.positions[parsed.depth] ?? command.words.length) : command.words.length
  for (let at = 1; at < end; at++) {
    const word = command.words[at]
    // Over the budget, that itself is said.
    if (word === undefined || trace.budget <= 0) break
    if (!standing && !mayNameOurs(word, names)) continue
    const start = knownStart(word)
    if (LEFT_OUT.test(start.split('=')[0] ?? '') || LEFT_OUT.test(command.words[at - 1]?.text ?? '')) continue
    for (const part of pathsIn(word, start)) {
      const text = pathText(shell, part)
      if (text === '' || text.length > 4096 || NO_PATH.test(text)) continue
      if (hasGlob(part)) {
        noteMeant({ shell, command, parsed }, (owns ??= ownFolders(trace.scene).map((own) => own.split('/'))), text, note)
        continue
      }
      // Where one stands in it, any path is one of ours; a mere word may be no path.
      if (!mayBeOurs(text, names) && !(standing && /[./]/.test(text))) continue
      const { resolved, places } = locate(shell, part)
      if (resolved !== null && places.includes('self')) note(resolved, places)
    }
  }
}

function mayBeOurs(text: string, names: readonly string[]): boolean {
  if (OURS.test(text)) return true
  for (const name of names) if (text.includes(name)) return true
  return false
}
const mayNameOurs = (word: Word, names: readonly string[]): boolean => word.text === null || mayBeOurs(word.text, names) || hasGlob(word)

/** What it runs judges the words of what it runs. */
const isCarrier = (line: Line): boolean =>
  line.parsed.chain.some(({ runs }) =>
    runs.some((carrier) => carrier.kind !== 'code' && carrier.kind !== 'script' && carrier.from.some(isOperand) && applies(line, carrier)),
  )
const isOperand = (selector: string): boolean => !selector.startsWith('-') && selector !== 'stdin'

/** The word itself, and what stands in it behind `=`, `@`, `:` or a short option. */
function pathsIn(word: Word, start: string): readonly Word[] {
  const found = [word]
  const equals = start.indexOf('=')
  if (equals > 0) found.push(wordFrom(word, equals + 1))
  if (/^-[A-Za-z0-9]./.test(start)) found.push(wordFrom(word, 2))
  if (start.startsWith('@')) found.push(wordFrom(word, 1))
  if (word.text !== null && !hasGlob(word) && start.includes(':')) found.push(...start.split(':', 8).map((text) => ({ text })))
  return found
}

/** `~/.config/*\/settings.yaml` means ours too. A name that is not all wildcard was meant for us: then it counts for reading as well. */
function noteMeant(line: Line, owns: readonly (readonly string[])[], text: string, note: (target: string, places: readonly string[]) => void): void {
  const { shell, command, parsed } = line
  const cwd = shell.cwd.text
  if (cwd === null && !text.startsWith('/')) return
  // Most patterns are of the project: nothing of ours lies below it.
  if (!text.startsWith('/') && !text.includes('..') && owns.every((parts) => !isWithin(parts.join('/'), cwd ?? '/'))) return
  const like = normalise(text, cwd ?? '/').split('/')
  for (const parts of owns) {
    if (like.length < parts.length || !parts.every((part, i) => fits(like[i] ?? '', part))) continue
    const path = [...parts, ...like.slice(parts.length)].join('/')
    note(path, ['self', 'pattern'])
    const last = like[parts.length - 1] ?? ''
    const reads = parsed.node.does.some((effect) => effect.kind === 'read' && effect.how !== 'list' && applies(line, effect))
    if (reads && /[a-z]/i.test(last)) addPath(shell, doerOf(shell, command.span), { text: folderOf(path) }, { does: 'read', how: 'pattern', recursive: false })
    return
  }
}
/** Up to the first wildcard. */
const folderOf = (path: string): string => {
  const at = path.search(/[*?[]/)
  return at < 0 ? path : path.slice(0, path.lastIndexOf('/', at))
}

/** As a shell reads a pattern: dotted names only where the dot is written. */
function fits(like: string, name: string): boolean {
  if (like === name) return true
  if (!/[*?[]/.test(like) || (name.startsWith('.') && !like.startsWith('.'))) return false
  return compileGlob(like)(name)
}
