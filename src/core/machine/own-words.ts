// Which words of a command name this gate's own files, or a host's file that holds our entry? Whatever is handed them may change them, unless it is known that it only reads.
import type { Scene, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin, lastComponent, normalise, parentOf } from '../text/path.ts'
import { locate, pathText } from '../disk/paths.ts'
import { hasGlob, knownStart, wordFrom } from '../value/fields.ts'
import { afford } from '../log/process.ts'
import type { Performed, Shell } from './process.ts'
import { ownFolders } from '../self/own-files.ts'
import { runtimeFolders } from '../self/own-paths.ts'
import { oursLike } from '../self/own-ground.ts'
import type { Parsed } from '../meaning/options.ts'
import { applies } from '../meaning/selectors.ts'
import type { Line } from './shell.ts'
import { act } from './act.ts'

const OURS = '[Pp][Rr][Uu][Dd][Ee][Nn][Tt]'
/** Code, prose, lists and addresses are no path. */
export const NO_PATH = /[\n;(){}'"|<>`]|\s[-/~.]|:\/\//
export const LEFT_OUT = /^-.*(?:exclude|ignore(?!-env)|skip|omit)/i

const NONE: readonly string[] = []
const known = new WeakMap<Scene, RegExp>()
let last: RegExp | undefined
/** What holds our name, or the last component of one of our paths or of the files that hold our entry. */
function likeOurs(scene: Scene): RegExp {
  let like = known.get(scene)
  if (like === undefined) {
    const names = new Set([...(scene.own ?? NONE), ...(scene.wired ?? NONE)].map(lastComponent))
    const folders = runtimeFolders(scene).map((folder) => folder.slice(scene.home.length + 1))
    const source = [OURS, ...Array.from([...names, ...folders], (name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))].join('|')
    // Most scenes of a machine have the same.
    like = last?.source === source ? last : new RegExp(source)
    last = like
    known.set(scene, like)
  }
  return like
}

/** Most commands of a machine run where the one before ran. */
let stood = { folder: '', ours: /./, isLike: false }
function isFolderLike(folder: string, ours: RegExp): boolean {
  if (stood.folder !== folder || stood.ours !== ours) stood = { folder, ours, isLike: ours.test(folder) }
  return stood.isLike
}

const IS_OURS = ['self', 'our-entry']

/** Adds a `touch` for each of the gate's own files, and of those that hold our entry, that the words, or the folder the command runs in, name. */
export function noteOwnWords(shell: Shell, command: Performed, parsed: Parsed): void {
  const { trace } = shell
  if (shell.at !== 'here') return
  const ours = likeOurs(trace.scene)
  const inOurs = isFolderLike(knownStart(shell.cwd), ours)
  // Nearly every command there is.
  if (!inOurs && !isAnyLike(command.words, ours)) return
  const note = (target: string, places: readonly string[]): void => {
    act({ do: 'change', what: 'touch', target: { text: target }, places }, shell, command.span)
  }
  const inside = inOurs ? locate(shell, shell.cwd) : null
  const standing = inside?.places.includes('self') === true
  if (standing && inside.resolved !== null) note(inside.resolved, [...inside.places, 'folder-of-run'])
  let owns: readonly (readonly string[])[] | undefined
  const end = isCarrier({ shell, command, parsed }) ? (parsed.positions[parsed.depth] ?? command.words.length) : command.words.length
  for (let at = 1; at < end; at++) {
    const word = command.words[at]
    // Over the budget, that itself is said.
    if (word === undefined || trace.budget.spent) break
    if (!standing && !mayNameOurs(word, ours)) continue
    const start = knownStart(word)
    if (LEFT_OUT.test(start.split('=')[0] ?? '') || LEFT_OUT.test(command.words[at - 1]?.text ?? '')) continue
    if (word.text === null && word.from !== undefined && shell.by !== null) trace.notes.name({ by: shell.by, word, inVariable: false })
    for (const found of pathsIn(word, start)) {
      // Some programs expand the tilde that a shell leaves as it is.
      const part: Word = found.text?.startsWith('~/') === true ? { text: trace.scene.home + found.text.slice(1) } : found
      const text = pathText(shell, part)
      if (text === '' || text.length > 4096 || NO_PATH.test(text)) continue
      if (hasGlob(part)) {
        noteMeant({ shell, command, parsed }, (owns ??= [...ownFolders(trace.scene), ...(trace.scene.wired ?? NONE)].map((own) => own.split('/'))), text, note)
        continue
      }
      // Where one stands in it, any path is one of ours; a mere word may be no path.
      if (!ours.test(text) && !(standing && /[./]/.test(text))) continue
      const { resolved, places } = locate(shell, part)
      if (resolved === null) continue
      if (IS_OURS.some((place) => places.includes(place))) note(resolved, places)
      else if (runtimeFolders(trace.scene).includes(resolved))
        act({ do: 'change', what: 'runtime-folder', target: { text: resolved }, places }, shell, command.span)
    }
  }
}

/** `GIT_TRACE=FILE git status`: many programs write to the file that a variable names, whatever they are told to do. */
export function noteOwnAssigned(shell: Shell, assigns: Performed['assigns'], command: Performed): void {
  if (shell.at !== 'here' || assigns.length === 0) return
  const ours = likeOurs(shell.trace.scene)
  for (const { value } of assigns) {
    if (!mayNameOurs(value, ours)) continue
    if (value.text === null && value.from !== undefined && shell.by !== null) shell.trace.notes.name({ by: shell.by, word: value, inVariable: true })
    for (const part of pathsIn(value, knownStart(value))) {
      if (part.text === null ? !hasGlob(part) : !ours.test(part.text)) continue
      const { resolved, places } = locate(shell, part)
      if (resolved === null || !IS_OURS.some((place) => places.includes(place))) continue
      act({ do: 'change', what: 'variable-names-ours', target: { text: resolved }, places }, shell, command.span)
      return
    }
  }
}

/** `GOBIN=… go install`: programs are put where the one lies that runs us. */
export function noteInstalledTo(shell: Shell, value: Word, command: Performed): void {
  if (shell.at !== 'here') return
  const { resolved, places } = locate(shell, value)
  if (resolved !== null && runtimeFolders(shell.trace.scene).includes(resolved))
    act({ do: 'change', what: 'runtime-folder', target: { text: resolved }, places }, shell, command.span)
}

/** `prettier --write ~/.claude`: a program nobody described is given the folder of a file that holds our entry, and may change all in it. */
export function noteHolding(shell: Shell, command: Performed): void {
  const { trace } = shell
  const { scene } = trace
  if (shell.at !== 'here' || scene.wired === undefined) return
  const folders = scene.wired.map(parentOf).filter((folder) => folder !== scene.project && !isWithin(scene.home, folder))
  if (folders.length === 0) return
  for (const word of command.words.slice(1)) {
    // Over the budget, that itself is said.
    if (trace.budget.spent) break
    const start = knownStart(word)
    // One of these ends each of their spellings.
    if (!/[\w.~/]$/.test(start) || !(/^\.?\/?$/.test(start) || folders.some((folder) => start.includes(lastComponent(folder))))) continue
    const parts = pathsIn(word, start)
    if (!afford(shell, parts.length / PARTS_A_STEP)) return
    for (const part of parts) {
      const { resolved, places } = locate(shell, part.text?.startsWith('~/') === true ? { text: scene.home + part.text.slice(1) } : part)
      if (resolved === null || !folders.includes(resolved)) continue
      const target = { text: resolved }
      act({ do: 'change', what: 'touch', target, places: [...places, 'contains-our-entry'], recursive: true }, shell, command.span)
      return
    }
  }
}

const PARTS_A_STEP = 64

const mayNameOurs = (word: Word, ours: RegExp): boolean => word.text === null || ours.test(word.text) || hasGlob(word)
function isAnyLike(words: readonly Word[], ours: RegExp): boolean {
  for (let at = 1; at < words.length; at++) if (mayNameOurs(words[at] as Word, ours)) return true
  return false
}

/** What it runs judges the words of what it runs. */
const isCarrier = (line: Line): boolean =>
  line.parsed.chain.some(({ runs }) =>
    runs.some((carrier) => carrier.kind !== 'code' && carrier.kind !== 'script' && carrier.from.some(isOperand) && applies(line, carrier)),
  )
const isOperand = (selector: string): boolean => !selector.startsWith('-') && selector !== 'stdin'

/** The word itself, and what stands in it behind `=`, `@`, `:`, `,` or a short option. */
export function pathsIn(word: Word, start: string): readonly Word[] {
  const found = [word]
  const equals = start.indexOf('=')
  if (equals > 0) found.push(wordFrom(word, equals + 1))
  if (/^-[A-Za-z0-9]./.test(start)) found.push(wordFrom(word, 2))
  // `vim -V9FILE`
  const numbered = /^-[A-Za-z]\d{1,3}(?=[/~])/.exec(start)
  if (numbered !== null) found.push(wordFrom(word, numbered[0].length))
  if (start.startsWith('@')) found.push(wordFrom(word, 1))
  if (word.text !== null && !hasGlob(word) && /[:,]/.test(start)) found.push(...start.split(/[:,=]/).map((text) => ({ text })))
  return found
}

/** `~/.config/*\/settings.yaml` means ours too. A name that is not all wildcard was meant for us: then it counts for reading as well. */
function noteMeant(line: Line, owns: readonly (readonly string[])[], text: string, note: (target: string, places: readonly string[]) => void): void {
  const { shell, command, parsed } = line
  const cwd = shell.cwd.text
  if (cwd === null && !text.startsWith('/')) return
  // Most patterns are of the project: nothing of ours lies below it.
  if (!text.startsWith('/') && !text.includes('..') && owns.every((parts) => !isWithin(parts.join('/'), cwd ?? '/'))) return
  const pattern = normalise(text, cwd ?? '/')
  // At any depth: only what really has such a name.
  if (pattern.includes('**')) {
    const [found] = oursLike(pattern, shell.trace.scene, false, false, (steps) => void afford(shell, steps), shell.trace.notes.widened)
    return found === undefined || !IS_OURS.includes(found) ? undefined : note(pattern, [found, 'pattern'])
  }
  const like = pattern.split('/')
  for (const parts of owns) {
    if (like.length < parts.length || !parts.every((part, i) => fits(like[i] ?? '', part))) continue
    const path = [...parts, ...like.slice(parts.length)].join('/')
    const entry = shell.trace.scene.wired?.includes(parts.join('/')) === true
    note(path, [entry ? 'our-entry' : 'self', 'pattern'])
    if (entry) continue
    const last = like[parts.length - 1] ?? ''
    const reads = parsed.node.does.some((effect) => effect.kind === 'read' && effect.how !== 'list' && applies(line, effect))
    if (reads && /[a-z]/i.test(last)) act({ do: 'read', path: { text: folderOf(path) }, how: 'pattern' }, shell, command.span)
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
