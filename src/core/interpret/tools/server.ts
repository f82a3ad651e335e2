// What does a server's tool do, as far as `programs/mcp.yaml` knows the server?
import type { Json, JsonObject, Word } from '../../model.ts'
import { compileGlob } from '../../text/glob.ts'
import type { TextTest } from '../../text/glob.ts'
import type { Meaning, ServerSpec, ToolSpec } from '../programs/meaning.ts'

export interface KnownTool {
  readonly spec: ToolSpec | undefined
  /** The server's paths are not paths of this machine. */
  readonly remote: boolean
}

const ON_PATHS = new Set(['read', 'write', 'edit', 'delete', 'move', 'search', 'upload'])
const tests = new WeakMap<ServerSpec, readonly TextTest[]>()

/** `readFile`, `read-file` and `fs.readFile` are one name. */
export const plainName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s./:-]+/g, '_')
    .toLowerCase()

export function knownTool(meaning: Meaning, server: string, tool: string): KnownTool {
  const name = plainName(tool)
  const named = plainName(server)
  let remote = false
  let own: ToolSpec | undefined
  let general: ToolSpec | undefined
  for (const entry of meaning.servers ?? []) {
    let globs = tests.get(entry)
    if (globs === undefined) tests.set(entry, (globs = entry.names.map((glob) => compileGlob(glob))))
    if (!globs.some((is) => is(named))) continue
    remote ||= entry.remote
    const found = Object.hasOwn(entry.tools, name) ? entry.tools[name] : undefined
    if (entry.names.includes('*')) general ??= found
    else own ??= found
  }
  if (remote && general !== undefined && ON_PATHS.has(general.kind)) general = undefined
  return { spec: own ?? general, remote }
}

/**
 * The command line a tool stands for: `git push [--force:force] {remote}`.
 * `{field}` is its value or values, `[--x:field]` a flag when the field is true, `[-x:field=]` an option with its value.
 */
export function commandLine(words: readonly string[], input: JsonObject): readonly Word[] {
  const out: Word[] = []
  const valuesOf = (field: string): readonly string[] => {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    return (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
  }
  for (const word of words) {
    const field = /^\{(.+)\}$/.exec(word)?.[1]
    const option = /^\[(-[^:]*):([^=\]]+)(=?)\]$/.exec(word)
    if (field !== undefined) for (const text of valuesOf(field)) out.push({ text })
    else if (option !== null) {
      const [, name = '', from = '', takes] = option
      if (takes === '=') for (const text of valuesOf(from).slice(0, 1)) out.push({ text: name }, { text })
      else if (input[from] === true || input[from] === 'true') out.push({ text: name })
    } else out.push({ text: word })
  }
  return out
}
