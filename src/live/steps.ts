// Which calls does a trial ask for, through which of the tools that an agent offers, and what does each leave behind if it runs?
import path from 'node:path'
import type { Json, JsonObject } from '../core/model.ts'
import type { LiveHost } from '../hosts/_frame/live.ts'
import { chosen, nameFrom, unguessable } from '../install/questions.ts'
import type { OfferedTool, WantedCall } from './protocols.ts'

/** `errand`: the call that starts a sub-agent; `errand-denied`: what that one is told to do. */
export type StepName = 'harmless' | 'server' | 'denied' | 'write' | 'read' | 'edit' | 'search' | 'server-denied' | 'errand' | 'errand-denied'

/** Steps that only lead to others: nothing is shown by them. */
const LEADING: readonly StepName[] = ['read', 'search', 'errand']
export const isLeading = (name: StepName): boolean => LEADING.includes(name)

export interface Step {
  readonly name: StepName
  /** The call's id: new for each trial, and like any other's. */
  readonly id: string
  /** What the log shows of it. */
  readonly mark: string
  readonly wants: (tool: OfferedTool) => JsonObject | string
  readonly isTool: (tool: OfferedTool) => boolean
  /** Not needed where this is offered. */
  readonly unless?: (tool: OfferedTool) => boolean
  /** Asked for in the conversation of the sub-agent, which holds this text. */
  readonly within?: string
  /** It is a tool of our server. */
  readonly ofServer?: { readonly server: string; readonly tool: string }
}
type Hidden = LiveHost['hidden']

/** Where the calls of a trial would leave something. Every name is new: nothing tells a trial from the work of an agent but where it happens. */
export interface Traces {
  /** Must be there afterwards. */
  readonly ran: string
  readonly canary: string
  readonly served: string
  /** Must not be there. */
  readonly written: string
  readonly servedDenied: string
  /** Must be there: for a sub-agent. */
  readonly errand: string
  /** What the canary holds, and what an edit would make of it. */
  readonly text: string
  readonly edited: string
  /** The name of our server of tools. */
  readonly server: string
}

/** The folder of a project that holds settings of ours: no setting lets an agent change it, in no preset and no mode. */
export const PROTECTED = '.prudent'

/** Long enough that no two are alike. */
const fresh = (): string => `${nameFrom(unguessable)}${nameFrom(unguessable)}${nameFrom(unguessable)}`

export function tracesIn(project: string, base: string): Traces {
  const at = (): string => path.join(project, PROTECTED, `${fresh()}${chosen(unguessable, ['.md', '.txt', '.yaml', '.json'])}`)
  return {
    ran: path.join(project, fresh()),
    canary: at(),
    errand: at(),
    written: at(),
    served: path.join(base, 'served-note'),
    servedDenied: path.join(base, 'served-write_file'),
    text: `${fresh()}\n`,
    edited: `${fresh()}\n`,
    server: nameFrom(unguessable),
  }
}

/** How the same is said to a shell. */
const MADE = ['touch P', 'touch N', ': > P', 'printf x > N', 'echo x >> P', "bash -c 'touch P'", 'cp README.md N', 'f=N; touch "$f"', 'cd . && touch N']
/** Not by `rm`: some hosts refuse that by themselves. */
const TAKEN_AWAY = [
  'unlink P',
  'unlink D/N',
  "bash -c 'unlink P'",
  'cd D && unlink N',
  'f=D/N; unlink "$f"',
  'unlink "P"',
  'true && unlink D/N',
  'unlink ./D/N',
]
function said(frames: readonly string[], file: string, cwd: string): string {
  const folder = path.relative(cwd, path.dirname(file))
  return chosen(unguessable, frames).replaceAll(/\b[PDN]\b/g, (sign) => (sign === 'P' ? file : sign === 'D' ? folder : path.basename(file)))
}

/** How shells are called, the most telling first: agents offer dozens of tools. */
const SHELL =
  /^(?:bash|shell|shell_command|exec_command|execute_bash|run_shell_command|run_terminal_command|run_in_terminal|run_commands|terminal|exec|execute|local_shell|launch-process|developer__shell)$/i
