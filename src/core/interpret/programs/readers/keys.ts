// What does a command type into a terminal? Words are joined as the tool joins them, lines are read as commands, and what only answers a question is said.
import type { Word } from '../../../model.ts'
import { unescape } from '../../../text/escapes.ts'
import { wordSet } from '../../../text/word-set.ts'
import { doerOf } from '../../shell/state.ts'
import { add, literal, NO_PLACES } from '../../trace.ts'
import { has } from '../options.ts'
import { runShell } from './run-shell.ts'
import type { ReaderLine } from './run-shell.ts'

const ENTER = wordSet('enter return kpenter kp_enter c-m c-j ctrl+m ctrl+j ^m ^j linefeed')
const KEY_NAMES: Readonly<Record<string, string>> = {
  space: ' ',
  minus: '-',
  slash: '/',
  period: '.',
  underscore: '_',
  equal: '=',
  tab: '\t',
  asciitilde: '~',
  asterisk: '*',
}
/** Keys that move about or call off. */
const OTHER_KEYS =
  /^(?:escape|esc|up|down|left|right|home|end|pageup|pagedown|ppage|npage|dc|delete|ic|insert|bspace|backspace|btab|f\d{1,2}|(?:c|m|s|ctrl|alt|shift|super|meta)[-+].+|\^.)$/i
const MOVES = /^(?:up|down|left|right|tab|btab|c-n|c-p)$/i
/** What a question takes for an answer, besides no. */
const ANSWER = /^(?:y|yes|a|all|always|allow|approve|accept|ok|[1-9])?$/i

const wordsOf = ({ parsed }: ReaderLine): readonly Word[] => parsed.operands.slice(parsed.depth)

/** `tmux send-keys a b Enter`, `xdotool key y Return`: names of keys, and words that are typed as they are. */
export function readKeys(line: ReaderLine): null {
  if (has(line.parsed.options, ['-X'])) return null
  if (has(line.parsed.options, ['-H'])) return readKeyCodes(line, 16)
  const literally = has(line.parsed.options, ['-l'])
  const pieces: string[] = []
  let moves = false
  for (const { text } of wordsOf(line)) {
    if (text === null) continue
    const name = text.toLowerCase()
    moves ||= !literally && MOVES.test(text)
    if (literally) pieces.push(text)
    else if (ENTER.has(name)) pieces.push('\n')
    else if (Object.hasOwn(KEY_NAMES, name)) pieces.push(KEY_NAMES[name] ?? '')
    else if (!OTHER_KEYS.test(text)) pieces.push(text)
  }
  typed(line, [pieces.join('')], moves)
  return null
}

/** `screen -X stuff 'y\n'`, `kitten @ send-text …`, `xdotool type …`: text, with escapes. */
export function readTypedText(line: ReaderLine): null {
  const words = wordsOf(line).map(({ text }) => text ?? '')
  if (line.parsed.node.name === 'screen') {
    if (!has(line.parsed.options, ['-X'])) return null
    // Its other commands name programs.
    if (words.shift() !== 'stuff') {
      if (words.length > 0) runShell(line, words.join(' '))
      return null
    }
  }
  typed(
    line,
    words.map((text) => unescape(text).replace(/\^[MJ]/g, '\n')),
    false,
  )
  return null
}

/** `zellij action write 121 13`, `tmux send-keys -H 79 0d`: codes of characters. */
export function readKeyCodes(line: ReaderLine, base = 10): null {
  const codes = wordsOf(line).map(({ text }) =>
    text !== null && /^(?:0x)?[0-9a-f]{1,3}$/i.test(text) ? Number.parseInt(text.replace(/^0x/i, ''), base) : Number.NaN,
  )
  if (codes.some(Number.isNaN)) note(line, null)
  else typed(line, [String.fromCharCode(...codes.slice(0, MOST_CODES))], false)
  return null
}
const MOST_CODES = 4000

function typed(line: ReaderLine, pieces: readonly string[], moves: boolean): void {
  for (const word of wordsOf(line)) if (word.text === null) runShell(line, word)
  const text = pieces.join('').replace(/\r\n?/g, '\n')
  if (text === '') return
  const isAnswer = text.split('\n').every((one) => ANSWER.test(one.trim()))
  if (isAnswer || (moves && text.trim() === '')) note(line, text)
  // A word beside a word may be typed with a blank between.
  const readings = pieces.length === 1 ? [text] : [text, pieces.join(' ').replace(/\r\n?/g, '\n')]
  for (const one of readings) if (!isAnswer && one.trim() !== '') runShell(line, one)
}

function note({ shell, command, id }: ReaderLine, text: string | null): void {
  add(
    shell.trace,
    { ...doerOf(shell, command.span), by: id },
    { does: 'change', what: 'typed-answer', target: text === null ? null : literal(text.trim()), places: NO_PLACES, value: null, recursive: false },
  )
}

/** `expect -c 'spawn prudent watch; send "y\r"'`: what it starts; and what it types where somebody else's terminal is taken up. */
export function readExpect(line: ReaderLine): null {
  const text = line.parsed.options.map(({ value }) => (value === true ? '' : (value.text ?? ''))).join('\n')
  const stdin = line.command.stdin?.text ?? ''
  const code = `${text}\n${stdin}`.slice(0, LONGEST_CODE)
  let takesUp = false
  for (const [, spawned = ''] of code.matchAll(/\bspawn(?:\s+-\w+)*\s+([^\n;]+)/g)) {
    takesUp ||= /\b(?:tmux|screen|zellij|prudent)\b/.test(spawned)
    runShell(line, spawned)
  }
  if (takesUp && /\bsend\b/.test(code)) note(line, null)
  return null
}
const LONGEST_CODE = 20_000
