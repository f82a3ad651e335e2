// What does the program's entry say it does with these words? `does` of programs/*.yaml, carried out.
import type { PathHow, Place, Word } from '../model.ts'
import { computedOutput } from './computed-output.ts'
import { manifestChanges } from './manifests.ts'
import { switchesBrought, switchesIn, switchesUnseen } from './switched.ts'
import { hear, openedAs } from './descriptors.ts'
import { isWithin } from '../text/path.ts'
import { askLinks, contentOf, keepContent, locate } from '../disk/paths.ts'
import type { Going } from './foreign-token.ts'
import { knownText } from '../value/fields.ts'
import { afford, bulkOfText } from '../log/process.ts'
import type { Performed, Shell } from './process.ts'
import { NO_PLACES, NONE, union, unknownWord } from '../value/text.ts'
import type { Effect as Stated } from '../meaning/entries.ts'
import { hostsOnTheWay } from './proxies.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import { searchedBy } from './searched.ts'
import { applies, select } from '../meaning/selectors.ts'
import type { Line } from './shell.ts'
import { hasTrait } from '../meaning/traits.ts'
import type { PutEffect } from './effect.ts'
import { act, actAll } from './act.ts'
import { query } from './query.ts'
import { tell } from './told.ts'

/** Ids of what was read or fetched: where this command's output comes from. */
export function applyEffects(shell: Shell, command: Performed, parsed: Parsed): readonly number[] {
  const { does } = parsed.node
  if (does.length === 0) return []
  const line: Line = { shell, command, parsed }
  const sources: number[] = []
  // Reads first, then connections, then the rest: what is written or sent comes from what was read.
  for (const effect of inOrder(does)) if (applies(line, effect)) apply(line, effect, sources)
  return sources
}

const PASSES: Readonly<Record<Stated['kind'], number>> = { read: 0, dump: 0, connect: 1, write: 2, change: 2, signal: 2, query: 2, delete: 3 }
const ordered = new WeakMap<readonly Stated[], readonly Stated[]>()
function inOrder(does: readonly Stated[]): readonly Stated[] {
  if (does.length === 1) return does
  let known = ordered.get(does)
  if (known === undefined) ordered.set(does, (known = does.toSorted((a, b) => PASSES[a.kind] - PASSES[b.kind])))
  return known
}

function apply(line: Line, effect: Stated, sources: number[]): void {
  const { shell, command, parsed } = line
  const recursive = effect.recursive === true || (effect.recursive !== undefined && has(parsed.options, effect.recursive))
  switch (effect.kind) {
    case 'read':
      for (const word of select(line, effect.on)) {
        const id = act({ do: 'read', path: word, how: (effect.how ?? 'whole') as PathHow, recursive, marks: searchedBy(parsed) }, shell, command.span)
        if (id !== null) sources.push(id)
        // `-d @/dev/fd/9`: what that was opened on.
        else if (DESCRIPTOR.test(word.text ?? '')) sources.push(...(openedAs(shell, word, command.stdin)?.from ?? NONE))
      }
      return
    case 'write':
      return writeAll(line, effect, sources, recursive)
    case 'delete': {
      const marks = effect.how === 'move' ? whereto(line) : effect.value === undefined ? NO_PLACES : mirrored(line, effect.value)
      for (const word of select(line, effect.on))
        act({ do: 'delete', path: word, how: (effect.how ?? 'whole') as PathHow, recursive, marks }, shell, command.span)
      return
    }
    case 'dump':
      sources.push(act({ do: 'environment' }, shell, command.span))
      return
    case 'connect':
      return effect.told === true ? tell(line, effect) : connectAll(line, effect, sources)
    case 'change': {
      const targets = effect.target === undefined ? [null] : select(line, effect.target)
      const value = effect.value === undefined ? null : (select(line, effect.value)[0] ?? null)
      for (const target of targets) {
        // Over the budget it has been said that there is more.
        if (shell.trace.budget.spent) return
        if (target !== null && ON_PATHS.has(effect.what ?? '')) askLinks(shell, target)
        const places = target === null || !ON_PATHS.has(effect.what ?? '') ? NO_PLACES : placesOfChange(shell, target, recursive)
        act({ do: 'change', what: effect.what ?? '', target, places, value, recursive, takes: union(target?.from, value?.from) }, shell, command.span)
      }
      return
    }
    case 'signal': {
      const broad = effect.broad === true || (effect.broad !== undefined && has(parsed.options, effect.broad))
      for (const target of select(line, effect.on)) act({ do: 'signal', target, broad, takes: target.from ?? [] }, shell, command.span)
      return
    }
    case 'query': {
      const host = select(line, effect.host ?? [])[0]?.text ?? null
      for (const text of select(line, effect.text ?? [])) query(shell, command.span, effect.what ?? 'sql', text, host)
    }
  }
}

