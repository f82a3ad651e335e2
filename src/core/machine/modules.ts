// Which file of the project does code mean that takes in `./x`, `import x` or `require 'x'`? Known, or asked for; what is installed is nobody's business.
import { isRooted, normalise, parentOf } from '../text/path.ts'
import { besideWith } from '../languages/_code/files.ts'
import type { CodeFiles, Named } from '../languages/_code/files.ts'
import { CODE_FILES } from '../languages/files.gen.ts'
import type { LocalCode, LocalFile } from '../languages/_code/modules.ts'
import { askContent, contentOf, locate } from '../disk/paths.ts'
import type { Shell } from './process.ts'
import { namesFiles } from '../self/own-ground.ts'
import { addNeed } from '../log/trace.ts'
import { NO_PLACES } from '../value/text.ts'
import { bringCopied } from '../disk/copies.ts'
import { languageNamed, languageOfFile } from '../languages/_book/book.ts'
import { speaksOfOurs } from './own-program.ts'
import type { Span, Word } from '../model.ts'
import { notRead } from './effect.ts'
import { act } from './act.ts'

const LONGEST = 40_000
const INSTALLED = /\/(?:node_modules|site-packages|dist-packages|\.venv|venv|vendor)\//

/** Null for languages whose files are not followed, and elsewhere than on this machine. `file`: where the code lies. */
export function localCode(shell: Shell, language: string, file: string | undefined, span: Span): LocalCode | null {
  const candidates = candidatesOf(shell, language)
  const folder = file === undefined ? shell.cwd.text : parentOf(file)
  // Of what only lies there and may be run later, its own text counts: nobody could wait for all that it takes in.
  if (shell.later && (file === undefined || !shell.disk.wasWritten(file))) return null
  if (candidates === undefined || shell.at !== 'here' || folder === null || !isRooted(folder) || folder.includes('\0')) return null
  const find = (name: string, from: string | null): LocalFile | null => {
    const paths = name.length > 200 || name.includes('\0') ? [] : candidates(name, folder, from, shell.cwd.text)
    noteOwnTakenIn(shell, [...paths, ...(filesOf(language)?.ours?.(name, folder) ?? [])], span)
    for (const path of paths) {
      const text = INSTALLED.test(path) ? null : putThere(shell, path)
      if (text == null) continue
      if (text.length <= LONGEST) return { file: path, text }
      // Nobody else has seen what the call itself puts there.
      const could = shell.disk.wasWritten(path) && shell.trust !== 'project' ? 'high' : 'medium'
      act(notRead('too-large', could, `${text.length} characters of ${language} code that is taken in`), shell, span)
      return null
    }
    for (const path of paths) if (!INSTALLED.test(path)) addNeed(shell.trace, { kind: 'file', path, taken: true })
    return null
  }
  return { file: file ?? null, find }
}

/** What a file holds, where that is known; of what this text copied there, asks for what it was. */
function putThere(shell: Shell, path: string): string | null {
  bringCopied(shell, path)
  const content = shell.disk.contentAt(path)
  if (content?.text === null) askContent(shell, content)
  return content?.text ?? null
}

/** Code that takes in our program runs it, with whatever words it likes. What others may take in is `dist/index.js`. */
function noteOwnTakenIn(shell: Shell, paths: readonly string[], span: Span): void {
  for (const path of paths) {
    if (!/\/(?:cli|hook|hook-engine|chunks\/[\w.-]+?)(?:\.c?js)?$/.test(path)) continue
    const { places } = locate(shell, { text: path })
    if (!places.includes('self')) continue
    const taken = [...places, 'taken-in']
    act({ do: 'change', what: 'touch', target: { text: path }, places: taken }, shell, span)
    return
  }
}

/** Code is taken in under a name that nobody knows: whether it may be ours is said by what computes it, or by the code around it. */
export function placesOfTakenIn(shell: Shell, target: Word): readonly string[] {
  const { trace, by } = shell
  const speaks = trace.notes.codes.some((code) => code.by === by && (OUR_NAME.test(code.text) || namesFiles(code.text, trace.scene, trace.books.places)))
  return speaks || speaksOfOurs(trace, target) || OUR_FILE.test(endOf(target)) ? MAY_BE : NO_PLACES
}
const MAY_BE = ['may-be-self']
const OUR_NAME = /prud/i
const OUR_FILE = /(?:^|\/)(?:dist\/(?:cli|index)|hook|hook-engine)\.c?js$/
const endOf = ({ parts = [] }: Word): string => {
  const last = parts.at(-1)
  return last?.kind === 'text' ? last.text : ''
}

/** A language's own way, or files beside. */
function candidatesOf(shell: Shell, language: string): Named | undefined {
  const own = filesOf(language)
  if (own !== undefined) return own.named
  const ending = languageNamed(shell.trace.books.languages, language)?.takes_in ?? null
  return ending === null ? undefined : besideWith(ending)
}
const filesOf = (language: string): CodeFiles | undefined => CODE_FILES.find(({ name }) => name === language)

/** `x.py` that code starts by its name alone, as `fork` does: what runs it comes first, unless its own first line says. */
export function withInterpreter(shell: Shell, words: readonly Word[]): readonly Word[] {
  const [file] = words
  const last = file?.parts?.at(-1)
  const end = file?.text ?? (last?.kind === 'text' ? last.text : '')
  const program = languageOfFile(shell.trace.books.languages, end)?.program ?? null
  if (file === undefined || program === null || contentOf(shell, file)?.text?.startsWith('#!') === true) return words
  return [{ text: program }, ...words]
}

/** `node x` runs `x.js` or what the folder `x` says, `python -m x` runs `x.py`: the file that is meant, where it is known. Asks for those it could be. */
export function moduleAt(shell: Shell, language: string, path: string | null): string | null {
  if (path === null || shell.at !== 'here' || !isRooted(path) || path.includes('\0') || /\.\w{1,4}$/.test(path)) return null
  const manifest = filesOf(language)?.manifest
  const said = manifest === undefined ? null : (shell.disk.contentAt(`${path}/${manifest.file}`)?.text ?? null)
  const main = said === null || said.length > LONGEST ? null : (manifest?.main(said) ?? null)
  const suffixes = [...(main === null ? [] : [`/${main}`]), ...(languageNamed(shell.trace.books.languages, language)?.run_as ?? [])]
  const found = suffixes.map((suffix) => normalise(path + suffix, '/')).find((one) => putThere(shell, one) !== null)
  if (found === undefined && suffixes.length > 0) {
    if (manifest !== undefined) addNeed(shell.trace, { kind: 'file', path: `${path}/${manifest.file}` })
    for (const suffix of suffixes) addNeed(shell.trace, { kind: 'file', path: normalise(path + suffix, '/') })
  }
  return found ?? null
}
