// Which keys may a file of `languages/` have, and what may stand there?
import { either, flag, key, list, map, named, object, required, text, word } from '../../policy/description.ts'
import type { Key, Shape } from '../../policy/description.ts'
import { CONDITIONS, DOINGS } from '../_book/book.ts'

const slot: Shape = either({ is: 'number', min: 0, max: 9 }, text('line'))
const slots = either(slot, list(slot))
const words = list(text('line'))

const meaning: Shape = named('meaning', () =>
  object({
    does: key('what the call does', word(...DOINGS)),
    at: key('where its main argument is: a position, a name, or `self`; the first one given counts', slots),
    to: key('where its second one is: the target of a copy, the words of a process, the value of a change', slots),
    every: key('`true`: so are all arguments that follow', flag),
    how: key('how a path is used', word('whole', 'append', 'truncate', 'create', 'move', 'copy', 'edit', 'link', 'list', 'shred', 'pattern')),
    recursive: key('with all that lies below: always, or when one of these options is set', either(flag, words)),
    shell: key('options that say a shell reads the text', words),
    body: key('what is written or sent', slots),
    query: key('what is sent in the address', slots),
    method: key('the method of a request, or where it stands', either(text('line'), list(slot))),
    language: key('the language of code that is run', text('line')),
    engine: key('which kind of database is asked', text('line')),
    asks: key('what it asks, as a query or as a command line, whatever its arguments are', text('line')),
    what: key('what is changed', text('line')),
    port: key('where the port stands', slots),
    when: key('only when this holds', word(...CONDITIONS)),
    said: key('only when the call as it is written, the names before it included, fits this', text('regex')),
    or: key('what it does otherwise', meaning),
    gives: key('what comes back; `none`: what went in', text('line')),
    and: key('what it does besides', meaning),
    is: key(
      'the command line it is the same as: `$0` is its first argument, `$0*` each item of it, `$*` all arguments, `$last` the last, `$self` what it is called on; ' +
        '`-Value $1?` is left out where there is no such argument, `-Recurse?1` unless that one is true, `/M?2=machine` unless it says so',
      text('line'),
    ),
  }),
)
/** A text says what comes back from a call that does nothing. */
const calls = map('line', either(text('line'), meaning))

const flags = (about: Readonly<Record<string, string>>): Record<string, Key> =>
  Object.fromEntries(Object.entries(about).map(([name, said]) => [name, key(said, flag)]))

const syntax = object({
  comments: key('what begins a comment up to the end of the line', words),
  no_comments: key('what looks like a comment and is none', words),
  long_comments: key('what begins a longer comment, and what ends it', map('line', text('line'))),
  documentation_end: key('what ends documentation that a line such as `=word` begins', text('line')),
  sigils: key('characters that variables begin with', text('line')),
  holes: key('code in texts: `$name`, `#{…}` or `${…}`', word('dollar', 'hash', 'brace')),
  backticks: key('what backticks hold; unless said, text for a shell', word('command', 'text', 'raw', 'none')),
  joins: key('the operator that joins texts, where it means something else elsewhere', word('.', '..', '&')),
  calls_alone: key('names that are calls by themselves', words),
  indirect_calls: key('names before whose words a block may stand: `exec { $file } @words`', words),
  bare_calls: key(
    'calls without brackets: with any argument, with a list too, with a text, or of these names alone',
    either(word('any', 'lists', 'texts'), words),
  ),
  ...flags({
    long_brackets: '`[==[ … ]==]` is a text',
    at_names: '`@name` is another variable than `$name`',
    plain_quotes: 'nothing is replaced in single quotes',
    decimal_escapes: '`\\046` counts in tens',
    triple_quotes: 'three quotes hold a text of several lines',
    text_prefixes: 'letters stand before texts: `r"…"`',
    heredocs: '`<<NAME` holds the lines up to that name',
    percent_texts: '`%w[a b]` and its kin',
    quoting_words: '`q(…)`, `qw/…/` and their kin',
    patterns: '`/…/` is a pattern where a value may stand',
    angle_globs: '`<*.txt>` looks for names',
    symbols: '`:name` is a text',
    marked_names: 'names may end in `?` and `!`',
    unnamed_arguments: '`name = value` among arguments sets a variable',
    or_gives: '`a or b` is one of the two',
    x_repeats: '`text x 3` repeats',
    brace_lists: '`{ a, b }` is a list',
    colon_members: '`a:b` is a member',
    member_calls: '`a.b` without brackets is a call',
    brace_keys: '`a{b}` is a member',
    blocks: 'calls take blocks',
    end_blocks: 'blocks end in `end`',
    told_in_words: '`do shell script "…"` and `set x to …`',
    uses: '`use A::B` takes in a module',
    imports: '`import x from y` and `from y import x`',
  }),
})

