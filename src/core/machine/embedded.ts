// Reads command lines that stand in the words of a program where its entry expects none: behind a mark that makes programs start something, or as all that an option or setting is given.
import { locate } from '../disk/paths.ts'
import { knownStart, wordFrom } from '../value/fields.ts'
import { doerOf } from '../log/process.ts'
import { isWithin } from '../text/path.ts'
import { fork } from './process.ts'
import { hasTrait } from '../meaning/traits.ts'
import type { Trait } from '../meaning/traits.ts'
import { searchUnread } from './left-over.ts'
import { mayBeRun, SAYS } from './nested-command.ts'
import type { Run } from './run-line.ts'

/** `|rm y`, `!rm y`, `$rm y`, `%(rm y)`, `exec:rm y`, `/exec rm y`, `shell rm y`. */
const MARK =
  /^(?:[|!;@]{1,3}|:!?|[$%](?=[\w/~(])|%?\(|%pipe%|[/.:]?(?:exec|execute|shell|sh|bash|system|sy|spawn|run|cmd|command|pipe|term|terminal|once|output|import)(?:\s{0,3}[:=(]\s{0,3}|\s{1,3}(?!-))["'`]?)\s{0,4}/
const MOST_MARKS = 4
/** The same within a longer text. */
const INSIDE = /%pipe%|%\(|["'`(] ?[|!]/g
const ENDS = /["'`()\n]/
/** `CC=rm y`, `--hook=rm y`, `A::B::=rm y`, `alias.x=!rm y` */
const SETTING = /^(-{0,2}[A-Za-z_][\w.:+-]{0,80}?)(?:::)?=\s?/
const LONGEST = 4_000
const MOST = 16

/** `-M'POSIX;system("rm y")'`, `lua.spawn("rm y")` */
const CALL = /\w\s?[({]{1,2}\s?["'`]/
/** Their words are texts, which they look for, change or say. */
const OF_TEXTS: readonly Trait[] = ['talks', 'passes-text', 'editor']

export function readEmbedded(run: Run): void {
  const { shell, command, entry, program } = run
  const { meaning } = shell.trace.books
  // What these start is read as what it is.
  if (isOfTexts(run) || hasTrait(meaning, program, 'starts-line')) return
  // A filter is told what to do in a language of its own.
  const filters = hasTrait(meaning, program, 'text-filter')
  const found = new Set<string>()
  const end = ownEnd(run)
  for (let at = 1; at < end; at++) {
    const { text = null } = command.words[at] ?? {}
    if (text === null || text.length > LONGEST || !text.includes(' ')) continue
    const before = command.words[at - 1]?.text ?? ''
    const setting = SETTING.exec(text)
    const name = setting?.[1] ?? (before.startsWith('-') ? before : '')
    if (SAYS.test(name) || SAYS.test(before) || isCode(run, name)) continue
    const value = setting === null ? text : text.slice(setting[0].length)
    const bare = withoutMarks(value)
    // What nobody described is read as a whole elsewhere.
    const isMeant = bare !== value.trim() || (!filters && name !== '' && (setting !== null || entry.known))
    if (!filters && CALL.test(value)) searchUnread(fork(shell, { depth: shell.depth + 1 }), value, command.span)
    for (const line of [...(isMeant ? [bare] : []), ...insideOf(value)]) if (mayBeRun(meaning, line)) found.add(line)
  }
  for (const line of shell.trace.budget.cut([...found], MOST, doerOf(shell, command.span), 'more command lines in words than are read')) {
    const inner = fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? command.span })
    inner.read.text(inner, line, null)
  }
}

/** A file that this text wrote, or its input, handed to a program of which nobody said what it does with it. */
export function readGiven(run: Run): void {
  const { shell, command } = run
  if (isOfTexts(run)) return
  const { stdin, span } = command
  const isNamed = command.words.some(({ text }) => text === '-' || text === '/dev/stdin')
  if (stdin?.text != null && (isNamed || !run.entry.known)) searchUnread(fork(shell, { depth: shell.depth + 1 }), stdin.text, span, false)
  // Of some it is said which files they take in.
  if (shell.disk.written.size === 0 || run.parsed.chain.some(({ loads }) => loads !== undefined)) return
  for (const word of shell.trace.budget.cut(command.words.slice(1), MOST_GIVEN, doerOf(shell, span), 'more words than are looked at for files')) {
    const start = knownStart(word)
    const equals = start.startsWith('-') ? start.indexOf('=') : -1
    const { resolved } = locate(shell, equals > 0 ? wordFrom(word, equals + 1) : word)
    if (resolved === null || !shell.disk.wasWritten(resolved) || PROSE.test(resolved)) continue
    const text = shell.disk.contentAt(resolved)?.text
    if (text != null) searchUnread(fork(shell, { depth: shell.depth + 1 }), text, span)
  }
}
const MOST_GIVEN = 64

/** Such a file, or a folder of such, in a variable of the program: `HGRCPATH=/tmp/h hg x`, `XDG_CONFIG_HOME=/tmp/c nvim`. */
export function readAssigned({ shell, command }: Run): void {
  const { written } = shell.disk
  const doer = doerOf(shell, command.span)
  for (const { value } of shell.trace.budget.cut(command.assigns, MOST_GIVEN, doer, 'more variables than are looked at for files')) {
    const { resolved, places } = locate(shell, value)
    if (resolved === null) continue
    // Below a folder of the project much is written that no variable means.
    const below =
      places.includes('inside-project') || isWithin(knownStart(shell.cwd), resolved) ? [] : [...written].filter((path) => path.startsWith(`${resolved}/`))
    for (const file of shell.trace.budget.cut(written.has(resolved) ? [resolved] : below, MOST, doer, 'more files in variables than are read')) {
      const text = PROSE.test(file) ? undefined : shell.disk.contentAt(file)?.text
      if (text != null) searchUnread(fork(shell, { depth: shell.depth + 1 }), text, command.span)
    }
  }
}
const PROSE = /\.(?:md|mdx|txt|rst|adoc|log|csv|tsv|html?|svg|lock)$/i

/** What it runs of its words it runs elsewhere, or they are texts to it. */
const isOfTexts = ({ shell, parsed, program }: Run): boolean => {
  const { meaning } = shell.trace.books
  if (parsed.chain.some(({ at }) => at !== undefined)) return true
  return !hasTrait(meaning, program, 'told') && OF_TEXTS.some((trait) => hasTrait(meaning, program, trait))
}

function withoutMarks(value: string): string {
  let bare = value.trim()
  for (let left = MOST_MARKS; left > 0; left--) {
    const mark = MARK.exec(bare)
    if (mark === null) break
    bare = bare.slice(mark[0].length)
  }
  const ended = bare.replace(/\s{0,4}[|)"'`]{1,3}$/, '')
  // `x 'a'`: the last one ends a text of its own.
  return isEven(ended, "'") && isEven(ended, '"') ? ended : bare
}
const isEven = (text: string, quote: string): boolean => text.split(quote).length % 2 === 1

const insideOf = (value: string): readonly string[] =>
  Array.from(value.matchAll(INSIDE), (mark) => {
    const rest = value.slice(mark.index + mark[0].length, mark.index + LONGEST_INSIDE)
    const end = rest.search(ENDS)
    return (end < 0 ? rest : rest.slice(0, end)).trim()
  })
const LONGEST_INSIDE = 400

/** What follows is another program's, or a script's own. */
function ownEnd({ command, parsed }: Run): number {
  const carries = parsed.chain.some(({ runs }) =>
    runs.some(({ kind, from }) => kind === 'script' || from.some((one) => !one.startsWith('-') && one !== 'stdin')),
  )
  return carries ? (parsed.positions[parsed.depth] ?? command.words.length) : command.words.length
}

/** What its entry says is run is read as what it is. */
const isCode = ({ parsed }: Run, name: string): boolean =>
  name !== '' &&
  parsed.chain.some(({ runs, options }) => runs.some(({ from }) => from.some((one) => plain(one) === name || plain(one) === options[name]?.name)))
const plain = (selector: string): string => selector.split('|', 1)[0] ?? ''
