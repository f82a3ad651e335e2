// Works out what a file holds once a one-liner has changed it: substitutions and package scripts are carried out wherever a text spells them.
import { compileBounded } from '../text/regex.ts'
import { unescape } from '../text/escapes.ts'

interface Substitution {
  readonly pattern: string
  /** Read as it is first, and as a pattern where it does not stand there so. */
  readonly plain: boolean
  readonly anyCase: boolean
  readonly replacement: string
}

const LONGEST_CODE = 20_000
const LONGEST_TEXT = 200_000
const MOST_FOUND = 32
/** Characters looked at by patterns, squared where one may be tried from each. */
const MOST_WORK = 4_000_000

/** Null where nothing that is followed changes anything. `home`: what `$ENV{HOME}` and the like stand for. `tooLong` is told of what is not followed to its end. */
export function rewritten(before: string, code: string, home: string, tooLong: () => void): string | null {
  if (before.length > LONGEST_TEXT || code.length > LONGEST_CODE) return (tooLong(), null)
  const work = { left: MOST_WORK, tooLong }
  let text = before
  const found = substitutionsIn(code)
  if (found.length > MOST_FOUND) tooLong()
  for (const one of found.slice(0, MOST_FOUND)) text = substituted(text, { ...one, replacement: one.replacement.replaceAll(HOME, () => home) }, work)
  const scripts = scriptsSetIn(code)
  if (scripts.length > 0) text = withScripts(text, scripts) ?? text
  return text === before ? null : text
}

const HOME = /\$ENV\{['"]?HOME['"]?\}|\$\{?HOME\}?|#\{ENV\[['"]HOME['"]\]\}|#\{Dir\.home\}/g

/** `s/a/b/`, as perl, vim, ed and sed spell it; not a name that ends in s. */
const SLASHED = /(?:^|[^\w.$@\\)\]])s([/|#!@%])((?:\\.|(?!\1)[^\\\n]){1,400})\1((?:\\.|(?!\1)[^\\\n]){0,400})\1([a-z]{0,8})/gm
const BRACED = /(?:^|[^\w.$@\\)\]])s\{((?:\\.|[^\\{}\n]){1,400})\}\s{0,9}\{((?:\\.|[^\\{}\n]|\{[^{}\n]{0,80}\}){0,400})\}([a-z]{0,8})/gm
/** `.replace('a', 'b')`, `gsub(/a/, "b")`, `re.sub(r'a', 'b', …)`. */
const CALLED =
  /\b(replace|replaceAll|replace_all|gsub|gensub|sub|subn|str_replace|preg_replace|substitute)!?\s{0,9}\(\s{0,99}(?:([rbfu]{0,2})("(?:[^"\\\n]|\\.){1,400}"|'(?:[^'\\\n]|\\.){1,400}'|`(?:[^`\\]|\\.){1,400}`)|\/((?:[^/\\\n]|\\.){1,400})\/([a-z]{0,6}))\s{0,99},\s{0,99}([rbfu]{0,2})("(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'|`(?:[^`\\]|\\.){0,400}`)/g

const inner = (quoted: string, raw: boolean): string => (raw ? quoted.slice(1, -1) : unescape(quoted.slice(1, -1)))

function substitutionsIn(code: string): readonly Substitution[] {
  const found: (Substitution & { readonly at: number })[] = []
  for (const match of code.matchAll(SLASHED)) {
    const [, delimiter = '/', pattern = '', replacement = '', flags = ''] = match
    const bare = (text: string): string => text.replaceAll(`\\${delimiter}`, () => delimiter)
    found.push({
      at: match.index,
      pattern: bare(pattern),
      plain: false,
      anyCase: flags.includes('i'),
      replacement: unescape(bare(replacement).replaceAll(/\\(?:[ULulE]|(?=~))/g, '')),
    })
  }
  for (const match of code.matchAll(BRACED))
    found.push({ at: match.index, pattern: match[1] ?? '', plain: false, anyCase: match[3]?.includes('i') === true, replacement: match[2] ?? '' })
  for (const match of code.matchAll(CALLED)) {
    const [, name = '', mark = '', quoted, regex, flags = '', prefix = '', given = ''] = match
    found.push({
      at: match.index,
      pattern: regex ?? inner(quoted ?? '', mark.includes('r')),
      plain: regex === undefined && !/^(?:sub|subn|gensub|preg_replace)$/.test(name),
      anyCase: flags.includes('i'),
      replacement: inner(given, prefix.includes('r')),
    })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

interface Work {
  left: number
  readonly tooLong: () => void
}

function substituted(text: string, { pattern, plain, anyCase, replacement }: Substitution, work: Work): string {
  if (plain || !/[\\^$.*+?()[\]{}|]/.test(pattern)) {
    if (text.includes(pattern))
      return bounded(
        text,
        text.replaceAll(pattern, () => replacement),
      )
    if (plain && !anyCase) return text
  }
  const regex = compileBounded(pattern, anyCase ? 'gi' : 'g')
  if (regex === null) return text
  const to = replacement.replaceAll(/\\(\d)/g, (_, group: string) => `$${group}`)
  const out: string[] = []
  for (const line of text.split('\n')) {
    work.left -= 16 + line.length + (line.length * line.length) / 32
    if (work.left < 0) return (work.tooLong(), text)
    out.push(line.replace(regex, to))
  }
  return bounded(text, out.join('\n'))
}
const bounded = (before: string, after: string): string => (after.length > LONGEST_TEXT ? before : after)

/** `.scripts.x = "…"`, `p['scripts']['x'] = '…'`, `scripts.x=…` as a word of its own. */
const SCRIPT_SET =
  /\bscripts\b["'`]?\]?(?:\.|\??\.?\[)["'`]?([\w:-]{1,60})["'`]?\]?\s{0,9}\|?=(?!=)\s{0,9}(?:"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|`((?:[^`\\]|\\.){0,2000})`)/g

function scriptsSetIn(code: string): readonly (readonly [name: string, script: string])[] {
  const found: (readonly [string, string])[] = []
  for (const [, name, double, single, tick] of code.matchAll(SCRIPT_SET)) {
    if (name !== undefined) found.push([name, unescape(double ?? single ?? tick ?? '')])
  }
  return found
}

/** The manifest with these scripts; null for what is none. */
export function withScripts(manifest: string, scripts: readonly (readonly [name: string, script: string])[]): string | null {
  try {
    const read = JSON.parse(manifest) as { scripts?: unknown } | null
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    const known = typeof read.scripts === 'object' && read.scripts !== null ? read.scripts : {}
    return JSON.stringify({ ...read, scripts: { ...known, ...Object.fromEntries(scripts) } })
  } catch {
    return null
  }
}

/** Whether two manifests, or two texts, have the same run. */
export function runsTheSame(path: string, before: string, after: string): boolean {
  if (before === after) return true
  if (!path.endsWith('/package.json') || after.length > LONGEST_TEXT) return false
  const scripts = [before, after].map((text) => {
    try {
      return JSON.stringify((JSON.parse(text) as { scripts?: unknown } | null)?.scripts ?? null)
    } catch {
      return null
    }
  })
  return scripts[0] !== null && scripts[0] === scripts[1]
}
