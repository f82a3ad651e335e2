// What do PowerShell and cmd mean by a command's name and words? Aliases, registry paths, folders kept in variables, listings in pipelines.
import type { Part, Word } from '../../model.ts'
import { finishWord, literal } from './words.ts'

type Dialect = 'powershell' | 'cmd'

const ALIASES: Readonly<Record<string, string>> = {
  rm: 'remove-item',
  del: 'remove-item',
  rd: 'remove-item',
  ri: 'remove-item',
  rmdir: 'remove-item',
  erase: 'remove-item',
  cp: 'copy-item',
  copy: 'copy-item',
  cpi: 'copy-item',
  mv: 'move-item',
  move: 'move-item',
  mi: 'move-item',
  ren: 'rename-item',
  rni: 'rename-item',
  cat: 'get-content',
  gc: 'get-content',
  type: 'get-content',
  ls: 'get-childitem',
  dir: 'get-childitem',
  gci: 'get-childitem',
  gi: 'get-item',
  iwr: 'invoke-webrequest',
  irm: 'invoke-restmethod',
  iex: 'invoke-expression',
  icm: 'invoke-command',
  ii: 'invoke-item',
  ihy: 'invoke-history',
  sc: 'set-content',
  ac: 'add-content',
  clc: 'clear-content',
  cli: 'clear-item',
  si: 'set-item',
  sp: 'set-itemproperty',
  rp: 'remove-itemproperty',
  gp: 'get-itemproperty',
  clp: 'clear-itemproperty',
  cpp: 'copy-itemproperty',
  mp: 'move-itemproperty',
  rnp: 'rename-itemproperty',
  ps: 'get-process',
  gps: 'get-process',
  kill: 'stop-process',
  spps: 'stop-process',
  saps: 'start-process',
  start: 'start-process',
  sls: 'select-string',
  sal: 'set-alias',
  nal: 'new-alias',
  ni: 'new-item',
  md: 'new-item',
  cls: 'clear-host',
  clear: 'clear-host',
  'write-output': 'echo',
  write: 'echo',
  tee: 'tee-object',
  sort: 'sort-object',
  select: 'select-object',
  where: 'where-object',
  '?': 'where-object',
  '%': 'foreach-object',
  foreach: 'foreach-object',
  measure: 'measure-object',
  compare: 'compare-object',
  diff: 'compare-object',
  group: 'group-object',
  gsv: 'get-service',
  sasv: 'start-service',
  spsv: 'stop-service',
  sajb: 'start-job',
  gjb: 'get-job',
  rjb: 'remove-job',
  spjb: 'stop-job',
  gwmi: 'get-wmiobject',
  iwmi: 'invoke-wmimethod',
  rwmi: 'remove-wmiobject',
  swmi: 'set-wmiinstance',
  gcim: 'get-ciminstance',
  icim: 'invoke-cimmethod',
  rcim: 'remove-ciminstance',
  gcm: 'get-command',
  gm: 'get-member',
  gal: 'get-alias',
  ipmo: 'import-module',
  etsn: 'enter-pssession',
  nsn: 'new-pssession',
  rvpa: 'resolve-path',
  sl: 'set-location',
  cd: 'set-location',
  chdir: 'set-location',
  gl: 'get-location',
  pwd: 'get-location',
  man: 'get-help',
  gcb: 'get-clipboard',
  scb: 'set-clipboard',
  sv: 'set-variable',
  set: 'set-variable',
  gv: 'get-variable',
  rv: 'remove-variable',
  sleep: 'start-sleep',
  fl: 'format-list',
  ft: 'format-table',
  oh: 'out-host',
  r: 'invoke-history',
  h: 'get-history',
  history: 'get-history',
}
/** In cmd these are not the Unix programs of that name. */
const CMD_NAMES: Readonly<Record<string, string>> = {
  rmdir: 'rd',
  erase: 'del',
  md: 'mkdir',
  chdir: 'cd',
  find: 'findstr',
  rename: 'ren',
  time: 'echo',
  date: 'echo',
  sort: 'sort',
}
/** PowerShell 7 has no aliases for what the system has itself; options in the Unix manner say which one is meant. */
const UNIX_OPTION = /^(?:--[a-z]|-(?:[rRfvlahinptdFA1]{2,5}|9|[A-Z]{3,5}|la|lah|al|ltr)$)/
const SERVICE_VERB =
  /^(?:\\\\.*|query|queryex|qc|start|stop|pause|continue|create|delete|config|failure|failureflag|sdset|sdshow|privs|control|description|sidtype|triggerinfo)$/i
