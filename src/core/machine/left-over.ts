// Which command lines and deletions stand in a text that nobody followed to them: code that hands on what starts them, files and input given to a program that nobody described? They may be what it does, so they weigh one step less.
import { locate } from '../disk/paths.ts'
import type { Action, Span } from '../model.ts'
import { doerOf } from '../log/process.ts'
import { wordSet } from '../text/word-set.ts'
import { literal } from '../value/text.ts'
import { languageNamed } from '../languages/_book/book.ts'
import { normaliseProgram } from '../meaning/entries.ts'
import type { Meaning } from '../meaning/entries.ts'
import { hasTrait } from '../meaning/traits.ts'
import { act } from './act.ts'
import { BETWEEN, quotedIn, saysOnly, withoutComments } from './command-strings.ts'
import { deletesHome } from './homeward.ts'
import { mayBeRun } from './nested-command.ts'
import { fork } from './process.ts'
import type { Shell } from './process.ts'

/** What starts programs or deletes, or calls something by another name than its own. */
const STARTS =
  /["'`]\||exec|system(?!exit)|spawn|popen|command|(?<!child_|sub)process(?!\.(?:argv|cwd|env|exit|pid|platform|std))|shell|\bfork\b|\bopen\w?\b|rm(?:tree|Sync)|qx|pipe|bash|\bsh\b/gi
const CALLS_UNNAMED = /[\])] ?\(|call_user|getattr|globals\(|eval|&\w|method|\.call|apply|map\(|import\(|\bload\w{0,9}\(/
const CALLS_HELD = /(\$\w+) ?\(/g
/** What these are given is looked for, compared or said. */
const OF_TEXT = wordSet(
  'in is eq ne it test match matches matchall includes indexof index find search contains startswith endswith replace split describe expect assert title raise throw error exception warn log info debug die puts print printf println echo say help description message text note name label comment',
)
/** Behind whatever may begin a text, a list or a row. */
const BEGINS = /[\n"'`({[<>|!:=;%@,]|\b(?:exec|system|shell|spawn|run|local|eval|pipe|sx|#0|-e) /g
const LINE = /[ \t\n]{0,9}((?:\/(?:usr\/)?s?bin\/)?[a-z][\w.+-]{0,30} {1,4}[^"'`\n)}\]<\\]{2,300})/y
const DELETES = /unlink|remove|rmtree|rm_rf|rm_r|rmdir|\brm\b|delete|del_dir|deltree|erase|trash|purge/gi
const DELETED = /[\w!?.]{0,24}[^"'`\w\n]{0,6}(?:["']-[\w-]{1,12}["'],? ?)?["'`]([~/][^"'`\n]{0,200})["'`]/y
const COMMENT = /^\s{0,60}(?:#|\/\/|--|;;|\*)/
/** `print(json.dumps({'note': "…` */
const SAYS_IT = /^(?:print|puts|echo|say|console\.|log\w{0,6}\.)/
const NAMED = /^(?:\/(?:usr\/)?s?bin\/)?[a-z]/
const LONGEST = 8_000
const MOST_WORDS = 12
const MOST = 12

/** Code of a language that was read: what was found so was done since this action. */
export function searchLeft(shell: Shell, language: string, text: string, since: number, span: Span): void {
  if (text.length > LONGEST) return
  const done = shell.trace.actions.slice(since)
  const code = withoutLines(text)
  if (!(CALLS_UNNAMED.test(code) || callsHeld(text) || OTHERWISE.test(code) || startsMore(shell, code, done))) return
  const { languages } = shell.trace.books
  const book = languageNamed(languages, language)
  const plain = withoutDocs(book === null ? text : withoutComments(text, book.syntax))
  const says = (name: string): boolean => name !== '' && saysOnly(shell, book?.language ?? language, name)
  search(shell, plain, span, { says, bare: false, done })
}

/** Texts that name nothing that starts something say nothing of what is called; a pipe at their beginning does. */
function withoutLines(text: string): string {
  let code = ''
  let kept = 0
  for (const { start, end, value } of quotedIn(text, () => false)) {
    if (NAMES_START.test(value)) continue
    code += `${text.slice(kept, start)}"${value.startsWith('|') ? '|' : ''}"`
    kept = end
  }
  return code + text.slice(kept)
}
const NAMES_START = /^[\w.:]{0,40}(?:exec|system|spawn|popen|fork|eval|process)\w{0,20}$/i

/** `$f("x")`, where nothing says what `$f` is, or it is what starts something. */
const callsHeld = (text: string): boolean =>
  [...text.matchAll(CALLS_HELD)].some(([, name = '']) => {
    const named = text.split(`${name}=`, 2)[1]?.match(/^ ?["']([\w\\:]{1,40})["']\s?;/)?.[1]
    return named === undefined || NAMES_START.test(named)
  })

/** Whether something may start more than what was followed to its start. */
function startsMore(shell: Shell, code: string, done: readonly Action[]): boolean {
  const runs = done.filter((action) => action.does === 'run' && action.program !== '')
  // What a shell is told on its way in nobody followed to it; `echo` leaves nothing but that a text was run.
  const told = runs.filter((action) => action.does === 'run' && (action.operands.length > 0 || !hasTrait(shell.trace.books.meaning, action.program, 'shell')))
  const followed = (runs.length > 0 ? told : done.filter(({ does }) => does === 'execute')).length
  let starters = 0
  for (const row of code.split('\n')) if (!IMPORTS.test(row)) starters += row.match(STARTS)?.length ?? 0
  return starters > followed
}
const IMPORTS = /^\s{0,40}(?:import|from|use|using|require|require_once|include|open)\b[^;(]{0,200};?\s{0,9}$/
const OTHERWISE = /delete|remove|unlink|push\(/i

/** A text of which nobody knows how it is written. `bare`: what stands at the beginning of a line may be run as it is. */
export function searchUnread(shell: Shell, text: string, span: Span, bare = true): void {
  if (text.length <= LONGEST) search(shell, text, span, { says: () => false, bare, done: [] })
}

interface Found {
  readonly says: (name: string) => boolean
  readonly bare: boolean
  readonly done: readonly Action[]
}

function search(shell: Shell, given: string, span: Span, how: Found): void {
  const { meaning } = shell.trace.books
  const programs = new Set(how.done.flatMap((action) => (action.does === 'run' ? [action.program] : [])))
  const deleted = new Set(how.done.flatMap((action) => (action.does === 'delete' ? [action.resolved, action.path.text] : [])))
  // `rm\ -rf\ ~`
  const text = given.includes('\\ ') ? given.replaceAll('\\ ', ' ') : given
  const inner = (): Shell => fork(shell, { certain: false, later: true, depth: shell.depth + 1, span: shell.span ?? span })
  const lines = linesLeft(meaning, text, how).filter((line) => !programs.has(normaliseProgram(meaning, line.split(/\s/, 1)[0] ?? '')))
  for (const line of shell.trace.budget.cut(lines, MOST, doerOf(shell, span), 'more command lines in code than are read')) {
    const one = inner()
    one.read.text(one, line, null)
  }
  const push = pushIn(text)
  if (push !== null && !programs.has('git')) {
    const one = inner()
    one.read.text(one, push, null)
  }
  const deletions = Array.from(text.matchAll(DELETES), (verb) => {
    DELETED.lastIndex = verb.index + verb[0].length
    return DELETED.exec(text)?.[1] ?? ''
  }).filter((path) => path === '~' || /^~?\//.test(path))
  const { home } = shell.trace.scene
  if (deletesHome(text)) deletions.push(home)
  for (const path of shell.trace.budget.cut(deletions, MOST, doerOf(shell, span), 'more deletions in code than are read')) {
    const target = literal(path.replace(/^~(?=\/|$)/, home))
    const { resolved, places } = locate(shell, target)
    // `/users/3`, `app.delete('/', …)`: more likely addresses.
    if (path === '/' && /\.delete\(["'`]\/["'`],/.test(text)) continue
    if (places.includes('other-home') || !places.some((place) => GROUND.has(place))) continue
    if (!deleted.has(resolved) && !deleted.has(path)) act({ do: 'delete', path: target, how: 'whole', recursive: true }, inner(), span)
  }
}

const GROUND = new Set(['home', 'homes', 'root', 'system', 'user-data'])
const STANDS_ALONE = new Set([':', ')'])
/** Texts in three quotes that stand by themselves say what a function does. */
function withoutDocs(text: string): string {
  const parts = text.split('"""')
  return parts.filter((_, at) => at % 2 === 0 || !STANDS_ALONE.has((parts[at - 1] ?? '').trimEnd().at(-1) ?? ':')).join(' ')
}

/** `.push('origin', 'HEAD:main', {'-f': null})`, `porcelain.push('.', 'origin', b'+refs/heads/x:refs/heads/main')`, `updateRef(… force: true)` */
function pushIn(text: string): string | null {
  for (const { index } of text.matchAll(PUSHES)) {
    const words = text.slice(index, index + NEAR)
    const end = words.search(/[;\n]/)
    const call = end < 0 ? words : words.slice(0, end)
    if (FORCED.test(call) && ((SHARED.test(call) && REMOTE.test(call)) || call.startsWith('updateRef'))) return 'git push --force origin main'
  }
  return null
}
const PUSHES = /\bpush\b|\braw\(["']push|updateRef/g
const NEAR = 240
const FORCED = /["'`]-f["'`]|force["'`]?\s?[:=]\s?["']?(?:true|True|1)|--force["'`]|["'`]\+/
const REMOTE = /["'`](?:origin|upstream|\.)["'`]/
const SHARED = /["'`/:](?:main|master|trunk|production)["'`]/

/** One of its commands does something, and it begins as one. */
const isLine = (meaning: Meaning, line: string): boolean =>
  NAMED.test(line) && line.split(/&&|\|\|?|;/, 8).some((part) => mayBeRun(meaning, part.trim()) || part.includes('/dev/tcp/'))

/** Whole texts, texts of one row, and what stands in a text. */
function linesLeft(meaning: Meaning, text: string, { says, bare }: Found): string[] {
  const found = new Set<string>()
  const texts = quotedIn(text, () => false)
  const isOnlySaid = (start: number): boolean => {
    const before = text.slice(Math.max(0, start - 60), start)
    const row = before.slice(before.lastIndexOf('\n') + 1)
    const name = lastName(before)
    return (
      COMMENT.test(row) ||
      isOfText(KEY.exec(row)?.[1]?.toLowerCase() ?? '') ||
      SAYS_IT.test(row.slice(Math.max(row.lastIndexOf(';'), row.lastIndexOf('{')) + 1).trimStart()) ||
      /[=!]=|=~/.test(before.slice(-6)) ||
      isOfText(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ||
      says(name)
    )
  }
  const said: { readonly start: number; readonly end: number }[] = []
  texts.forEach((one, at) => {
    if (isOnlySaid(one.start)) return void said.push(one)
    const row = [one.value]
    for (let next = at + 1, last = one.end; next < texts.length && row.length < MOST_WORDS; next++) {
      const other = texts[next]
      if (other === undefined || !BETWEEN.test(text.slice(last, other.start))) break
      row.push(other.value)
      last = other.end
    }
    const told = row[0] === row[1] ? row.slice(1) : row
    for (const line of new Set([row[0] ?? '', told.join(' '), told.join('')])) if (isLine(meaning, line)) found.add(line)
  })
  let at = 0
  for (const begin of [0, ...Array.from(text.matchAll(BEGINS), (one) => one.index + one[0].length)]) {
    while (at < said.length && (said[at]?.end ?? 0) <= begin) at++
    LINE.lastIndex = begin
    const line = LINE.exec(text)?.[1]?.trim() ?? ''
    if (line === '' || (!bare && (begin === 0 || text[begin - 1] === '\n'))) continue
    if ((said[at]?.start ?? Number.POSITIVE_INFINITY) < begin || isOnlySaid(begin) || !mayBeRun(meaning, line)) continue
    found.add(line)
  }
  return [...found]
}

/** `message: … "`, `"title": "` */
const KEY = /^\s{0,60}(?:- )?["']?(\w{2,20})["']?\s?[:=]/

const isOfText = (name: string): boolean => OF_TEXT.has(name) || /^(?:assert|expect|match|describe)/.test(name)

/** `console.log("`, `title: '`: the name in front of what opens a text. */
function lastName(before: string): string {
  let end = before.length
  while (end > 0 && ' \t\n:=(,"\'`['.includes(before[end - 1] as string)) end--
  let start = end
  while (start > 0 && /[\w.!]/.test(before[start - 1] as string)) start--
  return before.slice(start, end)
}
