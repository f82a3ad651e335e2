// Spells PowerShell and cmd commands as programs/ describes them: aliases, registry paths, folders kept in variables, listings in pipelines.
import type { Part, Word } from '../../model.ts'
import { compileGlob } from '../../text/glob.ts'
import { commandOf, heldIn, own } from './tongue.ts'
import type { Lookup, Tongue } from './tongue.ts'
import { finishWord, literal } from './words.ts'

/** The command under its entry's name, its words spelt as everywhere else. */
export function windowsWords(lookup: Lookup, words: readonly Word[]): readonly Word[] {
  const { tongue, programs } = lookup
  const [head, ...rest] = words
  if (head === undefined) return words
  const named = withFolders(tongue, head)
  const name = named.text === null ? null : programName(lookup, named.text, rest)
  if (name === null) return [withSlashes(named), ...rest.map((word) => withFolders(tongue, word))]
  const others = rest.map((word) => spelt(withFolders(tongue, word)))
  if (programs.has(name, 'lists-paths')) {
    const drive = others.map((word) => /^(\w+):[\\/]?\*?$/.exec(word.text ?? '')?.[1]).find((one) => one !== undefined)
    const other = drive === undefined ? undefined : own(tongue.commands.drives, drive.toLowerCase())
    if (other !== undefined) return [literal(other)]
  }
  const onRegistry = others.some((word) => word.text !== null && /^HK(?:LM|CU|CR|U|CC)(?:\/|$)/.test(word.text))
  return [{ ...named, text: (onRegistry ? own(tongue.commands.registry, name) : undefined) ?? name }, ...others]
}

function programName(lookup: Lookup, text: string, rest: readonly Word[]): string {
  const { tongue, programs } = lookup
  if (!/^[\w.?%-]+$/.test(text)) return text.replaceAll('\\', '/')
  const lower = text.toLowerCase()
  const alias = commandOf(tongue, lower)
  if (alias === lower) return lower
  const behind = own(tongue.commands.programs, lower)
  if (behind?.some((word) => rest[0]?.text != null && compileGlob(word)(rest[0].text.toLowerCase())) === true) return lower
  // PowerShell has no aliases for what the system has itself; options that the command does not have say which one is meant.
  const isOther = programs.isCmdlet(alias) && programs.isKnown(lower) && rest.some(({ text: word }) => isStranger(lookup, alias, word))
  return isOther ? lower : alias
}
const isStranger = ({ programs }: Lookup, command: string, word: string | null): boolean =>
  word !== null && /^-[-\w]/.test(word) && !programs.takes(command, word)

/** What a cmdlet that nobody described takes away or switches off, by its verb; null: nothing, or it only says what it would do. */
export function takenAway({ tongue, programs }: Lookup, words: readonly Word[]): Word | null {
  const [, name = '', verb = '', noun = ''] = /^(([a-z]{2,12})-([a-z]\w{2,}))$/.exec(words[0]?.text ?? '') ?? []
  if (!tongue.commands.taking.includes(verb) || programs.isKnown(name)) return null
  const isDry = words.some(({ text }) => text !== null && /^-(?:wi|wh[atif]{0,4}|-?help|\?)$/i.test(text))
  return isDry ? null : literal(noun)
}

/** A program in a folder that is not known still has its own name. */
const withSlashes = (word: Word): Word =>
  word.parts?.some((part) => part.kind === 'text' && part.text.includes('\\')) === true
    ? { ...word, parts: word.parts.map((part) => (part.kind === 'text' ? { ...part, text: part.text.replaceAll('\\', '/') } : part)) }
    : word

function withFolders(tongue: Tongue, word: Word): Word {
  if (word.parts === undefined || !word.parts.some((part) => part.kind === 'unknown' && part.name !== null && heldIn(tongue, part.name) !== null)) return word
  const parts = word.parts.flatMap((part): readonly Part[] => (part.kind === 'unknown' && part.name !== null ? (heldIn(tongue, part.name) ?? [part]) : [part]))
  return { ...finishWord(parts), ...(word.from === undefined ? {} : { from: word.from }) }
}

