// Keeps the effects that the code has had so far, and whose data each takes in.
import type { Because, PathHow, Severity, Word } from '../../model.ts'
import type { CodeEffect, CodeEffectBase } from './effects.ts'
import { isSet, option, pick } from './call.ts'
import type { Call, Language, Meaning } from './call.ts'
import { addressOf, flat, holds, mongoText, targets, withoutStart } from './conditions.ts'
import { isAddress, reach } from './paths.ts'
import { elementsOf } from './members.ts'
import { said } from './literal-arguments.ts'
import { alternatives, asText, concat, ENVIRONMENT, fromOf, isDecoded, list, literal, numberOf, PLAIN, SECRET, SOCKET, text, union, wordOf } from './values.ts'
import { waysOf } from './ways.ts'
import type { From, Value } from './values.ts'
import type { FunctionCode } from './syntax.ts'
import { withText } from './written-text.ts'

const MAX_EFFECTS = 1000
const SHELLS = /^(?:.*\/)?(?:sh|bash|zsh|dash|ksh|ash)$/

type Effect<T> = T extends unknown ? Omit<T, keyof CodeEffectBase> : never
type Draft = CodeEffect & { readonly takes: number[] }
type Sink = 'print' | 'send' | 'write' | 'other'
type Where = Pick<CodeEffect, 'start' | 'end'>

