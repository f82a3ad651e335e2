// Text that would be run as code: read it in its own language, or say that it could not be read.
import type { ExecuteAction, Span, Word } from '../model.ts'
import { isRooted } from '../text/path.ts'
import { hasGlob } from '../value/fields.ts'
import { noteLoosening } from './own-program.ts'
import { languageNamed } from '../languages/_book/book.ts'
import type { CodeEffect } from '../languages/_code/effects.ts'
import { printedBy } from '../languages/_code/printed.ts'
import { givenWords } from '../languages/_code/given.ts'
import { readCode } from '../languages/read-code.ts'
import { asFile, handedOn, isGiven, keepCode, noteHanded, readScript, takenIn, vouchedFor } from './trust.ts'
import { contentOf, locate } from '../disk/paths.ts'
import { EXIT, fork } from './process.ts'
import { doerOf } from '../log/process.ts'
import type { Shell } from './process.ts'
import { readOnce } from '../log/trace.ts'
import { NONE, union, unknownWord } from '../value/text.ts'
import { completeTakes, placesBelow, enteredFolder, takesOf, withSource } from './code-effects.ts'
import { applyPath } from './code-paths.ts'
import { query } from './effects.ts'
import { holesOf, isNamed, textWithHoles } from '../value/placeholders.ts'
import { cameFromDecoder, fillHoles } from './code-source.ts'
import { searchCode } from './command-strings.ts'
import { askFile, filesLike } from '../disk/globs.ts'
import { localCode, moduleAt, placesOfTakenIn, withInterpreter } from './modules.ts'
import { bringCopied } from '../disk/copies.ts'
import { askEdited, textsOf } from './edits.ts'
import { interpreterOf, scriptIn, SHELLS } from './shebang.ts'
import { ONE } from './shown-secrets.ts'
import { fromOf, handedTo, isHanded } from './handed.ts'
import type { Handed } from './handed.ts'
import { isMade, writtenUnseen } from './passing.ts'
import { executeAll, noteNotThere, noteUnread } from './unread-files.ts'
import { readable, runWindows } from './windows-text.ts'
import { forgetArguments, positionalOf, setVariable, started } from './env.ts'
import { notRead } from './effect.ts'
import { act } from './act.ts'

export interface Code {
  readonly language: string
  readonly code: Word
  readonly origin: ExecuteAction['origin']
  readonly span: Span
  readonly stdin: Word | null
  readonly args?: readonly Word[]
  /** The file the code lies in, where it is known. */
  readonly file?: string
  /** Of what the file holds, only a part. */
  readonly part?: true
  /** It runs in the shell that is being read, not in one of its own: functions and aliases are known to it. */
  readonly here?: true
  /** Its like is known to be clever: what cannot be read of it weighs little. */
  readonly clever?: boolean
  /** What takes it in calls its functions: of what stands in them, nothing sleeps. */
  readonly called?: true
}

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
  if (SHELLS.has(actual)) {
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
  if (!searchCode(inner, actual, text, file, span))
    return applyCode(inner, actual, text, takes, { span, file, called }, handedTo(inner, text, origin === 'stdin' ? null : stdin, args ?? NONE))
  keepCode(inner, text)
  return unknownWord('output', true, takes)
}

