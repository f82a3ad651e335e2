// Is this text shell code, and what is its structure? The only file that knows the parser.
import { parse } from 'unbash'
import type { ParsedScript } from 'unbash'
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

/** For whoever loads it another way. */
export interface Parser {
  readonly parse: typeof parse
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

/** Parses shell text. Never throws; hostile sizes are refused before parsing. */
export function parseShell(text: string): Parsed {
  const refused = prescan(text)
  if (refused !== null) return { script: null, doubt: refused }
  try {
    const script = parse(text)
    const error = script.errors?.[0]
    return { script, doubt: error === undefined ? null : { because: 'unparsed', detail: error.message } }
  } catch {
    return { script: null, doubt: { because: 'too-deep', detail: 'nested too deep to read' } }
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
