// Spells a server's tool as the command line its words and arguments say: `git_reset {type: 'hard'}` is `git reset --hard`. The program's own entry knows the words; what it does not know says nothing.
import type { Json, JsonObject, ToolCall } from '../model.ts'
import { plainName } from '../text/plain-name.ts'
import { wordSet } from '../text/word-set.ts'
import { findProgram, optionOf, subcommandOf } from '../meaning/entries.ts'
import type { Meaning, Program, ToolSpec } from '../meaning/entries.ts'
import { isDeletion } from './purpose.ts'
import type { Shell } from '../machine/process.ts'
import { inFolder, shellWords } from './arguments.ts'
import { commandLine } from './server.ts'
import type { KnownTool } from './server.ts'

/** Fields and words of one call that are looked at. */
const MOST = 40
const LONGEST = 200
/** Fields whose words are words of the command line. */
const IS_LINE = wordSet('args arguments argv flags options opts params parameters extra_args extra flag option')
const DEEPEST = 3

export function performSpelled(shell: Shell, { tool: { server, name }, input }: ToolCall, { spec, program }: KnownTool): void {
  const line = spelledLine(shell.trace.books.meaning, name, server ?? '', input, spec, program)
  const span = { field: '', start: 0, end: 0 }
  if (line !== null) shell.read.perform(inFolder(shell, input), { words: shellWords(shell, line), assigns: [], stdin: null, span })
}

interface Line {
  /** The program and its subcommands, as far as they are said. */
  readonly base: readonly string[]
  readonly deepest: Program
  /** Words of the tool's name that no subcommand is called by. */
  readonly left: readonly string[]
}

