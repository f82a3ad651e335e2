// Which words of a command line are options, values, subcommands and operands?
import type { Assign, Option, Word } from '../model.ts'
import { NONE } from '../value/text.ts'
import { knownStart, wordFrom } from '../value/fields.ts'
import { optionOf, subcommandOf } from './entries.ts'
import type { OptionSpec, Program } from './entries.ts'

export interface Parsed {
  /** The deepest entry that matched: the program or its subcommand. */
  readonly node: Program
  /** The program and every subcommand down to `node`. */
  readonly chain: readonly Program[]
  readonly options: readonly Option[]
  /** Subcommand names first. */
  readonly operands: readonly Word[]
  /** Where each operand stands in the command's words. */
  readonly positions: readonly number[]
  readonly operandsOtherwise: readonly Word[] | null
  /** How many of the operands are subcommand names. */
  readonly depth: number
  readonly assigns: readonly Assign[]
}

interface Building {
  readonly chain: Program[]
  readonly options: Option[]
  readonly operands: Word[]
  readonly positions: number[]
  /** Positions of words that an option of unknown arity may have swallowed. */
  readonly doubtful: number[]
  readonly assigns: Assign[]
  depth: number
  ended: boolean
}

/** `words[0]` is the program itself. */
export function parseOptions(program: Program, words: readonly Word[]): Parsed {
  const out: Building = { chain: [program], options: [], operands: [], positions: [], doubtful: [], assigns: [], depth: 0, ended: false }
  const read = READERS[program.style]
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    const start = word.text ?? knownStart(word)
    const used = out.ended ? 0 : read(out, words, at, word, start)
    if (used > 0) at += used - 1
    else operand(out, word, start, at)
  }
  return {
    node: out.chain[out.chain.length - 1] ?? program,
    chain: out.chain,
    options: out.options,
    operands: out.operands,
    positions: out.positions,
    operandsOtherwise: out.doubtful.length === 0 ? null : operandsWithout(out),
    depth: out.depth,
    assigns: out.assigns,
  }
}

/** The operands if the options of unknown arity have swallowed theirs; null where that makes no difference. */
function operandsWithout({ operands, positions, doubtful }: Building): readonly Word[] | null {
  const swallowed = new Set(doubtful)
  const left = operands.filter((_, at) => !swallowed.has(positions[at] ?? -1))
  return left.length === operands.length ? null : left
}

function operand(out: Building, word: Word, start: string, at: number): void {
  const node = out.chain[out.chain.length - 1]
  if (node === undefined) return
  if (node.assignments && out.operands.length === out.depth) {
    const equals = /^[A-Za-z_]\w*=/.exec(start)
    if (equals !== null) {
      out.assigns.push({ name: equals[0].slice(0, -1), value: wordFrom(word, equals[0].length) })
      return
    }
  }
  if (word.text !== null && out.operands.length === out.depth) {
    const sub = subcommandOf(node, anyCase(node) ? word.text.toLowerCase() : word.text)
    if (sub !== undefined) {
      out.chain.push(sub)
      out.depth++
      if (sub.stops) out.ended = false
      out.operands.push(word)
      out.positions.push(at)
      return
    }
  }
  // `cargo +nightly publish`: where a subcommand is expected, it says which version of the program.
  if (start.startsWith('+') && out.operands.length === 0 && out.depth === 0 && Object.keys(node.subcommands).length > 0) {
    out.options.push({ name: '+', value: word })
    return
  }
  out.operands.push(word)
  out.positions.push(at)
  if (node.stops) out.ended = true
}

/** Programs of Windows do not tell `DELETE` from `delete`. */
export const anyCase = ({ style }: Program): boolean => style === 'slash' || style === 'powershell'

type ReadOption = (out: Building, words: readonly Word[], at: number, word: Word, start: string) => number

const isComplete = (out: Building): boolean => out.chain.some((program) => program.complete)

function find(out: Building, name: string): OptionSpec | undefined {
  for (let at = out.chain.length - 1; at >= 0; at--) {
    const program = out.chain[at]
    const spec = program === undefined ? undefined : optionOf(program, name)
    if (spec !== undefined) return spec
  }
  return undefined
}