function placesOfChange(shell: Shell, target: Word, recursive: boolean): readonly Place[] {
  const { resolved, places } = locate(shell, target, recursive)
  return resolved !== null && shell.disk.isShared(resolved) ? [...places, 'hard-linked'] : places
}

/** `/dev/fd/9` */
const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/\d/
const ON_PATHS = new Set(['mode', 'owner', 'acl', 'attribute', 'mount', 'disk', 'format', 'link', 'group', 'label'])

/** What git checks out comes to lie in the folder that it works in. Of the project's own, whoever stands watch looks afterwards. */
function noteVersions({ shell, command, parsed }: Line): void {
  const { scene } = shell.trace
  const to = valuesOf(parsed.options, '--work-tree').at(-1) ?? valuesOf(parsed.options, '-C').at(-1) ?? shell.cwd
  const { resolved } = locate(shell, to)
  if (resolved === null || isWithin(scene.project, resolved) || isWithin(scene.home, resolved)) return
  act({ do: 'put', how: 'copy', from: [], to, brings: 'contents', ifOverOurs: true }, shell, command.span)
  actAll(switchesUnseen(shell, to, []), shell, command.span)
}

function writeAll(line: Line, effect: Stated, sources: readonly number[], recursive: boolean): void {
  const { shell, command, parsed } = line
  const { span } = command
  const how = (effect.how ?? 'truncate') as PathHow
  if (effect.brings === 'contents' || effect.brings === 'versions')
    for (const word of select(line, effect.on)) {
      act({ do: 'bring', ...(effect.brings === 'versions' ? { into: null, named: [] } : { into: word, named: parsed.operands }) }, shell, span)
      if (effect.brings === 'contents') actAll(switchesUnseen(shell, word, parsed.operands), shell, span)
    }
  if (effect.brings === 'versions' && shell.at === 'here' && shell.by !== null) return noteVersions(line)
  const reads = parsed.node.does.filter((other) => other.kind === 'read' && applies(line, other)).flatMap((other) => select(line, other.on))
  const takes = union(sources, command.stdin?.from)
  const targets = select(line, effect.on)
  // What comes from elsewhere keeps its name too.
  const putting = puttingOf(line, effect, how, reads, () => parsed.operands.slice(parsed.depth).filter((word) => !targets.includes(word)))
  for (const word of targets) {
    if (shell.trace.budget.spent) return
    const id =
      putting === null
        ? act({ do: 'write', path: word, how, recursive, takes }, shell, span)
        : act({ do: 'put', to: word, how, recursive, takes, ...putting, ifOverOurs: putting.brings === 'contents' && word === shell.cwd }, shell, span)
    // Unpacking where one stands is news only where it may lie over something of ours.
    if (id === null && putting?.brings === 'contents' && word === shell.cwd) continue
    // What comes from another machine or container, nobody has seen.
    const isFar = parsed.node.does.some(({ kind }) => kind === 'connect') || putting?.elsewhere?.some(({ text }) => text?.includes(':') === true) === true
    const isNamed = putting?.brings === 'files' && putting.elsewhere?.every(({ text }) => text !== null && OTHER_FILE.test(text)) === true
    const comes = isFar && reads.length === 0 && (putting !== null || how === 'create')
    if (comes && command.stdin === null) actAll(isNamed ? switchesIn(shell, word, null) : switchesUnseen(shell, word, []), shell, span)
    if (how === 'create' && id !== null && sources.length === 0) noteCreated(shell, word)
    noteWritten(line, effect, { word, how, reads, takes })
  }
}

