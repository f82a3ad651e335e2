// What would this shell text do? Walks the structure in the order bash runs it and performs each command.
import type { Span, Word } from '../../model.ts'
import { add, addUnknown, literal, NO_PLACES, readingFile, readOnce, step, union, unknownWord } from '../trace.ts'
import { expandAssign } from './assign.ts'
import { joinWords } from './fields.ts'
import { deniesKnownFile, ends, guardsBefore, guardsOfCondition, guardsPast, keepSet, whileSet } from './guards.ts'
import { isForkLoop, isRecursionBomb } from './loops.ts'
import { parseShell } from './parse.ts'
import type { AndOr, Command, CommandNode, CompoundList, ParsedScript, PipelineNode, Redirection, Statement, TestExpression } from './parse.ts'
import { applyRedirects, finishRedirects } from './redirects.ts'
import { afford, altered, bulkOfList, copiedVariables, doerOf, fork, mergeBranches, readable, setVariable } from './state.ts'
import type { Performed, Shell, Value } from './state.ts'
import { doubtText, expandWord, mayBeCommands, visitArithmetic, visitWord } from './words.ts'

const EMPTY: Word = { text: '' }
const MOST_ROUNDS = 12
const DEEPEST = 24
/** Quicker read than looked up. */
const SHORT = 256

/** Reads shell text given by something else (`bash -c`, a here-document, a file). */
export function walkText(shell: Shell, text: string, stdin: Word | null): Word {
  const doer = doerOf(shell, { field: shell.trace.field, start: 0, end: text.length })
  if (shell.depth > DEEPEST) {
    addUnknown(shell.trace, doer, 'too-deep', 'high', 'commands inside commands, too deep to read')
    return unknownWord('output')
  }
  if (!step(shell.trace, doer)) return unknownWord('output')
  const { script, doubt } = text.length < SHORT ? parseShell(text) : readOnce(shell.trace, 'shell', text, () => parseShell(text))
  if (doubt !== null) addUnknown(shell.trace, doer, doubt.because, 'high', doubt.detail)
  return script === null ? unknownWord('output') : walkScript(shell, script, stdin)
}

export function walkScript(shell: Shell, script: ParsedScript, stdin: Word | null): Word {
  const error = script.errors?.[0]
  if (error !== undefined && shell.depth > 0)
    addUnknown(shell.trace, doerOf(shell, { field: shell.trace.field, start: error.pos, end: error.pos + 1 }), 'unparsed', 'high', error.message)
  // A backtick script with escapes has a source of its own: its offsets mean nothing outside.
  const inner =
    script.source === undefined || shell.span !== null ? shell : altered(shell, { span: { field: shell.trace.field, start: script.pos, end: script.end } })
  return walkStatements(inner, script.commands, stdin)
}

function walkStatements(shell: Shell, statements: readonly Statement[], stdin: Word | null): Word {
  let printed = EMPTY
  for (const statement of statements) {
    // Over the budget it has been said that there is more.
    if (shell.trace.budget <= 0) break
    const { command } = statement
    printed = concat(printed, walkNode(shell, command, stdin))
    if (command.type === 'Command' && statement.background !== true && (command.name?.value === 'exit' || command.name?.value === 'return')) break
  }
  return printed
}

/** What two commands print, one after the other. */
function concat(a: Word, b: Word): Word {
  if (a.text === '' && a.from === undefined) return b
  if (b.text === '' && b.from === undefined) return a
  return joinWords([a, b], '')
}

const walkList = (shell: Shell, list: CompoundList, stdin: Word | null): Word => walkStatements(shell, list.commands, stdin)

function walkNode(shell: Shell, node: PipelineNode | AndOr, stdin: Word | null): Word {
  if (!step(shell.trace, doerOf(shell, spanOf(shell, node)))) return EMPTY
  switch (node.type) {
    case 'AndOr': {
      let printed = EMPTY
      let at = 0
      for (const part of node.commands) {
        if (shell.trace.budget <= 0) break
        const set = guardsBefore(node, at++)
        printed = concat(
          printed,
          whileSet(shell, set, () => walkNode(shell, part, stdin)),
        )
      }
      keepSet(shell, guardsPast(node))
      return printed
    }
    case 'Pipeline': {
      const [only] = node.commands
      if (node.commands.length === 1 && only !== undefined) return walkNode(shell, only, stdin)
      let flowing = stdin
      for (const part of node.commands) {
        if (shell.trace.budget <= 0) break
        flowing = walkNode(fork(shell), part, flowing)
      }
      return flowing ?? EMPTY
    }
    default:
      return walkCommand(shell, node, stdin)
  }
}