/** Folders whose name every Windows knows. */
const FOLDERS: Readonly<Record<string, readonly Part[]>> = {
  appdata: [
    { kind: 'unknown', name: 'HOME', mayBeEmpty: false },
    { kind: 'text', text: '/AppData/Roaming' },
  ],
  localappdata: [
    { kind: 'unknown', name: 'HOME', mayBeEmpty: false },
    { kind: 'text', text: '/AppData/Local' },
  ],
  homepath: [{ kind: 'unknown', name: 'HOME', mayBeEmpty: false }],
  homedrive: [],
  profile: [
    { kind: 'unknown', name: 'HOME', mayBeEmpty: false },
    { kind: 'text', text: '/Documents/PowerShell/Microsoft.PowerShell_profile.ps1' },
  ],
  systemdrive: [{ kind: 'text', text: 'C:' }],
  systemroot: [{ kind: 'text', text: 'C:/Windows' }],
  windir: [{ kind: 'text', text: 'C:/Windows' }],
  programfiles: [{ kind: 'text', text: 'C:/Program Files' }],
  'programfiles(x86)': [{ kind: 'text', text: 'C:/Program Files (x86)' }],
  programdata: [{ kind: 'text', text: 'C:/ProgramData' }],
  allusersprofile: [{ kind: 'text', text: 'C:/ProgramData' }],
  public: [{ kind: 'text', text: 'C:/Users/Public' }],
  comspec: [{ kind: 'text', text: 'C:/Windows/System32/cmd.exe' }],
}

/** Cmdlets that work on files and registry alike. */
const ON_REGISTRY: Readonly<Record<string, string>> = {
  'remove-item': 'remove-itemproperty',
  'clear-item': 'remove-itemproperty',
  'new-item': 'set-itemproperty',
  'set-item': 'set-itemproperty',
  'copy-item': 'set-itemproperty',
  'move-item': 'set-itemproperty',
  'rename-item': 'set-itemproperty',
  'get-childitem': 'get-itemproperty',
  'get-item': 'get-itemproperty',
  'set-acl': 'set-itemproperty',
}

/** The command under its entry's name, its words spelt as everywhere else. */
export function windowsWords(dialect: Dialect, words: readonly Word[]): readonly Word[] {
  const [head, ...rest] = words
  if (head === undefined) return words
  const named = withFolders(head)
  const name = named.text === null ? null : programName(dialect, named.text, rest)
  if (name === null) return [withSlashes(named), ...rest.map(withFolders)]
  const others = rest.map((word) => spelt(withFolders(word)))
  if (LISTS.has(name) && others.some((word) => word.text !== null && /^env:[\\/]?\*?$/i.test(word.text))) return [literal('printenv')]
  const onRegistry = Object.hasOwn(ON_REGISTRY, name) && others.some((word) => word.text !== null && /^HK(?:LM|CU|CR|U|CC)(?:\/|$)/.test(word.text))
  return [{ ...named, text: onRegistry ? (ON_REGISTRY[name] ?? name) : name }, ...others]
}

function programName(dialect: Dialect, text: string, rest: readonly Word[]): string {
  if (!/^[\w.?%-]+$/.test(text)) return text.replaceAll('\\', '/')
  const lower = text.toLowerCase()
  if (dialect === 'cmd') return Object.hasOwn(CMD_NAMES, lower) ? (CMD_NAMES[lower] ?? lower) : lower
  const alias = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? lower) : lower
  if (alias === lower) return lower
  if (lower === 'sc' && rest[0]?.text != null && SERVICE_VERB.test(rest[0].text)) return lower
  return rest.some((word) => word.text !== null && UNIX_OPTION.test(word.text)) ? lower : alias
}

