// What does a part of a shell's text leave behind, and does a failure end it? The only module that changes that.
import { copiedVars, fillNames } from './env.ts'
import { folderOf, standAs } from './folders.ts'
import type { Flow, FunctionBody, Open, Shell, State, Value } from './shell.ts'

const opened = (shell: Flow): Open<Flow> => shell

/** Most texts set no variable and define no function. */
const NO_VARIABLES: ReadonlyMap<string, Value> = new Map()
const NO_FUNCTIONS: ReadonlyMap<string, FunctionBody> = new Map()

export const stateOf = (shell: Shell): State => ({
  vars: shell.vars.size === 0 ? NO_VARIABLES : copiedVars(shell),
  functions: shell.functions.size === 0 ? NO_FUNCTIONS : new Map(shell.functions),
  folder: folderOf(shell),
  previous: shell.previous,
  elsewhere: shell.elsewhere,
  unmoved: shell.unmoved,
  strict: shell.strict,
})
export function enter(shell: Shell, state: State): void {
  fillNames(shell, state)
  standAs(shell, state)
  obey(shell, state.strict)
}

/** `set -e` */
export function obey(shell: Shell, strict: boolean): Shell {
  opened(shell).strict = strict
  return shell
}
/** Whether a word ends the shell before the command runs. */
export function refuse(shell: Shell, refused: boolean): void {
  opened(shell).refused = refused
}

/** From here on, what leaves by `return` or `break` is waited for. */
export function awaitLeft(shell: Shell): Shell {
  opened(shell).left = []
  return shell
}
/** It leaves as it is. */
export function leaveBehind(shell: Shell): void {
  const { left } = shell
  if (left !== null) (left as State[]).push(stateOf(shell))
}

/** What ran in a copy of this shell ran in this shell: where that stands, this stands. */
export function follow(shell: Shell, inner: Shell): void {
  const { previous, elsewhere, unmoved, strict } = inner
  standAs(shell, { folder: folderOf(inner), previous, elsewhere, unmoved })
  obey(shell, strict)
}