function findAbbreviated(out: Building, name: string): OptionSpec | undefined {
  const exact = find(out, name)
  if (exact !== undefined || name.length < SHARED) return exact
  if (!out.chain.some((program) => program.abbreviates)) return undefined
  let found: OptionSpec | undefined
  for (const program of out.chain) {
    for (const [spelling, spec] of startingAs(program, name)) {
      // The shortest candidate: `--forc` means `--force`, not `--force-with-lease`.
      if (spelling.startsWith(name) && (found === undefined || spec.name.length < found.name.length)) found = spec
    }
  }
  return found
}

type Spelt = readonly (readonly [spelling: string, spec: OptionSpec])[]
const SHARED = 3
const byStart = new WeakMap<Program, ReadonlyMap<string, Spelt>>()

/** The options that begin with the same few characters: some programs have hundreds. */
function startingAs(program: Program, name: string): Spelt {
  let known = byStart.get(program)
  if (known === undefined) {
    const made = new Map<string, (readonly [string, OptionSpec])[]>()
    for (const entry of Object.entries(program.options)) {
      const start = entry[0].slice(0, SHARED)
      const same = made.get(start)
      if (same === undefined) made.set(start, [entry])
      else same.push(entry)
    }
    byStart.set(program, (known = made))
  }
  return known.get(name.slice(0, SHARED)) ?? NONE
}

/** Takes the option and perhaps its value; returns how many words were used. */
function take(out: Building, words: readonly Word[], at: number, name: string, spec: OptionSpec | undefined, attached: Word | null): number {
  if (attached !== null) {
    if (spec?.arity === 0 && SWITCHED_OFF.test(attached.text ?? '')) takeBack(out, spec.name)
    else out.options.push({ name: spec?.name ?? name, value: attached })
    return 1
  }
  const next = words[at + 1]
  if (spec?.arity === 1) {
    out.options.push({ name: spec.name, value: next ?? true })
    return next === undefined ? 1 : 2
  }
  out.options.push({ name: spec?.name ?? name, value: true })
  if (spec === undefined && next !== undefined && !isComplete(out) && !knownStart(next).startsWith('-')) out.doubtful.push(at + 1)
  return 1
}

/** `--force=false`, of an option that has no value. */
const SWITCHED_OFF = /^(?:false|f)$/i

/** The last one counts: `--force --force=false`, `--force --no-force`. */
function takeBack({ options }: Building, name: string): void {
  for (let at = options.length - 1; at >= 0; at--) if (options[at]?.name === name) options.splice(at, 1)
}

/** What `--no-force` takes back, where that is no option of its own. */
function negated(out: Building, name: string): string | null {
  if (!name.startsWith('--no-') || find(out, name) !== undefined) return null
  const spec = find(out, `--${name.slice(5)}`)
  return spec?.arity === 0 ? spec.name : null
}

const readGnu: ReadOption = (out, words, at, word, start) => {
  // `bash +n`: only of programs that list such.
  if (start.startsWith('+') && find(out, start.slice(0, 2)) !== undefined) return readCluster(out, words, at, word, start, 1)
  if (!start.startsWith('-') || (start === '-' && find(out, start) === undefined)) return 0
  if (start === '--' && word.text !== null) {
    out.ended = true
    return 1
  }
  if (start.startsWith('--')) {
    const equals = start.indexOf('=')
    const name = equals < 0 ? start : start.slice(0, equals)
    const back = equals < 0 && word.text !== null ? negated(out, name) : null
    if (back !== null && !out.chain.some(({ dry }) => dry.includes(back))) takeBack(out, back)
    return take(out, words, at, name, findAbbreviated(out, name), equals < 0 ? null : wordFrom(word, equals + 1))
  }
  const whole = word.text === null ? undefined : find(out, start)
  if (whole !== undefined) return take(out, words, at, start, whole, null)
  return readCluster(out, words, at, word, start, 1)
}

function readCluster(out: Building, words: readonly Word[], at: number, word: Word, start: string, from: number): number {
  for (let index = from; index < start.length; index++) {
    const name = `${start[0]}${start[index]}`
    const spec = find(out, name)
    const last = index === start.length - 1 && word.text !== null
    if (spec === undefined || spec.arity === 0) {
      if (last) return take(out, words, at, name, spec, null)
      out.options.push({ name: spec?.name ?? name, value: true })
      continue
    }
    if (!last) return take(out, words, at, name, spec, wordFrom(word, start[index + 1] === '=' ? index + 2 : index + 1))
    return take(out, words, at, name, spec, null)
  }
  return 1
}

