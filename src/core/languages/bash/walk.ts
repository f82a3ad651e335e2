// What would this shell text do? Walks the structure in the order bash runs it and performs each command.
import { parsedAs } from './zsh.ts'
import { isTrusted, lend } from '../../machine/trust.ts'
import type { Action, Span, Word } from '../../model.ts'
import { literal, unknownWord } from '../../value/text.ts'
import { joinWords } from '../../value/fields.ts'
import { doubtFiles, endsShell, fold, inTurn, leave, leaves, leavesAtEnd, ofEachChoice, settle, unheeded } from './branches.ts'
import { visitTest } from './conditions.ts'
import { deniesKnownFile, guardsBefore, guardsOfCondition, guardsPast, keepSet, whileSet } from './guards.ts'
import { inTime } from './in-time.ts'
import { lastReached, outcomeOf, outcomeOfCondition, takenItems } from './constant-branches.ts'
import { countedRounds } from './counted-rounds.ts'
import { isForkLoop, isRecursionBomb } from './loops.ts'
import { inBranch } from './option-words.ts'
import { INDEXES } from './parameters.ts'
import { nodeOf } from './parse.ts'
import type { AndOr, CommandNode, CompoundList, ParsedScript, PipelineNode, Statement } from './parse.ts'
import { hasFilled, hasPipes, openCoproc } from './pipes.ts'
import { rehearsing } from './loop-unrolling.ts'
import { walkSimple, withEachRedirect } from './simple.ts'
import { altered, EXIT_OR_RETURN, fork, maybe } from '../../machine/process.ts'
import { doerOf, readable, spanOf, spanAt } from '../../log/process.ts'
import type { FunctionBody, Shell, State } from '../../machine/process.ts'
import { doubtText, expandWord, mayBeCommands, visitArithmetic, visitWord } from './words.ts'
import { addFolders, folderOf, takeUnmoved } from '../../machine/folders.ts'
import { awaitLeft, follow, leaveBehind, stateOf } from '../../machine/flow.ts'
import { ARGUMENTS, assign, forgetArguments, hasShifted, ownLocals, positionalOf, setFunction, setValue, setVariable } from '../../machine/env.ts'
import { notRead } from '../../machine/effect.ts'
import { act } from '../../machine/act.ts'

const EMPTY: Word = { text: '' }
const MOST_ROUNDS = 12
const DEEPEST = 24
/** Where bash takes values for numbers, whatever they are called. */
const NUMBERS = /\b(?:declare|typeset|local|export|readonly) -\w{0,8}i|\b(?:RANDOM|SECONDS|HISTCMD|OPTIND|BASHPID|LINENO)=|\$?\(\(|\)\)/

/** Reads shell text given by something else (`bash -c`, a here-document, a file). */
export function walkText(shell: Shell, text: string, stdin: Word | null): Word {
  const doer = doerOf(shell, { field: shell.trace.field, start: 0, end: text.length })
  if (shell.depth > DEEPEST) {
    act(notRead('too-deep', 'high', 'commands inside commands, too deep to read'), shell, spanAt(shell, 0, text.length))
    return unknownWord('output')
  }
  if (!shell.trace.budget.spend(1, doer)) return unknownWord('output')
  if ((text.includes('[$(') || text.includes('[`')) && NUMBERS.test(text)) shell.trace.notes.countSubscripts()
  const { script, whole } = parsedAs(shell, text)
  const printed = script === null ? null : walkScript(shell, script, stdin)
  return whole && printed !== null ? printed : unknownWord('output')
}

export function walkScript(shell: Shell, script: ParsedScript, stdin: Word | null): Word {
  const error = script.errors?.[0]
  if (error !== undefined && shell.depth > 0) act(notRead('unparsed', 'high', error.message), shell, spanAt(shell, error.pos, error.pos + 1))
  // A backtick script with escapes has a source of its own: its offsets mean nothing outside.
  const inner =
    script.source === undefined || shell.span !== null ? shell : altered(shell, { span: { field: shell.trace.field, start: script.pos, end: script.end } })
  return walkStatements(inner, script.commands, stdin)
}

