// Reads the words of programs that nobody described as a command they may start: at the end of the line, behind `--`, or in an option's text.
import { wordSet } from '../text/word-set.ts'
import type { Word } from '../model.ts'
import { knownStart, wordFrom } from '../value/fields.ts'
import { fork } from './process.ts'
import type { Performed, Shell } from './process.ts'
import { findProgram, normaliseProgram } from '../meaning/entries.ts'
import type { Meaning, Program } from '../meaning/entries.ts'
import { isJudged } from '../meaning/takers.ts'
import { hasTrait } from '../meaning/traits.ts'

const STARTERS: readonly string[] = ['--', '-exec', '--exec']
/** An entry that says when something is run says so of its options too. */
const DASHES: readonly string[] = ['--']

/** `chamber exec x -- rm y`, `vault agent -exec 'rm y'`: of a program that is described, only what stands where a command is expected. */
export function runBehindDashes(shell: Shell, command: Performed, { runs }: Program): void {
  const starters = runs.length === 0 ? STARTERS : DASHES
  const at = command.words.findIndex(({ text }) => text !== null && starters.includes(text))
  if (at > 0) runStarted(shell, { ...command, words: command.words.slice(at - 1) })
}

/** `setarch x rm -rf ~`, `rtk git push -f`, `x -- rm y`, `x --exec 'rm y'`, `x run 'rm y'`: read besides, as something that may be. */
export function runStarted(shell: Shell, command: Performed): void {
  const { words, stdin, span } = command
  const { meaning } = shell.trace.books
  const inner = (): Shell => fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span })
  // `env 'BASH_FUNC_ls%%=() { rm y; }' bash`: a function for whatever is started.
  const body = /^BASH_FUNC_\w+(?:%%|\(\))=\(\)\s*([^]*)$/.exec(words[0]?.text ?? '')?.[1]
  if (body !== undefined) inner().read.text(inner(), body, null)
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) return
    const start = knownStart(word)
    const before = words[at - 1]?.text ?? ''
    if (start.startsWith('-')) {
      // `--exec='rm y'`
      const equals = start.startsWith('--') ? start.indexOf('=') : -1
      if (equals > 0 && RUNS.test(start.slice(0, equals))) readText(inner, wordFrom(word, equals + 1), stdin)
      continue
    }
    const isMeant = before === '--' || RUNS.test(before)
    if (
      (isMeant ||
        RUNNING.has(before) ||
        (isPlain(word.text) && !SAYS.test(before) && !hasTrait(meaning, normaliseProgram(meaning, words[0]?.text ?? ''), 'talks'))) &&
      readText(inner, word, stdin)
    )
      continue
    if (word.text === null) continue
    if (!isMeant && !SAYS.test(before)) readInside(inner, word.text, meaning, words[0]?.text ?? '')
    // `pm2 start 'rm y'`: its own word, though others are called so.
    if (at === 1 && RUNNING.has(word.text)) continue
    // `x -- ./y.sh`, but not `cc -c ../y.c`, nor `uglifyjs -- ./y.js`.
    if (isMeant && before.startsWith('--') && SCRIPT.test(word.text)) {
      shell.read.perform(inner(), { words: words.slice(at), assigns: command.assigns, stdin, span })
      return
    }
    if (!isStart(meaning, words.slice(at), before === '--') && !(stdin !== null && hasTrait(meaning, word.text, 'shell') && at === words.length - 1)) continue
    // `$CC -o crontab a.o`: the name of what is made.
    if (before === '-o' && !isVerb(word.text)) continue
    shell.read.perform(inner(), { words: words.slice(at), assigns: command.assigns, stdin, span })
    return
  }
}