const REGISTRY =
  /^(?:\\\\[\w.-]+\\)?(?:microsoft\.powershell\.core\\)?(?:registry::?\\?)?(hkey_local_machine|hkey_current_user|hkey_classes_root|hkey_users|hkey_current_config|hklm|hkcu|hkcr|hku|hkcc)(?=[:\\/]|$):?[\\/]*/i
const HIVES: Readonly<Record<string, string>> = {
  hkey_local_machine: 'HKLM',
  hkey_current_user: 'HKCU',
  hkey_classes_root: 'HKCR',
  hkey_users: 'HKU',
  hkey_current_config: 'HKCC',
}

function spelt(word: Word): Word {
  const { text } = word
  if (text === null) return word
  const registry = REGISTRY.exec(text)
  if (registry?.[1] !== undefined) {
    const hive = HIVES[registry[1].toLowerCase()] ?? registry[1].toUpperCase()
    const rest = text.slice(registry[0].length).replaceAll('\\', '/').toLowerCase()
    return { text: rest === '' ? hive : `${hive}/${rest}`, ...(word.from === undefined ? {} : { from: word.from }) }
  }
  return word
}

/** What a listing passes down a pipeline. */
export interface Listing {
  readonly items: readonly Word[]
  readonly recursive: boolean
}

const VALUED = /^-(?:pa(?:t(?:h)?)?|li\w*|fi(?:l(?:t(?:e(?:r)?)?)?)?|inc\w*|exc\w*|de(?:p\w*)|attr\w*|erroraction|ea)$/i

export function listingOf({ programs }: Lookup, words: readonly Word[], before: Listing | undefined): Listing | undefined {
  const name = words[0]?.text ?? ''
  if (programs.has(name, 'passes-paths')) return before
  if (programs.has(name, 'narrows-paths')) return before === undefined ? undefined : { items: before.items.map(someOf), recursive: before.recursive }
  if (!programs.has(name, 'lists-paths')) return undefined
  const isFolder = programs.has(name, 'lists-folders')
  const paths: Word[] = []
  const filters: Word[] = []
  let recursive = false
  /** The value of an option that may have several. */
  let last: Word | null = null
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    const text = word?.text ?? ''
    if (word === undefined) break
    if (!/^-[A-Za-z]/.test(text)) {
      // The second plain word of Get-ChildItem is its filter.
      const isMore = last !== null && filters.length > 0 && paths.length > 0
      if (isMore || (paths.length > 0 && filters.length === 0 && isFolder && text.includes('*'))) filters.push(word)
      else paths.push(word)
      continue
    }
    last = null
    if (/^-r(?:e(?:c(?:u(?:r(?:s(?:e)?)?)?)?)?)?$|^-s$/i.test(text)) recursive = true
    if (!VALUED.test(text)) continue
    const value = words[++at]
    if (value === undefined) break
    if (/^-(?:pa|li)/i.test(text)) paths.push(value)
    else if (/^-(?:fi|inc)/i.test(text)) filters.push((last = value))
  }
  if (!isFolder) return { items: paths, recursive: false }
  const folders = paths.length === 0 ? [literal('.')] : paths
  const inner = filters.length === 0 ? [finishWord([{ kind: 'glob', text: '*' }])] : filters
  return {
    items: folders
      .flatMap((folder) =>
        hasGlob(folder) ? [folder] : inner.map((filter) => under(recursive && filters.length > 0 ? under(folder, ANYWHERE) : folder, filter)),
      )
      .slice(0, 64),
    recursive: recursive && filters.length === 0,
  }
}

const ANYWHERE: Word = { text: '**', parts: [{ kind: 'glob', text: '**' }] }
/** One of the names that a pattern stands for, whichever. */
const someOf = (word: Word): Word =>
  hasGlob(word) ? finishWord(partsOf(word).map((part) => (part.kind === 'glob' ? { kind: 'unknown', name: null, mayBeEmpty: false } : part))) : word
