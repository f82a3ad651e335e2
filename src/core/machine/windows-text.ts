// PowerShell and cmd text: its commands go through the same doorway.
import type { Span, Word } from '../model.ts'
import { contentOf, keepContent } from '../disk/paths.ts'
import { knownStart } from '../value/fields.ts'
import { altered, fork } from './process.ts'
import type { Shell } from './process.ts'
import { readOnce } from '../log/trace.ts'
import { literal, NONE, union, unknownWord, withFrom } from '../value/text.ts'
import { listingOf, readCmd, readPowershell, startedLine, takenAway, tongueOf, windowsWords, withListing } from '../languages/read-windows.ts'
import type { Listing, Lookup } from '../languages/read-windows.ts'
import { languageNamed } from '../languages/_book/book.ts'
import { BLANK, textWithHoles } from '../value/placeholders.ts'
import { standIn } from './folders.ts'
import { notRead } from './effect.ts'
import { act } from './act.ts'
import { programsOf } from './windows-programs.ts'

const LONGEST = 40_000
const DEEPEST = 12

const UNREAD: ReturnType<typeof readCmd> = { commands: [], complete: false }

/** Code of which some is not known, as text: where its language has variables of the environment, they keep their names. */
export function readable({ trace }: Shell, language: string, code: Word): string | null {
  const spelt = languageNamed(trace.books.languages, language)?.commands?.variable
  return textWithHoles(code, (name) => spelt?.replace('NAME', () => name) ?? BLANK)
}

export function runWindows(shell: Shell, dialect: 'powershell' | 'cmd', text: string, span: Span): Word {
  const { languages, meaning } = shell.trace.books
  const tongue = tongueOf(languages, dialect)
  const lookup: Lookup = { tongue, programs: programsOf(meaning) }
  const known = text.length > LONGEST ? '' : text
  const { commands, complete } = readOnce(shell.trace, dialect, known, () =>
    !shell.trace.budget.spendCode(known.length) ? UNREAD : dialect === 'powershell' ? readPowershell(known, tongue) : readCmd(known, tongue),
  )
  const inner = fork(shell, { windows: true, depth: shell.depth + (shell.depth === 0 && shell.by === null ? 0 : 1) })
  const outputs: Word[] = []
  const listings: (Listing | undefined)[] = []
  commands.forEach((found) => {
    if (found.forgotten === true) {
      listings.push(undefined)
      outputs.push(unknownWord('output'))
      return
    }
    const where: Span = shell.span ?? (shell.depth === 0 && shell.by === null ? { field: span.field, start: found.start, end: found.end } : span)
    const piped = found.pipedFrom === null ? null : (outputs[found.pipedFrom] ?? null)
    const inputs = found.inputs.flatMap((at) => outputs[at]?.from ?? NONE)
    const listing = found.pipedFrom === null ? undefined : listings[found.pipedFrom]
    const looped = found.inputs.map((at) => listings[at]).find((one) => one !== undefined)
    const own = withListing(lookup, fromHere(inner, windowsWords(lookup, found.words)), listing, looped, {
      items: found.pipedFrom === null ? null : saidBy(windowsWords(lookup, commands[found.pipedFrom]?.words ?? NO_WORDS)),
      text: piped,
    })
    listings.push(listingOf(lookup, own, listing))
    const words = inputs.length === 0 ? own : own.map((word) => ({ ...word, from: union(word.from, inputs) }))
    const doing: Shell = found.conditional ? altered(inner, { certain: false }) : inner
    const by = shell.trace.actions.length
    const printed = shell.read.perform(doing, { words, assigns: [], stdin: piped, span: where })
    const taken = takenAway(lookup, words)
    if (taken !== null) act({ do: 'change', what: 'cmdlet', target: taken }, fork(doing, { by }), where)
    const started = startedLine(lookup, words)
    if (started !== null && shell.depth >= DEEPEST) act(notRead('too-deep', 'high', 'commands nested deeper than is read'), shell, where)
    else if (started !== null)
      runWindows(fork(doing, { by, depth: inner.depth + 1, span: where, as: started.asRoot ? 'root' : doing.as }), 'cmd', started.line, where)
    standIn(inner, doing.cwd)
    for (const { append, target: written } of found.redirects) {
      const target = windowsWords(lookup, [literal('echo'), written])[1] ?? written
      act({ do: 'write', path: target, how: append ? 'append' : 'truncate', takes: printed.from ?? NONE }, inner, where)
      keepContent(inner, target, append ? unknownWord('file', true, printed.from) : printed)
    }
    const listed = listings.at(-1)
    if (listed !== undefined && listed !== listing) shell.trace.notes.list(by, listed.items, knownStart(doing.cwd))
    outputs.push(listed === undefined || listed === listing ? printed : withFrom(printed, union(printed.from, [by])))
  })
  if (!complete || text.length > LONGEST) act(notRead('unparsed', 'high', `${dialect} text that could not be read to its end`), shell, span)
  const from = outputs.flatMap((word) => word.from ?? NONE)
  return unknownWord('output', true, from)
}

/** `'a', 'b' | …`: what stands there is handed on, each by itself. */
const saidBy = ([head, ...rest]: readonly Word[]): readonly Word[] | null => (head?.text === 'echo' && rest.length > 0 ? rest : null)
const NO_WORDS: readonly Word[] = []

/** Windows looks for programs in the current folder too: `x.exe` may be what this text just wrote. */
function fromHere(shell: Shell, words: readonly Word[]): readonly Word[] {
  const [head, ...rest] = words
  if (head?.text == null || !/^[^\\/]+\.(?:exe|com|bat|cmd|ps1|vbs|scr)$/i.test(head.text) || contentOf(shell, head) === null) return words
  return [{ ...head, text: `./${head.text}` }, ...rest]
}
