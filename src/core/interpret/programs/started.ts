// Does a program that nobody described start another? What its words would do if the end of them is a command, or an option's text is one.
import { wordSet } from '../../text/word-set.ts'
import type { Word } from '../../model.ts'
import { knownStart, wordFrom } from '../shell/fields.ts'
import { fork } from '../shell/state.ts'
import type { Performed, Shell } from '../shell/state.ts'
import { findProgram, normaliseProgram } from './meaning.ts'
import type { Meaning, Program } from './meaning.ts'

/** Further in, words are files and names. */
const FURTHEST = 24

/** `setarch x rm -rf ~`, `rtk git push -f`, `x -- rm y`, `x --exec 'rm y'`: read besides, as something that may be. */
export function runStarted(shell: Shell, command: Performed): void {
  const { words, stdin, span } = command
  const { meaning } = shell.trace.books
  const inner = (): Shell => fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span })
  for (let at = 1; at < Math.min(words.length, FURTHEST); at++) {
    const word = words[at]
    if (word === undefined) return
    const start = knownStart(word)
    if (start.startsWith('-')) {
      const text = textOf(word, start, words[at + 1])
      if (text?.text != null && isCommand(meaning, text.text)) inner().read.text(inner(), text.text, stdin)
      continue
    }
    // `x -- 'rm y'`
    if (word.text !== null && words[at - 1]?.text === '--' && isCommand(meaning, word.text)) inner().read.text(inner(), word.text, stdin)
    if (word.text === null || !isStart(meaning, words.slice(at), words[at - 1]?.text === '--')) continue
    // `$CC -o crontab a.o`: the name of what is made.
    if (words[at - 1]?.text === '-o' && !isVerb(word.text)) continue
    shell.read.perform(inner(), { words: words.slice(at), assigns: command.assigns, stdin, span })
    return
  }
}

const RUNS =
  /^(?:-[cesxCX]|--(?:exec|execute|command|cmd|commands?|run|shell|prepare|setup|cleanup|conclude|filter|script|eval|hook|before|after|then|do|on-?[a-z-]+|pre-?[a-z-]*|post-?[a-z-]*))$/

/** What an option for commands is given: `-c 'rm y'`, `--exec='rm y'`. */
function textOf(word: Word, start: string, next: Word | undefined): Word | undefined {
  const equals = start.startsWith('--') ? start.indexOf('=') : -1
  if (!RUNS.test(equals < 0 ? start : start.slice(0, equals))) return undefined
  return equals < 0 ? next : wordFrom(word, equals + 1)
}

/** Whether a text begins as the command line of a program that does something. */
export const isCommand = (meaning: Meaning, text: string): boolean => {
  const [first = '', ...rest] = text.trim().split(/\s+/, 8)
  return rest.length > 0 && acts(programOf(meaning, first))
}

/** Also subcommands of many programs: what follows must look as it looks after the program. */
const VERBS = wordSet('rm mv cp ln del dd link unlink install kill sync mount move copy write set test')
export const isVerb = (name: string): boolean => VERBS.has(name)
const ROOTED = /^(?:\/|~|\.\.(?:\/|$))/

/** Whether these words are a command that does something. */
export function isStart(meaning: Meaning, words: readonly Word[], afterDashes = false): boolean {
  const [head, ...rest] = words
  if (head?.text == null || rest.length === 0 || !acts(programOf(meaning, head.text))) return false
  if (afterDashes || head.text.startsWith('/') || !VERBS.has(head.text)) return true
  return rest.some((word) => word.text === null || ROOTED.test(word.text) || /^(?:-[a-zA-Z]*[rR][a-zA-Z]*|[a-z]+=.*)$/.test(word.text))
}

function programOf(meaning: Meaning, name: string): Program | null {
  if (!/^[\w./+-]+$/.test(name)) return null
  const found = findProgram(meaning, normaliseProgram(meaning, name))
  return found.known ? found : null
}

const acts = (program: Program | null): boolean =>
  program !== null &&
  (program.runs.length > 0 ||
    program.reader !== undefined ||
    Object.keys(program.subcommands).length > 0 ||
    program.does.some(({ kind }) => kind !== 'read' && kind !== 'dump'))