const spanOf = (shell: Shell, node: { readonly pos: number; readonly end: number }): Span =>
  shell.span ?? { field: shell.trace.field, start: node.pos, end: node.end }

function walkCommand(shell: Shell, node: CommandNode, stdin: Word | null): Word {
  switch (node.type) {
    case 'Command':
      return walkSimple(shell, node, stdin ?? shell.inputs.get('0') ?? null)
    case 'Redirected':
      return withRedirects(shell, node.redirects, spanOf(shell, node), stdin, (input) => walkCommand(shell, node.command, input))
    case 'Subshell':
      return walkList(fork(shell), node.body, stdin)
    case 'BraceGroup':
      return walkList(shell, node.body, stdin)
    case 'If': {
      let printed = walkList(shell, node.clause, stdin)
      const branches: Map<string, Value>[] = []
      const branch = (list: CompoundList, set: readonly string[], unlikely = false): void => {
        const inner = maybe(shell)
        printed = concat(
          printed,
          whileSet(inner, set, () => walkList(inner, list, stdin)),
        )
        branches.push(inner.vars)
        // A branch that ends the shell takes its folder with it.
        if (!unlikely && !ends(list.commands)) shell.cwd = inner.cwd
      }
      const { held, failed } = guardsOfCondition(node.clause)
      branch(node.then, held, deniesKnownFile(shell, node.clause))
      for (const elif of node.elif) {
        if (shell.trace.budget <= 0) break
        printed = concat(printed, walkList(shell, elif.clause, stdin))
        branch(elif.then, guardsOfCondition(elif.clause).held)
      }
      if (node.else !== undefined) branch(node.else, node.elif.length === 0 ? failed : [])
      mergeBranches(shell, branches)
      if (node.elif.length === 0 && node.else === undefined && ends(node.then.commands)) keepSet(shell, failed)
      return printed
    }
    case 'For':
    case 'Select': {
      const items =
        node.wordlist === undefined
          ? (shell.positional ?? [unknownWord('@')])
          : readable(shell, node.wordlist, spanOf(shell, node)).flatMap((word) => expandWord(shell, word))
      return walkRounds(shell, node.name.value, items, node.body, stdin)
    }
    case 'ArithmeticFor': {
      for (const expression of [node.initialize, node.test, node.update]) if (expression !== undefined) visitArithmetic(shell, expression)
      if (isForkLoop(node)) addForkBomb(shell, node)
      return walkMaybe(shell, node.body, stdin)
    }
    case 'While': {
      if (isForkLoop(node)) addForkBomb(shell, node)
      return walkWhile(shell, node.clause, node.body, stdin)
    }
    case 'Case': {
      visitWord(shell, node.word)
      let printed = EMPTY
      const branches: Map<string, Value>[] = []
      // Without arguments `case $1 in -o)` is never taken, however often arguments are shifted.
      const empty = shell.positional?.length === 0 && /^"?\$\{?1\}?"?$/.test(node.word.text)
      for (const item of node.items) {
        if (shell.trace.budget <= 0) break
        for (const pattern of item.pattern) visitWord(shell, pattern)
        if (empty && item.pattern.every((pattern) => /^[\w-]+$/.test(pattern.text))) continue
        const inner = maybe(shell)
        printed = concat(printed, walkList(inner, item.body, stdin))
        branches.push(inner.vars)
      }
      mergeBranches(shell, branches)
      return printed
    }
    case 'Function':
      if (node.body.type !== 'CompoundList')
        shell.functions.set(node.name.value, { node: node.body, source: '', inFile: shell.trace.inFile, familiar: shell.familiar === true })
      return EMPTY
    case 'Coproc': {
      // Whatever is written to it later.
      const fed = stdin ?? unknownWord('coproc', false)
      return node.body.type === 'CompoundList' ? walkList(fork(shell), node.body, fed) : walkCommand(fork(shell), node.body, fed)
    }
    case 'TestCommand':
      visitTest(shell, node.expression)
      return EMPTY
    case 'ArithmeticCommand':
      if (node.expression !== undefined) visitArithmetic(shell, node.expression)
      doubtText(shell, node.body, node.pos, node.end)
      return mayBeCommands(node.body) ? walkText(fork(shell, { depth: shell.depth + 1, span: spanOf(shell, node), certain: false }), node.body, stdin) : EMPTY
  }
}

