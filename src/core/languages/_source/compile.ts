// Compiles the YAML of languages/ to the book of languages, with every mistake named.
import { checkShape } from '../../policy/description.ts'
import type { Vocabulary } from '../../policy/description.ts'
import type { Calls, CommandNames, Held, LanguageBook, LanguageEntry, Meaning, Slot, Syntax } from '../_book/book.ts'
import { isClass } from '../_query/reader.ts'
import { languageShape } from './shape.ts'

interface LanguageFile {
  readonly file: string
  readonly content: unknown
}
export interface LanguageExample {
  readonly language: string
  readonly code: string
  readonly actions: readonly string[]
}
export interface CompiledLanguages {
  readonly languages: LanguageBook
  readonly examples: readonly LanguageExample[]
  readonly problems: readonly { readonly file: string; readonly path: readonly (string | number)[]; readonly message: string }[]
}

type MeaningSource = string | ({ readonly [Key in keyof Meaning]: unknown } & { readonly or?: MeaningSource; readonly and?: MeaningSource })
type CallsSource = Readonly<Record<string, MeaningSource>>
type Plain = {
  readonly [
    Key in keyof Omit<LanguageEntry, 'roots' | 'commands' | 'statements' | 'functions' | 'spellings' | 'syntax' | 'last_is_result' | 'values'>
  ]?: LanguageEntry[Key]
}
interface Source extends Plain {
  readonly language: string
  readonly also?: readonly string[]
  readonly endings?: readonly string[]
  readonly first_line?: readonly string[]
  readonly result?: 'said'
  readonly by_last_name?: readonly string[]
  readonly statements?: ByClass
  readonly functions?: ByClass
  readonly calls_of?: readonly string[]
  readonly syntax?: Partial<Syntax> & { readonly unnamed_arguments?: boolean }
  readonly values?: Readonly<Record<string, Held>>
  readonly spellings?: Readonly<Record<string, string>>
  readonly commands?: Partial<CommandNames>
  readonly any_case?: boolean
  readonly calls?: CallsSource
  readonly methods?: Readonly<Record<string, CallsSource>>
  readonly examples?: readonly { readonly code: string; readonly actions: readonly string[] }[]
}

/** Words by what they do to a database. */
type ByClass = Readonly<Record<string, readonly string[]>>

/** What all languages have. */
const SHARED = 'any'

const vocabulary: Vocabulary = (form, text) => {
  if (form !== 'regex') return text === '' && form === 'line' ? 'write something' : null
  try {
    ''.search(text)
    return null
  } catch {
    return 'this is no regular expression'
  }
}

export function compileLanguages(files: readonly LanguageFile[]): CompiledLanguages {
  const problems: CompiledLanguages['problems'][number][] = []
  const sources: Source[] = []
  for (const { file, content } of files) {
    const found = checkShape(languageShape, content, vocabulary)
    for (const { path, message } of found) problems.push({ file, path, message })
    if (found.length === 0) sources.push(content as Source)
  }
  const twice = (what: string, named: Record<string, string>, name: string, language: string): void => {
    if (Object.hasOwn(named, name) && named[name] !== language)
      problems.push({ file: `languages/${language}.yaml`, path: [what, name], message: `\`${name}\` belongs to \`${named[name]}\`` })
    named[name] = language
  }
  const names: Record<string, string> = {}
  const endings: Record<string, string> = {}
  for (const { language, also = [], endings: ends = [], statements = {}, functions = {} } of sources) {
    for (const [key, said] of [
      ['statements', statements],
      ['functions', functions],
    ] as const)
      for (const name of Object.keys(said).filter((one) => !isClass(one)))
        problems.push({ file: `languages/${language}.yaml`, path: [key, name], message: `\`${name}\` is no class of queries` })
    for (const name of also) twice('also', names, name, language)
    for (const end of ends) twice('endings', endings, end, language)
  }
  const own = new Map(sources.map((source) => [source.language, callsOf(source)]))
  const calls: Record<string, Calls> = Object.fromEntries(
    sources.map(({ language, calls_of = [language] }) => [language, Object.assign({}, ...calls_of.map((name) => own.get(name)))]),
  )
  const entries = Object.fromEntries(
    sources
      .filter(({ language }) => language !== SHARED)
      .map((source) => [source.language, entryOf(source, sources, { ...own.get(SHARED), ...calls[source.language] })]),
  )
  return {
    languages: {
      entries,
      names,
      endings,
      calls,
      firstLines: sources.flatMap(({ language, first_line = [] }) => (first_line.length === 0 ? [] : [[firstLine(first_line), language] as const])),
    },
    examples: sources.flatMap(({ language, examples = [] }) => examples.map((example) => ({ language, ...example }))),
    problems,
  }
}

/** `*python*` is found anywhere, `node` as a word. */
const firstLine = (programs: readonly string[]): string =>
  programs.map((name) => `${name.startsWith('*') ? '' : '\\b'}${name.replaceAll('*', '')}${name.endsWith('*') ? '' : '\\b'}`).join('|')

function callsOf({ calls = {}, methods = {}, any_case: anyCase = false }: Source): Calls {
  const found: Record<string, Meaning> = {}
  const take = (of: CallsSource, before: string): void => {
    for (const [names, meaning] of Object.entries(of))
      for (const name of names.split(' ')) found[anyCase ? (before + name).toLowerCase() : before + name] = meaningOf(meaning)
  }
  take(calls, '')
  for (const [kinds, of] of Object.entries(methods)) for (const kind of kinds.split(' ')) take(of, `${kind}#`)
  return found
}

