// Is this text shell code, and what is its structure? The only file that knows the parser.
import { fuelLeft as leftInParser, parse, setFuel as handOver } from 'unbash'
import type { CommandNode, ParsedScript } from 'unbash'
import type { Because } from '../../model.ts'

export type {
  ArithmeticExpression,
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  DoubleQuotedChild,
  ParameterExpansionPart,
  ParsedScript,
  PipelineNode,
  AndOr,
  Redirection,
  Statement,
  TestExpression,
  Word as SyntaxWord,
  WordPart,
} from 'unbash'

/** What is kept of a function is a part of its tree. */
export const nodeOf = ({ node }: { readonly node: object }): CommandNode => node as CommandNode

/** What it has besides, once it is metered (`scripts/metered.mjs`). */
declare module 'unbash' {
  function fuelLeft(): number
  function setFuel(left: number): void
}

/** What the parser is to have once it is there: the hook loads it for the first text. Null from then on. */
let waiting: number | null = Infinity
const fuelLeft = (): number => waiting ?? leftInParser()
function setFuel(left: number): void {
  if (waiting === null) handOver(left)
  else waiting = left
}

export interface Parsed {
  readonly script: ParsedScript | null
  /** Why the tree cannot be trusted, if so. */
  readonly doubt: { readonly because: Because; readonly detail: string } | null
}

const LONGEST = 262_144
const OPENERS_FREE = 512
/** The parser is quadratic on unclosed openers, so long texts may have them only in proportion. */
const OPENERS_PER_KILOBYTE = 160
/** Openers that are still unclosed at any point: what makes the parser slow is depth, not count. */
const DEEPEST = 200

/**
 * How much the parser may do (`scripts/metered.mjs`): an ordinary text takes three a character, also where all of its words are looked into. What is
 * looked into later, when a word is read, burns what the call has left.
 */
const FUEL_OF_A_CALL = 600_000
const FUEL_OF_A_TEXT = 20_000
const FUEL_OF_A_CHARACTER = 12
/** For what stands behind a word that burnt everything. */
const RESERVE = 20_000
const MOST_RESERVES = 8
let reserves = MOST_RESERVES

export const LONG_TO_READ = 'it would take too long to read'

/** Before a call is read; `texts`: what was parsed when it was read before. */
export function refuel(texts: ParsedTexts = new Map()): void {
  kept = texts
  setFuel(FUEL_OF_A_CALL)
  reserves = MOST_RESERVES
}

/** Whether something was thrown because looking into a word was stopped. Then there is a little left for what follows, a few times. */
export function wasStopped(): boolean {
  if (fuelLeft() >= 0) return false
  if (reserves-- > 0) setFuel(RESERVE)
  return true
}

/** Shorter texts cost less than remembering them. */
export const SHORT = 256
/** What came of the longer texts of a call, and what each burnt: it is read again when more is known, and its texts are still the same. */
export type ParsedTexts = Map<string, { readonly parsed: Parsed; readonly burnt: number }>
let kept: ParsedTexts = new Map()

/** Parses shell text. Never throws; hostile sizes are refused before parsing. */
export function parseShell(text: string): Parsed {
  if (text.length < SHORT) return parseAnew(text)
  const had = Math.max(0, fuelLeft())
  const known = kept.get(text)
  if (known !== undefined && known.burnt <= had) {
    setFuel(had - known.burnt)
    return known.parsed
  }
  const parsed = parseAnew(text)
  // What was stopped may get further another time.
  if (parsed.script !== null) kept.set(text, { parsed, burnt: had - Math.max(0, fuelLeft()) })
  return parsed
}

function parseAnew(text: string): Parsed {
  const refused = prescan(text)
  if (refused !== null) return { script: null, doubt: refused }
  const had = Math.max(0, fuelLeft())
  const given = Math.min(had, FUEL_OF_A_TEXT + text.length * FUEL_OF_A_CHARACTER)
  waiting = null
  setFuel(given)
  try {
    const script = parse(text)
    const error = script.errors?.[0]
    return { script, doubt: error === undefined ? null : { because: 'unparsed', detail: error.message } }
  } catch {
    return { script: null, doubt: fuelLeft() < 0 ? { because: 'too-much', detail: LONG_TO_READ } : { because: 'too-deep', detail: 'nested too deep to read' } }
  } finally {
    setFuel(had - given + Math.max(0, fuelLeft()))
  }
}

/** Most texts have none of them. */
const COUNTED = /[\0(<[`{]/

function prescan(text: string): Parsed['doubt'] {
  if (text.length > LONGEST) return { because: 'too-large', detail: `${text.length} characters` }
  if (!COUNTED.test(text)) return null
  let openers = 0
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 40 || code === 123 || code === 91 || code === 96 || code === 60) {
      openers++
      if (code === 40 || code === 123 || code === 91) deepest = Math.max(deepest, ++depth)
    } else if ((code === 41 || code === 125 || code === 93) && depth > 0) depth--
    else if (code === 0) return { because: 'control-character', detail: 'NUL byte' }
  }
  if (deepest > DEEPEST) return { because: 'too-deep', detail: `${deepest} brackets deep` }
  if (openers > OPENERS_FREE + (text.length / 1000) * OPENERS_PER_KILOBYTE) return { because: 'too-deep', detail: `${openers} opening characters` }
  return null
}

const LONGEST_HEAD = 2000
const MOST_HEADS = 6

/** Of a text that cannot be read whole, the commands it begins with: a shell runs them before it reads on. */
export function parseHead(text: string): ParsedScript | null {
  if (fuelLeft() < RESERVE && reserves-- > 0) setFuel(RESERVE)
  let end = Math.min(text.length, LONGEST_HEAD)
  for (let tried = 0; tried < MOST_HEADS && end > 0; tried++) {
    // One command may be longer than that: then the words it begins with.
    const stop = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf(';', end - 1))
    end = stop > 0 || text.length <= LONGEST_HEAD ? stop : text.lastIndexOf(' ', end - 1)
    if (end <= 0) return null
    const { script, doubt } = parseShell(text.slice(0, end))
    if (script !== null && doubt === null) return script
    end = Math.floor(end / 2)
  }
  return null
}