/** `\\write18{rm -r /x}`, `.sy rm -r /x`, `!rm -r /x`: in a language that nobody reads, what deletes and stands where a command may begin. */
const INSIDE = /(?:^|\n|[!{([`"'<])\s*(?:(?:\.?sy|sh|exec|shell|system|run)\s+)?((?:sudo\s+)?rm\s+-\w{0,8}[rR]\w{0,8}\s+[^\s"'`{}()<>;|&\\]+)/g
const MOST_INSIDE = 8
function readInside(inner: () => Shell, text: string, meaning: Meaning, program: string): void {
  if (text.length > LONGEST_INSIDE || !text.includes('rm') || hasTrait(meaning, normaliseProgram(meaning, program), 'talks')) return
  for (const [, code = ''] of [...text.matchAll(INSIDE)].slice(0, MOST_INSIDE)) {
    const shell = inner()
    shell.read.text(shell, code, null)
  }
}
const LONGEST_INSIDE = 4_000

/** By its path, and without the ending of something that is compiled, formatted or looked at. */
const SCRIPT = /^(?:\.{0,2}|~)\/(?:[^/]*\/)*(?:[^/.]+|[^/]+\.(?:sh|bash|zsh|command))$/

const RUNS =
  /^(?:-[cesxCX]|-exec|--(?:exec|execute|command|cmd|commands?|run|shell|prepare|setup|cleanup|conclude|filter|script|eval|hook|before|after|then|do|on-?[a-z-]+|pre-?[a-z-]*|post-?[a-z-]*|[a-z-]*-(?:cmd|command|exec|script)))$/

/** Elsewhere a text may only speak of it. */
const RUNNING = new Set(['run', 'exec', 'start', 'watch', 'shell', 'spawn', 'do'])

/** Options whose text is for people. */
export const SAYS =
  /^(?:-[mtbq]|-{0,2}(?:message|title|body|text|description|desc|comment|note|notes|name|subject|reason|summary|label|prompt|query|search|find|pattern|grep|match|check|explain|ask|log|say|print|confirm|echo|test|expect|input|contains))$/i
/** `x 'rm -rf ~'`: what hardly means anything but a command, wherever it stands. */
const isPlain = (text: string | null): boolean =>
  text !== null &&
  /^(?:sudo\s+)?(?:\/(?:usr\/)?bin\/)?(?:rm\s+-|(?:sh|bash|zsh|dash)\s+-\w*c\s|dd\s+if=|find\s+[~/.]|chmod\s+-R|chown\s+-R|shred\s|mkfs|git\s+(?:push|reset|clean)\s+-)/.test(
    text.trim().replace(BEFORE, ''),
  )

/** One word that holds a whole command line. */
function readText(inner: () => Shell, { text }: Word, stdin: Word | null): boolean {
  const shell = inner()
  if (text === null || !/\s/.test(text) || !hasCommand(shell.trace.books.meaning, text)) return false
  shell.read.text(shell, text, stdin)
  return true
}

/** Words that stand before a command. */
const BEFORE = /^(?:(?:if|then|else|do|while|until|time|exec|command|sudo|nohup|[!{(]+|[A-Za-z_]\w{0,60}=\S*)\s+)+/
/** Whether one of the commands of a text is a program that does something. */
const hasCommand = (meaning: Meaning, text: string): boolean => text.split(/[;&|\n()]+/).some((part) => isCommand(meaning, part.trim().replace(BEFORE, '')))

/** Whether a text begins as the command line of a program that does something. */
export const isCommand = (meaning: Meaning, text: string): boolean => {
  const [first = '', ...rest] = text.trim().split(/\s+/, 8)
  return rest.length > 0 && (OURS.test(first) || acts(meaning, programOf(meaning, first)))
}
/** What it does is judged by rules alone. */
const OURS = /^(?:[^\s'"]*\/)?prudent$/

const HAS_ROOT = /^(?:(?:["']|[a-z]{1,9}=)?(?:\/|~|\$|\*)|\.\.?(?:\/|$))/

/** Prose begins with a program's name too: what follows must look like its words. */
export function mayBeRun(meaning: Meaning, line: string): boolean {
  const words = line.trim().split(/\s+/)
  if (
    !isStart(
      meaning,
      words.map((text) => ({ text })),
    )
  )
    return false
  return isVerb(words[0] ?? '') ? words.some((word, at) => at > 0 && HAS_ROOT.test(word)) : /[-/~$|&;<>]/.test(line)
}

/** Also subcommands of many programs: what follows must look as it looks after the program. */
const VERBS = wordSet('rm mv cp ln del dd link unlink install kill sync mount move copy write set test')
const isVerb = (name: string): boolean => VERBS.has(name)
const ROOTED = /^(?:\/|~|\.\.(?:\/|$))/

/** Whether these words are a command that does something. */
export function isStart(meaning: Meaning, words: readonly Word[], afterDashes = false): boolean {
  const [head] = words
  if (head?.text == null || words.length === 1) return false
  if (OURS.test(head.text) && /^[a-z]/.test(words[1]?.text ?? 'a')) return true
  if (!acts(meaning, programOf(meaning, head.text))) return false
  if (afterDashes || head.text.startsWith('/') || !VERBS.has(head.text)) return true
  return words.slice(1).some((word) => word.text === null || ROOTED.test(word.text) || /^(?:-[a-qs-zA-QS-Z]*[rR][a-zA-Z]*|[a-z]+=.*)$/.test(word.text))
}

function programOf(meaning: Meaning, name: string): Program | null {
  if (!/^[\w./+-]+$/.test(name)) return null
  const found = findProgram(meaning, normaliseProgram(meaning, name))
  return found.known ? found : null
}

const acts = (meaning: Meaning, program: Program | null): boolean =>
  program !== null &&
  (program.runs.length > 0 ||
    isJudged(meaning, program.name) ||
    program.reader !== undefined ||
    Object.keys(program.subcommands).length > 0 ||
    program.does.some(({ kind }) => kind !== 'read' && kind !== 'dump'))
