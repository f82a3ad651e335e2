// How is a process made and copied, and what does that cost? Nothing else makes one; what it is afterwards, each part's own module changes.
import type { Trace } from '../log/trace.ts'
import type { Disk } from '../disk/disk.ts'
import { literal } from '../value/text.ts'
import { afford } from '../log/process.ts'
import type { Ending, Registry, Shell } from './shell.ts'

export type { Folder, FunctionBody, Mount, Performed, Shell, Socket, State, Value } from './shell.ts'

/** Field by field in the order of `copyOf`: engines keep objects apart whose fields came in another. */
export const newShell = (trace: Trace, disk: Disk, read: Registry): Shell =>
  owned({
    trace,
    read,
    vars: new Map(),
    cwd: literal(trace.scene.cwd),
    wild: false,
    elsewhere: [],
    unmoved: null,
    previous: literal(trace.scene.cwd),
    strict: false,
    leaving: EXIT,
    ending: { owner: null, traps: [] },
    endings: [],
    left: null,
    functions: new Map(),
    aliases: new Map(),
    disk,
    remotes: new Map(),
    mounts: [],
    exported: new Set(),
    constants: new Set(),
    locals: new Set(),
    sockets: new Map(),
    inputs: new Map(),
    outputs: new Map(),
    positional: null,
    code: false,
    at: 'here',
    as: 'user',
    by: null,
    certain: true,
    span: null,
    depth: 0,
    windows: false,
    later: false,
    trust: 'nobody',
    script: '',
    alone: true,
    choice: 0,
    choices: 1,
    refused: false,
    calling: [],
  })

const owned = (shell: Open): Shell => Object.assign(shell, { ending: endingOf(shell) })
const endingOf = (owner: Shell): Ending => ({ owner, traps: [] })

type Open = { -readonly [Field in keyof Shell]: Shell[Field] }

/** Another shell that is the same. Field by field, so that all shells are made alike: who copies objects of many makes pays ten times as much. */
const copyOf = (shell: Shell): Open => ({
  trace: shell.trace,
  read: shell.read,
  vars: shell.vars,
  cwd: shell.cwd,
  wild: shell.wild,
  elsewhere: shell.elsewhere,
  unmoved: shell.unmoved,
  previous: shell.previous,
  strict: shell.strict,
  leaving: shell.leaving,
  ending: shell.ending,
  endings: shell.endings,
  left: shell.left,
  functions: shell.functions,
  aliases: shell.aliases,
  disk: shell.disk,
  remotes: shell.remotes,
  mounts: shell.mounts,
  exported: shell.exported,
  constants: shell.constants,
  locals: shell.locals,
  sockets: shell.sockets,
  inputs: shell.inputs,
  outputs: shell.outputs,
  positional: shell.positional,
  code: shell.code,
  at: shell.at,
  as: shell.as,
  by: shell.by,
  certain: shell.certain,
  span: shell.span,
  depth: shell.depth,
  windows: shell.windows,
  later: shell.later,
  trust: shell.trust,
  script: shell.script,
  alone: shell.alone,
  choice: shell.choice,
  choices: shell.choices,
  refused: false,
  calling: shell.calling,
})

/** What one process may start another with: the rest is for the modules that write it. */
type Given = Pick<
  Shell,
  'at' | 'as' | 'by' | 'certain' | 'span' | 'depth' | 'positional' | 'calling' | 'cwd' | 'windows' | 'mounts' | 'code' | 'leaving' | 'later' | 'disk'
>

/** The same shell but for some things. */
export const altered = (shell: Shell, changes: Partial<Given>): Shell => Object.assign<Shell, Partial<Given>>(copyOf(shell), changes)

/** Of a shell of its own, whatever it was started from. */
export const EXIT: ReadonlySet<string> = new Set(['exit'])
export const EXIT_OR_RETURN: ReadonlySet<string> = new Set(['exit', 'return'])

const ENTRIES_A_STEP = 64
const NO_CHANGES = {}

/** A subshell: what it sets does not come back, what it does to files does. */
export function fork(shell: Shell, changes: Partial<Given> = NO_CHANGES): Shell {
  const paid = afford(shell, (shell.vars.size + shell.functions.size + shell.aliases.size) / ENTRIES_A_STEP)
  const inner = copyOf(shell)
  if (changes !== NO_CHANGES) Object.assign(inner, changes)
  // What nobody will read need not be kept apart.
  if (paid) {
    inner.vars = copied(shell.vars)
    inner.functions = copied(shell.functions)
    inner.aliases = copied(shell.aliases)
  }
  inner.sockets = copied(shell.sockets)
  inner.inputs = copied(shell.inputs)
  inner.outputs = copied(shell.outputs)
  inner.exported = copiedNames(shell.exported)
  inner.constants = copiedNames(shell.constants)
  inner.unmoved = null
  inner.left = null
  if (changes.cwd !== undefined) inner.elsewhere = []
  inner.ending = endingOf(inner)
  inner.choices = 1
  return inner
}

/** What is maybe not run: a shell of its own, but for what it opens and where it ends. */
export function maybe(shell: Shell): Shell {
  const inner: Open = fork(shell, { certain: false })
  inner.sockets = shell.sockets
  inner.inputs = shell.inputs
  inner.outputs = shell.outputs
  inner.left = shell.left
  inner.ending = shell.ending
  return inner
}

// To copy what is empty takes longer than to make it.
const copied = <T>(map: ReadonlyMap<string, T>): Map<string, T> => (map.size === 0 ? new Map() : new Map(map))
const copiedNames = (names: ReadonlySet<string>): Set<string> => (names.size === 0 ? new Set() : new Set(names))