const maybe = (shell: Shell): Shell => altered(fork(shell, { certain: false }), { functions: shell.functions, sockets: shell.sockets, inputs: shell.inputs })

function walkMaybe(shell: Shell, body: CompoundList, stdin: Word | null): Word {
  const inner = maybe(shell)
  const printed = walkList(inner, body, stdin)
  mergeBranches(shell, [inner.vars])
  return { ...printed, text: null, parts: [{ kind: 'unknown', name: 'loop', mayBeEmpty: true }] }
}

function walkRounds(shell: Shell, name: string, items: readonly Word[], body: CompoundList, stdin: Word | null): Word {
  let printed = EMPTY
  const inner = maybe(shell)
  for (const item of items.slice(0, MOST_ROUNDS)) {
    setVariable(inner, name, item)
    printed = concat(printed, walkList(inner, body, stdin))
  }
  if (items.length > MOST_ROUNDS) {
    setVariable(inner, name, unknownWord(name, false))
    printed = concat(printed, walkList(inner, body, stdin))
  }
  mergeBranches(shell, [inner.vars])
  return printed
}

/** Lines that are known, or names that a list would hold. */
function linesOf(stdin: Word | null): readonly Word[] | null {
  if (stdin?.items !== undefined) return stdin.items.map((item) => ({ ...unknownWord('line', true, stdin.from), items: [item] }))
  if (stdin?.text == null) return null
  return stdin.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => literal(line, stdin.from))
}

/** `while read x; do … done`: each known line of the input is one round. */
function walkWhile(shell: Shell, clause: CompoundList, body: CompoundList, stdin: Word | null): Word {
  const lines = linesOf(stdin)
  if (lines !== null && lines.length > 0 && lines.length <= MOST_ROUNDS) {
    let printed = EMPTY
    const inner = maybe(shell)
    for (const line of lines) {
      walkList(inner, clause, line)
      printed = concat(printed, walkList(inner, body, null))
    }
    mergeBranches(shell, [inner.vars])
    return printed
  }
  walkList(
    shell,
    clause,
    stdin === null
      ? null
      : { text: null, parts: [{ kind: 'unknown', name: 'line', mayBeEmpty: true }], ...(stdin.from === undefined ? {} : { from: stdin.from }) },
  )
  return walkMaybe(shell, body, stdin)
}

function addForkBomb(shell: Shell, node: { readonly pos: number; readonly end: number }): void {
  add(shell.trace, doerOf(shell, spanOf(shell, node)), { does: 'change', what: 'fork-bomb', target: null, places: [], value: null, recursive: false })
}

function visitTest(shell: Shell, expression: TestExpression): void {
  switch (expression.type) {
    case 'TestUnary':
      visitWord(shell, expression.operand)
      return
    case 'TestBinary':
      visitWord(shell, expression.left)
      visitWord(shell, expression.right)
      return
    case 'TestLogical':
      for (const operand of expression.operands) visitTest(shell, operand)
      return
    case 'TestNot':
      return visitTest(shell, expression.operand)
    case 'TestGroup':
      return visitTest(shell, expression.expression)
  }
}

function withRedirects(
  shell: Shell,
  redirects: readonly Redirection[],
  span: Span,
  stdin: Word | null,
  run: (stdin: Word | null, socket: Redirected['socket']) => Word,
): Word {
  const applied = applyRedirects(shell, readable(shell, redirects, span), span)
  const printed = run(applied.stdin ?? stdin, applied.socket)
  return finishRedirects(shell, applied, printed, span)
}
type Redirected = ReturnType<typeof applyRedirects>

