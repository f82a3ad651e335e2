// Computes what a script's loop over its own known arguments leaves. Runs the few commands that such loops consist of, and gives up on any other.
import { asOthers } from '../../machine/trust.ts'
import type { Word } from '../../model.ts'
import { readOnce } from '../../log/trace.ts'
import { holds, patternOf } from './decisions.ts'
import type { AndOr, Command, CommandNode, CompoundList, PipelineNode, SyntaxWord } from './parse.ts'
import { afford } from '../../log/process.ts'
import type { Shell, State, Value } from '../../machine/process.ts'
import { testedBy } from './test-expression.ts'
import { expandValue } from './words.ts'
import { ARGUMENTS, chooseFirst, holdVariables, positionalOf, setArguments, setValue } from '../../machine/env.ts'

type Loop = Extract<CommandNode, { type: 'For' | 'While' }>
/** How a command ended: the next one follows, or the next round, or what stands behind the loop. Null: it is not known. */
type Went = 'true' | 'false' | 'continue' | 'break' | null

interface Rehearsal {
  readonly shell: Shell
  /** What it has set; null: to something that is not known. */
  readonly set: Map<string, string | null>
  /** All that is set by then. */
  readonly vars: Map<string, Value>
  args: readonly Word[]
  /** Commands that may still be run. */
  left: number
}

