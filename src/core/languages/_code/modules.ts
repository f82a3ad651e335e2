// What does code get that takes in another file of its own project? That file is read once, and what it defines can be called.
import { bind, newScope } from './scopes.ts'
import { either, map, NOTHING } from './values.ts'
import type { Scope, Value } from './values.ts'
import type { Code, Parsed } from './syntax.ts'

export interface LocalFile {
  readonly file: string
  readonly text: string
}
/** Where the code lies, and who finds the files it names; null for what is installed, or not known yet. */
export interface LocalCode {
  readonly file: string | null
  readonly find: (name: string, from: string | null) => LocalFile | null
}
export interface Modules {
  readonly local: LocalCode
  readonly parse: (text: string) => Parsed
}

const MOST = 200

/** `read` runs a module's code in a scope of its own, which sees what is `around` and leaves there what it defines. Null where the name is none of the project's; `tooMany`: there are more than are read. */
export function createModules(
  given: Modules | null,
  around: Scope | null,
  read: (code: Code, scope: Scope, module: LocalFile) => unknown,
  tooMany: () => void,
) {
  const known = new Map<string, Value>()

  function load(module: LocalFile): Value {
    const before = known.get(module.file)
    if (before !== undefined) return before
    if (given === null) return NOTHING
    if (known.size >= MOST) {
      tooMany()
      return NOTHING
    }
    const scope = newScope(around)
    const exported = map()
    const own = map(new Map<string, Value>([['exports', exported]]))
    scope.names.set('module', own)
    scope.names.set('exports', exported)
    // Who takes this module in while it is read sees what is there so far.
    const names = map(scope.names)
    known.set(module.file, names)
    read(given.parse(module.text).code, scope, module)
    const exports = own.entries.get('exports') ?? exported
    const fallback = scope.names.get('default')
    const value = exports !== exported || exported.entries.size > 0 ? exports : fallback === undefined ? names : either([names, fallback])
    known.set(module.file, value)
    if (around !== null) for (const [name, held] of scope.names) bind(name, held, around, true)
    return value
  }

  const heldIn = (value: Value, name: string): Value | undefined => {
    const all = value.is === 'either' ? value.options : [value]
    return all.flatMap((one) => (one.is === 'map' ? [one.entries.get(name)] : [])).find((one) => one !== undefined)
  }

  return function valueOf(name: string, imported: string | null, from: string | null): Value | null {
    if (given === null) return null
    const { find } = given.local
    const whole = find(name, from)
    const value = whole === null ? null : load(whole)
    const dot = name.lastIndexOf('.')
    if (value?.is === 'map' && dot > 0 && /^\w/.test(name)) {
      const parent = find(name.slice(0, dot), from)
      const outer = parent === null ? null : load(parent)
      if (outer?.is === 'map') outer.entries.set(name.slice(dot + 1), value)
    }
    if (imported === null) return value
    const held = value === null ? undefined : heldIn(value, imported)
    if (held !== undefined) return held
    const below = find(name.endsWith('.') ? name + imported : `${name}.${imported}`, from)
    return below === null ? (value === null ? null : NOTHING) : load(below)
  }
}

const WHETHER_MAIN = /__name__|require\.main|import\.meta|process\.argv\[1\]/
/** What a file does only when it is itself run, it does not do where it is taken in. */
export const asksWhetherMain = (module: LocalFile | null, tests: readonly Code[]): boolean =>
  module !== null && tests.some((test) => WHETHER_MAIN.test(module.text.slice(test.start, test.end)))

const HERE = new Set(['__dirname', '__dir__'])
/** The file that a call takes in: written out, or said from where the code itself lies (`__DIR__ . '/x.php'`). */
export function fileNamed(value: Value | undefined): string | null {
  if (value?.is !== 'text') return null
  const [first, ...rest] = value.parts
  const below = first?.kind === 'unknown' && first.name !== null && HERE.has(first.name)
  const texts = (below ? rest : value.parts).map((part) => (part.kind === 'text' ? part.text : null))
  const name = texts.includes(null) ? null : texts.join('')
  return name !== null && below ? (name.startsWith('/') ? `.${name}` : null) : name
}
