// Text that would be run as code: read it in its own language, or say that it could not be read.
import type { Word } from '../model.ts'
import { isRooted } from '../text/path.ts'
import { languageNamed } from '../languages/_book/book.ts'
import { asFile, handedOn, isGiven, keepCode, noteHanded, readScript, vouchedFor } from './trust.ts'
import { EXIT, fork } from './process.ts'
import { doerOf } from '../log/process.ts'
import type { Shell } from './process.ts'
import { NONE, unknownWord } from '../value/text.ts'
import { query } from './query.ts'
import { holesOf, textWithHoles } from '../value/placeholders.ts'
import { cameFromDecoder, fillHoles } from './code-source.ts'
import { searchCode } from './command-strings.ts'
import { searchLeft } from './left-over.ts'
import { noteSent } from './sent-in-code.ts'
import { askFile, filesLike } from '../disk/globs.ts'
import { askEdited, textsOf } from './edits.ts'
import { interpreterOf, scriptIn, isForShell } from './shebang.ts'
import { handedTo } from './handed.ts'
import { isMade } from './passing.ts'
import { noteUnread } from './unread-files.ts'
import { readable, runWindows } from './windows-text.ts'
import { forgetArguments, positionalOf, setVariable, started } from './env.ts'
import { notRead } from './effect.ts'
import { act } from './act.ts'
import { applyCode } from './apply-code.ts'
import { readHanded } from './handed-text.ts'
import type { Code } from './code.ts'

const LONGEST = 40_000
const DEEPEST = 12

/** Runs code of any language in a shell of its own; returns what it prints. */
export function execute(shell: Shell, code: Code): Word {
  const { file, span } = code
  if (file === undefined) return executeText(shell, code)
  const found = asFile(shell, file, code.language === 'script' ? scriptIn(shell, file, code.code.text) : code.language)
  const inner = code.clever === true ? vouchedFor(found) : found
  const enters = inner.trust === 'project' && shell.trust !== 'project'
  if (code.part !== true) executeBefore(inner, code, file)
  if (enters && (code.stdin !== null || (code.args ?? NONE).length > 0)) noteHanded(inner)
  return shell.trace.budget.inFile(doerOf(inner, span), () => executeText(inner, enters ? handedOn(code) : code), unknownWord('output', true, code.code.from))
}

/** What lay in a file that this text may have changed, or not. */
function executeBefore(shell: Shell, code: Code, file: string): void {
  const { trace } = shell
  if (!shell.disk.isDoubtful(file)) return
  if (shell.depth >= DEEPEST) return void act(notRead('too-deep', 'high', 'scripts nested deeper than is read'), shell, code.span)
  askFile(shell, file)
  const text = shell.disk.layAt(file)
  if (text == null || text === code.code.text) return
  const inner = fork(shell, { certain: false, depth: shell.depth + 1 })
  trace.budget.inFile(doerOf(shell, code.span), () => executeText(inner, { ...code, code: { text } }), undefined)
}

