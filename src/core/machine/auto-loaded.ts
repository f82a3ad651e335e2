// Reads files that a program loads as code by their names (`loads` of its entry): those that this call wrote, copied or moved there, and those that are not committed as they lie there.
import type { Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import type { TextTest } from '../text/glob.ts'
import { isWithin, lastComponent } from '../text/path.ts'
import { keepContent, locate } from '../disk/paths.ts'
import { valuesOf } from '../meaning/options.ts'
import { knownText } from '../value/fields.ts'
import { afford, doerOf } from '../log/process.ts'
import { altered, fork } from './process.ts'
import { readOnce } from '../log/trace.ts'
import { namesFiles } from '../self/own-ground.ts'
import { bringCopied, hasPut } from '../disk/copies.ts'
import { execute } from './execute.ts'
import { languageNamed } from '../languages/_book/book.ts'
import { askFile, freshNames } from '../disk/globs.ts'
import type { Load } from '../meaning/entries.ts'
import { folderFor, foldersUp, within } from './project-files.ts'
import { applies } from '../meaning/selectors.ts'
import type { Line } from './shell.ts'
import { notRead } from './effect.ts'
import { act } from './act.ts'

/** Looking at what was written is paid for. */
const WRITTEN_A_STEP = 32
const MOST_LOADED = 24
/** Characters of files that lie there and may be taken in, the newest first: of a whole folder that nobody committed, no more is read each time. */
const MOST_MAYBE = 40_000
/** So much of a file that the call wrote itself is read whatever words stand in it. */
const SHORT = 16_000
const ANY_DEPTH = '**/'
/** Without a word of starting programs or deleting there is nothing to find in a file that may run; most are such. */
export const MAY_ACT =
  /[eE]xec\w{0,20}[.(:]|system\s?[("']|[sS]pawn|[pP]open|subprocess|child_process|Command::|Process(?:Builder|\.)|\bsh\b|\brm\b|rm_rf|rm(?:tree|dir|Sync)|rimraf|\.ssh\b|id_rsa|\.aws\b|\.netrc|\.env\b|environ|process\.env|credentials|unlink|[rR]emove(?:All|_dir|_all|_tree|Sync|\()|rm!|System\.cmd|\bcmd\b|shutil|File(?:Utils|\.delete)|empty[dD]ir|\beval\b/

export function readLoaded(line: Line): void {
  const { shell, command, parsed } = line
  const loads = parsed.chain.findLast((node) => node.loads !== undefined)?.loads
  const folder = loads === undefined ? null : folderFor(shell, [])
  if (loads === undefined || folder === null) return
  noteSources(line, loads)
  const folders = foldersUp(shell, folder)
  for (const load of loads) if (applies(line, load)) loadFresh(line, load, folders)
  if (!hasPut(shell)) return
  const named = new Set(parsed.operands.map((word) => locate(shell, word).resolved))
  let left = MOST_LOADED
  if (!afford(shell, shell.disk.written.size / WRITTEN_A_STEP)) return
  for (const load of loads) {
    if (!applies(line, load)) continue
    if (shell.disk.copies.length > 0)
      for (const name of load.names) if (!/[*?[{]/.test(plainName(name))) for (const at of folders) bringCopied(shell, within(at, plainName(name)))
    const tests = testsOf(load)
    for (const path of shell.disk.written) {
      const mark = `loads ${path}`
      const content = shell.disk.contentAt(path)
      if (content === undefined || shell.calling.includes(mark)) continue
      const names = [...folders.flatMap((at) => (isWithin(path, at) ? [path.slice(at.length + 1)] : [])), ...(named.has(path) ? [lastComponent(path)] : [])]
      if (!names.some((name) => tests.some((test) => test(name)))) continue
      if (!isWorthReading(line, load, path, content)) continue
      if (left-- <= 0) return void act(notRead('too-much', 'high', 'more files to take in than are read'), shell, command.span)
      readOne(line, load, path, content, mark, true)
    }
  }
}

/** What lies there and is not committed just so: somebody wrote it since, and nobody has looked at it. */
function loadFresh(line: Line, load: Load, folders: readonly string[]): void {
  const { shell, command } = line
  let left = load.maybe === true ? MOST_MAYBE : Number.POSITIVE_INFINITY
  for (const [up, folder] of folders.entries()) {
    const found = freshNames(shell, folder, up === 0 ? load.names : load.names.map(plainName).filter((name) => !name.includes('**')))
    for (const path of found?.paths ?? NONE) {
      const mark = `loads ${path}`
      if (shell.disk.wasWritten(path) || shell.disk.isSettled(path) || shell.calling.includes(mark)) continue
      const content = shell.disk.contentAt(path)
      if (content !== undefined) {
        if (!isWorthReading(line, load, path, content)) continue
        left -= knownText(content).length
        if (left < 0) return void act(notRead('too-much', 'low', 'more files to take in than are read'), shell, command.span)
        readOne(line, load, path, content, mark)
        continue
      }
      const unread = shell.disk.unreadAt(path)
      if (unread === undefined) askFile(shell, path)
      else act(notRead(unread.because, load.maybe === true ? 'low' : 'medium', unread.detail), shell, command.span)
    }
    if (found?.more !== undefined) act(notRead('too-much', 'low', 'more files to take in than are read'), shell, command.span)
  }
}
const NONE: readonly string[] = []

/** The same text does the same again. */
function isWorthReading({ shell }: Line, load: Load, path: string, content: Word): boolean {
  const short = load.now === true && shell.disk.wasWritten(path) && knownText(content).length <= SHORT
  if (load.maybe === true && !short && !mayAct(content) && !speaks(shell, content.text)) return false
  let isNew = false
  readOnce(shell.trace, `loads ${load.language} ${shell.as} ${load.maybe === true}`, `${path} ${knownText(content)}`, () => (isNew = true))
  return isNew
}

/** `written` by this call, and taken in by it: that is no work in progress, unless it is read too loosely to say so. */
function readOne(line: Line, load: Load, path: string, code: Word, mark: string, written = false): void {
  const { shell, command } = line
  const { span } = command
  const isClose = written && languageNamed(shell.trace.books.languages, load.language)?.searched !== 'also'
  const inner = fork(shell, { depth: shell.depth + 1, span: shell.span ?? span, calling: [...shell.calling, mark] })
  // Whoever writes such a file and starts its tool in one breath means it to run.
  const now = load.now === true && written
  const doing = load.maybe === true ? altered(inner, { certain: false, later: now || isClose ? 'soon' : true }) : inner
  if (load.maybe === true) noteBuilt(line, { language: load.language, code, file: path })
  execute(doing, { language: load.language, code, origin: 'file', span, stdin: null, args: [], file: path, ...(now ? { called: true } : {}) })
}

/** What a compiler is given as its input is read like a file that the call made. Of what lay there before, only what it says of this gate's own ground. */
function noteSources(line: Line, loads: readonly Load[]): void {
  const { shell, command, parsed } = line
  const { stdin, span } = command
  const load = loads.find((one) => one.maybe === true && applies(line, one))
  if (load === undefined || shell.at !== 'here') return
  const operands = shell.trace.budget.cut(parsed.operands, MOST_SOURCES, doerOf(shell, span), 'more sources to compile than are looked at')
  if (stdin?.text != null && operands.some(({ text }) => text === '-' || text === '/dev/stdin') && (mayAct(stdin) || speaks(shell, stdin.text))) {
    const inner = fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span })
    noteBuilt(line, { language: load.language, code: stdin })
    execute(altered(inner, { later: true }), { language: load.language, code: stdin, origin: 'stdin', span, stdin: null, args: [] })
  }
  // What was made of a text that nobody could read is as unread as that.
  if (stdin !== null && stdin.text === null && operands.some(({ text }) => text === '-' || text === '/dev/stdin'))
    for (const word of outputsOf(parsed)) keepContent(shell, word, stdin)
  const isSource = (name: string): boolean => testsOf(load).some((test) => test(lastComponent(name)))
  for (const word of operands) {
    // Most operands are no sources, and where they lie takes long to tell.
    if (word.text !== null && !isSource(word.text)) continue
    const { resolved } = locate(shell, word)
    if (resolved === null || resolved.includes('\0') || shell.disk.wasWritten(resolved) || !isSource(resolved)) continue
    const text = shell.disk.contentAt(resolved)?.text
    if (text === undefined) askFile(shell, resolved)
    else if (speaks(shell, text)) shell.trace.notes.keepCode(shell.by, text ?? '')
  }
}
const MOST_SOURCES = 100
/** Run in the same call, what was made of it does what it says after all. */
function noteBuilt({ shell, parsed }: Line, source: { readonly language: string; readonly code: Word; readonly file?: string }): void {
  if (shell.at !== 'here') return
  for (const word of outputsOf(parsed)) {
    const { resolved } = locate(shell, word)
    if (resolved !== null) shell.trace.notes.build(resolved, source)
  }
}
/** Where what is compiled comes to lie. */
function outputsOf({ options }: Line['parsed']): readonly Word[] {
  const named = [...valuesOf(options, '-o'), ...valuesOf(options, '--output')]
  return named.length > 0 ? named : USUAL_OUTPUTS
}
const USUAL_OUTPUTS: readonly Word[] = ['a.out', 'rust_out', 'main'].map((text) => ({ text }))
const speaks = ({ trace: { scene, books } }: Line['shell'], text: string | null): boolean => text !== null && namesFiles(text, scene, books.places)

const compiled = new WeakMap<Load, readonly TextTest[]>()
function testsOf(load: Load): readonly TextTest[] {
  let tests = compiled.get(load)
  if (tests === undefined) compiled.set(load, (tests = load.names.map((name) => compileGlob(name))))
  return tests
}

/** What nobody knows a word of may. */
function mayAct(content: Word): boolean {
  const said = knownText(content)
  return said.trim() === '' ? content.text === null : MAY_ACT.test(said)
}

const plainName = (name: string): string => (name.startsWith(ANY_DEPTH) ? name.slice(ANY_DEPTH.length) : name)
