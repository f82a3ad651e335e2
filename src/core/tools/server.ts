// What does a server's tool do, as far as `programs/mcp.yaml` knows the server?
import type { Json, JsonObject } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import type { TextTest } from '../text/glob.ts'
import { plainName } from '../text/plain-name.ts'
import type { Meaning, ServerSpec, ToolSpec } from '../meaning/entries.ts'

export interface KnownTool {
  readonly spec: ToolSpec | undefined
  /** The server's paths are not paths of this machine. */
  readonly remote: boolean
  /** The program that the server is a front of. */
  readonly program: string | null
}

const ON_PATHS = new Set(['read', 'write', 'edit', 'delete', 'move', 'search', 'grep', 'upload', 'copy'])
const tests = new WeakMap<ServerSpec, readonly TextTest[]>()

/** A plain name stands for itself as whole words: `slack` is `claude_ai_slack`, and not `slackware`. */
const testOf = (name: string): TextTest => {
  if (/[*?[{]/.test(name)) return compileGlob(name)
  return (server) => `_${server}_`.includes(`_${name}_`)
}

export function knownTool(meaning: Meaning, server: string, tool: string): KnownTool {
  const name = plainName(tool)
  const named = plainName(server)
  let remote = false
  let program: string | null = null
  let own: ToolSpec | undefined
  let general: ToolSpec | undefined
  for (const entry of meaning.servers ?? []) {
    let globs = tests.get(entry)
    if (globs === undefined) tests.set(entry, (globs = entry.names.map(testOf)))
    if (!globs.some((is) => is(named))) continue
    remote ||= entry.remote
    program ??= entry.program ?? null
    const found = Object.hasOwn(entry.tools, name) ? entry.tools[name] : undefined
    if (entry.names.includes('*')) general ??= found
    else own ??= found
  }
  if (remote && general !== undefined && ON_PATHS.has(general.kind)) general = undefined
  return { spec: own ?? general, remote, program }
}

/**
 * The command line a tool stands for: `git push [--force:force] {remote}`.
 * `{field}` is its value or values, `[--x:field]` a flag when the field is true, `{field...}` the words in it, `[-x:field=]` an option with its value, once for each,
 * `[-x:field=word]` a flag when that is its value.
 */
export function commandLine(words: readonly string[], input: JsonObject): readonly string[] {
  const out: string[] = []
  const valuesOf = (field: string): readonly string[] => {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return pairsOf(value as JsonObject)
    return (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
  }
  for (const word of words) {
    const [, field, spread] = /^\{(.+?)(\.\.\.)?\}$/.exec(word) ?? []
    const option = /^\[(-[^:]*):([^=\]]+)(=?)([^\]]*)\]$/.exec(word)
    if (field !== undefined) for (const text of valuesOf(field).flatMap((one) => (spread === undefined ? [one] : one.split(/\s+/)))) out.push(text)
    else if (option !== null) {
      const [, name = '', from = '', takes, wanted = ''] = option
      if (wanted !== '') {
        if (valuesOf(from).some((text) => text.toLowerCase() === wanted)) out.push(name)
      } else if (takes === '=') for (const text of valuesOf(from)) out.push(name, text)
      else if (input[from] === true || input[from] === 'true') out.push(name)
    } else out.push(word)
  }
  return out
}

/** `{'/data': {bind: '/d'}}` and `{'/data': '/d'}` are `/data:/d`. */
const pairsOf = (table: JsonObject): readonly string[] =>
  Object.entries(table).map(([key, value]) => {
    const bound = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject)['bind'] : value
    return typeof bound === 'string' || typeof bound === 'number' ? `${key}:${bound}` : key
  })
