// Do the rules do what their own examples say?
import type { Decision, Facts } from '../model.ts'
import { normalise } from '../text/path.ts'
import type { ExampleCall, ExampleSource, RuleSource } from '../rules/source.ts'

/** Another tool than the shell with what it is given, and the folders. */
export type ExampleContext = Omit<ExampleCall, 'command'>
export interface ExampleResult {
  readonly rule: string
  /** Commands that should have produced the finding and did not. */
  readonly failedHits: readonly string[]
  /** Commands that should not have produced the finding and did. */
  readonly failedMisses: readonly string[]
  /** Examples whose decision threw: a failure of the gate, not of the rule. */
  readonly broken: readonly string[]
  readonly untested: boolean
}

/** Runs every example through the whole gate. */
export const runExamples = (rules: readonly RuleSource[], decide: (command: string, context: ExampleContext) => Decision): ExampleResult[] =>
  rules.map((rule) => {
    const broken: string[] = []
    const finds = (example: ExampleSource): boolean | null => {
      const { command: _command, ...context } = typeof example === 'string' ? { command: example } : example
      const command = commandOf(example)
      try {
        return decide(command, context).findings.some((finding) => finding.rule === rule.id)
      } catch {
        broken.push(command)
        return null
      }
    }
    const { hits = [], misses = [] } = rule
    return {
      rule: rule.id,
      failedHits: hits.filter((hit) => finds(hit) === false).map(commandOf),
      failedMisses: misses.filter((miss) => finds(miss) === true).map(commandOf),
      broken,
      untested: hits.length === 0 || misses.length === 0,
    }
  })

/** The command, or the call as people read it. */
export const commandOf = (example: ExampleSource): string =>
  typeof example === 'string' ? example : (example.command ?? `${example.tool ?? ''} ${JSON.stringify(example.input ?? {})}`)

/** What would be seen of the files that an example says are committed, and of those who are logged in. */
export function factsOf({ committed, 'logged-out': loggedOut }: Pick<ExampleCall, 'committed' | 'logged-out'>, cwd: string): Facts {
  const files = Object.entries(committed ?? {}).map(([path, text]) => [normalise(path, cwd), text] as const)
  return {
    ...(files.length === 0 ? {} : { files: Object.fromEntries(files), settled: files.map(([path]) => path) }),
    ...(loggedOut === true ? { barred: [cwd, `${cwd}/**`] } : {}),
  }
}