interface Written {
  readonly word: Word
  readonly how: PathHow
  readonly reads: readonly Word[]
  readonly takes: readonly number[]
}
/** What the file holds from then on, and what that switches. */
function noteWritten(line: Line, effect: Stated, { word, how, reads, takes }: Written): void {
  const { shell, command, parsed } = line
  const { span } = command
  const [only] = reads
  const said = effect.value === undefined ? null : written(shell, word, how, select(line, effect.value))
  const known =
    said ?? (reads.length === 1 && only !== undefined && only.text !== '/dev/stdin' ? contentOf(shell, only) : reads.length <= 1 ? command.stdin : null)
  if (known?.text != null && word.text !== null) actAll(manifestChanges(shell.trace.books.places, word.text, known.text), shell, span)
  if (PUTS.has(how)) actAll(switchesBrought(shell, word, reads), shell, span)
  else if (how !== 'edit' && (known !== null || UNSEEN.has(how))) actAll(switchesIn(shell, word, known?.text ?? null), shell, span)
  // What another program makes of it is not what it was.
  const edits = how === 'edit' && hasTrait(shell.trace.books.meaning, parsed.chain[0]?.name ?? '', 'editor')
  const passes = !edits && hasTrait(shell.trace.books.meaning, parsed.node.name, 'passes-text')
  const passed = said ?? (passes ? known : madeOf(line, known))
  hear(shell, word, passed ?? unknownWord('file', true, takes))
  if (known !== null || takes.length > 0 || edits)
    keepContent(shell, word, passed ?? unknownWord('file', true, passes ? takes : union(takes, shell.by === null ? [] : [shell.by])))
}

/** What a decoder makes of what it reads. */
const madeOf = ({ shell, command, parsed }: Line, known: Word | null): Word | null =>
  known?.text != null && DECODES.test(parsed.node.prints)
    ? computedOutput(parsed.node.prints, { shell, command, parsed, id: shell.by ?? 0, input: () => known })
    : null
const DECODES = /^(?:decode:|unpack$)/

/** The lines that the command itself says, behind what is known to stand there. */
function written(shell: Shell, file: Word, how: PathHow, lines: readonly Word[]): Word | null {
  if (lines.length === 0 || lines.some((one) => one.text === null)) return null
  const before = how === 'append' ? (contentOf(shell, file)?.text ?? '') : ''
  return { text: `${before}${lines.map((one) => one.text).join('\n')}\n`, from: lines.reduce<readonly number[]>((all, one) => union(all, one.from), NONE) }
}

/** One file, by its ending, that is not an agent's settings. */
const OTHER_FILE = /(?:^|[/:])(?!settings(?:\.local)?\.json$|hooks\.json$|config\.toml$)[^/:]*\.[A-Za-z]\w{0,9}$/
/** All of it is new, and nobody knows what it is. */
const UNSEEN: ReadonlySet<PathHow> = new Set(['truncate', 'whole'])
const PUTS: ReadonlySet<PathHow> = new Set(['copy', 'move', 'link'])

type Putting = Pick<PutEffect, 'from' | 'elsewhere' | 'brings' | 'exact' | 'into' | 'hard' | 'slashMeansContents'>

