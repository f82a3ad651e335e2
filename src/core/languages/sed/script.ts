// What does sed make of a text? Computed line by line for what people write; null for the rest of the language.
import { parseSed } from './syntax.ts'
import type { Address, Command } from './syntax.ts'

/** How its options say to read the script. */
export interface SedOptions {
  readonly extended: boolean
  readonly quiet: boolean
  /** Gets what `s///e` hands to a shell; what that prints is not known. */
  readonly ran?: string[]
}

const LONGEST_SCRIPT = 20_000
const LONGEST_TEXT = 200_000
const MOST_RUN = 20
/** Characters looked at by patterns, squared where a pattern may be tried from each. */
const MOST_WORK = 4_000_000

export function runSed(text: string, script: string, options: SedOptions): string | null {
  if (text.length > LONGEST_TEXT || script.length > LONGEST_SCRIPT) return null
  const commands = parseSed(script, options.extended)
  if (commands === null) return null
  const ended = text.endsWith('\n')
  const lines = (ended ? text.slice(0, -1) : text).split('\n')
  const space: Space = {
    lines,
    line: '',
    held: '',
    at: -1,
    after: [],
    gone: false,
    quits: false,
    quiet: options.quiet,
    ran: options.ran ?? [],
    out: [],
    work: MOST_WORK,
    room: 2 * LONGEST_TEXT,
  }
  while (!space.quits && takeLine(space)) {
    space.line = lines[space.at] ?? ''
    space.gone = false
    if (!runAll(commands, space)) return null
    if (!space.gone && !options.quiet) print(space, space.line)
    printAfter(space)
    if (space.work < 0) return null
  }
  const { out, ran } = space
  if (ran.length > 0) return null
  return out.join('\n') + (ended && out.length > 0 ? '\n' : '')
}

interface Space {
  readonly lines: readonly string[]
  /** What is worked on, and what was laid aside. */
  line: string
  held: string
  at: number
  readonly after: string[]
  gone: boolean
  quits: boolean
  readonly quiet: boolean
  readonly ran: string[]
  readonly out: string[]
  work: number
  room: number
}
const isLast = ({ lines, at }: Space): boolean => at >= lines.length - 1

/** The next line; false where there is none. */
function takeLine(space: Space): boolean {
  if (isLast(space)) return false
  space.at++
  return true
}

/** `n` and `N`: without another line all ends, and what is there is printed. */
function goOn(space: Space, joins: boolean): boolean {
  if (!takeLine(space)) {
    space.quits = true
    return true
  }
  const next = space.lines[space.at] ?? ''
  if (!joins && !space.quiet) print(space, space.line)
  if (!joins) printAfter(space)
  return put(space, joins ? `${space.line}\n${next}` : next)
}

/** What comes out may not be much longer than what went in. */
function print(space: Space, text: string): void {
  if ((space.room -= text.length + 1) < 0) space.work = -1
  else space.out.push(text)
}
const printAfter = (space: Space): void => {
  for (const text of space.after.splice(0)) print(space, text)
}

/** A line that grows without end is nobody's edit. */
function put(space: Space, line: string): boolean {
  space.line = line
  space.work -= line.length
  return line.length <= LONGEST_TEXT && space.work >= 0
}

/** False where the work is more than is done. */
function runAll(commands: readonly Command[], space: Space): boolean {
  for (const command of commands) {
    if (space.gone || space.quits) return true
    const chosen = isChosen(command, space)
    if (chosen === null) return false
    if (chosen !== command.negated && !runOne(command, space)) return false
  }
  return true
}

function runOne(command: Command, space: Space): boolean {
  switch (command.name) {
    case '{':
      return runAll(command.body ?? [], space)
    case 's':
      return substitute(command, space)
    case 'd':
      space.gone = true
      return true
    case 'p':
      print(space, space.line)
      return true
    case 'a':
      space.after.push(command.text)
      return true
    case 'i':
      print(space, command.text)
      return true
    case 'c':
      if (command.to === null || command.until === null || command.negated) print(space, command.text)
      space.gone = true
      return true
    case 'q':
      space.quits = true
      return true
    case 'n':
    case 'N':
      return goOn(space, command.name === 'N')
    case 'y':
      return put(space, Array.from(space.line, (char) => command.map?.get(char) ?? char).join(''))
    case 'h':
      space.held = space.line
      return true
    case 'H':
      space.held += `\n${space.line}`
      return space.held.length <= LONGEST_TEXT
    case 'g':
      return put(space, space.held)
    case 'G':
      return put(space, `${space.line}\n${space.held}`)
    case 'x': {
      const { held } = space
      space.held = space.line
      return put(space, held)
    }
  }
  return false
}

const matches = (regex: RegExp, space: Space): boolean | null => {
  const { length } = space.line
  space.work -= 16 + length + (length * length) / 32
  if (space.work < 0) return null
  regex.lastIndex = 0
  return regex.test(space.line)
}

const holds = (address: Address, space: Space): boolean | null =>
  address.kind === 'line'
    ? address.line === space.at + 1
    : address.kind === 'last'
      ? isLast(space)
      : address.kind === 'match'
        ? matches(address.regex, space)
        : false

function isChosen(command: Command, space: Space): boolean | null {
  const { from, to } = command
  if (from === null) return true
  if (to === null) return holds(from, space)
  if (command.until === null) {
    const begins = holds(from, space) ?? null
    // `0,/x/`: the first line may end it already.
    const zeroth = from.kind === 'line' && from.line === 0 && space.at === 0
    if (begins === null) return null
    if (!begins && !zeroth) return false
    command.until = to
    command.since = space.at + 1
    if (!zeroth) {
      if ((to.kind === 'line' && to.line <= space.at + 1) || (to.kind === 'more' && to.count === 0) || (to.kind === 'last' && isLast(space)))
        command.until = null
      return true
    }
  }
  const ends = to.kind === 'more' ? space.at + 1 >= command.since + to.count : to.kind === 'line' ? space.at + 1 >= to.line : holds(to, space)
  if (ends === null) return null
  if (ends) command.until = null
  return true
}

function substitute({ regex, replacement, every, nth, prints, runs }: Command, space: Space): boolean {
  if (regex === undefined || replacement === undefined) return false
  const found = matches(regex, space)
  if (found === null) return false
  if (!found) return true
  let seen = 0
  let end = -1
  const line = space.line.replace(regex, (whole: string, ...groups: readonly unknown[]) => {
    const start = Number(groups.at(-2))
    // Nothing is found where something ended.
    if (whole === '' && start === end) return ''
    end = start + whole.length
    seen++
    if (every === true ? seen < (nth ?? 1) : seen !== (nth ?? 1)) return whole
    return replacement
      .map((part) => (typeof part === 'string' ? part : part === 0 ? whole : typeof groups[part - 1] === 'string' ? String(groups[part - 1]) : ''))
      .join('')
  })
  if (runs === true && line !== '' && space.ran.length < MOST_RUN) space.ran.push(line)
  if (prints === true) print(space, line)
  return put(space, line)
}
