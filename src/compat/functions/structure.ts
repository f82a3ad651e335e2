// Which simple commands stand in a shell text, and how are they joined? Text only: nothing is expanded, nothing is looked up.
import { parseShell, refuel, wasStopped } from '../../core/languages/bash/parse.ts'
import type { Command, CommandNode, ParsedScript, PipelineNode, Redirection, Statement, SyntaxWord, WordPart } from '../../core/languages/bash/parse.ts'

export interface SimpleCommand {
  /** Program and arguments, quotes removed. Wrappers such as `env`, `timeout` and `bash -c` are taken off. */
  readonly words: readonly string[]
  /** Files it writes to by redirection. */
  readonly writes: readonly string[]
  /** Run through sudo, doas or pkexec. */
  readonly elevated: boolean
}
export interface Structure {
  readonly commands: readonly SimpleCommand[]
  readonly hasPipe: boolean
  readonly hasChain: boolean
  readonly hasSubshell: boolean
  readonly hasRedirect: boolean
  /** Programs of each pipeline, in order. */
  readonly pipelines: readonly (readonly string[])[]
  /** False when the text is no shell code: its pieces are then cut at `;`, `&`, `|` and line ends. */
  readonly parsed: boolean
}

const LONGEST = 65_536
const MOST = 2000
const DEEPEST = 4

export function structureOf(given: string): Structure {
  const text = given.slice(0, LONGEST)
  refuel()
  const { script, doubt } = parseShell(text)
  if (script === null || doubt !== null) return looseStructure(text)
  const found = nothingYet()
  try {
    visitScript(found, script)
  } catch (error) {
    if (!wasStopped()) throw error
    return looseStructure(text)
  }
  return { ...found, parsed: true }
}

