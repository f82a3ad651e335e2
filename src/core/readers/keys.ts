// What does a command type into a terminal? Words are joined as the tool joins them, lines are read as commands, and what only answers a question is said.
import type { Word } from '../model.ts'
import { unescape } from '../text/escapes.ts'
import { lastComponent } from '../text/path.ts'
import { wordSet } from '../text/word-set.ts'
import { contentOf } from '../disk/paths.ts'
import { literal } from '../value/text.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { runShell } from '../machine/run-shell.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { act } from '../machine/act.ts'

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
    // Of ydotool's codes nobody needs to know which.
    if (/^\d{1,3}:[01]$/.test(text)) {
      noteTyped(line, null)
      return null
    }
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

/** `kitten @ send-text …`, `xdotool type …`: text, with escapes; without words, what they are fed. */
export function readTypedText(line: ReaderLine): null {
  const { command, parsed } = line
  const words = wordsOf(line)
  const keys = TYPED_OPTIONS.flatMap((option) => valuesOf(parsed.options, option))
  const fed = words.length === 0 && keys.length === 0 && command.stdin !== null && command.stdin.text !== '' ? command.stdin : null
  if (fed?.text === null) noteTyped(line, null)
  // What a file says that nobody has read may be an answer.
  for (const file of valuesOf(parsed.options, '--file')) if (contentOf(line.shell, file)?.text == null) noteTyped(line, null)
  const pieces = fed?.text == null ? words.map(({ text }) => text ?? '') : [fed.text]
  const pressed = keys.map(({ text }) => (ENTER.has((text ?? '').toLowerCase()) ? '\n' : (text ?? '')))
  typed(line, [...pieces.map((text) => unescape(text).replace(/\^[MJ]/g, '\n')), ...pressed], false)
  return null
}
/** Options whose value is typed: of wtype and xvkbd. */
const TYPED_OPTIONS = ['-k', '-text']

/** `xte 'key Return'`, `echo 'type y' | dotool`, `cliclick kp:return t:y`: words or lines that each say what is pressed. */
export function readTypingScript(line: ReaderLine): null {
  const { stdin } = line.command
  const words = wordsOf(line)
  if (words.length === 0 && stdin?.text === null) noteTyped(line, null)
  const pieces: string[] = []
  let moves = false
  for (const text of words.length === 0 ? (stdin?.text ?? '').split('\n') : words.map((word) => word.text ?? '')) {
    const [, names] = /^(?:key\w*|k[pdu])[\s:]+(.+)$/i.exec(text.trim()) ?? []
    const [, said] = /^(?:str|type\w*|t)[\s:]+(.+)$/is.exec(text.trim()) ?? []
    if (said !== undefined) pieces.push(said)
    for (const name of names?.split(/[\s,+]+/) ?? []) {
      moves ||= MOVES.test(name)
      if (ENTER.has(name.toLowerCase())) pieces.push('\n')
      else if (!OTHER_KEYS.test(name)) pieces.push(name)
    }
  }
  typed(line, [pieces.join('')], moves)
  return null
}

/** `zellij action write 121 13`, `tmux send-keys -H 79 0d`: codes of characters. */
export function readKeyCodes(line: ReaderLine, base = 10): null {
  const codes = wordsOf(line).map(({ text }) =>
    text !== null && /^(?:0x)?[0-9a-f]{1,3}$/i.test(text) ? Number.parseInt(text.replace(/^0x/i, ''), base) : Number.NaN,
  )
  if (codes.some(Number.isNaN)) noteTyped(line, null)
  else typed(line, [codes.map((code) => String.fromCharCode(code)).join('')], false)
  return null
}

export function typed(line: ReaderLine, pieces: readonly string[], moves: boolean): void {
  const unknown = wordsOf(line).filter((word) => word.text === null)
  for (const word of unknown) runShell(line, word)
  const text = pieces.join('').replace(/\r\n?/g, '\n')
  if (text === '' && unknown.length === 0) return
  const isAnswer = text.split('\n').every((one) => ANSWER.test(one.trim()))
  if (isAnswer || (moves && text.trim() === '')) noteTyped(line, unknown.length > 0 ? null : text)
  // A word beside a word may be typed with a blank between.
  const readings = pieces.length === 1 ? [text] : [text, pieces.join(' ').replace(/\r\n?/g, '\n')]
  for (const one of readings) if (!isAnswer && one.trim() !== '') runShell(line, one)
}

export function noteTyped({ shell, command, id }: ReaderLine, text: string | null): void {
  act({ do: 'change', what: 'typed-answer', target: text === null ? null : literal(text.trim()), by: id }, shell, command.span)
}

/** `expect -c 'spawn prudent watch; send "y\\r"'`: what it starts, and what it types into. */
export function readExpect(line: ReaderLine): null {
  const { shell, command, parsed, id } = line
  const files = [...valuesOf(parsed.options, '-f'), ...wordsOf(line).slice(0, 1)].map((file) => contentOf(shell, file)?.text ?? '')
  const options = parsed.options.map(({ value }) => (value === true ? '' : (value.text ?? '')))
  const code = [...options, ...files, command.stdin?.text ?? ''].join('\n')
  const sends = /\b(?:send|exp_send|send_user)\b/.test(code)
  for (const [, spawned = ''] of code.matchAll(/\bspawn(?:\s+-\w+)*\s+([^\n;]+)/g)) {
    runShell(line, spawned)
    const target = literal(lastComponent(spawned.trim().split(/\s/)[0] ?? ''))
    if (sends) act({ do: 'change', what: 'types-into', target, by: id }, shell, command.span)
  }
  return null
}