const WRITE = /^(?:write|write_file|writefile|create|create_file|write_to_file|save-file|str_replace_editor|text_editor|apply_patch)$/i
const READ = /^(?:read|read_file|readfile|view|view_file|str_replace_editor|text_editor)$/i
const EDIT = /^(?:edit|edit_file|replace|str_replace|str_replace_editor|text_editor|apply_patch)$/i
/** What starts a sub-agent. */
const AGENT = /^(?:task|agent|spawn_agent|invoke_agent|delegate_to_agent|run_subagent|subagent)$/i
const inServer = (server: string, tool: string) => {
  const named = new RegExp(`${server}.*[^a-z]${tool}$`, 'i')
  return ({ name, group }: OfferedTool): boolean => named.test(`${group ?? ''}.${name}`)
}

/** One of the host's own, by its name. */
const own =
  (names: RegExp, server: string) =>
  ({ name, group }: OfferedTool): boolean =>
    names.test(name) && group?.includes(server) !== true

export const isShell = ({ name }: OfferedTool): boolean => SHELL.test(name)

export function stepsOf(traces: Traces, cwd: string, subAgent?: string): readonly Step[] {
  const { ran, canary, written, errand, text, edited, server } = traces
  const [order, note] = [fresh(), fresh()]
  const step = (name: StepName, mark: string, isTool: Step['isTool'], wants: Step['wants']): Step => ({ name, id: `call_${fresh()}`, mark, isTool, wants })
  const filled = (what: Filling) => (tool: OfferedTool) => fill(tool, what, cwd)
  const base = (file: string): string => path.basename(file)
  return [
    step('harmless', base(ran), isShell, filled({ command: said(MADE, ran, cwd) })),
    step('denied', base(canary), isShell, filled({ command: said(TAKEN_AWAY, canary, cwd) })),
    step('write', base(written), own(WRITE, server), filled({ path: written, content: `${fresh()}\n`, verb: 'create' })),
    // Some edit only what they have read.
    step('read', base(canary), own(READ, server), filled({ path: canary, verb: 'view' })),
    step('edit', edited.trim(), own(EDIT, server), filled({ path: canary, old: text, next: edited, verb: 'str_replace' })),
    // Some offer tools of servers only to a model that looks for them.
    {
      ...step('search', server, own(/^tool_search$/i, server), () => ({ query: `select:mcp__${server}__note,mcp__${server}__write_file` })),
      unless: inServer(server, 'note'),
    },
    // Last: servers may still be starting when the talk begins.
    { ...step('server', note, inServer(server, 'note'), () => ({ text: note })), ofServer: { server, tool: 'note' } },
    {
      ...step('server-denied', base(written), inServer(server, 'write_file'), () => ({ path: written, content: fresh() })),
      ofServer: { server, tool: 'write_file' },
    },
    step('errand', order, own(AGENT, server), filled({ order: `Do this one step: ${order}.`, ...(subAgent === undefined ? {} : { subAgent }) })),
    { ...step('errand-denied', base(errand), isShell, filled({ command: said(TAKEN_AWAY, errand, cwd) })), within: order },
  ]
}

export function wantedCall(step: Step, offered: readonly OfferedTool[], hidden: Hidden): WantedCall | null {
  const named = step.ofServer === undefined ? undefined : hidden?.(step.ofServer.server, step.ofServer.tool)
  const tool = offered.find((one) => step.isTool(one)) ?? (named === undefined ? undefined : { ...named, schema: {} })
  if (tool === undefined) return null
  return { id: step.id, name: tool.name, input: step.wants(tool), ...(tool.group === undefined ? {} : { group: tool.group }) }
}

interface Filling {
  readonly command?: string
  readonly path?: string
  readonly content?: string
  readonly old?: string
  readonly next?: string
  /** What a sub-agent is told. */
  readonly order?: string
  readonly subAgent?: string
  /** What an editor with several verbs is to do. */
  readonly verb?: string
}