/** What the files hold that it comes from is read; what something made of them cannot be. */
function noteUnknown(shell: Shell, code: Code, surprises = false): void {
  const followed = askEdited(shell, code.code)
  const read = followed && executeBehind(shell, code)
  const counts = code.origin !== 'file' || SHELLS.has(code.language)
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

type From = { readonly [Field in 'span' | 'file' | 'called']: Code[Field] | undefined } & Pick<Code, 'span'>

function applyCode(shell: Shell, language: string, text: string, codeFrom: readonly number[], { span, file, called }: From, handed: Handed): Word {
  const { trace } = shell
  keepCode(shell, text)
  // What a file takes in depends on where it lies.
  const given = givenWords(languageNamed(trace.books.languages, language), text, shell.positional, file === undefined)
  const kind = `${language} ${file ?? ''} ${given === null ? '' : JSON.stringify(given.words)}`
  const effects = readOnce(trace, kind, text, () =>
    trace.budget.spendCode(text.length) ? readCode(language, text, trace.books, localCode(shell, language, file, span), given) : null,
  )
  if (effects === null) {
    act(notRead('too-much', 'high', `more ${language} code than is read for one call`), shell, span)
    return unknownWord('output', true, codeFrom)
  }
  const ids: (number | null)[] = []
  let asleep: Shell | null = null
  for (const effect of effects) {
    // What nobody is seen to call counts where nobody has looked at it yet, for less, and changes nothing for what comes after.
    if (effect.dormant === true && shell.trust !== 'nobody') {
      ids.push(null)
      continue
    }
    if (effect.dormant === true) asleep ??= fork(shell, { certain: false, later: called === true ? 'soon' : shell.later || true })
    const here = effect.dormant === true ? asleep! : shell
    const doing = effect.file === undefined ? here : takenIn(here, effect.file, language)
    const source = effect.file === undefined ? text : (shell.disk.contentAt(effect.file)?.text ?? '')
    const inFolder = effect.folder === undefined ? null : enteredFolder(doing, effect.folder)
    const apply = (one: Shell): number | null => applyEffect(one, withSource(one, effect, source), takesOf(effect, ids, codeFrom), language, span, handed)
    const id = inFolder === null || effect.there !== true ? apply(doing) : null
    ids.push(inFolder === null ? id : apply(inFolder))
  }
  effects.forEach((effect, at) =>
    completeTakes(
      shell,
      ids[at] ?? null,
      effect.takes.filter((other) => other > at).map((other) => ids[other] ?? null),
    ),
  )
  const takes = union(
    ids.filter((id) => id !== null),
    fromOf({ ...handed, input: null }),
  )
  const said = printedBy(effects, text)
  return said === null ? unknownWord('output', true, takes) : { text: said, from: union(codeFrom, takes) }
}

function applyEffect(shell: Shell, effect: CodeEffect, given: readonly number[], language: string, span: Span, handed: Handed): number | null {
  // What it is handed it may send on, or write down.
  const takes = (effect.does === 'connect' || (effect.does === 'write' && effect.content == null)) && isHanded(handed) ? union(given, fromOf(handed)) : given
  const { trace } = shell
  const next = trace.actions.length
  switch (effect.does) {
    case 'read':
    case 'write':
    case 'delete':
      return applyPath(shell, effect, takes, handed, span)
    case 'run':
      shell.read.perform(shell, {
        words: withInterpreter(
          shell,
          effect.words.map((word) => ({ ...word, from: union(word.from, takes) })),
        ),
        assigns: [],
        stdin: null,
        span,
      })
      return trace.actions.length > next ? next : null
    case 'shell':
      execute(shell, { language: 'shell', code: { ...effect.text, from: union(effect.text.from, takes) }, origin: 'argument', span, stdin: null })
      return next
    case 'code':
      execute(shell, {
        language: effect.language || language,
        code: { ...effect.text, from: union(effect.text.from, takes) },
        origin: 'argument',
        span,
        stdin: null,
      })
      if (effect.decoded) trace.notes.decode(next)
      if (effect.decoded && effect.text.text === null && shell.trust === 'nobody')
        act(notRead('code-text', 'critical', 'code that is decoded first', takes), shell, span)
      return next
    case 'connect':
      return act(
        {
          do: 'connect',
          url: effect.url,
          sends: effect.sends,
          takes,
          method: effect.method,
          going: {
            body: effect.sends && handed.input !== null ? [handed.input] : [],
            along: [...(effect.told ?? []), ...handed.words],
            said: effect.along ?? [],
            takes,
          },
        },
        shell,
        span,
      )
    case 'query':
      query(shell, span, effect.engine, effect.text, null)
      return trace.actions.length > next ? next : null
    case 'environment':
      return act({ do: 'environment', ...(effect.one === undefined ? {} : { name: ONE[effect.one] }), takes }, shell, span)
    case 'signal':
      return act({ do: 'signal', target: effect.target, broad: effect.broad, takes }, shell, span)
    case 'change': {
      const places =
        effect.what === 'takes-in'
          ? placesOfTakenIn(shell, effect.target)
          : [...locate(shell, effect.target, effect.recursive).places, ...placesBelow(shell, effect, effect.target)]
      return act({ do: 'change', what: effect.what, target: effect.target, value: effect.value, recursive: effect.recursive, places, takes }, shell, span)
    }
    case 'network-shell':
      return act({ do: 'change', what: 'network-shell', target: null, takes }, shell, span)
    case 'print':
      return null
    case 'unknown':
      if (effect.detail === 'fork bomb') return act({ do: 'change', what: 'fork-bomb', target: null, takes }, shell, span)
      return act(notRead(effect.because, effect.could, effect.detail, takes), shell, span)
  }
}

/** A file given to an interpreter: known if this text wrote it. */
export function executeFile(shell: Shell, language: string, file: Word, span: Span, stdin: Word | null, args: readonly Word[]): Word {
  const like = filesLike(shell, file)
  if (like !== null) {
    noteLoosening(shell, args, file, span)
    if (like.paths.length === 0) act({ do: 'execute', language, text: null, origin: 'file', decoded: false, takes: file.from ?? NONE }, shell, span)
    return executeAll(shell, like, file, span, (one) => executeFile(shell, language, one, span, stdin, args))
  }
  const named = locate(shell, file).resolved
  if (named === null || named.includes('\0') || hasGlob(file)) noteLoosening(shell, args, file, span)
  bringCopied(shell, named)
  const module = contentOf(shell, file) === null ? moduleAt(shell, language, named) : null
  const resolved = module ?? named
  const content =
    (SHELLS.has(language) ? writtenUnseen(shell, resolved) : null) ?? (module === null ? contentOf(shell, file) : (shell.disk.contentAt(module) ?? null))
  if (content !== null) return execute(shell, { language, code: content, origin: 'file', span, stdin, args, ...(resolved === null ? {} : { file: resolved }) })
  if (resolved !== null && !resolved.includes('\0')) askFile(shell, resolved)
  act({ do: 'execute', language, text: null, origin: 'file', decoded: false, takes: file.from ?? NONE }, shell, span)
  if (resolved !== null) {
    noteUnread(shell, language, resolved, span)
    noteNotThere(shell, language, resolved, span)
  }
  // `"$DIR/x.sh"` says what is run, only not from where.
  if (resolved === null)
    act(
      notRead(
        'script-file',
        isNamed(file) ? 'low' : 'high',
        isNamed(file) ? 'a script whose folder is not known' : 'a script whose name is not known',
        file.from ?? NONE,
      ),
      shell,
      span,
    )
  return unknownWord('output', true, file.from)
}