/** What goes without saying, by what is done. */
const USUAL: { readonly [Does in NonNullable<Meaning['does']>]?: Meaning } = {
  read: { at: [0], gives: 'data' },
  write: { at: [0], how: 'truncate', gives: 'fresh' },
  delete: { at: [0], gives: 'fresh' },
  copy: { at: [0], to: [1], gives: 'fresh' },
  move: { at: [0], to: [1], gives: 'fresh' },
  open: { at: [0, 'file', 'path'], to: [1, 'mode'], gives: 'file' },
  shell: { at: [0], gives: 'process' },
  connect: { at: [0], gives: 'response' },
  change: { at: [0], to: [1], gives: 'fresh' },
  code: { at: [0] },
  print: { gives: 'fresh' },
  put: { gives: 'fresh' },
}
const SLOTS = ['at', 'to', 'body', 'query', 'port'] as const

function meaningOf(source: MeaningSource): Meaning {
  if (typeof source === 'string') return { gives: source }
  const does = source.does as Meaning['does']
  const { gives, or, and, ...rest } = { ...(does === undefined ? {} : USUAL[does]), ...source } as Record<string, unknown> & {
    readonly or?: MeaningSource
    readonly and?: MeaningSource
  }
  const slots = Object.fromEntries(SLOTS.flatMap((key) => (rest[key] === undefined ? [] : [[key, listOf(rest[key] as Slot | readonly Slot[])]])))
  return {
    ...rest,
    ...slots,
    ...(or === undefined ? {} : { or: meaningOf(or) }),
    ...(and === undefined ? {} : { and: meaningOf(and) }),
    ...(gives === undefined || gives === 'none' ? {} : { gives: gives as string }),
  }
}
const classes = (said: ByClass = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(said).flatMap(([name, words]) => words.map((word) => [word, name])))
const listOf = (value: Slot | readonly Slot[]): readonly Slot[] => (typeof value === 'object' ? value : [value])

const PLAIN: Syntax = {
  comments: [],
  no_comments: [],
  long_comments: {},
  documentation_end: null,
  long_brackets: false,
  sigils: '',
  at_names: false,
  holes: null,
  plain_quotes: false,
  backticks: 'command',
  decimal_escapes: false,
  triple_quotes: false,
  text_prefixes: false,
  heredocs: false,
  percent_texts: false,
  quoting_words: false,
  patterns: false,
  angle_globs: false,
  symbols: false,
  marked_names: false,
  joins: null,
  named_arguments: true,
  or_gives: false,
  x_repeats: false,
  calls_alone: [],
  indirect_calls: [],
  brace_lists: false,
  colon_members: false,
  member_calls: false,
  brace_keys: false,
  blocks: false,
  bare_calls: 'none',
  end_blocks: false,
  told_in_words: false,
  uses: false,
  imports: false,
}

function entryOf(source: Source, all: readonly Source[], calls: Calls): LanguageEntry {
  const { unnamed_arguments = false, ...syntax } = source.syntax ?? {}
  const like = all.filter(({ language }) => source.calls_of?.includes(language) === true || language === source.language)
  const loosely = new Set(like.flatMap(({ by_last_name = [] }) => by_last_name))
  const roots = new Set(Object.keys(calls).flatMap((call) => (call.includes('.') ? [call.slice(0, call.indexOf('.'))] : [])))
  return {
    language: source.language,
    reader: source.reader ?? 'loose',
    asks: source.asks ?? false,
    statements: classes(source.statements),
    functions: classes(source.functions),
    lists: source.lists ?? {},
    windows: source.windows ?? false,
    cells: source.cells ?? false,
    bundled: source.bundled ?? false,
    installs_commands: source.installs_commands ?? false,
    searched: source.searched ?? 'never',
    instead: source.instead ?? null,
    takes_in: source.takes_in ?? null,
    run_as: source.run_as ?? [],
    program: source.program ?? null,
    self: source.self ?? 'self',
    self_first: source.self_first ?? false,
    last_is_result: source.result !== 'said',
    shows: source.shows ?? true,
    exports: source.exports ?? null,
    tells_taken_in: source.tells_taken_in ?? false,
    begins: source.begins ?? null,
    same_with: source.same_with ?? null,
    powerful: [...new Set([...like, ...all.filter(({ language }) => language === SHARED)].flatMap(({ powerful = [] }) => powerful))],
    roots: [...roots].filter((root) => !loosely.has(root)),
    spellings: Object.entries(source.spellings ?? {}),
    values: Object.assign({}, ...like.map(({ values = {} }) => values)) as LanguageEntry['values'],
    syntax: { ...PLAIN, ...syntax, named_arguments: !unnamed_arguments },
    commands: source.commands === undefined ? null : commandsOf(source.commands),
  }
}

/** Several names to a line. */
const eachName = <T>(of: Readonly<Record<string, T>> = {}): Record<string, T> =>
  Object.fromEntries(Object.entries(of).flatMap(([names, meaning]) => names.split(' ').map((name) => [name.toLowerCase(), meaning] as const)))

const commandsOf = ({
  aliases,
  programs,
  registry,
  drives,
  verbs = [],
  taking = [],
  builtins = [],
  divided = [],
  variable = 'NAME',
}: Partial<CommandNames>): CommandNames => ({
  aliases: eachName(aliases),
  programs: eachName(programs),
  registry: eachName(registry),
  drives: eachName(drives),
  verbs,
  taking,
  builtins,
  divided,
  variable,
})