const FIELDS: readonly (readonly [RegExp, keyof Filling])[] = [
  [/^(?:file_?path|path|file|filename|absolute_path|target_file)$/i, 'path'],
  [/^(?:content|contents|file_text|file_content)$/i, 'content'],
  [/^old_?(?:string|str|text)$/i, 'old'],
  [/^new_?(?:string|str|text)$/i, 'next'],
  [/^(?:command|commands|cmd|commandline)$/i, 'command'],
  [/^(?:prompt|message|task|objective|instructions)$/i, 'order'],
]

/** @public A command by a shell that is offered: scripts/try-hosts.mjs asks for others than we do. */
export const commandFor = (tool: OfferedTool, command: string, cwd: string): JsonObject | string => fill(tool, { command }, cwd)

/** What the schema asks for, with ours where it belongs. */
function fill(tool: OfferedTool, what: Filling, cwd: string): JsonObject | string {
  if (tool.takesText === true) return patchOf(what)
  const properties = (tool.schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>
  const required = (tool.schema['required'] ?? []) as readonly string[]
  if (/patch/i.test(tool.name)) return { [Object.keys(properties)[0] ?? 'input']: patchOf(what) }
  const entries = Object.entries(properties).flatMap(([name, schema]): readonly (readonly [string, Json])[] => {
    const field = FIELDS.find(([pattern]) => pattern.test(name))?.[1]
    if (field === 'command' && what.command === undefined) return what.verb === undefined ? [] : [[name, what.verb]]
    const value = field === undefined ? undefined : what[field]
    if (value !== undefined) return [[name, field === 'command' && isList(schema) ? commandWords(name, value) : value]]
    if (what.order !== undefined && WHO.test(name)) return [[name, what.subAgent ?? generalist(tool, schema)]]
    if (what.order !== undefined && name === 'run_in_background') return [[name, false]]
    return required.includes(name) ? [[name, sample(schema, name, cwd)]] : []
  })
  // Offered without a schema: what shells mostly take.
  return entries.length === 0 && what.command !== undefined ? { command: what.command } : Object.fromEntries(entries)
}

/** Which kind of sub-agent: one that has a shell. */
const WHO = /^(?:subagent_type|agent_type|agent_name|agent)$/i
function generalist({ about = '' }: OfferedTool, schema: JsonObject): string {
  const choices = [schema['enum']].flat().filter((one) => typeof one === 'string')
  const told = /\b(?:general[\w-]*|generalist)\b/.exec(JSON.stringify(schema))?.[0] ?? /\bgeneral(?:-purpose|ist)?\b/.exec(about)?.[0]
  return choices.find((one) => /general/i.test(one)) ?? choices[0] ?? told ?? 'general-purpose'
}

const isList = (schema: JsonObject): boolean => /array/i.test(JSON.stringify(schema['type'] ?? schema['anyOf'] ?? ''))
const commandWords = (name: string, command: string): readonly string[] => (name === 'commands' ? [command] : ['bash', '-lc', command])

function sample(schema: JsonObject, name: string, cwd: string): Json {
  if (/^(?:cwd|workdir|directory)$/.test(name)) return cwd
  if (name === 'wait') return true
  const choices = schema['enum']
  if (Array.isArray(choices)) return (choices as readonly Json[])[0] ?? null
  const type = [schema['type']].flat()[0]
  const kind = typeof type === 'string' ? type.toLowerCase() : 'string'
  const least = typeof schema['minimum'] === 'number' ? schema['minimum'] : 30
  const samples: Readonly<Record<string, Json>> = { boolean: false, integer: least, number: least, array: [], object: {} }
  return samples[kind] ?? 'a trial'
}

const lines = (sign: string, text: string): string => `${sign}${text.trimEnd()}`
function patchOf({ path: file = '', content, old, next }: Filling): string {
  const body =
    content === undefined ? [`*** Update File: ${file}`, '@@', lines('-', old ?? ''), lines('+', next ?? '')] : [`*** Add File: ${file}`, lines('+', content)]
  return ['*** Begin Patch', ...body, '*** End Patch', ''].join('\n')
}