/** A program in a folder that is not known still has its own name. */
const withSlashes = (word: Word): Word =>
  word.parts?.some((part) => part.kind === 'text' && part.text.includes('\\')) === true
    ? { ...word, parts: word.parts.map((part) => (part.kind === 'text' ? { ...part, text: part.text.replaceAll('\\', '/') } : part)) }
    : word

function withFolders(word: Word): Word {
  if (word.parts === undefined || !word.parts.some((part) => part.kind === 'unknown' && part.name !== null && Object.hasOwn(FOLDERS, part.name.toLowerCase())))
    return word
  const parts = word.parts.flatMap((part) => (part.kind === 'unknown' && part.name !== null ? (FOLDERS[part.name.toLowerCase()] ?? [part]) : [part]))
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

const LISTS = new Set(['get-childitem', 'get-item', 'resolve-path'])
const PASSES_ON = new Set(['sort-object', 'select-object'])
const TAKES_PATHS = new Set([
  'remove-item',
  'clear-content',
  'clear-item',
  'move-item',
  'copy-item',
  'rename-item',
  'get-content',
  'invoke-item',
  'unblock-file',
  'set-itemproperty',
  'del',
  'rd',
])
/** What comes to these by a pipeline is content; in a loop they are told where. */
const WRITES = new Set(['set-content', 'add-content', 'out-file', 'set-item', 'new-item'])
const VALUED = /^-(?:pa(?:t(?:h)?)?|li\w*|fi(?:l(?:t(?:e(?:r)?)?)?)?|inc\w*|exc\w*|de(?:p\w*)|attr\w*|erroraction|ea)$/i

export function listingOf(words: readonly Word[], before: Listing | undefined): Listing | undefined {
  const name = words[0]?.text ?? ''
  if (PASSES_ON.has(name)) return before
  if (!LISTS.has(name)) return undefined
  const paths: Word[] = []
  const filters: Word[] = []
  let recursive = false
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    const text = word?.text ?? ''
    if (word === undefined) break
    if (!/^-[A-Za-z]/.test(text)) {
      // The second plain word of Get-ChildItem is its filter.
      if (paths.length > 0 && filters.length === 0 && name === 'get-childitem' && text.includes('*')) filters.push(word)
      else paths.push(word)
      continue
    }
    if (/^-r(?:e(?:c(?:u(?:r(?:s(?:e)?)?)?)?)?)?$|^-s$/i.test(text)) recursive = true
    if (!VALUED.test(text)) continue
    const value = words[++at]
    if (value === undefined) break
    if (/^-(?:pa|li)/i.test(text)) paths.push(value)
    else if (/^-(?:fi|inc)/i.test(text)) filters.push(value)
  }
  if (name !== 'get-childitem') return { items: paths, recursive: false }
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
const hasGlob = (word: Word): boolean => word.parts?.some((part) => part.kind === 'glob') ?? false
const partsOf = (word: Word): readonly Part[] => word.parts ?? [{ kind: 'text', text: word.text ?? '' }]
const under = (folder: Word, name: Word): Word => finishWord([...partsOf(folder), { kind: 'text', text: '/' }, ...partsOf(name)])

/** The words of a command that takes paths from a pipeline, or from a loop over a listing. */
export function withListing(words: readonly Word[], piped: Listing | undefined, looped: Listing | undefined, stdin: Word | null): readonly Word[] {
  const name = words[0]?.text ?? ''
  if (!TAKES_PATHS.has(name) && !(piped === undefined && looped !== undefined && WRITES.has(name))) return words
  const listing = piped ?? looped
  const whole = listing?.recursive === true && name === 'remove-item' ? [literal('-recurse')] : []
  if (piped !== undefined) return [...words, ...piped.items, ...whole]
  if (looped === undefined) return stdin === null ? words : [...words, stdin]
  return [
    ...words.flatMap((word, at) => (at > 0 && word.text === null && word.parts?.length === 1 && word.parts[0]?.kind === 'unknown' ? looped.items : [word])),
    ...whole,
  ]
}

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
export function startedLine(words: readonly Word[]): { readonly line: string; readonly asRoot: boolean } | null {
  if (words[0]?.text !== 'start-process') return null
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
  return { line: [/\s/.test(file) ? `"${file}"` : file, ...given].join(' '), asRoot }
}
