// Whose format is a pattern file in, and which pack and kinds of secrets does it become? What could not be taken over is said, with its line.
import type { PackSource } from '../core/rules/source.ts'
import type { SecretSpec } from '../core/secrets/model.ts'
import { readAnteroom } from './import-anteroom.ts'
import { readClaude } from './import-claude.ts'
import { isFields, slug } from './import-draft.ts'
import type { Draft, Reader } from './import-draft.ts'
import { readCpiSi, readLeashd, readRune, readWolffish } from './import-readers.ts'
import { readYaml } from './yaml.ts'

const READERS = { anteroom: readAnteroom, 'claude-code': readClaude, 'cpi-si': readCpiSi, leashd: readLeashd, rune: readRune, wolffish: readWolffish } as const
export type PatternFormat = keyof typeof READERS
export const FORMATS = Object.keys(READERS) as readonly PatternFormat[]

export type Imported =
  /** `notes` say what was left out and why, one line each; `lines` where in the file each rule and kind comes from. */
  | {
      readonly ok: true
      /** Null where all of it are kinds of secrets. */
      readonly pack: PackSource | null
      readonly kinds: readonly SecretSpec[]
      readonly notes: readonly string[]
      readonly lines: ReadonlyMap<string, number>
    }
  | { readonly ok: false; readonly message: string; readonly notes: readonly string[] }

/** Never throws. `name` is the pack's name and the family of its rules. */
export function importPatterns(format: PatternFormat, text: string, name: string): Imported {
  const { body, above } = bodyOf(format, text)
  const { value, problems, at } = readYaml(body)
  const [problem] = problems
  if (problem !== undefined) return { ok: false, message: `line ${problem.line + above}: ${problem.message}`, notes: [] }
  const family = slug(name) || format
  const draft: Draft = { family, rules: [], kinds: [], notes: [], ids: new Set(), lines: new Map(), lineOf: (path) => at(path).line + above }
  const read: Reader = READERS[format]
  const message = read(value, draft)
  if (message !== null) return { ok: false, message, notes: draft.notes }
  const { rules, kinds, notes, lines } = draft
  if (rules.length + kinds.length === 0) return { ok: false, message: 'nothing of it can be taken over, so there is no pack', notes }
  const ordered = format === 'leashd' || format === 'claude-code'
  const pack: PackSource = { pack: family, title: `Imported from ${name}`, imported: true, ...(ordered && { ordered }), rules }
  return { ok: true, pack: rules.length === 0 ? null : pack, kinds, notes, lines }
}

/** What the file itself says about whose it is; null where it says nothing of that kind. */
export function formatOf(text: string): PatternFormat | null {
  if (/^\uFEFF?---\s*$/m.test(text.slice(0, 200)) && /^(?:danger|confirm|warn)_patterns\s*:/m.test(frontMatter(text).body)) return 'wolffish'
  const value = readYaml(/^\s*(?:\/[/*]|\{)/.test(text) ? withoutComments(text) : text).value
  if (Array.isArray(value)) return value.some((one) => isFields(one) && ('match' in one || 'builtin' in one)) ? 'rune' : null
  if (!isFields(value) || 'pack' in value || 'kinds' in value) return null
  if (isFields(value['permissions']) && ['allow', 'ask', 'deny'].some((key) => Array.isArray((value['permissions'] as object as Record<string, unknown>)[key])))
    return 'claude-code'
  if (isFields(value['safety'])) return 'anteroom'
  if ('danger_patterns' in value || 'confirm_patterns' in value) return 'wolffish'
  if (Array.isArray(value['patterns'])) return 'rune'
  if (isFields(value['patterns']) || isFields(value['paths'])) return 'cpi-si'
  const settings = value['settings']
  const rules: unknown = value['rules']
  const isPolicy = Array.isArray(rules) && rules.some((one) => isFields(one) && 'action' in one)
  return isPolicy || (isFields(settings) && 'default_action' in settings) ? 'leashd' : null
}

/** A pack as a file people can read and edit. `from`: the file it was made of, named with the line of each rule. */
export function packText(pack: PackSource, from?: { readonly file: string; readonly lines: ReadonlyMap<string, number> }): string {
  const { rules, ...head } = pack
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const start = lines.length
  for (const rule of rules) {
    const line = from?.lines.get(rule.id)
    if (from !== undefined && line !== undefined) lines.push(`  # ${from.file.replaceAll(/[\r\n]/g, ' ')}:${line}`)
    const [first = '', ...rest] = Object.entries(rule).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    lines.push(`  - ${first}`, ...rest.map((one) => `    ${one}`))
  }
  return [...lines.slice(0, start), 'rules:', ...lines.slice(start), ''].join('\n')
}

interface Body {
  readonly body: string
  /** Lines of the file that stand above it. */
  readonly above: number
}
function bodyOf(format: PatternFormat, text: string): Body {
  if (format === 'wolffish') return frontMatter(text)
  return { body: format === 'cpi-si' || format === 'claude-code' ? withoutComments(text) : text, above: 0 }
}

/** What stands between the first two lines of three dashes; the whole text when it does not begin with one. */
function frontMatter(text: string): Body {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trimEnd() !== '---') return { body: text, above: 0 }
  const end = lines.findIndex((one, i) => i > 0 && one.trimEnd() === '---')
  return end < 0 ? { body: text, above: 0 } : { body: lines.slice(1, end).join('\n'), above: 1 }
}

/** JSON with line and block comments and commas too many, everything else in its line and column. Strings are left alone. */
function withoutComments(text: string): string {
  const pieces: string[] = []
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ')
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? ''
    let end = at + 1
    if (char === '"') {
      while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
      pieces.push(text.slice(at, ++end))
    } else if (char === '/' && (text[end] === '/' || text[end] === '*')) {
      const close = text[end] === '/' ? text.indexOf('\n', end) : text.indexOf('*/', end + 1)
      end = close < 0 ? text.length : close + (text[end] === '/' ? 0 : 2)
      pieces.push(blank(text.slice(at, end)))
    } else pieces.push(char === '\t' || char === '\r' || char === '\uFEFF' ? ' ' : char)
    at = end
  }
  // A comma that nothing but a closing bracket follows.
  let next = ''
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at] ?? ''
    if (piece === ',' && (next === '}' || next === ']')) pieces[at] = ' '
    else if (piece.trim() !== '') next = piece
  }
  return pieces.join('')
}