const held = either(
  word('environment', 'environment-or-empty'),
  object({
    text: key('this text', text()),
    variable: key('what a variable holds', text('line')),
    path: key('this path; `~` is the home folder', text('line')),
    constant: key('nothing', { is: 'null' }),
    arguments: key('the words that follow on the command line, behind so many others', { is: 'number', min: 0, max: 9 }),
    inline: key('behind so many, where the code stands on the command line itself', { is: 'number', min: 0, max: 9 }),
  }),
)

const commands = object({
  aliases: key('other names of commands, several to a line, and the entry of `programs/` that describes them', map('line', text('line'))),
  programs: key('aliases that are programs too: the words behind which the program is meant; `*` stands for more', map('line', words)),
  registry: key('commands that work on files and on the registry alike, and the entry that describes the latter', map('line', text('line'))),
  drives: key('drives that are no folders, and the command that lists the same', map('line', text('line'))),
  verbs: key('with what the name of a command begins, before its dash', words),
  taking: key('those that take something away, or switch it off', words),
  builtins: key('commands of the shell itself, to which their first argument may be written directly', words),
  divided: key('those among them whose arguments `,`, `;` and `=` divide', words),
  variable: key('how a variable of the environment is written; `NAME` stands for its name', text('line')),
})

const example = object({
  code: required('a piece of code', text()),
  actions: required('what is read out of it, as `prudent explain` shows it', list(text())),
})

/** A file of `languages/`. */
export const languageShape = object({
  language: required('its name, as programs and rules say it', text('line')),
  title: required('what it is', text('line')),
  note: key('what is worth knowing', text()),
  also: key('other names: of programs that run it, in fields that say a language', words),
  endings: key('endings of files, without the dot', words),
  first_line: key('programs that the first line of a script names; `*` stands for more', words),
  asks: key('it asks a database rather than runs a program', flag),
  any_case: key('names are the same in any case', flag),
  statements: key('of a language of queries: what commands that begin so do, by the class of it', map('line', words)),
  functions: key('what its functions do, by the class of it', map('line', words)),
  lists: key('words that its reader takes from here, by what they mean', map('line', words)),
  windows: key('on Windows, the ending alone tells it', flag),
  cells: key('cells of notebooks in it may hold lines for a shell', flag),
  bundled: key('a file of it is what a bundler made as often as not', flag),
  installs_commands: key('packages bring commands in it, which lie in the project', flag),
  reader: key('which folder of `src/core/languages` reads it; unless said, `loose`', text('line')),
  searched: key(
    'whether its texts are searched for command lines: besides being read, but for comments; the same throughout; instead of being read; or so, and each row for what it sets',
    word('also', 'throughout', 'only', 'rows'),
  ),
  instead: key(
    'code that is in another language',
    object({ where: required('a pattern that such code matches', text('regex')), language: required('its language', text('line')) }),
  ),
  takes_in: key('the ending of files that code takes in from beside it', text('line')),
  run_as: key('what may be added to the name of a file or folder that is run', words),
  program: key('what runs a file of it', text('line')),
  self: key('what a method calls its own object', text('line')),
  self_first: key('`true`: that is the first parameter', flag),
  result: key('`said`: only what is returned comes back from a function, not its last value', word('said')),
  shows: key('`false`: no interpreter of it prints the last value', flag),
  exports: key('the name under which a file gives something to those that take it in', text('line')),
  begins: key('the function that a program begins with', text('line')),
  tells_taken_in: key('a call that takes in code by a name nobody knows is told', flag),
  same_with: key('what the name of a call may end in without meaning something else', text('line')),
  powerful: key('modules from which a member picked by a hidden name is a warning sign', words),
  by_last_name: key('modules whose members may be told by their last name', words),
  calls_of: key('languages whose calls count here; where two differ, the later', words),
  syntax: key('how it is written', syntax),
  values: key('what names hold before code gives them a value', map('line', held)),
  commands: key('what the names of commands mean, in a shell whose names are not those of programs', commands),
  spellings: key('other spellings, as beginnings of names', map('line', text())),
  calls: key('what calls do, several names to a line', calls),
  methods: key('the same by what they are called on: a kind of value, or `*`', map('line', calls)),
  examples: key('pieces of code and what they do: dangers, and what is harmless', list(example)),
})
