// What is a command of ours, as plain data? Help, completion and the reference page are made from it.

interface Operand {
  readonly name: string
  readonly summary: string
  readonly required?: boolean
  readonly many?: boolean
}
export interface OptionSpec {
  /** As commander writes them: `--preset <name>`, `--json`. */
  readonly flags: string
  readonly summary: string
  readonly choices?: readonly string[]
  /** It may be given several times; each counts. */
  readonly repeats?: true
}
export interface CommandSpec {
  readonly name: string
  readonly summary: string
  readonly details?: string
  readonly operands: readonly Operand[]
  readonly options: readonly OptionSpec[]
  readonly examples: readonly (readonly [command: string, remark: string])[]
  readonly run: (given: GivenWords, io: Io) => Promise<number> | number
  readonly commands?: readonly CommandSpec[]
}
export interface GivenWords {
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
}

/** What a command may touch of the process it runs in. */
export interface Io {
  readonly out: (text: string) => void
  /** One line for people, on standard error. */
  readonly note: (text: string) => void
  readonly colour: boolean
  /** Of the terminal; without one there is no edge, and this is infinite. */
  readonly columns: number
  readonly interactive: boolean
  /** Whether something is piped into standard input. */
  readonly piped: boolean
}

export const EXIT = { allow: 0, failed: 1, usage: 2, ask: 3, deny: 4 } as const

/** The person wrote something we cannot use; the message is one line and says what to write. */
export class UsageError extends Error {}

export const textOption = (given: GivenWords, name: string): string | undefined => {
  const value = given.options[name]
  return typeof value === 'string' ? value : undefined
}

export const listOption = (given: GivenWords, name: string): readonly string[] => {
  const value = given.options[name]
  return Array.isArray(value) ? (value as readonly string[]) : []
}

/** Shared by every command that takes a call. */
export const SCENE_OPTIONS: readonly OptionSpec[] = [
  { flags: '--cwd <folder>', summary: 'where it would run (this folder)' },
  { flags: '--home <folder>', summary: 'what `~` means (your home)' },
  { flags: '--project <folder>', summary: 'the project it works in (the nearest folder with `.git`)' },
  { flags: '--directory <folder>', summary: 'a folder beside the project where tools may work too; may be repeated', repeats: true },
]
export const CALL_OPTIONS: readonly OptionSpec[] = [
  { flags: '--tool <name>', summary: 'judge a call of this tool instead; `mcp__server__tool` names a server' },
  { flags: '--input <json>', summary: "the tool's input, a JSON object; `-` reads it from standard input" },
]
export const PRESET_OPTION: OptionSpec = {
  flags: '--preset <name>',
  summary: 'judge by this preset: standard, relaxed, strict, bare …',
}
export const LOOK_OPTION: OptionSpec = {
  flags: '--look',
  summary: 'look at the files, as the hook does: scripts about to run, links, the branch, how much a deletion takes',
}
export const JSON_OPTION: OptionSpec = { flags: '--json', summary: 'answer as JSON' }