const hasGlob = (word: Word): boolean => word.parts?.some((part) => part.kind === 'glob') ?? false
const partsOf = (word: Word): readonly Part[] => word.parts ?? [{ kind: 'text', text: word.text ?? '' }]
const under = (folder: Word, name: Word): Word => finishWord([...partsOf(folder), { kind: 'text', text: '/' }, ...partsOf(name)])

/** The words of a command that takes paths from a pipeline, or from a loop over a listing. */
export function withListing(
  { programs }: Lookup,
  words: readonly Word[],
  piped: Listing | undefined,
  looped: Listing | undefined,
  /** What comes down the pipeline: items that are known one by one, or text. */
  { items, text }: { readonly items: readonly Word[] | null; readonly text: Word | null },
): readonly Word[] {
  const name = words[0]?.text ?? ''
  if (!programs.has(name, 'takes-paths') && !(piped === undefined && looped !== undefined && programs.has(name, 'takes-paths-in-loops'))) return words
  const listing = piped ?? looped
  const whole = listing?.recursive === true && programs.deletes(name) ? [literal('-recurse')] : []
  if (piped !== undefined) return [...words, ...piped.items, ...whole]
  if (looped === undefined) return items !== null ? [...words, ...items] : text === null ? words : [...words, ...linesOf(text)]
  return [
    ...words.flatMap((word, at) => (at > 0 && word.text === null && word.parts?.length === 1 && word.parts[0]?.kind === 'unknown' ? looped.items : [word])),
    ...whole,
  ]
}

/** A line each. */
const linesOf = (text: Word): readonly Word[] =>
  text.text === null || !/[\r\n]/.test(text.text)
    ? [text]
    : text.text
        .split(/\r?\n/, MOST_LINES)
        .filter((line) => line !== '')
        .map((line) => ({ ...text, text: line }))
const MOST_LINES = 200

const START_OPTION =
  /^-(?:verb|wait|nonewwindow|filepath|windowstyle|workingdirectory|passthru|redirect\w*|credential|loaduserprofile|usenewenvironment|erroraction|path|args?|argumentlist)$/i
const START_VALUED = /^-(?:verb|windowstyle|workingdirectory|redirect\w*|credential|erroraction)$/i

/** As cmd would write it: variables by their name. */
function inLine(word: Word | undefined): string | null {
  if (word === undefined || word.text !== null) return word?.text ?? null
  const parts = word.parts?.map((part) => (part.kind !== 'unknown' ? part.text : part.name === null || !/^\w+$/.test(part.name) ? null : `%${part.name}%`))
  return parts === undefined || parts.includes(null) ? null : parts.join('')
}

/** The command line that Start-Process starts; null when there is none. */
export function startedLine({ programs }: Lookup, words: readonly Word[]): { readonly line: string; readonly asRoot: boolean } | null {
  if (!programs.has(words[0]?.text ?? '', 'starts-line')) return null
  let file: string | null = null
  let asRoot = false
  const given: string[] = []
  for (let at = 1; at < words.length; at++) {
    const text = inLine(words[at])
    if (text === null) continue
    if (START_VALUED.test(text)) {
      if (/^-verb$/i.test(text) && /^runas$/i.test(words[at + 1]?.text ?? '')) asRoot = true
      at++
    } else if (!START_OPTION.test(text)) {
      if (file === null) file = text
      else given.push(text)
    }
  }
  if (file === null) return null
  return { line: [/\s/.test(file) ? `"${file}"` : file, ...given.map(withoutShell)].join(' '), asRoot }
}

/** No shell reads what a started program is given. */
const withoutShell = (text: string): string => text.replace(/"[^"]*"|[&|<>^]/g, (found) => (found.length > 1 ? found : `^${found}`))
