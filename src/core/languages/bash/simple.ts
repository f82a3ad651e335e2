// What does one simple command do? Its words are expanded, its variables set, its redirections followed: once for every value and folder that is possible.
import type { Span, Word } from '../../model.ts'
import { hasRole, hasTrait } from '../../meaning/traits.ts'
import { literal, union } from '../../value/text.ts'
import type { Trace } from '../../log/trace.ts'
import { expandAgain, expandSubscript } from './re-evaluation.ts'
import { expandAssign } from './assign.ts'
import { MOST_VALUES } from '../../machine/alternatives.ts'
import { isBranched, otherFolders, settle } from './branches.ts'
import { joinWords, knownStart } from '../../value/fields.ts'
import type { Command, Redirection } from './parse.ts'
import { applyRedirects, finishRedirects } from './redirects.ts'
import { afford, bulkOfList, readable } from '../../log/process.ts'
import { fork } from '../../machine/process.ts'
import type { Performed, Shell, State } from '../../machine/process.ts'
import { expandWord } from './words.ts'
import { addFolders, folderOf, mayStay, stand, standElsewhere } from '../../machine/folders.ts'
import { enter, refuse, stateOf } from '../../machine/flow.ts'
import { ARGUMENTS, assign, choose, chooseFirst } from '../../machine/env.ts'
import { act } from '../../machine/act.ts'

const EMPTY: Word = { text: '' }
const NO_FOLDERS: Shell['elsewhere'] = []

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

/** The same for whatever is more than a simple command: once for every value that a variable of its redirections may have. */
export function withEachRedirect(shell: Shell, redirects: readonly Redirection[], span: Span, stdin: Word | null, run: (stdin: Word | null) => Word): Word {
  const before = isBranched(shell) ? stateOf(shell) : null
  choose(shell, 0)
  let printed = withRedirects(shell, redirects, span, stdin, run)
  const choices = before === null ? 1 : Math.min(choicesIn(before, redirects), MOST_VALUES)
  if (before === null || choices === 1) return printed
  const states = [stateOf(shell)]
  for (let choice = 1; choice < choices; choice++) {
    enter(shell, before)
    choose(shell, choice)
    printed = eitherOf(printed, withRedirects(shell, redirects, span, stdin, run))
    states.push(stateOf(shell))
  }
  settle(shell, states)
  choose(shell, 0)
  return printed
}

