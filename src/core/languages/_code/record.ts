// Turns calls whose meaning is known into effects.
import type { Because, Part, Severity, Word } from '../../model.ts'
import type { CodeEffect } from './effects.ts'
import { pick } from './call.ts'
import type { Call, Language, Meaning } from './call.ts'
import { holds, targets, withoutStart } from './conditions.ts'
import { createEffectList } from './effect-list.ts'
import type { EffectList, Stands, Where } from './effect-list.ts'
import { reach } from './paths.ts'
import { onCopyOrMove, onOpen, onPaths, onPerlOpen } from './record-files.ts'
import { onConnect, onQuery, onSent, onUnheard } from './record-network.ts'
import { onCode, onCommand, onJoinedStreams, onShellText, onWords } from './record-programs.ts'
import { fromOf, isDecoded, literal, numberOf, text, wordOf } from './values.ts'
import type { Value } from './values.ts'
import type { FunctionCode } from './syntax.ts'

/** What a call stands in: loops without an end, and functions of the code. */
interface Around {
  /** How many. */
  readonly endless: number
  readonly running: readonly FunctionCode[]
}

export interface Recorder {
  /** The index of the effect, or null: the call has none of its own. */
  readonly perform: (meaning: Meaning, call: Call, around: Around) => number | null
  /** Said once for each reason. */
  readonly unread: (because: Because, where: Where, could?: Severity) => void
  readonly obscure: (where: Where) => number
  /** A value left as the last thing of a line, which some interpreters print. */
  readonly shown: (value: Value, where: Where) => void
  readonly assigned: (of: Value, key: string, value: Value, where: Where) => void
  /** A call of which nothing is known. */
  readonly unheard: (call: Call) => void
  readonly recursion: (code: FunctionCode, where: Where) => void
  readonly finish: () => CodeEffect[]
}

interface Recording {
  readonly to: EffectList
  readonly language: Language
  /** Functions that fork: called by themselves they are a fork bomb. */
  readonly forking: Set<FunctionCode>
}

export function createRecorder(language: Language, stands: Stands): Recorder {
  const to = createEffectList(stands)
  const recording: Recording = { to, language, forking: new Set() }
  const told = new Set<string>()
  return {
    perform: (meaning, call, around) => perform(recording, meaning, call, around),
    unread: (because, where, could = 'high') => {
      if (told.has(`${because} ${could}`)) return
      told.add(`${because} ${could}`)
      to.add(where, { does: 'unknown', because, could, detail: 'code too large to follow' })
    },
    obscure: (where) => onObscure(to, where),
    shown: (value, where) => {
      if (language.shows) to.taken(fromOf(value), 'print', where)
    },
    assigned: (of, key, value, { start, end }) => {
      if (of.is === 'thing' && /^(?:body|data)/.test(key)) onSent(to, { name: key, self: of, args: [value], options: new Map(), start, end })
      // `cmd.Stdin = connection`
      if (of.is === 'thing' && of.kind === 'process' && /^std(?:in|out|err)$/i.test(key))
        onJoinedStreams(to, { name: 'pipe', self: of, args: [value], options: new Map(), start, end })
    },
    unheard: (call) => onUnheard(to, call),
    recursion: (code, where) => {
      if (recording.forking.has(code)) onForkBomb(to, where)
    },
    finish: () => [...to.effects, ...to.said],
  }
}

function perform(recording: Recording, meaning: Meaning, call: Call, around: Around): number | null {
  if (!holds(meaning, call)) return meaning.or === undefined ? null : perform(recording, meaning.or, call, around)
  const index = performed(recording, meaning, call, around)
  if (meaning.and !== undefined) {
    const second = perform(recording, meaning.and, call, around)
    if (index !== null && second !== null && TAKES_IN.has(recording.to.effects[second]!.does)) recording.to.addTakes(second, [index])
  }
  return index
}

/** Of two things that one call does, the second takes in what the first gives. */
const TAKES_IN: ReadonlySet<string> = new Set(['write', 'connect'])

