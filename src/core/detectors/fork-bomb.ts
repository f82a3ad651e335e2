// Does the text start processes without end: a function that calls itself twice, or a loop of background jobs?
import type { Action } from '../model.ts'
import type { Detector, DetectorInput } from './detector.ts'
import { spanOf } from './detector.ts'

const MOST_FUNCTIONS = 200
const LONGEST_BODY = 2000
const FUNCTION = /(?:^|[\s;&|({'"`])(?:function\s{1,20})?([^\s;&|(){}<>'"`$\\=]{1,64})\s{0,20}\(\s{0,20}\)\s{0,20}[{(]/g
const KEYWORD_FUNCTION = /(?:^|[\s;&|({'"`])function\s{1,20}([^\s;&|(){}<>'"`$\\=]{1,64})\s{0,20}[{(]/g
const ENDLESS =
  /(?:^|[\s;&|({'"`])(?:while\s{1,20}(?:true|:|\[{1,2}\s{0,5}1\s{0,5}\]{1,2}|\(\(\s{0,5}1\s{0,5}\)\))|until\s{1,20}false|for\s{0,20}\(\(\s{0,10};\s{0,10};\s{0,10}\)\))\s{0,20}(?:[;\n]\s{0,20})?do\s/g

/** What never ends gives each line to something that stays. */
const FEEDS = /\b(?:yes|seq inf)\b/g
const TAKES = /^ ?(while|xargs)\b/
const BEHIND = /(?:^|[^&><|\\])&(?![&>])/
const MANY = /-P ?(?:0|\d{3})/
const MOST_FED = 80
function isFed(text: string): Found | null {
  for (const feed of text.matchAll(FEEDS)) {
    const line = text.slice(feed.index, feed.index + MOST_FED)
    const pipe = line.search(/[|;\n]/)
    const found = TAKES.exec(pipe < 0 || line[pipe] !== '|' ? '' : line.slice(pipe + 1))
    if (found === null) continue
    const start = feed.index + pipe + 1 + found[0].length
    const rest = text.slice(start, start + LONGEST_BODY)
    const end = rest.search(found[1] === 'while' ? /\bdone\b/ : /[|;\n]/)
    const body = end < 0 ? rest : rest.slice(0, end)
    if (found[1] === 'while' ? BEHIND.test(body) && !/\bwait\b/.test(body) : MANY.test(body))
      return { start: feed.index, end: start + body.length, detail: 'a loop that starts background jobs without end' }
  }
  return null
}
const ROUNDS = String.raw`(?:\bwhile\s{0,4}\(?\s{0,4}(?:1|true)\b|\bfor\s{0,4}\(\s{0,4};\s{0,4};\s{0,4}\)|\bloop\s{0,4}(?:\{|do\b)|\b\d\.step\b|itertools\.count\(|\biter\(\s{0,4}\w{1,20}\s{0,4},\s{0,4}(?:1|None)\s{0,4}\))`
const STARTED = String.raw`(?:\bfork\b|\b(?:spawn\w{0,12}|[pP]open\w{0,4})\s{0,4}\(|\bsystem\s{0,4}\(\s{0,4}["'][^"'\n]{0,200}[^&]&\s{0,4}["'])`
/** Rounds without end that start something and wait for nothing, and code that starts its own command line again. */
const IN_ROUNDS = new RegExp(
  `${ROUNDS}[^;\\n]{0,60}?${STARTED}|${STARTED}[^;\\n]{0,60}?${ROUNDS}|\\bfork\\b\\s{0,4};\\s{0,4}redo\\b|(?:spawn\\w{0,8}|Popen)\\b[^;\\n]{0,120}\\b(?:orig_argv|execArgv)\\b`,
  'i',
)
const WAITS = /\b(?:wait\w{0,8}|accept|await|join|recv\w{0,6}|sleep|poll|select|close|communicate)\s?\(|\bawait\b|\bwait\b/
const isInRounds = (text: string): boolean => text.length <= LONGEST_CODE && IN_ROUNDS.test(text) && !WAITS.test(text)
const LONGEST_CODE = 20_000

// Other languages say it in one breath.
const ELSEWHERE =
  /\bfork\s{1,10}while\s{1,10}(?:1|fork|true)\b|\bwhile\s{0,10}\(?\s{0,10}(?:1|true)\s{0,10}\)?\s{0,10}[:{]?\s{0,40}(?:os\.)?fork\s{0,10}(?:\(|;|\})|\bloop\s{0,10}(?:\{|do)\s{0,10}fork\b/i

const ELSEWHERE_TOO = [
  /\bfork\s{0,4}(?:\(\))?\s(?:until\s{1,4}\(?0|for\s{1,4}1\s{0,2}\.\.)/,
  /\bfork\s{0,4}(?:\(\))?\s?[,;]\s{0,4}redo\b/,
  /\bfork\(\)\s{1,4}for\s{1,4}\w{1,20}\s{1,4}in\s{1,4}(?:iter\(int|(?:itertools\.)?(?:count|repeat|cycle)\()/,
  /\b(?:for ?\( ?; ?; ?\)|while ?\( ?(?:1|true|!0) ?\)) ?\{? ?(?:require\(["'`](?:node:)?child_process["'`]\)\.|cp\.|child_process\.)?(?:v?fork|spawn|pcntl_fork) ?\(/,
  /\bwhile (?:1|True|true) ?(?::|do\b)\s{0,20}(?:subprocess\.|multiprocessing\.|os\.|mp\.|sp\.)?(?:Popen|fork|Process|pcntl_fork)\(/,
]
/** What starts itself with the words it was started with, again and again. */
const ITSELF =
  /\b(?:spawn|fork|Popen|exec(?:File)?)\s{0,4}\(\s{0,4}\[?\s{0,4}(?:process\.(?:argv0|execPath|argv\[0\])\s{0,4},\s{0,4}(?:process\.execArgv|process\.argv|\[\s{0,4}(?:__filename|process\.argv\[1\]))|sys\.executable\s{0,4},\s{0,4}(?:__file__|[*]?sys\.argv)|process\.argv\[1\]|__filename)/
const AGAIN = /\b(?:setInterval|for|while)\b/

export const forkBomb: Detector = (input) => {
  const inText = mayMultiply(input.text) ? inShell(withoutProse(input.text)) : null
  if (inText !== null) return { span: spanOf(input, inText.start, inText.end), detail: inText.detail }
  const again = startsItself(input.actions)
  if (again !== null) return { span: again.span, detail: 'a command that starts itself twice, over and over' }
  for (const action of input.actions) {
    if (action.does !== 'execute' || action.text === null) continue
    const found = multipliesElsewhere(action.text)
      ? { detail: 'code that starts itself over and over' }
      : (inShell(withoutProse(action.text)) ?? (action.language === 'shell' && action.origin === 'file' ? ofItself(action.text) : null))
    if (found !== null) return { span: action.span, detail: found.detail }
  }
  return null
}

const multipliesElsewhere = (text: string): boolean =>
  ELSEWHERE.test(text) ||
  isInRounds(text) ||
  ELSEWHERE_TOO.some((pattern) => pattern.test(text)) ||
  (ITSELF.test(text) && AGAIN.test(text.slice(0, LONGEST_BODY)))

/** A script that calls itself as a function would. */
const ofItself = (text: string): Found | null => {
  if (!text.includes('$0') && !text.includes('${0}')) return null
  const body = text.slice(0, LONGEST_BODY).replaceAll(/"?\$(?:0|\{0\})"?/g, SELF)
  return multiplies(SELF, body) && alwaysAgain(SELF, body) ? { start: 0, end: body.length, detail: 'a script that starts itself over and over' } : null
}
const SELF = '$itself'
/** One that puts something into the background, or pipes to it. */
const AT_ONCE = /(?:^|[^&|>\\])[&|](?![&|>])/
const MOST_ABOVE = 64

/** A command line below which the very same is started twice, or again below itself: by a script, a task, a variable or a function of its own. */
function startsItself(actions: DetectorInput['actions']): Action | null {
  const atOnce = new Set<number | null>()
  for (const action of actions)
    if (
      action.does === 'execute' &&
      action.text !== null &&
      action.text.length <= LONGEST_CODE &&
      AT_ONCE.test(action.text) &&
      !ELSEWHERE_THEN.test(action.text)
    )
      atOnce.add(action.id).add(action.by)
  if (atOnce.size === 0) return null
  const told = new Map<number, Started>()
  const byId = new Map(actions.map((action) => [action.id, action]))
  const below = new Map<number, number>()
  for (const action of actions) {
    if (action.does !== 'run' || action.dry) continue
    const line: Started = {
      words: [action.program, ...action.operands.map(({ text }) => text ?? '')].join('\n'),
      options: new Set(action.options.map(({ name, value }) => `${name} ${value === true ? '' : value.text}`)),
    }
    told.set(action.id, line)
    const twins: number[] = []
    let isAtOnce = false
    for (let by = action.by, left = MOST_ABOVE; by !== null && left > 0; left--) {
      isAtOnce ||= atOnce.has(by)
      const above = told.get(by)
      if (above?.words === line.words && [...line.options].every((option) => above.options.has(option))) twins.push(by)
      by = byId.get(by)?.by ?? null
    }
    const [twin] = twins
    if (twin === undefined || !isAtOnce) continue
    const count = (below.get(twin) ?? 0) + 1
    if (count > 1 || twins.length > 1) return action
    below.set(twin, count)
  }
  return null
}
interface Started {
  readonly words: string
  readonly options: ReadonlySet<string>
}
/** In another folder the same words do something else. */
const ELSEWHERE_THEN = /\b(?:cd|pushd)\s|\s-C\s|--(?:prefix|directory|cwd|dir)\b/

interface Found {
  readonly start: number
  readonly end: number
  readonly detail: string
}

/** Every shape needs a background job or a pipe, in a function or a loop. */
const mayMultiply = (text: string): boolean =>
  text.search(FEEDS) >= 0 || ((text.includes('&') || text.includes('|')) && /\(\s*\)|function|while|until|for/.test(text))

const inShell = (text: string): Found | null => {
  if (!mayMultiply(text)) return null
  const fed = isFed(text)
  if (fed !== null) return fed
  for (const pattern of [FUNCTION, KEYWORD_FUNCTION]) {
    pattern.lastIndex = 0
    for (let found = pattern.exec(text), count = 0; found !== null && count < MOST_FUNCTIONS; found = pattern.exec(text), count++) {
      const open = found.index + found[0].length - 1
      const close = closing(text, open)
      if (multiplies(found[1] as string, text.slice(open + 1, close))) {
        return { start: startOf(found), end: Math.min(close + 1, text.length), detail: 'a function that starts itself over and over' }
      }
      // A bomb may stand inside another function's body.
      pattern.lastIndex = open
    }
  }
  return endlessLoop(text)
}

/** Quoted text, comments and here-documents blanked, offsets kept: what is only said is not run. (Run text comes as `execute`.) */
const withoutProse = (text: string): string => {
  let out = ''
  let from = 0
  let i = 0
  const blank = (end: number): void => {
    out += text.slice(from, i) + ' '.repeat(end - i)
    from = i = end
  }
  while (i < text.length) {
    const char = text[i]
    if (char === '\\') i += 2
    else if (char === "'" || char === '"') blank(quoteEnd(text, i))
    else if (char === '#' && (i === 0 || ' \t\n;'.includes(text[i - 1] as string))) blank(lineEnd(text, i))
    else if (char === '<' && text.startsWith('<<', i) && text[i + 2] !== '<' && text[i - 1] !== '<') blank(hereEnd(text, i))
    else i++
  }
  return out + text.slice(from)
}
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
const quoteEnd = (text: string, at: number): number => {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\' && text[at] === '"') i++
    else if (text[i] === text[at]) return i + 1
  }
  return text.length
}
const hereEnd = (text: string, at: number): number => {
  const word = /^<<-?\s{0,5}['"\\]?([A-Za-z_][A-Za-z0-9_]{0,60})/.exec(text.slice(at, at + 80))
  if (word === null) return at + 2
  const body = lineEnd(text, at)
  const pattern = new RegExp(`\\n\\t{0,20}${word[1]}(?=\\n|$)`, 'g')
  pattern.lastIndex = body
  const end = pattern.exec(text)
  return end === null ? at + 2 : end.index + end[0].length
}

const startOf = (found: RegExpExecArray): number => found.index + (/^[\s;&|({'"`]/.test(found[0]) ? 1 : 0)

const closing = (text: string, open: number): number => {
  const [left, right] = text[open] === '{' ? ['{', '}'] : ['(', ')']
  let depth = 0
  const limit = Math.min(text.length, open + LONGEST_BODY)
  for (let i = open; i < limit; i++) {
    if (text[i] === left) depth++
    else if (text[i] === right && --depth === 0) return i
  }
  return limit
}

/** The function is called in its own body, piped or put into the background so that the calls add up. */
const multiplies = (name: string, body: string): boolean => {
  let calls = 0
  let background = false
  for (let at = body.indexOf(name); at >= 0; at = body.indexOf(name, at + name.length)) {
    if (!isCommandStart(body, at) || !isWordEnd(body, at + name.length)) continue
    calls++
    const rest = body.slice(at + name.length, at + name.length + 200)
    const end = /[;\n|&]/.exec(rest)
    const separator = end === null ? '' : rest.slice(end.index, end.index + 2)
    if (separator.startsWith('&') && separator !== '&&') background = true
    if (separator.startsWith('|') && separator !== '||') background = background || body.indexOf(name, at + name.length) >= 0
  }
  return background && calls >= (body.includes('&') ? 1 : 2) && (calls >= 2 || alwaysAgain(name, body))
}

// One background call of itself still never ends, unless something guards it.
const alwaysAgain = (name: string, body: string): boolean => {
  const rest = body.replaceAll(name, ' ')
  return !/\b(?:if|case|while|until|for|return|exit|wait|sleep|read)\b|\[|&&|\|\|/.test(rest)
}

const isCommandStart = (body: string, at: number): boolean => {
  let i = at - 1
  while (i >= 0 && (body[i] === ' ' || body[i] === '\t')) i--
  return (
    i < 0 ||
    '{}();|&\n`'.includes(body[i] as string) ||
    /(?:^|[\s;])(?:do|then|else|exec|command|nohup|setsid|time|sh|bash|zsh|!)$/.test(body.slice(Math.max(0, i - 8), i + 1))
  )
}
const isWordEnd = (body: string, at: number): boolean => at >= body.length || ' \t\n;|&)}<>"`'.includes(body[at] as string)

const endlessLoop = (text: string): Found | null => {
  ENDLESS.lastIndex = 0
  for (let found = ENDLESS.exec(text), count = 0; found !== null && count < MOST_FUNCTIONS; found = ENDLESS.exec(text), count++) {
    const start = found.index + found[0].length
    const rest = text.slice(start, start + LONGEST_BODY)
    const done = /(?:^|[\s;&])done(?=$|[\s;&|)}`])/.exec(rest)
    const body = done === null ? rest : rest.slice(0, done.index + 1)
    // `&` that is neither `&&`, nor part of `>&`, `&>` or `|&`; and nothing that waits or leaves.
    if (
      /(?:^|[^&><|\\])&(?![&>])/.test(body) &&
      !/\b(?:sleep|wait|read|break|exit|return|timeout|inotifywait)\b/.test(body.replaceAll(/sleep [\w.]{1,12} ?&(?!&)/g, ''))
    ) {
      return { start: startOf(found), end: start + body.length, detail: 'a loop that starts background jobs without end' }
    }
  }
  return null
}