/** What a described tool leaves out, or what a tool that nobody described says; `program`: what the server is a front of. */
function spelledLine(
  meaning: Meaning,
  tool: string,
  server: string,
  input: JsonObject,
  spec: ToolSpec | undefined,
  program: string | null,
): readonly string[] | null {
  const fields = fieldsOf(input)
  if (spec !== undefined) {
    const words = spec.fields['words'] ?? []
    const base = words.slice(0, Math.max(1, words.findIndex((word) => /^[[{]/.test(word)) < 0 ? words.length : words.findIndex((word) => /^[[{]/.test(word))))
    const line = withVerbs(walk(meaning, base), fields)
    const flags = flagsOf(line, fields).filter((flag) => !words.includes(flag))
    const given = commandLine(words.slice(base.length), input)
    return flags.length === 0 && line.base.length === base.length ? null : [...line.base, ...flags, ...given.filter((word) => !line.base.includes(word))]
  }
  const words = plainName(tool)
    .split('_')
    .filter((word) => word !== '')
    .slice(0, MOST)
  for (const name of [program, ...words.slice(0, 1), ...plainName(server).split('_')]) {
    const entry = name === null ? undefined : findProgram(meaning, name)
    if (name === null || entry?.known !== true || Object.keys(entry.subcommands).length === 0) continue
    const line = withVerbs(along({ base: [name], deepest: entry, left: words.filter((word) => word !== name) }), fields)
    // Only of a server that is that program's own is every word for it.
    if (line.base.length === 1 || (name !== program && line.left.some((word) => flagsOf({ ...line, left: [word] }, []).length === 0))) continue
    const flags = flagsOf(line, fields)
    return [...line.base, ...flags, ...operandsOf(line, fields, flags)]
  }
  return null
}

type Field = readonly [key: string, value: string | true]

/** Texts, numbers and what is switched on, one table deep. */
function fieldsOf(input: JsonObject, depth = 0): readonly Field[] {
  return Object.entries(input)
    .slice(0, MOST)
    .flatMap(([key, value]) => fieldOf(plainName(key), value, depth))
    .slice(0, MOST)
}
function fieldOf(key: string, value: Json, depth: number): readonly Field[] {
  if (value === true || value === 'true') return [[key, true]]
  if (typeof value === 'number') return [[key, String(value)]]
  if (typeof value === 'string') return value.length > LONGEST || /[\n\0]/.test(value) || value === '' ? [] : [[key, value]]
  if (typeof value !== 'object' || value === null || depth > 1) return []
  return Array.isArray(value)
    ? (value as readonly Json[]).slice(0, MOST).flatMap((one) => fieldOf(key, one, depth + 1))
    : fieldsOf(value as JsonObject, depth + 1)
}

function walk(meaning: Meaning, base: readonly string[]): Line {
  let deepest = findProgram(meaning, base[0] ?? '')
  for (const word of base.slice(1)) deepest = subcommandOf(deepest, word) ?? deepest
  return { base, deepest, left: [] }
}

/** The subcommands that the words name, in whatever order they stand. */
function along({ base, deepest, left }: Line): Line {
  let [at, rest] = [deepest, left]
  const names = [...base]
  for (let depth = 0; depth < DEEPEST; depth++) {
    const found = rest.map((word, index) => [index, named(at, word, rest[index + 1])] as const).find(([, name]) => name !== null)
    if (found === undefined || found[1] === null) break
    const [index, name] = found
    const next = subcommandOf(at, name)
    if (next === undefined) break
    names.push(name)
    rest = rest.filter((_, one) => one !== index && (one !== index + 1 || !name.includes('-') || name === rest[index]))
    at = next
  }
  return { base: names, deepest: at, left: rest }
}

/** As it stands, with the next one, in the singular or plural, or by another word for deleting. */
function named(deepest: Program, word: string, next: string | undefined): string | null {
  const ways = [...(next === undefined ? [] : [`${word}-${next}`]), word, word.replace(/s$/, ''), `${word}s`]
  const known = ways.find((way) => way.length > 1 && subcommandOf(deepest, way) !== undefined)
  if (known !== undefined) return known
  return isDeletion(word) ? (Object.keys(deepest.subcommands).find((name) => isDeletion(name)) ?? null) : null
}

/** `{action: 'clear'}`: one of its own words. */
function withVerbs(line: Line, fields: readonly Field[]): Line {
  const verb = fields.find(
    ([key, value]) =>
      /^(?:action|operation|op|verb|mode|type|command|sub_?command)$/.test(key) && value !== true && subcommandOf(line.deepest, value) !== undefined,
  )
  const word = verb?.[1]
  if (word === undefined || word === true) return line
  return { ...line, base: [...line.base, word], deepest: subcommandOf(line.deepest, word) ?? line.deepest }
}

/** Options that a field or a word of the name is called by, or that its value is. */
function flagsOf({ deepest, left }: Line, fields: readonly Field[]): readonly string[] {
  const option = (name: string): readonly string[] => [`--${name}`, `-${name}`].filter((flag) => (optionOf(deepest, flag)?.arity ?? 1) !== 1).slice(0, 1)
  const said = left.flatMap(option)
  const given = fields.flatMap(([key, value]): readonly string[] => {
    const names = [key.replaceAll('_', '-'), ...key.split('_')]
    if (value === true) return names.flatMap(option).slice(0, 1)
    if (IS_LINE.has(key) || /^-{1,2}\w/.test(value)) return value.split(/\s+/)
    if (/^[a-z][\w-]{1,20}$/i.test(value) && !PLACES.test(key)) return option(value.toLowerCase())
    return []
  })
  return [...new Set([...said, ...given])]
}
/** What things are called may be any word. */
const PLACES = /(?:^|_)(?:name|names|branch|branches|remote|ref|tag|path|paths|file|files|message|id|title|namespace|repo|repository|commit|target)$/

/** What is left of the values: whose field is no option's name. */
const operandsOf = ({ deepest, left, base }: Line, fields: readonly Field[], flags: readonly string[]): readonly string[] => [
  ...left.filter((word) => isPlainNoun(word) && !flags.includes(`--${word}`)),
  ...fields.flatMap(([key, value]) => {
    if (value === true || IS_LINE.has(key) || value.startsWith('-') || base.includes(value) || flags.includes(`--${value.toLowerCase()}`)) return []
    const named = `--${key.replaceAll('_', '-')}`
    if (!KIND.test(key) && optionOf(deepest, named) !== undefined) return [named, value]
    return PROSE.test(key) ? [] : [KIND.test(key) ? value.toLowerCase() : value]
  }),
]
const isPlainNoun = (word: string): boolean =>
  /^[a-z]{2,30}$/.test(word) && !/^(?:the|and|all|a|an|of|to|from|in|by|with|for|resources?|objects?|items?)$/.test(word)
/** What services write with a capital. */
const KIND = /^(?:kind|resource|resource_?type|type)$/
const PROSE =
  /^(?:api_?version|message|body|description|title|reason|comment|text|content|repo_?path|repository_?path|cwd|working_?dir(?:ectory)?|path|owner|repo|project|url)$/