function executeText(shell: Shell, { language, code, origin, span, stdin, args, file, here, called }: Code): Word {
  const interpreter = language === 'script' && file !== undefined ? interpreterOf(shell, file, code.text) : null
  if (interpreter !== null && shell.depth < DEEPEST) {
    const inner = fork(shell, { depth: shell.depth + 1, span: shell.span ?? span, calling: [...shell.calling, interpreter.mark] })
    return shell.read.perform(inner, { words: [...interpreter.words, ...(args ?? NONE)], assigns: [], stdin, span })
  }
  // What the project committed need not be readable, however it is put together.
  const decoded = shell.trust !== 'project' && cameFromDecoder(shell, code)
  const actual = language === 'script' ? scriptIn(shell, file, code.text) : language
  const takes = code.from ?? NONE
  act({ do: 'execute', language: actual, text: code.text, origin, decoded, takes }, shell, span)
  if (isForShell(actual)) {
    const text = textWithHoles(code)
    if (text === null) {
      noteUnknown(shell, { language, code, origin, span, stdin, ...(args === undefined ? {} : { args }) }, isGiven(code))
      return unknownWord('output', true, takes)
    }
    // What other files held is code here too.
    if (code.text === null && origin === 'file') executeBehind(shell, { language, code, origin, span, stdin })
    const inner = fork(here === true ? shell : started(shell), {
      depth: shell.depth + 1,
      span: shell.span ?? span,
      positional: args ?? positionalOf(shell),
      code: false,
      leaving: here === true ? shell.leaving : EXIT,
      ...(actual === 'container-shell' ? { at: 'container' } : {}),
    })
    if (args !== undefined) forgetArguments(inner)
    if (code.text === null && takes.length > 0) fillHoles(inner, holesOf(code), takes)
    const isWhole = file !== undefined && here !== true && text.length <= LONGEST && (shell.trust === 'project' || shell.read.isPlain(shell, code.text))
    readScript(inner, isWhole ? text : '')
    if (file !== undefined) for (const name of ['0', 'BASH_SOURCE']) setVariable(inner, name, { text: file })
    return shell.read.text(inner, text, stdin)
  }
  if (code.text === null && textWithHoles(code) === null) {
    noteUnknown(shell, { language, code, origin, span, stdin, ...(args === undefined ? {} : { args }) })
    return unknownWord('output', true, takes)
  }
  if (languageNamed(shell.trace.books.languages, actual)?.asks === true) {
    query(shell, span, actual, code, null)
    return unknownWord('output', true, takes)
  }
  const text = readable(shell, actual, code) ?? ''
  if (text.length > LONGEST) {
    act(notRead('too-large', 'high', `${text.length} characters of ${actual} code`), shell, span)
    return unknownWord('output', true, takes)
  }
  if (actual === 'powershell' || actual === 'cmd') return runWindows(shell, actual, text, span)
  if (shell.trust === 'nobody' && shell.at === 'here' && !shell.later) shell.trace.notes.loosen()
  const inner = fork(shell, { depth: shell.depth + 1, span: shell.span ?? span, positional: args ?? null, code: true })
  const since = shell.trace.actions.length
  // What is only written says many things.
  const isOurs = shell.trust === 'nobody' && shell.later !== true && (file === undefined || shell.disk.wasWritten(file))
  if (!searchCode(inner, actual, text, file, span)) {
    const handed = handedTo(inner, text, origin === 'stdin' ? null : stdin, args ?? NONE)
    const said = applyCode(inner, { language: actual, text, from: takes, span, file, called, handed, execute })
    if (isOurs) noteSent(inner, text, since, span)
    if (isOurs) searchLeft(inner, actual, text, since, span)
    return said
  }
  if (isOurs) noteSent(inner, text, since, span)
  keepCode(inner, text)
  return unknownWord('output', true, takes)
}

/** What the files hold that it comes from is read; what something made of them cannot be. */
function noteUnknown(shell: Shell, code: Code, surprises = false): void {
  const followed = askEdited(shell, code.code)
  const read = followed && executeBehind(shell, code)
  const counts = code.origin !== 'file' || isForShell(code.language)
  readHanded(shell, code.code, code.span)
  const made = counts && (!followed || isMade(shell, code.code, code.language === 'script'))
  const detail = made ? 'code that another program puts out' : 'code that is not known'
  if (made || (counts && !read))
    act(
      { do: 'unknown', because: 'code-text', could: made ? 'critical' : 'high', detail, takes: code.code.from ?? NONE, ...(surprises ? { surprises } : {}) },
      shell,
      code.span,
    )
}

/** More files than these are not one script. */
const MOST_BEHIND = 8

/**
 * Code that came out of files through something we do not follow (`grep . n | sh`, `cp n x; sh x`): read as what those files hold.
 * Asks for them where they are not known; true when some are.
 */
export function executeBehind(shell: Shell, code: Code): boolean {
  const { trace, at, depth } = shell
  if (at !== 'here') return false
  if (depth >= DEEPEST) {
    act(notRead('too-deep', 'high', 'scripts nested deeper than is read'), shell, code.span)
    return false
  }
  let known = false
  let left = MOST_BEHIND
  for (const id of shell.trace.log.behind(code.code)) {
    const action = trace.actions[id]
    if (action?.does !== 'read' || action.resolved === null || !isRooted(action.resolved) || action.resolved.includes('\0')) continue
    if (left-- <= 0) {
      act(notRead('too-much', 'high', 'code out of more files than are read'), shell, code.span)
      break
    }
    const like = filesLike(shell, action.path)
    for (const path of like?.paths ?? [action.resolved]) {
      const texts = textsOf(shell, path, code.span)
      known ||= texts.length > 0
      for (const text of texts) execute(fork(shell, { depth: depth + 1, span: shell.span ?? code.span }), { ...code, code: text, origin: 'file', file: path })
      if (shell.disk.contentAt(path)?.text == null && texts.length === 0) {
        askFile(shell, path)
        noteUnread(shell, code.language, path, code.span)
      }
    }
    if (like?.more != null) act(notRead('too-much', like.more, 'more files than are read'), shell, code.span)
  }
  return known
}
