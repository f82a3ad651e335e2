// What would this inline code do?
import type { CodeEffect } from './effects.ts'
import { interpretCode } from './interpret.ts'
import { parseJavascript } from './javascript.ts'
import { languageOf } from './languages.ts'
import { parseLoosely } from './loose.ts'
import type { LocalCode } from './modules.ts'
import { parsePython } from './python.ts'
import type { Parsed, SyntaxTree } from './syntax.ts'

export type { CodeEffect } from './effects.ts'
export type { LocalCode, LocalFile } from './modules.ts'
export type { SyntaxTree } from './syntax.ts'

/** Full parsers, given by the caller: they are loaded only where such code appears. Null: given up, too much work. */
export interface CodeParsers {
  readonly python?: (text: string) => SyntaxTree | null
  readonly javascript?: (text: string) => SyntaxTree | null
  /** A new call: what they may cost is counted from here. */
  readonly begin?: () => void
}

const NAMES: Readonly<Record<string, string>> = {
  py: 'python',
  python2: 'python',
  python3: 'python',
  pypy: 'python',
  ipython: 'python',
  js: 'javascript',
  node: 'javascript',
  nodejs: 'javascript',
  deno: 'javascript',
  bun: 'javascript',
  ts: 'javascript',
  typescript: 'javascript',
  tsx: 'javascript',
  'ts-node': 'javascript',
  jxa: 'javascript',
  zx: 'javascript',
  rb: 'ruby',
  irb: 'ruby',
  jruby: 'ruby',
  pl: 'perl',
  perl5: 'perl',
  php8: 'php',
  luajit: 'lua',
  nvim: 'lua',
  applescript: 'osascript',
  rscript: 'r',
}
const LOOSE = new Set(['ruby', 'perl', 'php', 'lua', 'osascript', 'r', 'groovy', 'go', 'python', 'javascript'])
const MAX_LENGTH = 1_000_000

/** Lists the effects that running the text would have, in the order found. Never throws; ends in bounded time. */
export function readCode(language: string, text: string, parsers: CodeParsers, local: LocalCode | null = null): CodeEffect[] {
  const given = language.toLowerCase()
  const plain = NAMES[given] ?? given.replace(/[\d.]+$/, '')
  const name = NAMES[plain] ?? plain
  const whole = { start: 0, end: text.length, takes: [] }
  if (text.length > MAX_LENGTH) return [{ does: 'unknown', because: 'too-large', could: 'high', detail: 'code over the size limit', ...whole }]
  try {
    const spoken = name === 'osascript' && /\bApplication\s*[(.]|\bObjC\b/.test(text) ? 'javascript' : LOOSE.has(name) ? name : 'generic'
    const modules = local === null ? null : { local, parse: (other: string) => parsed(spoken, other, parsers) }
    return interpretCode(parsed(spoken, text, parsers), languageOf(spoken), modules)
  } catch {
    return [{ does: 'unknown', because: 'too-deep', could: 'high', detail: 'code that could not be followed', ...whole }]
  }
}

function parsed(language: string, text: string, parsers: CodeParsers): Parsed {
  const tree = language === 'python' ? parsers.python?.(text) : language === 'javascript' ? parsers.javascript?.(text) : null
  if (tree === undefined || tree === null) return parseLoosely(text, language)
  return language === 'python' ? parsePython(tree, text) : parseJavascript(tree, text)
}