function walkSimple(shell: Shell, node: Command, stdin: Word | null): Word {
  const span = spanOf(shell, node)
  shell.choice = 0
  shell.choices = 1
  let printed = performOnce(shell, node, span, stdin)
  // A variable set differently on two branches: read the command once for each value.
  const choices = Math.min(shell.choices, 4)
  for (let choice = 1; choice < choices; choice++) {
    shell.choice = choice
    const again = performOnce(shell, node, span, stdin)
    printed = { ...again, text: null, parts: [{ kind: 'unknown', name: 'output', mayBeEmpty: true }], from: union(printed.from, again.from) }
  }
  shell.choice = 0
  return printed
}

/** Variables a shell acts on by itself, so that setting them is doing something. */
const ACTED_ON = new Set([
  'PROMPT_COMMAND',
  'HISTFILE',
  'HISTSIZE',
  'HISTFILESIZE',
  'SAVEHIST',
  'BASH_ENV',
  'ENV',
  'PS4',
  'LD_PRELOAD',
  'DYLD_INSERT_LIBRARIES',
  'LD_AUDIT',
])

const NO_ASSIGNS: Performed['assigns'] = []

function performOnce(shell: Shell, node: Command, span: Span, stdin: Word | null): Word {
  const { name } = node
  const prefix = readable(shell, node.prefix, span)
  if (!afford(shell, bulkOfList(prefix.length))) return EMPTY
  const assigns = prefix.length === 0 ? [] : prefix.filter((item) => item.type === 'Assignment').map((item) => expandAssign(shell, item))
  if (name === undefined) {
    for (const assign of assigns) {
      shell.vars.set(assign.name, assign.value)
      if (!ACTED_ON.has(assign.name)) continue
      const value = assign.value.words[0] ?? EMPTY
      add(shell.trace, doerOf(shell, span), {
        does: 'change',
        what: 'variable',
        target: literal(assign.name),
        places: NO_PLACES,
        value,
        recursive: false,
        takes: value.from ?? [],
      })
    }
    const from = assigns.reduce<readonly number[]>((all, assign) => union(all, assign.value.words[0]?.from), [])
    return node.redirects.length === 0
      ? { text: '', ...(from.length > 0 ? { from } : {}) }
      : withRedirects(shell, node.redirects, span, stdin, (input) => input ?? EMPTY)
  }
  const words: Word[] = []
  for (const field of expandWord(shell, name)) words.push(field)
  for (const word of readable(shell, node.args, span)) {
    if (word.type === 'Word') for (const field of expandWord(shell, word)) words.push(field)
    else {
      const assign = expandAssign(shell, word)
      words.push(joinWords([literal(`${assign.name}=`), assign.value.words[0] ?? EMPTY], ''))
      if (assign.value.array) shell.vars.set(assign.name, assign.value)
    }
  }
  const environment = assigns.length === 0 ? NO_ASSIGNS : assigns.map((assign) => ({ name: assign.name, value: assign.value.words[0] ?? EMPTY }))
  if (words.length === 0) return withRedirects(shell, node.redirects, span, stdin, () => EMPTY)
  if (node.redirects.length === 0) return shell.read.perform(shell, { words, assigns: environment, stdin, span, node })
  return withRedirects(shell, node.redirects, span, stdin, (input, socket) =>
    shell.read.perform(shell, { words, assigns: environment, stdin: input, span, node, socket: socket ?? null }),
  )
}

/** Runs a function's body with its arguments. */
export function callFunction(shell: Shell, name: string, args: readonly Word[], stdin: Word | null, span: Span): Word {
  const body = shell.functions.get(name)
  if (body === undefined) return EMPTY
  const since = shell.calling.indexOf(name)
  if (since >= 0) {
    if (isRecursionBomb(shell, shell.calling.slice(since))) addForkBomb(shell, { pos: span.start, end: span.end })
    return EMPTY
  }
  const before = shell.positional
  const inner: Shell = altered(shell, {
    vars: copiedVariables(shell),
    locals: new Set(),
    positional: args,
    calling: [...shell.calling, name],
    span: shell.span ?? span,
    depth: shell.depth + 1,
    familiar: shell.familiar || (body.familiar && 'long'),
  })
  const read = (): Word => walkCommand(inner, body.node, stdin)
  const printed = body.inFile ? readingFile(shell.trace, doerOf(inner, span), read, EMPTY) : read()
  if (inner.vars !== shell.vars) for (const [variable, value] of inner.vars) if (!inner.locals.has(variable)) shell.vars.set(variable, value)
  shell.cwd = inner.cwd
  shell.positional = before
  return printed
}