function looseStructure(text: string): Structure {
  const found = nothingYet()
  for (const piece of text.split(/[;&|\n]+/).slice(0, MOST)) addCommand(found, piece.trim().split(/\s+/).filter(Boolean), [])
  return {
    ...found,
    hasPipe: /[^|]\|[^|]/.test(text),
    hasChain: /&&|\|\||;/.test(text),
    hasSubshell: /\$\(|`/.test(text),
    hasRedirect: /[<>]/.test(text),
    parsed: false,
  }
}

const nothingYet = (): Mutable => ({
  commands: [],
  pipelines: [],
  hasPipe: false,
  hasChain: false,
  hasSubshell: false,
  hasRedirect: false,
  left: MOST,
  depth: 0,
})

interface Mutable {
  readonly commands: SimpleCommand[]
  readonly pipelines: (readonly string[])[]
  hasPipe: boolean
  hasChain: boolean
  hasSubshell: boolean
  hasRedirect: boolean
  left: number
  depth: number
}

function visitScript(found: Mutable, script: ParsedScript | undefined): void {
  if (script === undefined) return
  if (script.commands.length > 1) found.hasChain = true
  for (const statement of script.commands) visitStatement(found, statement)
}

function visitStatement(found: Mutable, statement: Statement): void {
  if (statement.background === true) found.hasChain = true
  const { command } = statement
  if (command.type !== 'AndOr') return visitPipeline(found, command)
  found.hasChain = true
  for (const one of command.commands) visitPipeline(found, one)
}

function visitPipeline(found: Mutable, node: PipelineNode): void {
  if (node.type !== 'Pipeline') return visitNode(found, node)
  if (node.commands.length > 1) found.hasPipe = true
  const programs: string[] = []
  for (const one of node.commands) {
    const before = found.commands.length
    visitNode(found, one)
    programs.push(found.commands[before]?.words[0] ?? '')
  }
  found.pipelines.push(programs)
}

function visitNode(found: Mutable, node: CommandNode): void {
  if (found.left-- <= 0) return
  switch (node.type) {
    case 'Command':
      return visitCommand(found, node)
    case 'Redirected':
      for (const redirect of node.redirects) visitRedirect(found, redirect)
      return visitNode(found, node.command)
    case 'Subshell':
    case 'BraceGroup':
      if (node.type === 'Subshell') found.hasSubshell = true
      return visitList(found, node.body.commands)
    case 'If':
      for (const list of [node.clause, node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then]), ...(node.else === undefined ? [] : [node.else])])
        visitList(found, list.commands)
      return
    case 'While':
      visitList(found, node.clause.commands)
      return visitList(found, node.body.commands)
    case 'For':
    case 'Select':
      for (const word of node.wordlist ?? []) visitWord(found, word)
      return visitList(found, node.body.commands)
    case 'ArithmeticFor':
      return visitList(found, node.body.commands)
    case 'Case':
      for (const item of node.items) visitList(found, item.body.commands)
      return
    case 'Function':
    case 'Coproc':
      if (node.body.type === 'CompoundList') return visitList(found, node.body.commands)
      return visitNode(found, node.body)
    case 'TestCommand':
    case 'ArithmeticCommand':
  }
}

function visitList(found: Mutable, statements: readonly Statement[]): void {
  for (const statement of statements) visitStatement(found, statement)
}

function visitCommand(found: Mutable, command: Command): void {
  const words: string[] = []
  if (command.name !== undefined) words.push(visitWord(found, command.name))
  for (const argument of command.args) {
    if (argument.type === 'Word') words.push(visitWord(found, argument))
    else words.push(argument.text)
  }
  for (const one of command.prefix) if (one.type === 'Assignment' && one.value.type === 'Word') visitWord(found, one.value)
  addCommand(
    found,
    words,
    command.redirects.flatMap((redirect) => visitRedirect(found, redirect)),
  )
}

function visitRedirect(found: Mutable, redirect: Redirection): readonly string[] {
  found.hasRedirect = true
  if (redirect.type === 'HereDoc') return []
  const target = redirect.target === undefined ? '' : visitWord(found, redirect.target)
  return redirect.type === 'Redirect' && redirect.operator.includes('>') && !/^\d*-?$/.test(target) ? [target] : []
}

function visitWord(found: Mutable, word: SyntaxWord): string {
  for (const part of word.parts ?? []) visitPart(found, part)
  return word.value
}

function visitPart(found: Mutable, part: WordPart): void {
  if (found.left-- <= 0) return
  if (part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution') {
    found.hasSubshell = true
    visitScript(found, part.script)
  } else if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') for (const inner of part.parts) visitPart(found, inner)
}

const ELEVATES = new Set(['sudo', 'doas', 'pkexec'])
/** What runs the rest of its line; the number says how many operands of its own come first. */
const WRAPPERS: Readonly<Record<string, number>> = {
  env: 0,
  nohup: 0,
  nice: 0,
  time: 0,
  timeout: 1,
  command: 0,
  builtin: 0,
  exec: 0,
  xargs: 0,
  stdbuf: 0,
  ionice: 0,
  setsid: 0,
  busybox: 0,
  sudo: 0,
  doas: 0,
  pkexec: 0,
}
const SHELLS = /^(?:ba|z|k|da|a)?sh$/
/** Options of wrappers that take the next word. */
const TAKES_VALUE = /^-(?:[uUgpCDnsckILPE]|-user|-group|-signal|-kill-after)$/

function addCommand(found: Mutable, given: readonly string[], writes: readonly string[]): void {
  let words = given
  let elevated = false
  for (let steps = 0; steps < 8; steps++) {
    while (words[0] !== undefined && /^[A-Za-z_]\w*=/.test(words[0])) words = words.slice(1)
    const program = programOf(words[0] ?? '')
    const operands = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined
    if (operands === undefined || words.length < 2) break
    elevated ||= ELEVATES.has(program)
    let at = 1
    for (let skipped = 0; at < words.length; at++) {
      const word = words[at] ?? ''
      if (word === '--') continue
      if (word.startsWith('-')) {
        if (TAKES_VALUE.test(word)) at++
      } else if (!/^[A-Za-z_]\w*=/.test(word) && skipped++ >= operands) break
    }
    if (at >= words.length) break
    words = words.slice(at)
  }
  const program = programOf(words[0] ?? '')
  elevated ||= ELEVATES.has(program)
  if (words.length > 0) found.commands.push({ words: [program, ...words.slice(1)], writes, elevated })
  else if (writes.length > 0) found.commands.push({ words: [''], writes, elevated })
  const inner = SHELLS.test(program) ? afterDashC(words) : program === 'eval' ? words.slice(1).join(' ') : undefined
  if (inner === undefined || found.depth >= DEEPEST) return
  const { script } = parseShell(inner)
  found.depth++
  const before = found.commands.length
  if (script !== null) visitScript(found, script)
  found.depth--
  if (elevated) for (let at = before; at < found.commands.length; at++) found.commands[at] = { ...(found.commands[at] as SimpleCommand), elevated }
}

function afterDashC(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(word))
  return at < 0 ? undefined : words[at + 1]
}

const programOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1).replace(/\.exe$/i, '')