const MOST_RUNS = 300
const RUNS_A_STEP = 16
const MOST_VARIABLES = 200
const MOST_SCRIPT = 40_000
/** What changes variables, arguments or the meaning of a test behind the commands that are known here. */
const BEHIND =
  /\beval\b|\b(?:declare|typeset|local)[ \t]+-\w{0,20}n|\bnocase|\balias\b|\b(?:DEBUG|ERR|RETURN)\b|\bOPTIND=|\bIFS=|(?:^|[;&|({]|\b(?:then|do|else))[ \t]{0,99}(?:source|\.)[ \t]/m
/** Nothing that matters to the loop is run for it. */
const STILL = new Set([':', 'true', 'echo'])

/** Reads the loop, and leaves exactly what it would have left where that could be found out. */
export function rehearsing(shell: Shell, node: Loop, read: () => Word): Word {
  const { script } = shell
  const args = script === '' || script.length > MOST_SCRIPT || shell.vars.get(ARGUMENTS)?.otherwise !== undefined ? null : positionalOf(shell)
  if (args === null || args.some(({ text, parts }) => text === null || parts !== undefined)) return read()
  if (readOnce(shell.trace, 'behind', script, () => BEHIND.test(script))) return read()
  if (shell.vars.size > MOST_VARIABLES) return read()
  const before: State['vars'] = new Map(shell.vars)
  const rehearsal: Rehearsal = { shell, set: new Map(), vars: new Map(before), args, left: MOST_RUNS }
  rehearsal.vars.delete(ARGUMENTS)
  const done = node.type === 'For' ? rounds(rehearsal, node) : whiles(rehearsal, node)
  if (!afford(shell, (MOST_RUNS - rehearsal.left) / RUNS_A_STEP) || !done) return read()
  const printed = read()
  keep(shell, before, rehearsal, args)
  return printed
}

/** Of all that the loop may have set, what it has; a value that the reading did not come upon is left as it was read. */
function keep(shell: Shell, before: State['vars'], { set, args }: Rehearsal, given: readonly Word[]): void {
  for (const [name, value] of shell.vars) {
    const text = set.get(name)
    const was = before.get(name)
    if (value === was || name === ARGUMENTS || text === null) continue
    if (text === undefined) {
      // Set in branches alone that were not taken.
      if (was !== undefined || value.otherwise !== undefined) setValue(shell, name, was)
      continue
    }
    const found = [value, ...(value.otherwise ?? [])].find(({ words, array }) => !array && words.length === 1 && words[0]?.text === text)
    if (found !== undefined) setValue(shell, name, { words: found.words, array: false, exact: true })
  }
  if (args !== given) setArguments(shell, args)
  else setValue(shell, ARGUMENTS, before.get(ARGUMENTS))
}

function rounds(rehearsal: Rehearsal, { name, wordlist, body }: Extract<Loop, { type: 'For' }>): boolean {
  const [only, ...others] = wordlist ?? []
  if (wordlist !== undefined && (only?.text !== '"$@"' || others.length > 0)) return false
  for (const { text } of rehearsal.args) {
    put(rehearsal, name.value, text)
    const went = list(rehearsal, body)
    if (went === null) return false
    if (went === 'break') break
  }
  return true
}

function whiles(rehearsal: Rehearsal, { kind, clause, body }: Extract<Loop, { type: 'While' }>): boolean {
  const options = getoptsIn(rehearsal, clause)
  if (options !== null) {
    if (kind === 'until') return false
    for (const { letter, value } of options.given) {
      put(rehearsal, options.name, letter)
      put(rehearsal, 'OPTARG', value)
      const went = list(rehearsal, body)
      if (went === null) return false
      if (went === 'break') return true
    }
    put(rehearsal, options.name, '?')
    return true
  }
  for (;;) {
    const went = list(rehearsal, clause)
    if (went !== 'true' && went !== 'false') return false
    if ((went === 'true') === (kind === 'until')) return true
    const through = list(rehearsal, body)
    if (through === null) return false
    if (through === 'break') return true
  }
}

interface Options {
  readonly name: string
  readonly given: readonly { readonly letter: string; readonly value: string }[]
}

/** `getopts "nd:f" o`, once in a script: what it finds, one after the other. */
function getoptsIn({ shell, args }: Rehearsal, { commands }: CompoundList): Options | null {
  const [only] = commands
  const command = only?.command
  if (commands.length !== 1 || command?.type !== 'Command' || command.name?.text !== 'getopts' || shell.functions.has('getopts')) return null
  const [spec, name, ...others] = command.args
  if (spec?.type !== 'Word' || name?.type !== 'Word' || others.length > 0 || shell.script.split('getopts').length > 2) return null
  const short = spec.value
  if (!/^:?(?:[A-Za-z0-9]:?)*$/.test(short) || !/^[A-Za-z_]\w*$/.test(name.value)) return null
  const given: { letter: string; value: string }[] = []
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? ''
    if (!/^-[^-]/.test(text)) break
    for (let letter = 1; letter < text.length; letter++) {
      const one = text[letter] as string
      const place = short.indexOf(one)
      // What it says of an option that is not known, or that lacks its value, is not followed.
      if (place < 0 || one === ':') return null
      const takes = short[place + 1] === ':'
      const value = !takes ? '' : letter + 1 < text.length ? text.slice(letter + 1) : args[++at]?.text
      if (value === undefined || value === null) return null
      given.push({ letter: one, value })
      if (takes) break
    }
  }
  return { name: name.value, given }
}

function list(rehearsal: Rehearsal, { commands }: CompoundList): Went {
  let went: Went = 'true'
  for (const { command, background } of commands) {
    went = background === true ? null : run(rehearsal, command)
    if (went !== 'true' && went !== 'false') return went
  }
  return went
}

function run(rehearsal: Rehearsal, node: PipelineNode | AndOr): Went {
  if (--rehearsal.left < 0) return null
  switch (node.type) {
    case 'AndOr': {
      let went: Went = 'true'
      for (const [at, part] of node.commands.entries()) {
        if (at > 0 && (went === 'true') !== (node.operators[at - 1] === '&&')) continue
        went = run(rehearsal, part)
        if (went !== 'true' && went !== 'false') return went
      }
      return went
    }
    case 'BraceGroup':
      return list(rehearsal, node.body)
    case 'If': {
      for (const { clause, then } of [node, ...node.elif]) {
        const went = list(rehearsal, clause)
        if (went === 'true') return list(rehearsal, then)
        if (went !== 'false') return went
      }
      return node.else === undefined ? 'true' : list(rehearsal, node.else)
    }
    case 'Case': {
      const text = textOf(rehearsal, node.word)
      if (text === null) return null
      for (const { pattern, body, terminator } of node.items) {
        const tests = pattern.map((one) => patternOf(one))
        if (tests.includes(null)) return null
        if (tests.some((test) => test?.(text) === true)) return terminator === ';;' || terminator === undefined ? list(rehearsal, body) : null
      }
      return 'true'
    }
    case 'ArithmeticCommand':
      return /^\s*\$#\s*(?:>\s*0\s*)?$/.test(node.body) ? said(rehearsal.args.length > 0) : null
    case 'TestCommand':
    case 'Command':
      return simple(rehearsal, node)
    default:
      return null
  }
}
const said = (outcome: boolean | null): Went => (outcome === null ? null : outcome ? 'true' : 'false')

function simple(rehearsal: Rehearsal, node: Command | Extract<CommandNode, { type: 'TestCommand' }>): Went {
  const test = testedBy(node)
  const name = node.type === 'Command' ? node.name?.text : undefined
  if (name !== undefined && (rehearsal.shell.functions.has(name) || rehearsal.shell.aliases.has(name))) return null
  if (test !== null) {
    if (node.type === 'Command' && (node.prefix.length > 0 || node.redirects.length > 0)) return null
    return said(
      holds(test, (word) => {
        const text = textOf(rehearsal, word)
        return text === null ? null : [text]
      }),
    )
  }
  return node.type === 'Command' ? command(rehearsal, node) : null
}

function command(rehearsal: Rehearsal, { name, prefix, args, redirects }: Command): Went {
  if (name === undefined) {
    for (const one of prefix) {
      if (one.type !== 'Assignment' || one.append === true || one.index !== undefined || one.value.type !== 'Word') return null
      put(rehearsal, one.name, textOf(rehearsal, one.value))
    }
    return redirects.length === 0 ? 'true' : null
  }
  if (prefix.length > 0) return null
  if (STILL.has(name.text)) return args.every((one) => one.type === 'Word' && isStill(one.text)) ? 'true' : null
  if (redirects.length > 0) return null
  const [only, ...others] = args
  if (name.text === 'break' || name.text === 'continue') return only === undefined ? name.text : null
  if (name.text !== 'shift' || others.length > 0 || (only !== undefined && !/^[1-9]$/.test(only.text))) return null
  const by = only === undefined ? 1 : Number(only.text)
  if (by > rehearsal.args.length) return null
  rehearsal.args = rehearsal.args.slice(by)
  return 'true'
}

/** Nothing in it is run or set: `${x:=y}`, `$(…)`, `$((…))`. */
const isStill = (text: string): boolean =>
  text.length <= 200 && !/`|\$\(|\$\[|<\(|>\(|\$\{[^}]*[=!?@[]|\\/.test(text.replace(/\$\{\w+(?:##?|%%?)[\w.=*/-]*\}/g, ''))

function textOf({ shell, vars, args }: Rehearsal, word: SyntaxWord): string | null {
  if (!isStill(word.text) || /^["']?~/.test(word.text)) return null
  // What the environment says is not known.
  for (const [, name = ''] of word.text.matchAll(/\$\{?(\w+|[^\w{])/g)) if (!/^[1-9#@*]$/.test(name) && !vars.has(name)) return null
  const probe = holdVariables(asOthers(shell, { positional: args }), vars)
  chooseFirst(probe)
  const { text } = expandValue(probe, word)
  return probe.choices > 1 ? null : text
}

function put({ set, vars }: Rehearsal, name: string, text: string | null): void {
  set.set(name, text)
  vars.set(name, text === null ? UNKNOWN : { words: [{ text }], array: false })
}
const UNKNOWN: Value = { words: [{ text: null, parts: [{ kind: 'unknown', name: null, mayBeEmpty: true }] }], array: false }