function walkStatements(shell: Shell, statements: readonly Statement[], stdin: Word | null): Word {
  let printed = EMPTY
  const waiting: Statement['command'][] = []
  for (const { command, background } of statements) {
    // Over the budget it has been said that there is more.
    if (shell.trace.budget.spent) break
    fold(shell)
    const last = background === true ? undefined : lastReached(shell, command)
    // What is put in the background has a shell of its own.
    const since = shell.trace.actions.length
    const inner = background === true ? fork(shell) : shell
    const one = inTime(inner, command, () => walkNode(inner, command, stdin))
    printed = concat(printed, one)
    if (background === true) {
      doubtFiles(shell, since)
    }
    // What waits at a named pipe reads what was written to it since.
    if (waiting.length > 0 && hasFilled(shell, since)) for (const reader of waiting) printed = concat(printed, walkNode(fork(shell), reader, stdin))
    if (background === true && hasPipes(shell)) waiting.push(command)
    if (last === undefined || !leaves(shell, last)) continue
    leave(shell, last)
    break
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
  if (!shell.trace.budget.take() && !shell.trace.budget.spend(1, doerOf(shell, spanOf(shell, node)))) return EMPTY
  switch (node.type) {
    case 'AndOr': {
      let printed = EMPTY
      const until = deadEnd(shell, node)
      inTurn(shell, node, (part, at) => {
        if (at >= until) return
        const set = guardsBefore(node, at)
        printed = concat(
          printed,
          whileSet(shell, set, () => walkNode(shell, part, stdin)),
        )
      })
      const last = node.commands.at(-1)
      if (last !== undefined && leaves(shell, last))
        keepSet(
          shell,
          guardsPast(node, (end) => endsShell(shell, end)),
        )
      return printed
    }
    case 'Pipeline': {
      const [only] = node.commands
      if (node.commands.length === 1 && only !== undefined)
        return node.prefixes.length === 0 ? walkNode(shell, only, stdin) : unheeded(shell, () => walkNode(shell, only, stdin))
      let flowing = stdin
      for (const part of node.commands) {
        if (shell.trace.budget.spent) break
        const inner = fork(shell)
        flowing = walkNode(inner, part, flowing)
        // zsh, and bash if it is told so, read the last part in the shell itself.
        if (part.type === 'Command' && part.name?.text === 'read' && part === node.commands.at(-1)) settle(shell, [stateOf(shell), stateOf(inner)])
      }
      return flowing ?? EMPTY
    }
    default:
      return walkCommand(shell, node, stdin)
  }
}

/** From where on nothing of an and-or list is reached, for what a test before it says is known. */
function deadEnd(shell: Shell, { commands, operators }: AndOr): number {
  const at =
    shell.script === '' ? -1 : commands.findIndex((part, position) => position < operators.length && outcomeOf(shell, part) === (operators[position] === '||'))
  return at >= 0 && operators.every((operator) => operator === operators[0]) ? at + 1 : commands.length
}

function walkCommand(shell: Shell, node: CommandNode, stdin: Word | null): Word {
  switch (node.type) {
    case 'Command':
      return walkSimple(shell, node, spanOf(shell, node), stdin ?? shell.inputs.get('0') ?? null)
    case 'Redirected':
      return withEachRedirect(shell, node.redirects, spanOf(shell, node), stdin, (input) => walkCommand(shell, node.command, input))
    case 'Subshell':
      return walkList(fork(shell), node.body, stdin)
    case 'BraceGroup':
      return walkList(shell, node.body, stdin)
    case 'If': {
      let printed = unheeded(shell, () => walkList(shell, node.clause, stdin))
      const states: State[] = []
      const branch = (list: CompoundList, set: readonly string[], unlikely = false): void => {
        const inner = maybe(shell)
        const since = shell.trace.actions.length
        printed = concat(
          printed,
          whileSet(inner, set, () => walkList(inner, list, stdin)),
        )
        doubtFiles(shell, since)
        fold(inner)
        // A branch that ends the shell takes its folder and its variables with it.
        if (!leavesAtEnd(shell, list.commands))
          states.unshift(unlikely ? { ...stateOf(inner), folder: folderOf(shell), elsewhere: shell.elsewhere } : stateOf(inner))
      }
      const { held, failed } = guardsOfCondition(node.clause)
      const outcome = outcomeOfCondition(shell, node.clause)
      const unmoved = takeUnmoved(shell)
      if (outcome !== false) branch(node.then, held, deniesKnownFile(shell, node.clause))
      if (unmoved !== null) addFolders(shell, [unmoved])
      let chosen = outcome === true
      for (const elif of node.elif) {
        if (chosen || shell.trace.budget.spent) break
        printed = concat(
          printed,
          unheeded(shell, () => walkList(shell, elif.clause, stdin)),
        )
        fold(shell)
        const also = outcomeOfCondition(shell, elif.clause)
        if (also !== false) branch(elif.then, guardsOfCondition(elif.clause).held)
        chosen = also === true
      }
      if (chosen) states.push(...(states.length === 0 ? [stateOf(shell)] : []))
      else if (node.else !== undefined) branch(node.else, node.elif.length === 0 ? failed : [])
      else states.push(stateOf(shell))
      settle(shell, states)
      if (node.elif.length === 0 && node.else === undefined && leavesAtEnd(shell, node.then.commands)) keepSet(shell, failed)
      return printed
    }
    case 'For':
    case 'While':
      return shell.script === '' ? walkIteration(shell, node, stdin) : rehearsing(shell, node, () => walkIteration(shell, node, stdin))
    case 'Select':
      return walkIteration(shell, node, stdin)
    case 'ArithmeticFor': {
      for (const expression of [node.initialize, node.test, node.update]) if (expression !== undefined) visitArithmetic(shell, expression)
      if (isForkLoop(node)) addForkBomb(shell, node)
      const counted = countedRounds(shell, node)
      return counted === null ? walkMaybe(shell, node.body, stdin) : walkRounds(shell, counted.name, counted.values, node.body, stdin)
    }
    case 'Case': {
      visitWord(shell, node.word)
      let printed = EMPTY
      const states: State[] = []
      // Without arguments `case $1 in -o)` is never taken, however often arguments are shifted.
      const empty = shell.vars.get(ARGUMENTS)?.otherwise === undefined && positionalOf(shell)?.length === 0 && /^"?\$\{?1\}?"?$/.test(node.word.text)
      for (const item of takenItems(shell, node)) {
        if (shell.trace.budget.spent) break
        for (const pattern of item.pattern) visitWord(shell, pattern)
        if (empty && item.pattern.every((pattern) => /^[\w-]+$/.test(pattern.text))) continue
        const inner = maybe(shell)
        if (inner.vars.has('OPTARG')) inBranch(inner, item.pattern)
        const since = shell.trace.actions.length
        printed = concat(printed, walkList(inner, item.body, stdin))
        doubtFiles(shell, since)
        fold(inner)
        if (!leavesAtEnd(shell, item.body.commands)) states.push(stateOf(inner))
      }
      settle(shell, [stateOf(shell), ...states])
      return printed
    }
    case 'Function': {
      if (node.body.type === 'CompoundList') return EMPTY
      const anew = shell.calling.includes(node.name.value)
      const body = { node: node.body, source: '', inFile: shell.trace.budget.isInFile, trusted: isTrusted(shell.trust), anew }
      setFunction(shell, node.name.value, body)
      // Called by the shell itself, for whatever it does not find.
      if (CALLED_UNSEEN.test(node.name.value)) callFunction(maybe(shell), node.name.value, body, [], null, spanOf(shell, node))
      return EMPTY
    }
    case 'Coproc': {
      const { body } = node
      const started = fork(shell)
      openCoproc(shell, node.name?.text ?? 'COPROC', stdin, (fed) =>
        body.type === 'CompoundList' ? walkList(fork(started), body, fed) : walkCommand(fork(started), body, fed),
      )
      return EMPTY
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

function walkIteration(shell: Shell, node: Extract<CommandNode, { type: 'For' | 'Select' | 'While' }>, stdin: Word | null): Word {
  if (node.type === 'While') {
    if (isForkLoop(node)) addForkBomb(shell, node)
    if (outcomeOfCondition(shell, node.clause) === (node.kind === 'until')) return EMPTY
    return walkWhile(shell, node.clause, node.body, stdin)
  }
  // Whatever a branch before may have set is gone over as well.
  const items = ofEachChoice(shell, () =>
    node.wordlist === undefined
      ? (positionalOf(shell) ?? [unknownWord('@')])
      : readable(shell, node.wordlist, spanOf(shell, node)).flatMap((word) => expandWord(shell, word)),
  )
  return walkRounds(shell, node.name.value, items, node.body, stdin)
}

/** `function x.get` of ksh, whenever the variable is read. */
const CALLED_UNSEEN = /^command_not_found_handle|\.(?:get|set|unset|append)$/
const IN_LOOPS = ['break', 'continue']

/** What a loop leaves: maybe it did not run at all. */
function walkLoop(shell: Shell, read: (inner: Shell) => Word): Word {
  fold(shell)
  const inner = awaitLeft(altered(maybe(shell), { leaving: new Set([...shell.leaving, ...IN_LOOPS]) }))
  const since = shell.trace.actions.length
  let printed = read(inner)
  // What a round before has shifted, the next one finds.
  if (hasShifted(inner, shell)) {
    leaveBehind(inner)
    printed = concat(printed, read(inner))
  }
  doubtFiles(shell, since)
  fold(inner)
  settle(inner, [stateOf(inner), ...(inner.left ?? [])])
  const before = stateOf(shell)
  const { folder, previous, elsewhere, unmoved } = before
  settle(shell, [{ ...stateOf(inner), folder, previous, elsewhere, unmoved }, before])
  addFolders(shell, [folderOf(inner), ...inner.elsewhere])
  return printed
}

function walkMaybe(shell: Shell, body: CompoundList, stdin: Word | null): Word {
  const printed = walkLoop(shell, (inner) => {
    const { trace } = inner
    const before = trace.notes.isAgain || inner.vars.size === 0 ? null : stateOf(inner)
    const since = trace.actions.length
    const first = walkList(inner, body, stdin)
    if (before === null || !changes(before.vars, inner.vars) || !trace.actions.slice(since).some(depends)) return first
    // The next round begins with what this one left.
    trace.notes.readAgain(() => {
      settle(inner, [before, stateOf(inner)])
      walkList(inner, body, stdin)
    })
    return first
  })
  return { ...printed, text: null, parts: [{ kind: 'unknown', name: 'loop', mayBeEmpty: true }] }
}

const changes = (before: State['vars'], after: State['vars']): boolean => [...before].some(([name, value]) => after.get(name) !== value)
/** Whether other values may make it worse. */
const depends = ({ does }: Action): boolean => does === 'delete' || does === 'write' || does === 'execute' || does === 'connect' || does === 'unknown'

function walkRounds(shell: Shell, name: string, items: readonly Word[], body: CompoundList, stdin: Word | null): Word {
  return walkLoop(shell, (inner) => {
    let printed = EMPTY
    for (const item of items.slice(0, MOST_ROUNDS)) {
      const [part] = item.parts ?? []
      // Each part of a list is read where it is asked for by one of these.
      if (part?.kind === 'unknown' && part.name?.startsWith(INDEXES) === true && item.parts?.length === 1) {
        setVariable(inner, name, literal('0'))
        assign(inner, name, { words: [item], array: false }, true)
      } else setVariable(inner, name, item)
      printed = concat(printed, walkList(inner, body, stdin))
    }
    if (items.length > MOST_ROUNDS) {
      setVariable(inner, name, unknownWord(name, false))
      printed = concat(printed, walkList(inner, body, stdin))
    }
    return printed
  })
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
    return walkLoop(shell, (inner) => {
      let printed = EMPTY
      for (const line of lines) {
        walkList(inner, clause, line)
        printed = concat(printed, walkList(inner, body, null))
      }
      return printed
    })
  }
  const line: Word | null =
    stdin === null
      ? null
      : { text: null, parts: [{ kind: 'unknown', name: 'line', mayBeEmpty: true }], ...(stdin.from === undefined ? {} : { from: stdin.from }) }
  unheeded(shell, () => walkList(shell, clause, line))
  return walkMaybe(shell, body, stdin)
}

function addForkBomb(shell: Shell, node: { readonly pos: number; readonly end: number }): void {
  act({ do: 'change', what: 'fork-bomb', target: null }, shell, spanOf(shell, node))
}

const MOST_RECURSIONS = 4
/** Runs a function's body with its arguments. */
export function callFunction(shell: Shell, name: string, body: FunctionBody, args: readonly Word[], stdin: Word | null, span: Span): Word {
  const rounds = shell.calling.filter((one) => one === name).length
  if (rounds > 0) {
    const bomb = isRecursionBomb(shell, shell.calling.slice(shell.calling.indexOf(name)))
    if (bomb) addForkBomb(shell, { pos: span.start, end: span.end })
    // With other words it does something else; with those that are not known, nobody can tell what more.
    const isSame = !body.anew && (args.length === 0 || args.some(({ text }) => text === null))
    if (bomb || isSame || rounds > MOST_RECURSIONS + 1) return EMPTY
  }
  const inner = altered(shell, {
    leaving: EXIT_OR_RETURN,
    // Deeper than it is followed, its arguments may be anything.
    positional: rounds > MOST_RECURSIONS ? args.map(() => unknownWord('recursion')) : args,
    calling: [...shell.calling, name],
    span: shell.span ?? span,
    depth: shell.depth + 1,
  })
  ownLocals(inner)
  awaitLeft(inner)
  lend(inner, body)
  if (inner.vars !== shell.vars) forgetArguments(inner)
  const read = (): Word => walkCommand(inner, nodeOf(body), stdin)
  const printed = body.inFile ? shell.trace.budget.inFile(doerOf(inner, span), read, EMPTY) : read()
  if (inner.left !== null && inner.left.length > 0) settle(inner, [stateOf(inner), ...inner.left])
  if (inner.vars !== shell.vars) for (const [variable, value] of inner.vars) if (!inner.locals.has(variable)) setValue(shell, variable, value)
  follow(shell, inner)
  return printed
}