/** `stands`: where the code lies that is being read, if not in the text that was given, and whether anybody calls it. */
export function createRecorder(language: Language, stands: () => Omit<Partial<CodeEffectBase>, 'takes'>) {
  const effects: Draft[] = []
  const seen = new Map<string, number>()
  const forking = new Set<FunctionCode>()
  const told = new Set<string>()
  let full = false

  function add(where: Where, effect: Effect<CodeEffect>, takes: readonly number[] = []): number {
    const lies = stands()
    const key = `${lies.file ?? ''}:${lies.folder?.text ?? ''}:${where.start}:${where.end}:${JSON.stringify(effect)}`
    const known = seen.get(key)
    if (known !== undefined) {
      addTakes(known, takes)
      return known
    }
    if (effects.length >= MAX_EFFECTS) {
      if (!full) {
        full = true
        const { start, end } = where
        effects.push({ does: 'unknown', because: 'too-much', could: 'high', detail: 'more effects than are followed', start, end, takes: [] })
      }
      return effects.length - 1
    }
    effects.push({ ...effect, start: where.start, end: where.end, takes: [...takes], ...lies })
    seen.set(key, effects.length - 1)
    return effects.length - 1
  }
  function addTakes(index: number, takes: readonly number[]): void {
    const draft = effects[index]
    if (draft === undefined) return
    for (const one of takes) if (one !== index && !draft.takes.includes(one)) draft.takes.push(one)
  }

  /** What a file that is taken in reads and prints itself is more than settings for others. */
  function show(index: number): void {
    const draft = effects[index]
    if (draft?.does === 'read' && draft.file !== undefined && draft.file === stands().file) effects[index] = { ...draft, shown: true }
  }
  /** Turns marks into effects where the data goes somewhere it can be seen. */
  function taken(from: From, sink: Sink, where: Where): number[] {
    const takes: number[] = []
    for (const one of from) {
      if (one >= 0) {
        takes.push(one)
        if (sink === 'print') show(one)
      } else if ((one === ENVIRONMENT && sink !== 'other') || (one === SECRET && (sink === 'print' || sink === 'send')))
        takes.push(add(where, { does: 'environment' }))
      else if (one === PLAIN && sink === 'print') takes.push(add(where, { does: 'environment', one: true }))
    }
    return takes
  }

  function unread(because: Because, where: Where, could: Severity = 'high'): void {
    if (told.has(`${because} ${could}`)) return
    told.add(`${because} ${could}`)
    add(where, { does: 'unknown', because, could, detail: 'code too large to follow' })
  }
  const bomb = (where: Where): number => add(where, { does: 'unknown', because: 'too-much', could: 'critical', detail: 'fork bomb' })
  const isSocket = (value: Value | undefined): boolean => value !== undefined && fromOf(value).includes(SOCKET)

  function path(does: 'read' | 'write' | 'delete', how: PathHow, value: Value, call: Call, recursive: boolean, takes: readonly number[]): number | null {
    if (value.is === 'constant' || value.is === 'function' || (value.is === 'thing' && ['file', 'process', 'socket', 'stream'].includes(value.kind)))
      return null
    if (does === 'read' && isAddress(value)) return connect(value, { method: 'GET' }, call, takes)
    const from = taken(fromOf(value), 'other', call)
    return add(call, { does, path: wordOf(value), how, ...reach(value, recursive) }, [...from, ...takes])
  }

  function paths(does: 'read' | 'write' | 'delete', how: PathHow, meaning: Meaning, call: Call): number | null {
    const first = meaning.at?.[0]
    const values = meaning.every === true ? call.args.slice(typeof first === 'number' ? first : 0).flatMap(targets) : targets(pick(call, meaning.at))
    const recursive = meaning.recursive === true || (Array.isArray(meaning.recursive) && isSet(call, meaning.recursive))
    const body = pick(call, meaning.body)
    const takes = body === undefined ? [] : taken(fromOf(body), does === 'write' ? 'write' : 'other', call)
    let index: number | null = null
    for (const value of values) {
      const made = path(does, how, value, call, recursive, takes)
      if (made !== null) effects[made] = withText(effects[made]!, body)
      index = made ?? index
    }
    return index
  }

  function open(meaning: Meaning, call: Call): number | null {
    const given = pick(call, meaning.to)
    const mode = given === undefined ? 'r' : (literal(given) ?? (given.is === 'named' ? given.name : 'r'))
    if (/\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(mode)) return paths('write', 'edit', meaning, call)
    if (mode.includes('a')) return paths('write', 'append', meaning, call)
    if (mode.includes('w') || mode === '>') return paths('write', 'truncate', meaning, call)
    if (mode === '>>') return paths('write', 'append', meaning, call)
    if (mode.includes('x')) return paths('write', 'create', meaning, call)
    if (mode.includes('+')) return paths('write', 'edit', meaning, call)
    return paths('read', 'whole', meaning, call)
  }

  /** Perl's open: the way of opening stands before the path, or in front of it in one text. */
  function openSpec(call: Call): number | null {
    const spec = call.args[1]
    if (spec === undefined) return null
    const rest = call.args.slice(2)
    const way = /^\s*(\+?[<>]{1,2}&?|\|-?|-\|)?(?::\S+)?\s*/.exec(flat(wordOf(spec)))
    const mode = way?.[1] ?? ''
    if (mode.endsWith('&') && effects.some(isTcp)) return add(call, { does: 'network-shell' })
    if (mode === '-|' || mode === '|-') return rest.length === 1 ? shell(rest[0]!, call) : run(rest, call)
    const inner = rest[0] ?? withoutStart(spec, way?.[0].length ?? 0)
    if (mode === '|') return shell(inner, call)
    if (rest.length === 0 && flat(wordOf(spec)).trimEnd().endsWith('|')) return shell(text(flat(wordOf(spec)).trimEnd().slice(0, -1)), call)
    if (mode === '' && rest.length === 0 && literal(spec) === null && asText(spec).parts[0]?.kind === 'unknown')
      return path('read', 'whole', spec, call, false, [])
    const how: PathHow = mode === '>' ? 'truncate' : mode === '>>' ? 'append' : mode.startsWith('+') ? 'edit' : 'whole'
    return path(how === 'whole' ? 'read' : 'write', how, inner, call, false, [])
  }
  const isTcp = (effect: CodeEffect): boolean => effect.does === 'connect' && (flat(effect.url).startsWith('tcp://') || effect.url.text === null)

  function pair(how: 'copy' | 'move', meaning: Meaning, call: Call): number | null {
    const source = pick(call, meaning.at)
    const target = pick(call, meaning.to)
    const deep = meaning.recursive === true || (Array.isArray(meaning.recursive) && isSet(call, meaning.recursive))
    let from: number[] = []
    for (const value of targets(source)) {
      const index = path(how === 'copy' ? 'read' : 'delete', how === 'copy' ? 'whole' : 'move', value, call, deep || how === 'move', [])
      if (index !== null) from = [...from, index]
    }
    let index: number | null = null
    for (const value of targets(target)) index = path('write', how, value, call, deep, from)
    return index
  }

  function shell(value: Value, call: Call): number | null {
    let index: number | null = null
    for (const one of targets(value)) {
      if (one.is === 'constant' || one.is === 'function') continue
      const word = wordOf(one)
      const from = fromOf(one)
      const takes = taken(from, 'other', call)
      if (from.includes(SOCKET) || (/[<>]&/.test(flat(word)) && effects.some(isTcp))) add(call, { does: 'network-shell' }, takes)
      // Decoded text is said to be so: what was hidden matters beside what it does.
      index = isDecoded(one)
        ? add(call, { does: 'code', language: 'shell', text: word, decoded: true }, takes)
        : add(call, { does: 'shell', text: word }, takes)
    }
    return index
  }

  /** Every value that a word may have is judged. */
  const run = (values: readonly Value[], call: Call): number | null => waysOf(values).reduce<number | null>((index, one) => runWords(one, call) ?? index, null)
  function runWords(values: readonly Value[], call: Call): number | null {
    const words: Word[] = values.map(wordOf)
    const from = values.reduce<From>((all, value) => union(all, fromOf(value)), [])
    if (words.length === 0) return null
    if (from.includes(SOCKET)) add(call, { does: 'network-shell' })
    if (['stdin', 'stdout', 'stdio', 'input'].some((name) => isSocket(option(call, name)))) add(call, { does: 'network-shell' })
    const input = option(call, 'input')
    if (input !== undefined && SHELLS.test(words[0]!.text ?? '')) shell(input, call)
    return add(call, { does: 'run', words }, taken(from, 'other', call))
  }

  function words(meaning: Meaning, call: Call): number | null {
    const first = pick(call, meaning.at)
    if (first === undefined) return null
    if (meaning.shell !== undefined && isSet(call, meaning.shell)) {
      if (meaning.does === 'spawn') {
        let all: Value = first
        for (const word of elementsOf(pick(call, meaning.to) ?? list([])).items) all = concat(concat(all, text(' ')), word)
        return shell(all, call)
      }
      return shell(first.is === 'list' ? (first.items[0] ?? first) : first, call)
    }
    let index: number | null = null
    for (const one of alternatives(first)) {
      const second = pick(call, meaning.to)
      const more =
        meaning.every === true
          ? call.args.slice(Number(meaning.to?.[0] ?? 1))
          : second === undefined || second.is === 'map' || second.is === 'function'
            ? []
            : elementsOf(second).items
      index = run([...(one.is === 'list' ? one.items : [one]), ...more.filter((value) => value.is !== 'map' && value.is !== 'function')], call)
    }
    return index
  }

  function connect(target: Value | undefined, meaning: Meaning, call: Call, extra: readonly number[] = []): number | null {
    let index: number | null = null
    for (const one of alternatives(target ?? text(''))) {
      const url = addressOf(one, meaning, call)
      if (url === null) continue
      const bodies = (meaning.body ?? [])
        .map((slot) => pick(call, [slot]))
        .filter((value) => value !== undefined && value.is !== 'function' && !(value.is === 'constant' && value.value === null))
      const carried = one.is === 'thing' && one.kind === 'request' ? one.from : []
      const asked = union(
        fromOf(url),
        (meaning.query ?? []).reduce<From>((all, slot) => union(all, fromOf(pick(call, [slot]) ?? text(''))), []),
      )
      const takes = taken(
        union(
          bodies.reduce<From>((all, value) => union(all, fromOf(value!)), carried),
          asked,
        ),
        'send',
        call,
      )
      const named = typeof meaning.method === 'string' ? meaning.method : literal(pick(call, meaning.method ?? ['method']))
      const tracked = taken(asked, 'send', call).length > 0
      const sends = bodies.length > 0 || (one.is === 'thing' && one.kind === 'request' && one.effect !== null) || tracked
      index = add(call, { does: 'connect', url: wordOf(url), sends, method: named?.toUpperCase() ?? null, ...said(call) }, [...takes, ...extra])
    }
    return index
  }

  function query(meaning: Meaning, call: Call): number | null {
    let index: number | null = null
    const given = pick(call, meaning.at)
    const shown =
      meaning.engine === 'mongo' ? text(mongoText(call)) : meaning.engine === 'redis' ? text(call.name.slice(call.name.search(/\w+$/)).toUpperCase()) : given
    for (const one of alternatives(shown ?? text(''))) {
      const value = one.is === 'map' ? (one.entries.get('text') ?? one.entries.get('sql') ?? one) : one
      index = add(call, { does: 'query', engine: meaning.engine ?? 'sql', text: wordOf(value) }, taken(fromOf(value), 'other', call))
    }
    return index
  }

  function perform(meaning: Meaning, call: Call, endless: boolean, running: readonly FunctionCode[]): number | null {
    if (!holds(meaning, call)) return meaning.or === undefined ? null : perform(meaning.or, call, endless, running)
    const index = performed(meaning, call, endless, running)
    if (meaning.and !== undefined) {
      const second = perform(meaning.and, call, endless, running)
      if (index !== null && second !== null && effects[second]!.does === 'write') addTakes(second, [index])
    }
    return index
  }

  function performed(meaning: Meaning, call: Call, endless: boolean, running: readonly FunctionCode[]): number | null {
    switch (meaning.does) {
      case 'read':
      case 'write':
      case 'delete':
        return paths(meaning.does, meaning.how ?? (meaning.does === 'write' ? 'truncate' : 'whole'), meaning, call)
      case 'open':
        return open(meaning, call)
      case 'open-spec':
        return openSpec(call)
      case 'copy':
      case 'move':
        return pair(meaning.does, meaning, call)
      case 'shell': {
        const value = pick(call, meaning.at)
        return value === undefined ? null : shell(meaning.when === 'pipe' ? withoutStart(value, 1) : value, call)
      }
      case 'words':
      case 'spawn':
        return words(meaning, call)
      case 'command': {
        const given = call.args.slice(0, meaning.at === undefined ? undefined : 1).filter((value) => value.is !== 'map' && value.is !== 'function')
        if (given.length === 1 && given[0]!.is !== 'list') return shell(given[0]!, call)
        return given.length === 0
          ? null
          : run(
              given.flatMap((value) => (value.is === 'list' ? value.items : [value])),
              call,
            )
      }
      case 'code': {
        const value = pick(call, meaning.at)
        if (value === undefined || value.is === 'function' || value.is === 'constant') return null
        let index: number | null = null
        for (const one of alternatives(value))
          index = add(
            call,
            { does: 'code', language: meaning.language ?? language.name, text: wordOf(one), decoded: isDecoded(one) },
            taken(fromOf(one), 'other', call),
          )
        return index
      }
      case 'connect':
        return connect(pick(call, meaning.at), meaning, call)
      case 'put':
      case 'send':
        return carry(call)
      case 'query':
        return query(meaning, call)
      case 'signal':
        return signal(meaning, call)
      case 'change': {
        let index: number | null = null
        const given = pick(call, meaning.to)
        const number = numberOf(given)
        const value =
          given === undefined ? null : number !== null && given.is === 'constant' && meaning.what === 'mode' ? { text: number.toString(8) } : wordOf(given)
        for (const target of meaning.every === true ? call.args.slice(Number(meaning.at?.[0] ?? 0)).flatMap(targets) : targets(pick(call, meaning.at))) {
          if (target.is === 'map') continue
          index = add(call, { does: 'change', what: meaning.what ?? 'mode', target: wordOf(target), value, ...reach(target, meaning.recursive === true) })
        }
        return index
      }
      case 'print':
        for (const value of call.args) taken(fromOf(value), 'print', call)
        for (const value of call.self === null ? [] : [call.self]) taken(fromOf(value), 'print', call)
        return null
      case 'environment':
        return add(call, { does: 'environment' })
      case 'fork':
        for (const code of running) forking.add(code)
        return endless ? bomb(call) : null
      case 'join-streams': {
        const sides = [...(call.self === null ? [] : [call.self]), ...call.args]
        const process = sides.some((side) => side.is === 'thing' && side.kind === 'process')
        return sides.some(isSocket) && (process || !call.name.endsWith('pipe')) ? add(call, { does: 'network-shell' }) : null
      }
      case 'obscure':
        return literal(call.args[0]) !== null ? null : isDecoded(call.args[0] ?? text('')) ? obscure(call) : takesIn(call)
      default:
        return null
    }
  }

  function signal(meaning: Meaning, call: Call): number | null {
    const target = pick(call, meaning.at)
    const sent = pick(call, meaning.to)
    // Signal 0 only asks whether the process is there.
    if (target === undefined || (sent !== undefined && literal(sent) === '0')) return null
    const pid = numberOf(target)
    return add(call, { does: 'signal', target: wordOf(target), broad: pid !== null && pid <= 0 })
  }

  function carry(call: Call): number | null {
    const self = call.self ?? call.args.find((value) => value.is === 'thing' && value.effect !== null)
    if (self?.is !== 'thing') return null
    const from = call.args.reduce<From>((all, value) => union(all, fromOf(value)), [])
    if (self.kind === 'process' && self.text !== null && SHELLS.test(literal(self.text) ?? '') && call.args[0] !== undefined) return shell(call.args[0], call)
    if (self.effect === null) return null
    const draft = effects[self.effect]
    if (draft === undefined) return null
    if (draft.does === 'connect' && call.args.some((value) => value.is !== 'function')) {
      effects[self.effect] = { ...draft, sends: true, along: [...(draft.along ?? []), ...(said(call).along ?? [])].slice(0, 200) }
      addTakes(self.effect, taken(from, 'send', call))
    } else if (draft.does === 'write') {
      effects[self.effect] = withText(
        draft,
        call.args.find((value) => value !== self),
      )
      addTakes(self.effect, taken(from, 'write', call))
    }
    return null
  }

  function obscure(where: Where): number {
    return add(where, { does: 'unknown', because: 'code-text', could: 'high', detail: 'a function picked by a name that is worked out' })
  }

  /** Code of which nobody knows where it lies: it may be this gate's own. */
  const takesIn = (call: Call): number | null =>
    language.tellsTakenIn && call.args[0] !== undefined
      ? add(call, { does: 'change', what: 'takes-in', target: wordOf(call.args[0]), value: null, recursive: false })
      : null

  return {
    perform,
    unread,
    obscure,
    /** A value left as the last thing of a line, which some interpreters print. */
    shown: (value: Value, where: Where): void => {
      if (language.shows) taken(fromOf(value), 'print', where)
    },
    assigned: (of: Value, key: string, value: Value, where: Where): void => {
      if (of.is === 'thing' && of.effect !== null && /^(?:body|data)/.test(key))
        carry({ name: key, self: of, args: [value], options: new Map(), start: where.start, end: where.end })
    },
    recursion: (code: FunctionCode, where: Where): void => {
      if (forking.has(code)) bomb(where)
    },
    finish: (): CodeEffect[] => effects,
  }
}
