// What does a program run in turn? `runs` of programs/*.yaml, carried out.
import type { Word } from '../model.ts'
import { askContent, locate } from '../disk/paths.ts'
import { joinWords } from '../value/fields.ts'
import { openedAs } from './descriptors.ts'
import { fork } from './process.ts'
import type { Performed, Shell } from './process.ts'
import { unknownWord } from '../value/text.ts'
import { decodeEncodedCommand } from '../languages/read-windows.ts'
import { execute } from './execute.ts'
import { executeFile } from './execute-file.ts'
import { readable, runWindows } from './windows-text.ts'
import { runLocalCommand } from './local-command.ts'
import { languageNamed, languageOfFile } from '../languages/_book/book.ts'
import type { LanguageEntry } from '../languages/_book/book.ts'
import { findProgram, normaliseProgram } from '../meaning/entries.ts'
import type { Carrier } from '../meaning/entries.ts'
import { hasTrait } from '../meaning/traits.ts'
import { mountsOf } from './mounts.ts'
import { valuesOf } from '../meaning/options.ts'
import { isThisMachine } from './this-machine.ts'
import { isOwnProgram } from './own-program.ts'
import type { Parsed } from '../meaning/options.ts'
import { applies, select } from '../meaning/selectors.ts'
import type { Line } from './shell.ts'
import { setVariable } from './env.ts'
import { act } from './act.ts'

/** Returns what the carried command prints, or null when nothing is carried. */
export function carry(shell: Shell, command: Performed, parsed: Parsed, id: number): Word | null {
  const runs = runsOf(parsed)
  if (runs.length === 0) return null
  const line: Line = { shell, command, parsed }
  let result: Word | null = null
  const back = isThisMachine(line)
  const at = back === null ? parsed.node.at : undefined
  const as = back?.as ?? parsed.node.as
  const elsewhere = at !== undefined
  const mounts = at === 'container' && shell.at === 'here' ? mountsOf(line) : shell.mounts
  const [inside] = mounts.length === 0 ? [] : valuesOf(parsed.options, '--workdir')
  for (const carrier of runs) {
    if (!applies(line, carrier)) continue
    const inner: Shell = fork(shell, {
      by: id,
      depth: shell.depth + 1,
      span: shell.span ?? command.span,
      as: as ?? shell.as,
      at: shell.at === 'remote' ? 'remote' : (at ?? shell.at),
      cwd:
        back !== null
          ? { text: shell.trace.scene.home }
          : !elsewhere
            ? shell.cwd
            : inside?.text?.startsWith('/') === true
              ? inside
              : unknownWord('folder', false),
      mounts: elsewhere ? mounts : shell.mounts,
    })
    result = carryOne(inner, line, carrier) ?? result
  }
  return result
}

/** `bun -e code run`: what an option of the program itself has it run it runs whatever follows. */
function runsOf({ node, chain }: Parsed): readonly Carrier[] {
  if (chain.length < 2) return node.runs
  const above = chain.filter((one) => one !== node).flatMap(({ runs }) => runs.filter(({ from }) => from.every((selector) => selector.startsWith('-'))))
  return above.length === 0 ? node.runs : [...above.filter((one) => !node.runs.includes(one)), ...node.runs]
}

const FOLDER = /^(?:\.|\.\.|~)?(?:\/|$)/

/** The command that the words are, or that they name. */
function carryWords(inner: Shell, line: Line, carrier: Carrier): Word | null {
  const { command, parsed } = line
  const { span, stdin } = command
  const language = languageOf(inner, carrier)
  const installs = language?.installs_commands === true
  const all = commandWords(line, carrier)
  // npm keeps this one for itself.
  const given = parsed.chain[0]?.name === 'npm' && all[1]?.text === '--' ? [...all.slice(0, 1), ...all.slice(2)] : all
  // `uv run x.py` needs no first line in it, wherever it lies.
  const [head] = given
  const runner = installs ? null : (language?.program ?? null)
  const words =
    runner !== null && languageOfFile(inner.trace.books.languages, head?.text ?? '')?.program === runner
      ? [{ text: runner }, ...given]
      : installs && head !== undefined && FOLDER.test(head.text ?? '') && isOwnProgram(inner, head)
        ? [{ text: 'prudent' }, ...given.slice(1)]
        : given
  // Its own meaning still counts: what lies there under its name may do the same.
  if (installs) runLocalCommand(inner, { words, stdin, span })
  // `flock FILE -c 'code'`: what follows is shell code after all.
  if (words[0]?.text === '-c' && words[1] !== undefined) return execute(inner, { language: 'shell', code: words[1], origin: 'argument', span, stdin })
  return words.length === 0
    ? null
    : inner.read.perform(inner, { words, assigns: [...command.assigns, ...parsed.assigns], stdin, span, socket: command.socket ?? null })
}

const languageOf = ({ trace }: Shell, { language }: Carrier): LanguageEntry | null =>
  language === undefined ? null : languageNamed(trace.books.languages, language)