/** What `cp -r x/.config ~` writes is not the home but what lies in it. Null where files are written, not put. */
function puttingOf(
  { parsed: { options } }: Line,
  { brings, on, exact = EXACT, slash }: Stated,
  how: PathHow,
  from: readonly Word[],
  others: () => readonly Word[],
): Putting | null {
  const elsewhere = from.length > 0 ? [] : others()
  // A link is its target's new name, wherever it leads.
  const named = how === 'link' && from.length + elsewhere.length === 0 && brings === true
  if (brings !== 'contents' && !PUTS.has(how)) return null
  return {
    from,
    elsewhere: named ? WHOLE : elsewhere,
    brings: brings === 'contents' ? brings : brings === true || (typeof brings === 'object' && has(options, brings)) ? 'folders' : 'files',
    exact: named || has(options, exact),
    into: on.some(isFolderOption),
    hard: !has(options, ['--symbolic']),
    slashMeansContents: slash === 'contents',
  }
}
const isFolderOption = (selector: string): boolean => selector.startsWith('--target')
const WHOLE: readonly Word[] = [{ text: '.' }]
const EXACT = ['--no-target-directory']

/** Where what is moved goes: into the trash (named, or the program's own), out of the project, or just elsewhere in it. */
function whereto(line: Line): readonly Place[] {
  const targets = line.parsed.node.does.filter((other) => other.kind === 'write' && other.how === 'move').flatMap((other) => select(line, other.on))
  if (targets.length === 0) return TO_TRASH
  const places = targets.flatMap((word) => locate(line.shell, word).places)
  if (places.includes('trash')) return TO_TRASH
  return places.some((place) => KEPT.has(place)) ? NO_PLACES : MOVED_OUT
}
/** What goes there comes out of a build, and what it replaces came out of one before. */
function mirrored(line: Line, from: readonly string[]): readonly Place[] {
  const sources = select(line, from)
  const isMade = sources.length > 0 && sources.every((word) => locate(line.shell, word).places.includes('regenerable'))
  return isMade ? MIRRORS : NO_PLACES
}
const MIRRORS: readonly Place[] = ['mirrors-build']
const TO_TRASH: readonly Place[] = ['to-trash']
const MOVED_OUT: readonly Place[] = ['moved-out']
const KEPT: ReadonlySet<Place> = new Set(['project', 'inside-project', 'approved', 'unresolved', 'partly-unresolved'])

function noteCreated(shell: Shell, word: Word): void {
  const { resolved, places } = locate(shell, word)
  if (resolved !== null && places.includes('inside-project')) shell.disk.make(resolved, shell.strict)
}

function connectAll(line: Line, effect: Stated, sources: number[]): void {
  const { shell, command } = line
  const sent = effect.sends === undefined || effect.sends === true ? [] : select(line, effect.sends)
  const sends = effect.sends === true || sent.length > 0
  const takes = sends
    ? sent.reduce<readonly number[]>((all, word) => union(all, word.from), union([...sources], effect.sends === true ? command.stdin?.from : []))
    : []
  const method = effect.method === undefined ? null : effect.method.startsWith('-') ? (select(line, [effect.method])[0]?.text ?? null) : effect.method
  const by = shell.by === null ? undefined : shell.trace.actions[shell.by]
  const telling = by?.does === 'run' && hasTrait(shell.trace.books.meaning, by.program, 'tells-all')
  const input = command.stdin === null || (!telling && effect.sends !== true) ? [] : [command.stdin]
  const along = telling ? command.words : NO_WORDS
  const body = [...sent, ...input]
  const bulk = [...body, ...along].reduce((sum, word) => sum + knownText(word).length, 0)
  const going: Going = afford(shell, bulkOfText(bulk)) ? { body, along, takes } : { body: NO_WORDS, along: NO_WORDS, takes }
  const via = hostsOnTheWay(line)
  const made = select(line, effect.on).flatMap((url) =>
    shell.trace.budget.spent ? [] : [act({ do: 'connect', url, sends, takes, method, going, via }, shell, command.span)],
  )
  sources.push(...made)
}

const NO_WORDS: readonly Word[] = []