/** `-long`, as find, terraform, go and java write them; `--long` counts the same. */
const readSingle: ReadOption = (out, words, at, word, start) => {
  if (!start.startsWith('-') || start === '-') return 0
  if (start === '--' && word.text !== null) {
    out.ended = true
    return 1
  }
  const dashes = start.startsWith('--') ? 1 : 0
  const equals = start.indexOf('=')
  const name = start.slice(dashes, equals < 0 ? undefined : equals)
  return take(out, words, at, name, find(out, name), equals < 0 ? null : wordFrom(word, equals + 1))
}

/** The parameter that begins so. Of several PowerShell takes none: one without a value hides no word. */
function parameterOf(chain: readonly Program[], name: string): OptionSpec | undefined {
  let found: OptionSpec | undefined
  for (const { options } of chain)
    for (const [spelling, spec] of Object.entries(options)) if (spelling.startsWith(name) && (found === undefined || spec.arity === 0)) found = spec
  return found
}
/** Whether a word, with its dash, is a parameter of the command or the beginning of one. */
export function isParameter(program: Program, word: string): boolean {
  const name = `-${word.slice(1).replace(/:.*/s, '').toLowerCase()}`
  return Object.hasOwn(program.options, name) || parameterOf([program], name) !== undefined
}

const readPowershell: ReadOption = (out, words, at, word, start) => {
  if (!/^[-–—―][A-Za-z?]/.test(start)) return 0
  const colon = start.indexOf(':')
  const name = `-${start.slice(1, colon < 0 ? undefined : colon).toLowerCase()}`
  const spec = find(out, name) ?? parameterOf(out.chain, name)
  return take(out, words, at, name, spec, colon < 0 ? null : wordFrom(word, colon + 1))
}

/** `/s`; most of them also take `-s`, and Git Bash wants `//s`, lest it be a path. */
const readSlash: ReadOption = (out, words, at, word, start) => {
  const found = /^(?:\/\/?([A-Za-z?]{1,20})|-([A-Za-z][A-Za-z0-9_]*))(?:[:=]|$)/.exec(start)
  const own = found?.[2] === undefined ? undefined : find(out, `-${found[2].toLowerCase()}`)
  if (found === null || found[2] === 'h' || found[2] === 'help') return start.startsWith('-') ? readGnu(out, words, at, word, start) : 0
  const name = `/${found[1] ?? found[2] ?? ''}`.toLowerCase()
  const colon = start.search(/[:=]/)
  return take(out, words, at, name, own ?? find(out, name) ?? { name, arity: 0 }, colon < 0 ? null : wordFrom(word, colon + 1))
}

const readKeyvalue: ReadOption = (out, words, at, word, start) => {
  const equals = /^[a-z_]+=/.exec(start)
  if (equals === null) return readGnu(out, words, at, word, start)
  out.options.push({ name: equals[0].slice(0, -1), value: wordFrom(word, equals[0].length) })
  return 1
}

/** tar and ps: the first word may be a cluster without its dash; values follow in order. */
const readBundle: ReadOption = (out, words, at, word, start) => {
  if (at !== 1 || word.text === null || !/^[A-Za-z]+$/.test(start)) return readGnu(out, words, at, word, start)
  let used = 1
  for (const letter of start) {
    const spec = find(out, `-${letter}`)
    const value = spec?.arity === 1 ? words[at + used] : undefined
    if (value !== undefined) used++
    out.options.push({ name: spec?.name ?? `-${letter}`, value: value ?? true })
  }
  return used
}

const READERS: Readonly<Record<Program['style'], ReadOption>> = {
  gnu: readGnu,
  single: readSingle,
  powershell: readPowershell,
  slash: readSlash,
  keyvalue: readKeyvalue,
  bundle: readBundle,
}

export function has(options: readonly Option[], names: readonly string[]): boolean {
  for (const { name } of options) if (names.includes(name)) return true
  return false
}
export function valuesOf(options: readonly Option[], name: string): readonly Word[] {
  let out: Word[] | null = null
  for (const option of options) if (option.name === name && option.value !== true) (out ??= []).push(option.value)
  return out ?? NONE
}

/** `npm -g`, `--location=global`: for everybody, not for the project. */
export const isGlobal = (options: readonly Option[]): boolean =>
  options.some(({ name, value }) =>
    name === '--global'
      ? value === true || value.text !== 'false'
      : name === '--location' && value !== true && value.text !== 'project' && value.text !== 'user',
  )