function carryOne(inner: Shell, line: Line, carrier: Carrier): Word | null {
  const { command } = line
  const { span, stdin } = command
  switch (carrier.kind) {
    case 'words':
      return carryWords(inner, line, carrier)
    case 'shell':
    case 'joined': {
      const fromStdin = carrier.from.includes('stdin')
      if (fromStdin && stdin?.text === null) askContent(inner, stdin)
      if (fromStdin && command.socket != null) {
        act({ do: 'change', what: 'network-shell', target: command.socket.address, takes: [command.socket.connect] }, inner, span)
        return unknownWord('output')
      }
      const found = select(line, carrier.from)
      if (found.length === 0) return null
      if (carrier.kind === 'joined') return execute(inner, { language: 'shell', code: joinWords(found), origin: 'argument', span, stdin })
      // `sh -c code name args…`: the word after the code is $0.
      const rest = select(line, [fromStdin ? 'operands' : 'rest2'])
      const [name] = fromStdin ? [] : select(line, ['second'])
      if (name !== undefined) setVariable(inner, '0', name)
      return (
        found
          .map((code) =>
            execute(inner, { language: 'shell', code, origin: fromStdin ? 'stdin' : 'argument', span, stdin: fromStdin ? null : stdin, args: rest }),
          )
          .at(-1) ?? null
      )
    }
    case 'code': {
      const fromStdin = carrier.from.includes('stdin')
      if (fromStdin && stdin?.text === null) askContent(inner, stdin)
      const args = carrier.language === undefined ? {} : { args: select(line, ['operands']).filter(({ text }, at) => at > 0 || text !== '-') }
      return (
        select(line, carrier.from)
          .map((code) => execute(inner, { language: carrier.language ?? 'shell', code, origin: fromStdin ? 'stdin' : 'argument', span, stdin, ...args }))
          .at(-1) ?? null
      )
    }
    case 'script': {
      const [file] = select(line, carrier.from)
      if (file === undefined) return null
      const opened = openedAs(inner, file, stdin)
      if (opened !== undefined)
        return opened === null
          ? null
          : execute(inner, { language: carrier.language ?? 'shell', code: opened, origin: 'stdin', span, stdin: null, args: select(line, ['rest']) })
      // `docker exec x bash` and friends: an interpreter without a file is interactive.
      const own = isOwnProgram(inner, file)
      const result = own ? null : executeFile(inner, carrier.language ?? 'script', file, span, stdin, select(line, ['rest']))
      const name = own
        ? 'prudent'
        : ((languageOf(inner, carrier)?.installs_commands === true ? installedProgram(inner, file) : null) ?? projectScript(inner, file))
      const run = (words: readonly Word[]): Word =>
        inner.read.perform(inner, { words: [{ text: name ?? '' }, ...words], assigns: command.assigns, stdin, span })
      // What an option takes in gets the words of what is run, with or without the name of that.
      if (own && carrier.from[0]?.startsWith('-') === true) run(select(line, ['operands']))
      return name === null ? result : run(carrier.from[0]?.startsWith('-') === true ? select(line, ['rest']) : commandWords(line, carrier).slice(1))
    }
    case 'dialect': {
      const dialect = carrier.language === 'cmd' ? 'cmd' : 'powershell'
      const found = select(line, carrier.from)
      if (found.length === 0) return null
      // `… | powershell -Command -`
      if (found.length === 1 && found[0]?.text === '-' && stdin !== null && !carrier.from.includes('stdin'))
        return carryOne(inner, line, { ...carrier, from: ['stdin'] })
      // `pwsh x.ps1` is `pwsh -File x.ps1`.
      if (found[0]?.text != null && /^[^\s;|&]+\.ps1$/i.test(found[0].text) && carrier.from.includes('operands'))
        return executeFile(inner, dialect, found[0], span, stdin, found.slice(1))
      const code = carrier.from.some((selector) => selector.startsWith('-encoded')) ? decoded(inner, found) : joinWords(found)
      const text = readable(inner, dialect, code)
      return text === null ? execute(inner, { language: dialect, code, origin: 'argument', span, stdin: null }) : runWindows(inner, dialect, text, span)
    }
  }
}

/** `node node_modules/.bin/rimraf x` and `node node_modules/rimraf/bin.js x` are `rimraf x`: its name, where it is a program we know. */
function installedProgram(shell: Shell, file: Word): string | null {
  const { resolved } = locate(shell, file)
  const below = resolved?.lastIndexOf('/node_modules/') ?? -1
  if (resolved === null || below < 0) return null
  const [first = '', second = ''] = resolved.slice(below + '/node_modules/'.length).split('/', 2)
  const { meaning } = shell.trace.books
  const named = [first === '.bin' || first.startsWith('@') ? second : first, resolved.slice(resolved.lastIndexOf('/') + 1)]
  for (const one of named) {
    const name = normaliseProgram(meaning, one.replace(/\.[cm]?js$/, ''))
    if (findProgram(meaning, name).known) return name
  }
  return null
}

/** `python manage.py shell`, `ruby bin/rails console`: the program that the script is. */
function projectScript(shell: Shell, { text }: Word): string | null {
  const { meaning } = shell.trace.books
  const name = text === null ? '' : normaliseProgram(meaning, text)
  return name !== '' && hasTrait(meaning, name, 'project-script') ? name : null
}

function decoded(shell: Shell, found: readonly Word[]): Word {
  const text = found[0]?.text
  const code = text === null || text === undefined ? null : decodeEncodedCommand(text)
  if (shell.by !== null) shell.trace.notes.decode(shell.by)
  return code === null ? unknownWord('encoded', false) : { text: code }
}

/** The raw words from the selected operand on: the carried command keeps its own options. */
function commandWords({ command, parsed }: Line, carrier: Carrier): readonly Word[] {
  const skip = carrier.from[0] === 'rest' ? 1 : carrier.from[0] === 'rest2' ? 2 : 0
  const position = parsed.positions[parsed.depth + skip]
  if (position === undefined) return []
  const words = command.words.slice(command.words[position]?.text === '--' ? position + 1 : position)
  const [first] = words
  // `npx prisma@5.1.0`: the version is not part of the program's name.
  const versioned = first?.text == null ? null : /^(@[^/@]+\/[^@]+|[^@/][^@]*)@[\w.^~*-]+$/.exec(first.text)
  return versioned?.[1] === undefined ? words : [{ ...first, text: versioned[1] }, ...words.slice(1)]
}
