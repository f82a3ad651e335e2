// Which commands stand in the texts of code whose language nobody reads here? Searched, not parsed: what looks like a command line may be one.
import type { Span } from '../model.ts'
import { doerOf, leaveOut } from '../log/process.ts'
import { fork } from './process.ts'
import type { Shell } from './process.ts'
import { unescape } from '../text/escapes.ts'
import { literal } from '../value/text.ts'
import { findProgram } from '../meaning/entries.ts'
import type { Meaning } from '../meaning/entries.ts'
import { languageNamed, UNDESCRIBED } from '../languages/_book/book.ts'
import type { Syntax } from '../languages/_book/book.ts'
import { isCommand, mayBeRun } from './nested-command.ts'
import { act } from './act.ts'
import { deletesHome } from './homeward.ts'

const QUOTED = /"((?:[^"\\\n]|\\.){1,2000})"|'((?:[^'\\\n]|\\.){1,2000})'|`([^`'\n]{1,2000})[`']/g
/** `!rm x`, `:!rm x`, `exec rm x`, `shell rm x`. */
const BARE = /(?:^|[\n;[({])[ \t]*(?::?!+|\b(?:exec|shell|system|spawn|run|sh|q?qx|e?syscmd)\b)[ \t({<\u00ab]{0,4}([^\n"'`;)\]}]{2,400})/g
const DELETES =
  /(?:unlink|remove|rmtree|rm_rf|rm|rmdir|delete|del_dir|deltree|erase|trash|purge)[^"'`\n]{0,60}?(?:["'`](~|~?\/[^"'`\n]{0,200})["'`]|(homedir|user_home|user\.home|NSHomeDirectory|homeDirectory|getHomeDirectory|["']HOME["']|\$HOME|\$env\(HOME\)|["']?\$ENV\{HOME\}))/gi
/** `File("/x").deleteRecursively()` */
const DELETED_FIRST = /\.(?:deleteRecursively|deleteDir|deleteTree|removeRecursively)\b/g
const PATH_BEFORE = /["']([~/][^"'\n]{0,200})["']\)?$/
const TCL_DELETES = /\bfile\s{1,4}delete\s{1,4}(?:-force\s{1,4})?(?:--\s{1,4})?(~?\/[\w./-]{0,200}|~)/g
/** ipython's `%run x.py` */
const RUN_MAGIC = /%run\s{1,4}(?:-\w{1,3}\s{1,4}){0,4}([\w./~-]{1,200})/g
/** Between two texts of one list, or of one text that is put together. */
export const BETWEEN = /^[\s\w,+.&~[\](){}<>|^:%$@!#/-]{0,24}$/
const MOST = 2_000
const MOST_FOUND = 24
const MOST_ROW = 400
const OUR_COMMAND = /^prudent\s+[a-z]/

/** True where nothing else should read it. */
export function searchCode(shell: Shell, language: string, text: string, file: string | undefined, span: Span): boolean {
  const book = languageNamed(shell.trace.books.languages, language)
  const searched = book?.searched
  // Where nobody knows the language, what looks like a comment may be none.
  if (searched !== 'never') {
    const says = (name: string): boolean => saysOnly(shell, book?.language ?? UNDESCRIBED, name)
    searchLiterals(shell, searched === 'also' && book !== null ? withoutComments(text, book.syntax) : text, span, { byRows: searched === 'rows', says })
  }
  // Of a whole file in a language that nobody described, only what is found this way counts.
  return searched === undefined ? file !== undefined : searched === 'only' || searched === 'rows'
}

interface Searched {
  /** Each row may be a command line. */
  readonly byRows: boolean
  /** What a call of this name is given is only said. */
  readonly says: (name: string) => boolean
}

/** By the last part of its name: `IO.puts` is `puts`. */
export function saysOnly({ trace: { books } }: Shell, language: string, name: string): boolean {
  const { calls } = books.languages
  const last = name.slice(name.lastIndexOf('.') + 1)
  return [calls[language], calls[UNDESCRIBED]].some(
    (known) => known !== undefined && [name, last].some((one) => Object.hasOwn(known, one) && known[one]?.does === 'print'),
  )
}

function searchLiterals(shell: Shell, text: string, span: Span, { byRows, says }: Searched): void {
  const { meaning } = shell.trace.books
  const inner = (): Shell => fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span })
  const found = new Set<string>()
  const note = (candidate: string): void => {
    // A cell of a notebook, a line of a terminal: `!rm x`, `%sh rm x`.
    const line = homesIn(candidate)
      .replace(/^\s*(?:[!%$>:]+(?:sh|bash|system)?\s*)?/, '')
      .replace(/(?:\\n)+$/, '')
    if (OUR_COMMAND.test(line) || line.split(/\|\|?|&&|;/, 8).some((part) => isCommand(meaning, part) && mayBeRun(meaning, part.trim()))) found.add(line)
  }
  const texts = quotedIn(text, says)
  const all = shell.trace.budget.cut(texts, MOST, doerOf(shell, span), 'more texts in code than are searched')
  all.forEach(({ value, end }, at) => {
    note(value)
    const row = [value]
    // A program's words may be many; of others few are one command.
    const most = value !== '' && findProgram(meaning, value).known ? MOST_ROW : 8
    for (let next = at + 1, last = end; next < texts.length && row.length < most; next++) {
      const other = texts[next]
      if (other === undefined || !BETWEEN.test(text.slice(last, other.start))) break
      // `System.getProperty("user.home")`: what it gives, and not its name.
      row.push(ASKED_FOR.test(text.slice(last, other.start)) && HOMES.has(other.value) ? '~' : other.value)
      last = other.end
    }
    if (row.length === MOST_ROW) leaveOut(shell, 'more words of one command in code than are read', span)
    // `execlp("rm", "rm", "-f", …)`: a program is told its own name first.
    if (row.length > 1) for (const joined of [row.slice(row[0] === row[1] ? 1 : 0).join(' '), row.join('')]) note(joined)
  })
  if (byRows) for (const value of rowsIn(text)) note(value)
  for (const [, bare] of text.matchAll(BARE)) if (bare !== undefined) note(bare)
  for (const [, file] of text.matchAll(RUN_MAGIC)) if (file !== undefined) found.add(`python ${file}`)
  for (const line of shell.trace.budget.cut([...found], MOST_FOUND, doerOf(shell, span), 'more command lines in code than are read'))
    shell.read.text(inner(), line, null)
  const deletions = [...text.matchAll(DELETES), ...text.matchAll(TCL_DELETES), ...deletedFirst(text)]
  for (const [, path, home] of shell.trace.budget.cut(deletions, MOST_FOUND, doerOf(shell, span), 'more deletions in code than are read')) {
    const target = home === undefined ? path : shell.trace.scene.home
    if (target !== undefined) act({ do: 'delete', path: literal(expanded(shell, target)), how: 'whole', recursive: true }, inner(), span)
  }
  if (deletesHome(text)) act({ do: 'delete', path: literal(shell.trace.scene.home), how: 'whole', recursive: true }, inner(), span)
}

const ASKED_FOR = /(?:getProperty|getenv|getEnv|environ|env|ENV|var)\w{0,4}\s{0,3}[([{.<]{1,2}\s{0,3}$/
const HOMES: ReadonlySet<string> = new Set(['HOME', 'USERPROFILE', 'user.home'])
/** `{%*ENV<HOME>}`, `$*HOME` */
const homesIn = (line: string): string => (line.includes('HOME') ? line.replaceAll(/\{?[%$]\*(?:ENV<)?HOME>?\}?/g, '~') : line)

const deletedFirst = (text: string): (readonly string[])[] =>
  [...text.matchAll(DELETED_FIRST)].flatMap(({ index }) => [PATH_BEFORE.exec(text.slice(Math.max(0, index - 220), index))]).filter((found) => found !== null)

/** What each row of settings sets, whatever they are written in: `key: value`, `key = value`, `- value`, `<key>value</key>`, or the row itself. */
function* rowsIn(text: string): Generator<string> {
  for (const row of text.split(/\r?\n/)) {
    const plain = row.trim()
    if (plain === '' || /^(?:#|\/\/|;|<!--)/.test(plain)) continue
    for (const [, within = ''] of plain.matchAll(/>([^<>]{3,2000})</g)) yield filled(within)
    const value = plain.replace(/^(?:-\s{1,9}){0,3}/, '').replace(/^(?:"[^"]{1,80}"|'[^']{1,80}'|[\w./@-]{1,80})\s{0,9}[:=]\s{1,9}/, '')
    // `@-+` of a recipe, the instruction of a build file.
    yield filled(value.replace(/^[@+-]{1,3}(?=\w)/, '').replace(/^[A-Z]{2,12}\s{1,9}/, ''))
    yield filled(plain)
  }
}
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
/** What the tool fills in is not known here, but it is there. */
const filled = (text: string): string =>
  text
    .replaceAll(/\$?\{\{[^{}]{0,400}\}\}/g, 'VALUE')
    .replaceAll(/&[a-z]{2,4};/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()

/** Command lines that a text quotes, or that stand on lines of their own. */
export function commandsSaid(meaning: Meaning, text: string): ReadonlySet<string> {
  const found = new Set<string>()
  const candidates = [...quotedIn(text, () => false).flatMap(({ value }) => unescape(value).split('\n')), ...text.split('\n')]
  for (const candidate of candidates) {
    const line = candidate.trim()
    if (isCommand(meaning, line) && mayBeRun(meaning, line)) found.add(line)
  }
  return found
}

const expanded = (shell: Shell, path: string): string => (/^~(?:\/|$)/.test(path) ? shell.trace.scene.home + path.slice(1) : path)

/** Comments become blanks; texts stay as they are, whatever looks like a comment in them. */
export function withoutComments(text: string, syntax: Syntax): string {
  let out = ''
  let kept = 0
  const drop = (from: number, to: number): number => {
    out += `${text.slice(kept, from)} `
    kept = to
    return to
  }
  for (let at = 0; at < text.length;) {
    const char = text[at] as string
    if (char === '"' || char === "'" || char === '`') {
      A_TEXT.lastIndex = at
      at = A_TEXT.test(text) ? A_TEXT.lastIndex : at + 1
      continue
    }
    const long = Object.keys(syntax.long_comments).find((open) => text.startsWith(open, at))
    const isLine =
      long === undefined && syntax.comments.some((open) => text.startsWith(open, at)) && !syntax.no_comments.some((open) => text.startsWith(open, at))
    if (long === undefined && !isLine) {
      at++
      continue
    }
    const close = long === undefined ? '\n' : (syntax.long_comments[long] ?? '')
    const end = text.indexOf(close, at + (long ?? '').length)
    at = drop(at, end < 0 ? text.length : end + (long === undefined ? 0 : close.length))
  }
  return out + text.slice(kept)
}
const A_TEXT = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`[^`]*`/y

interface Quoted {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** `println "rm x"`, `IO.puts("rm x")`: what comes right behind the name of a call. */
const BEHIND_NAME = /([A-Za-z_][\w.:]{0,60}!?)[ \t]{0,4}\(?[ \t]{0,4}$/
/** `getenv("HOME")`: not the name is meant but what it holds. */
const ASKS_ENVIRONMENT = /(?:env|ENV|environ|environment|var|var_os|getProperty)\w{0,12}[!?]?\s{0,2}[([<{]{0,2}\s{0,2}$|\bENV\[$/
const NAME = /^[A-Z][A-Z_0-9]{1,40}$/

export function quotedIn(text: string, says: (name: string) => boolean): readonly Quoted[] {
  const out: Quoted[] = []
  for (const match of text.matchAll(QUOTED)) {
    if (out.length > MOST) break
    const value = match[1] ?? match[2] ?? match[3] ?? ''
    const before = text.slice(Math.max(0, match.index - 80), match.index)
    const named = BEHIND_NAME.exec(before)?.[1]
    if (named !== undefined && says(named.replaceAll('::', '.'))) continue
    const held = NAME.test(value) && ASKS_ENVIRONMENT.test(before) ? `$${value}` : value
    out.push({ value: held.replaceAll(/\\(["'\\`])/g, '$1'), start: match.index, end: match.index + match[0].length })
  }
  return out
}
