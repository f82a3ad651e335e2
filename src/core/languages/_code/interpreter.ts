// The state of one reading of code: names, calls and loops under way, and what is left of its budgets.
import { createDormant } from './uncalled.ts'
import type { Dormant } from './uncalled.ts'
import { createFolder } from './folder.ts'
import type { Folder } from './folder.ts'
import { createModules } from './modules.ts'
import type { LocalFile, Modules } from './modules.ts'
import { createRecorder } from './record.ts'
import type { Recorder } from './record.ts'
import { createOwnCalls } from './own-calls.ts'
import type { OwnCalls } from './own-calls.ts'
import { newScope } from './scopes.ts'
import { map } from './values.ts'
import type { FunctionValue, Scope, Value } from './values.ts'
import type { Code, FunctionCode } from './syntax.ts'
import type { Call, Language } from './call.ts'

export interface Interpreter {
  readonly language: Language
  /** The text that was given. */
  readonly source: string
  readonly record: Recorder
  readonly dormant: Dormant
  readonly folder: Folder
  readonly globals: Scope
  /** Methods of all classes, by name. */
  readonly methods: Map<string, FunctionValue[]>
  readonly calls: OwnCalls
  /** Functions of the code whose call is being read. */
  readonly running: FunctionCode[]
  /** How often the body of each loop was read. */
  readonly rounds: Map<Code, number>
  /** Modules of which everything was imported: `from x import *`. */
  readonly stars: string[]
  /** The file that each function was defined in; null where no files are taken in. */
  readonly homes: Map<FunctionCode, LocalFile | null> | null
  /** What a file of the project that is taken in gives; null where the name is none of the project's. */
  readonly localValue: (name: string, imported: string | null) => Value | null
  readonly run: (code: Code, scope: Scope) => Value
  readonly invoke: (callee: Value, made: Call) => Value
  /** The file being read, where it is not the one that was given. */
  inside: LocalFile | null
  steps: number
  moduleSteps: number
  /** Loops without an end that are being read. */
  endless: number
  nesting: number
}

/** How code is walked and called: the two that everything else comes back to. */
interface Walk {
  readonly run: (at: Interpreter, code: Code, scope: Scope) => Value
  readonly invoke: (at: Interpreter, callee: Value, made: Call) => Value
}

export function newInterpreter(language: Language, modules: Modules | null, walk: Walk, source = ''): Interpreter {
  const dormant = createDormant()
  const folder = createFolder()
  const record = createRecorder(language, () => ({ ...(at.inside === null ? {} : { file: at.inside.file }), ...dormant.stands(), ...folder.stands() }))
  const run = (code: Code, scope: Scope): Value => walk.run(at, code, scope)
  const invoke = (callee: Value, made: Call): Value => walk.invoke(at, callee, made)
  const globals = newScope(null)
  // What a file exports it may also call itself.
  if (modules !== null && language.exports !== null) globals.names.set(language.exports, map())
  const valueOf = createModules(
    modules,
    language.shares ? globals : null,
    (code, scope, module) => within(at, module, () => run(code, scope)),
    () => record.unread('too-much', { start: 0, end: 0 }),
  )
  const at: Interpreter = {
    language,
    source,
    record,
    dormant,
    folder,
    globals,
    methods: new Map(),
    calls: createOwnCalls(dormant, record, () => ({ steps: at.steps + at.moduleSteps, inFile: at.inside !== null })),
    running: [],
    rounds: new Map(),
    stars: [],
    homes: modules === null ? null : new Map(),
    localValue: (name, imported) => valueOf(name, imported, at.inside?.file ?? modules?.local.file ?? null),
    run,
    invoke,
    inside: null,
    steps: 0,
    moduleSteps: 0,
    endless: 0,
    nesting: 0,
  }
  return at
}

/** Reads what another file holds, as standing in it. */
export function within(at: Interpreter, module: LocalFile | null, read: () => Value): Value {
  const before = at.inside
  at.inside = module
  const value = read()
  at.inside = before
  return value
}