function choicesIn({ vars }: State, redirects: readonly Redirection[]): number {
  let most = 1
  for (const redirect of redirects) {
    const text = `${'target' in redirect ? (redirect.target?.text ?? '') : ''}${'body' in redirect ? (redirect.body?.text ?? '') : ''}`
    for (const [, name = ''] of text.matchAll(/\$\{?(\w+|[@*])/g))
      most = Math.max(most, 1 + (vars.get(/^[\d@*]+$/.test(name) ? ARGUMENTS : name)?.otherwise?.length ?? 0))
  }
  return most
}

export function walkSimple(shell: Shell, node: Command, span: Span, stdin: Word | null): Word {
  const { elsewhere, cwd } = shell
  const since = shell.trace.actions.length
  standElsewhere(shell, NO_FOLDERS)
  mayStay(shell, null)
  let printed = performAll(shell, node, span, stdin)
  const moved = shell.cwd !== cwd
  if (elsewhere.length === 0) return printed
  const folders = moved || /^[^/~$]*\//.test(node.name?.text ?? '') || reachesFolder(shell.trace, since, cwd.text) ? otherFolders(shell, elsewhere) : []
  if (!moved) standElsewhere(shell, elsewhere)
  for (const folder of folders) {
    const inner = fork(shell, { certain: false, cwd: folder.cwd })
    stand(inner, folder)
    const again = performAll(inner, node, span, stdin)
    printed = eitherOf(printed, again)
    if (moved) addFolders(shell, [folderOf(inner), ...inner.elsewhere, ...(inner.unmoved === null ? [] : [inner.unmoved])])
  }
  return printed
}

/** Whether something was done that depends on the folder, and that matters. */
function reachesFolder({ actions, books }: Trace, since: number, cwd: string | null): boolean {
  for (let at = since; at < actions.length; at++) {
    const action = actions[at]!
    if (action.does === 'change' && action.what === 'uncommitted-work') return true
    if (action.at !== 'here') continue
    if (action.does === 'run' && hasTrait(books.meaning, action.program, 'runs-project-file')) return true
    if (action.does === 'execute' && action.origin !== 'argument') return true
    if (action.does !== 'delete' && action.does !== 'write') continue
    const start = knownStart(action.path)
    // `"$PWD"/x` depends on it too.
    if (!start.startsWith('/') || (cwd !== null && start.startsWith(cwd))) return true
  }
  return false
}
const eitherOf = (a: Word, b: Word): Word => ({ ...b, text: null, parts: [{ kind: 'unknown', name: 'output', mayBeEmpty: true }], from: union(a.from, b.from) })

/** A variable set differently on two branches: reads the command once for each value. */
function performAll(shell: Shell, node: Command, span: Span, stdin: Word | null): Word {
  const before = isBranched(shell) ? stateOf(shell) : null
  chooseFirst(shell)
  let printed = performOnce(shell, node, span, stdin)
  if (before === null || shell.choices === 1) return printed
  const states = [stateOf(shell)]
  // A value that is not known may stand for several in its turn.
  for (let choice = 1; choice < Math.min(shell.choices, MOST_VALUES); choice++) {
    enter(shell, before)
    choose(shell, choice)
    printed = eitherOf(printed, performOnce(shell, node, span, stdin))
    states.push(stateOf(shell))
  }
  settle(shell, states)
  choose(shell, 0)
  return printed
}

const NO_ASSIGNS: Performed['assigns'] = []

function performOnce(shell: Shell, node: Command, span: Span, stdin: Word | null): Word {
  const { name } = node
  refuse(shell, false)
  const prefix = readable(shell, node.prefix, span)
  if (!afford(shell, bulkOfList(prefix.length))) return EMPTY
  const assigns = prefix.length === 0 ? [] : prefix.filter((item) => item.type === 'Assignment').map((item) => expandAssign(shell, item))
  // A prompt is expanded each time it is shown, PS4 by `set -x`.
  for (const { name: variable, value } of assigns) if (/^PS[0124]$/.test(variable)) expandAgain(shell, value.words[0]?.text ?? '', span)
  if (shell.trace.notes.hasSubscripts) for (const { value } of assigns) for (const word of value.words) expandSubscript(shell, word, span)
  if (name === undefined) {
    for (const { name: variable, value: given } of assigns) {
      assign(shell, variable, given)
      // Setting it is doing something.
      if (!hasRole(shell.trace.books.meaning, variable, 'acted-on')) continue
      const value = given.words[0] ?? EMPTY
      act({ do: 'change', what: 'variable', target: literal(variable), value, takes: value.from ?? [] }, shell, span)
    }
    const from = assigns.reduce<readonly number[]>((all, { value }) => union(all, value.words[0]?.from), [])
    return node.redirects.length === 0
      ? { text: '', ...(from.length > 0 ? { from } : {}) }
      : withRedirects(shell, node.redirects, span, stdin, (input) => input ?? EMPTY)
  }
  const words: Word[] = []
  for (const field of expandWord(shell, name)) words.push(field)
  for (const word of readable(shell, node.args, span)) {
    if (word.type === 'Word') for (const field of expandWord(shell, word)) words.push(field)
    else {
      const given = expandAssign(shell, word)
      words.push(joinWords([literal(`${given.name}=`), given.value.words[0] ?? EMPTY], ''))
      if (given.value.array) assign(shell, given.name, given.value)
    }
  }
  if (shell.trace.notes.hasSubscripts && name.text === 'set') for (const word of words) expandSubscript(shell, word, span)
  if (shell.refused) return EMPTY
  const environment = assigns.length === 0 ? NO_ASSIGNS : assigns.map(({ name: variable, value }) => ({ name: variable, value: value.words[0] ?? EMPTY }))
  if (words.length === 0) return withRedirects(shell, node.redirects, span, stdin, () => EMPTY)
  if (node.redirects.length === 0) return shell.read.perform(shell, { words, assigns: environment, stdin, span, named: true, socket: null })
  return withRedirects(shell, node.redirects, span, stdin, (input, socket) =>
    shell.read.perform(shell, { words, assigns: environment, stdin: input, span, named: true, socket: socket ?? null }),
  )
}