function performed({ to, language, forking }: Recording, meaning: Meaning, call: Call, { endless, running }: Around): number | null {
  switch (meaning.does) {
    case 'read':
    case 'write':
    case 'delete':
      return onPaths(to, meaning.does, meaning.how ?? (meaning.does === 'write' ? 'truncate' : 'whole'), meaning, call)
    case 'open':
      return onOpen(to, meaning, call)
    case 'open-spec':
      return onPerlOpen(to, call)
    case 'copy':
    case 'move':
      return onCopyOrMove(to, meaning.does, meaning, call)
    case 'shell': {
      const value = meaning.asks === undefined ? pick(call, meaning.at) : text(meaning.asks)
      return value === undefined ? null : onShellText(to, meaning.when === 'pipe' ? withoutStart(value, 1) : value, call)
    }
    case 'words':
    case 'spawn':
      return onWords(to, meaning, call)
    case 'command':
      return onCommand(to, meaning, call)
    case 'code':
      return onCode(to, pick(call, meaning.at), meaning.language ?? language.name, call)
    case 'connect':
      return onConnect(to, pick(call, meaning.at), meaning, call)
    case 'put':
    case 'send':
      return onSent(to, call)
    case 'query':
      return onQuery(to, meaning, call)
    case 'signal':
      return onSignal(to, meaning, call)
    case 'change':
      return onChange(to, meaning, call)
    case 'print':
      for (const value of call.args) to.taken(fromOf(value), 'print', call)
      if (call.self !== null) to.taken(fromOf(call.self), 'print', call)
      return onPrint(to, call)
    case 'environment':
      return to.add(call, { does: 'environment' })
    case 'fork':
      for (const code of running) forking.add(code)
      return endless > 0 ? onForkBomb(to, call) : null
    case 'join-streams':
      return onJoinedStreams(to, call)
    case 'obscure':
      return literal(call.args[0]) !== null ? null : isDecoded(call.args[0] ?? text('')) ? onObscure(to, call) : onTakenIn(to, language, call)
    default:
      return null
  }
}

function onChange(to: EffectList, meaning: Meaning, call: Call): number | null {
  let index: number | null = null
  const given = pick(call, meaning.to)
  const number = numberOf(given)
  const value =
    given === undefined ? null : number !== null && given.is === 'constant' && meaning.what === 'mode' ? { text: number.toString(8) } : wordOf(given)
  // A module's own function is called on nothing: its name says what is meant.
  const named = meaning.at?.[0] === 'self' && call.self === null && pick(call, meaning.at) === undefined ? [text(call.name)] : []
  for (const target of named.length > 0
    ? named
    : meaning.every === true
      ? call.args.slice(Number(meaning.at?.[0] ?? 0)).flatMap(targets)
      : targets(pick(call, meaning.at))) {
    if (target.is === 'map') continue
    index = to.add(call, { does: 'change', what: meaning.what ?? 'mode', target: wordOf(target), value, ...reach(target, meaning.recursive === true) })
  }
  return index
}

function onPrint(to: EffectList, call: Call): null {
  const said = call.args.filter(({ is }) => is !== 'thing' && is !== 'named').map(wordOf)
  const isKnown = said.length === call.args.length && said.length > 0 && said.every((word) => word.text !== null)
  const [only] = call.args
  // Where the home is, is known to whoever reads on.
  const one = isKnown || only === undefined || call.args.length > 1 ? null : wordOf(only)
  if (one?.parts?.some(isHome) === true && one.parts.every((part) => part.kind !== 'unknown' || isHome(part))) {
    to.say(call, one)
    return null
  }
  to.say(call, isKnown ? { text: said.map((word) => word.text).join(' ') } : UNSAID)
  return null
}
const isHome = (part: Part): boolean => part.kind === 'unknown' && part.name === 'HOME'
const UNSAID: Word = { text: null, parts: [{ kind: 'unknown', name: null, mayBeEmpty: true }] }

function onSignal(to: EffectList, meaning: Meaning, call: Call): number | null {
  const target = pick(call, meaning.at)
  const sent = pick(call, meaning.to)
  // Signal 0 only asks whether the process is there.
  if (target === undefined || (sent !== undefined && literal(sent) === '0')) return null
  const pid = numberOf(target)
  return to.add(call, { does: 'signal', target: wordOf(target), broad: pid !== null && pid <= 0 })
}

const onObscure = (to: EffectList, where: Where): number =>
  to.add(where, { does: 'unknown', because: 'code-text', could: 'high', detail: 'a function picked by a name that is worked out' })

const onForkBomb = (to: EffectList, where: Where): number => to.add(where, { does: 'unknown', because: 'too-much', could: 'critical', detail: 'fork bomb' })

/** Code of which nobody knows where it lies: it may be this gate's own. */
const onTakenIn = (to: EffectList, { tellsTakenIn }: Language, { args: [code], start, end }: Call): number | null =>
  tellsTakenIn && code !== undefined ? to.add({ start, end }, { does: 'change', what: 'takes-in', target: wordOf(code), value: null, recursive: false }) : null
