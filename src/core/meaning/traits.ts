// Says what kind of program a name stands for, and what a variable does. `traits` of an entry in programs/ hold for all its other names, and for programs that are `like` it.
import { keptByName } from '../text/kept.ts'
import { findProgram } from './entries.ts'
import type { Meaning } from './entries.ts'
import { isTable, list } from './source-shape.ts'
import type { Report } from './source-shape.ts'

/** What each means stands in docs/writing-programs.md. */
const TRAITS = [
  'text-filter',
  'passes-text',
  'passes-all',
  'editor',
  'told',
  'makes-nothing',
  'makes-pipe',
  'builds',
  'tells-all',
  'starts-node',
  'runs-project-file',
  'package-manager',
  'talks',
  'shell',
  'starts-others',
  'changes-nothing',
  'odd-setting',
  'lists-paths',
  'lists-folders',
  'passes-paths',
  'narrows-paths',
  'takes-paths',
  'takes-paths-in-loops',
  'starts-line',
  'project-script',
] as const
export type Trait = (typeof TRAITS)[number]

/** Whether a program has a trait. It may have one without being known otherwise. */
export const hasTrait = (meaning: Meaning, program: string, trait: Trait): boolean => findProgram(meaning, program).traits?.includes(trait) === true

/** What a variable does, said in programs/variables.yaml: a program runs its value, finds its settings by it, works on what it names, starts without hooks, or a shell or loader acts on it by itself. */
const ROLES = ['command', 'settings', 'context', 'hooks-off', 'acted-on', 'output', 'installs', 'script', 'rooted', 'programs', 'names-commands'] as const
export type Role = (typeof ROLES)[number]

const rolesOf = keptByName((meaning: Meaning, variable): readonly string[] | undefined => {
  const { roles } = meaning
  return roles !== undefined && Object.hasOwn(roles, variable) ? roles[variable] : undefined
})
export const hasRole = (meaning: Meaning, variable: string, role: Role): boolean => rolesOf(meaning, variable)?.includes(role) === true

/** What a variable in an agent's settings does to the agent: with it, it runs no hooks, or finds its settings elsewhere. */
export type Steers = (variable: string) => 'off' | 'moves' | null
export const steersIn =
  (meaning: Meaning): Steers =>
  (variable) =>
    hasRole(meaning, variable, 'hooks-off') ? 'off' : hasRole(meaning, variable, 'settings') ? 'moves' : null

/** The traits that an entry names; one that there is not is reported. */
export function readTraits(words: readonly string[], problem: (message: string) => void): readonly Trait[] {
  const strange = words.filter((word) => !TRAITS.some((trait) => trait === word))
  for (const word of strange) problem(`unknown trait \`${word}\`; known are ${TRAITS.join(', ')}`)
  return TRAITS.filter((trait) => words.includes(trait))
}

/** Role → variables, turned round. */
export function readRoles(source: unknown, roles: Record<string, string[]>, problem: Report): void {
  for (const [role, names] of Object.entries(isTable(source) ? source : {})) {
    if (!ROLES.some((one) => one === role)) problem(['roles', role], `unknown role \`${role}\`; known are ${ROLES.join(', ')}`)
    for (const name of list(names)) (roles[name] ??= []).push(role)
  }
}
