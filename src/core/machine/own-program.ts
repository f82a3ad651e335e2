// Is a file that is run this gate's own program, whatever it is called and however it is reached?
import type { Action, Scene, Span, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin, lastComponent, normalise } from '../text/path.ts'
import { oursLike } from '../self/own-ground.ts'
import { mayLoosen } from '../self/own-commands.ts'
import { programFiles } from '../self/own-paths.ts'
import { throughLinks } from '../disk/links.ts'
import { contentOf, locate, pathText } from '../disk/paths.ts'
import { hasGlob, knownStart } from '../value/fields.ts'
import { leaveOut } from '../log/process.ts'
import { act } from './act.ts'
import type { Shell } from './process.ts'
import type { Trace } from '../log/trace.ts'

/** What our program says when it cannot start; so does a copy of it, and a link to it. */
const SAYS = 'repair it with: npm install --global prudent'
/** It hardly does more than say so. */
const LONGEST = 4000
/** What runs us is ours too, and everybody's. */
const RUNTIME = /\/(?:node|bun|deno)(?:\.exe)?$/i

export function isOwnProgram(shell: Shell, file: Word): boolean {
  if (shell.at !== 'here') return false
  if (file.text === null && hasGlob(file) && oursLike(normalise(pathText(shell, file), knownStart(shell.cwd)), shell.trace.scene, false, true).includes('self'))
    return true
  if (file.text === null) return speaksOfOurs(shell.trace, file)
  if (/^npm:\/?prudent(?:@[^/]*)?$/.test(file.text)) return true
  const { resolved, places } = locate(shell, file)
  if (resolved === null) return false
  if (file.deep !== undefined) return isFoundBelow(shell.trace.scene, file.deep, lastComponent(file.text)) || speaksOfOurs(shell.trace, file)
  // What is unpacked or copied under our name before it runs is not there yet to be looked at.
  if (contentOf(shell, file) === null && (UNPACKED.test(resolved) || (OUR_FILE.test(resolved) && bringsOurs(shell.trace)))) return true
  if (places.includes('self')) return !RUNTIME.test(throughLinks(shell.disk, resolved))
  // `npx .`, `node .`: a folder stands for the program in it.
  const isOurs = (path: string): boolean => ['', '/dist/cli.js'].some((rest) => locate(shell, { text: path + rest }).places.includes('self'))
  if (isOurs(resolved) || copiedFrom(shell, resolved).some((path) => isOurs(path) && !RUNTIME.test(path))) return true
  const text = contentOf(shell, file)?.text
  return text != null && text.length <= LONGEST && text.includes(SAYS)
}

const UNPACKED = /\/prudent[^/]*\/dist\/cli\.js$/
const OUR_FILE = /\/dist\/cli\.js$/
/** Whether something that speaks of us was unpacked or fetched before. */
const bringsOurs = ({ notes, actions }: Trace): boolean =>
  notes.arrivals.length > 0 &&
  actions.some((action) => action.does === 'run' && action.operands.some(({ text }) => text !== null && /(?:^|\/)prudent\b/.test(text)))
/** What a search by name finds of our program. */
function isFoundBelow(scene: Scene, folder: string, name: string): boolean {
  const like = compileGlob(name)
  return programFiles(scene).some((file) => isWithin(file, folder) && like(lastComponent(file)))
}

/** A program or script whose name is not known, with the words of one of our commands that loosen. */
export function noteLoosening(shell: Shell, words: readonly Word[], target: Word, span: Span): void {
  if (shell.at === 'here' && mayLoosen(words)) act({ do: 'change', what: 'may-loosen', target }, shell, span)
}

/** Where what is run is computed: whether what computes it speaks of us. */
export function speaksOfOurs({ actions, notes, scene }: Trace, { parts = [], from = [] }: Word): boolean {
  if (parts.some((part) => part.kind !== 'unknown' && HINT.test(part.text))) return true
  const found = new Set(from)
  for (const id of found) {
    const action = actions[id]
    if (action === undefined) continue
    if (found.size > MOST_SOURCES) return true
    for (const one of action.takes) found.add(one)
    const { items, cwd } = notes.listedBy(id) ?? NOTHING_LISTED
    if (items.some(({ text, deep }) => text !== null && deep === undefined && oursLike(normalise(text, cwd), scene, false).includes('self'))) return true
    const words = action.does === 'run' ? [...action.operands, ...action.options.flatMap(({ value }) => (value === true ? [] : [value])), ...items] : items
    if (words.some(isHint) || (action.does === 'read' && HINT.test(action.path.text ?? ''))) return true
  }
  return false
}
const NOTHING_LISTED: { readonly items: readonly Word[]; readonly cwd: string } = { items: [], cwd: '' }
const HINT = /prud/i
const isHint = ({ text, parts = [] }: Word): boolean => HINT.test(text ?? parts.map((part) => (part.kind === 'unknown' ? ' ' : part.text)).join(''))
/** What comes out of more than these may come out of something of ours too. */
const MOST_SOURCES = 1000

const MOST_COPIES = 400
/** Under which names it lay before this call copied or moved a folder that it is in. */
function copiedFrom(shell: Shell, path: string): readonly string[] {
  const { puts, sources } = movesIn(shell.trace.actions)
  const found: string[] = []
  for (const { to, by } of puts) {
    if (!isWithin(path, to)) continue
    if (found.length >= MOST_COPIES) {
      leaveOut(shell, 'a program that was copied more often than is followed')
      break
    }
    const rest = path.slice(to.length)
    for (const source of sources.get(by) ?? []) {
      const inside = `/${lastComponent(source)}`
      found.push(source + rest)
      if (rest === inside || rest.startsWith(`${inside}/`)) found.push(source + rest.slice(inside.length))
    }
  }
  return found
}

interface Moves {
  seen: number
  readonly puts: { readonly to: string; readonly by: Action['by'] }[]
  readonly sources: Map<Action['by'], string[]>
}
/** Asked for each file that is run: each action is looked at once. */
const MOVES = new WeakMap<readonly Action[], Moves>()
function movesIn(actions: readonly Action[]): Moves {
  let moves = MOVES.get(actions)
  if (moves === undefined || moves.seen > actions.length) MOVES.set(actions, (moves = { seen: 0, puts: [], sources: new Map() }))
  for (; moves.seen < actions.length; moves.seen++) {
    const action = actions[moves.seen]
    if (action === undefined || (action.does !== 'write' && action.does !== 'read' && action.does !== 'delete') || action.resolved === null) continue
    if (action.does === 'write') {
      if (action.resolved !== '/') moves.puts.push({ to: action.resolved, by: action.by })
    } else if (moves.sources.has(action.by)) moves.sources.get(action.by)?.push(action.resolved)
    else moves.sources.set(action.by, [action.resolved])
  }
  return moves
}
