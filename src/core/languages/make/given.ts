// What is make given besides its files? Variables and goals of the command line, and what it takes from the environment.
import type { Part, Word } from '../../model.ts'
import { ARGUMENT, given } from '../../machine/trust.ts'
import { altered } from '../../machine/process.ts'
import type { Shell, Value } from '../../machine/process.ts'
import { literal } from '../../value/text.ts'
import { has, parseOptions, valuesOf } from '../../meaning/options.ts'
import { codeOfMake, shellCalls } from './makefile.ts'
import type { ReaderLine } from '../../machine/shell.ts'
import { holdVariables } from '../../machine/env.ts'

export interface Given {
  /** Of the command line, as make reads them: they win over the file's. */
  readonly variables: ReadonlyMap<string, string>
  /** Of the environment. */
  readonly outside: ReadonlyMap<string, string>
  readonly goals: readonly string[]
  readonly evals: readonly string[]
  /** Code that runs whatever the goal is. */
  readonly atOnce: readonly string[]
  /** `MAKEFILES`: read before the others. */
  readonly files: readonly string[]
  readonly overrides: boolean
  /** Why it cannot be known what make is given. */
  readonly unread: string | null
  /** What recipes find in their environment. */
  readonly shell: Shell
}

/** What a shell, or make, would read as more than a word. */
const SHARP = /[;&|<>`\n]|\$[({]/
export const isSharp = (text: string): boolean => SHARP.test(text)

/** A variable of a command line; its value may hold what is not known. */
const ASSIGNMENT = /^\s*([^\s:#=]+?)\s*(:{0,3}|[?+!])=([^]*)$/

export function givenTo({ shell, parsed }: ReaderLine): Given {
  const flags = flagsIn(shell)
  const [entry] = parsed.chain
  const early = entry === undefined || flags.words.length === 0 ? null : parseOptions(entry, [literal('make'), ...flags.words])
  const variables = new Map<string, string>()
  const goals: string[] = []
  const atOnce: string[] = []
  const vars = new Map(shell.vars)
  for (const [at, words] of [early?.operands ?? [], parsed.operands].entries()) {
    for (const word of words) {
      const assigned = assignedBy(word)
      if (assigned === null) {
        if (at > 0) goals.push(word.text ?? '')
        continue
      }
      const { name, how, value } = assigned
      const text = asMakeText(name, value)
      if (how === '!') atOnce.push(text)
      variables.set(name, how === '!' ? `$(shell ${text})` : text)
      if (name !== 'SHELL' && !(value.text ?? '').includes('$')) vars.set(name, { words: [given(value)], array: false })
    }
  }
  const outside = new Map<string, string>()
  for (const [name, { words, otherwise }] of shell.vars) {
    const values = [...words.slice(0, 1), ...(otherwise ?? []).flatMap((other) => other.words.slice(0, 1))]
    const texts = values.map((word) => asMakeText(name, word))
    // Make never takes its shell from the environment. Of several values, the one that is more than a word.
    const text = texts.find(isSharp) ?? (texts.length === 1 ? texts[0] : `$\${${name}}`)
    if (name === 'SHELL' || NOT_SET.test(name) || text === undefined) continue
    // Whoever sets this one means to change what runs.
    if (name !== '.SHELLFLAGS') outside.set(name, text)
    else if (!variables.has(name)) variables.set(name, text)
  }
  const evals = [...valuesOf(early?.options ?? [], '--eval'), ...valuesOf(parsed.options, '--eval')]
  const said = [...parsed.operands.map((word) => word.text ?? ''), ...variables.values(), ...outside.values()]
  atOnce.push(...said.filter((text) => text.includes('$')).flatMap((text) => shellCalls(text)))
  const lists = filesIn(shell)
  const computed = [...variables.values(), ...outside.values(), ...evals.map((word) => word.text ?? '')].some((text) => codeOfMake(text))
  return {
    variables,
    outside,
    goals,
    evals: evals.map((word) => word.text ?? ''),
    atOnce,
    files: lists ?? [],
    overrides: has([...(early?.options ?? []), ...parsed.options], ['--environment-overrides']),
    unread: flags.known && lists !== null && !computed ? null : 'what make is given cannot be read',
    shell: holdVariables(altered(shell, {}), handedOn(vars, variables)),
  }
}

/** What is no variable of an environment: `$0` and its like, and what make reads as something else. */
const NOT_SET = /^(?:\d+|BASH_SOURCE|MAKEFLAGS|GNUMAKEFLAGS|MAKEFILES)$/

function assignedBy(word: Word): { readonly name: string; readonly how: string; readonly value: Word } | null {
  const [first, ...rest] = word.text === null ? (word.parts ?? []) : []
  const start = word.text ?? (first?.kind === 'text' ? first.text : '')
  const [, name, how, value] = ASSIGNMENT.exec(start) ?? []
  if (name === undefined || how === undefined || value === undefined) return null
  if (word.text !== null) return { name, how, value: { ...literal(value), ...(word.from === undefined ? {} : { from: word.from }) } }
  const parts: readonly Part[] = value === '' ? rest : [{ kind: 'text', text: value }, ...rest]
  return { name, how, value: { text: null, parts, ...(word.from === undefined ? {} : { from: word.from }) } }
}

const isName = (name: string | null): name is string => name !== null && /^[A-Za-z_]\w*$/.test(name)

/** Make pastes the text itself. What is not known stays a variable of the shell. */
function asMakeText(name: string, word: Word): string {
  if (word.text !== null) return word.text
  const parts = word.parts ?? []
  const known = parts.map((part) => (part.kind === 'unknown' ? '' : part.text)).join('')
  if (!isSharp(known)) return `$\${${isName(name) ? name : ARGUMENT}}`
  return parts.map((part) => (part.kind === 'unknown' ? `$\${${isName(part.name) ? part.name : ARGUMENT}}` : part.text)).join('')
}

/** Variables of the command line reach the makes that recipes start. */
function handedOn(vars: Map<string, Value>, variables: ReadonlyMap<string, string>): Shell['vars'] {
  if (variables.size === 0) return vars
  const before = vars.get('MAKEFLAGS')?.words[0]?.text ?? ''
  const all = [...variables].map(([name, value]) => `${name}=${value.replaceAll(/[\s\\]/g, '\\$&')}`)
  return vars.set('MAKEFLAGS', { words: [literal([before, ...all].join(' ').trim())], array: false })
}

const HOLE = '\0'
/** A list in a variable, its words apart; null where a program's output decides what stands in it. */
function listIn(shell: Shell, name: string): readonly string[] | null {
  const value = shell.vars.get(name)
  const list: string[] = []
  for (const word of [...(value?.words.slice(0, 1) ?? []), ...(value?.otherwise ?? []).flatMap((other) => other.words.slice(0, 1))]) {
    const unnamed = word.text === null && (word.parts ?? [{ kind: 'unknown', name: null }]).some((part) => part.kind === 'unknown' && !isOuter(part.name))
    const text = word.text ?? (word.parts ?? []).map((part) => (part.kind === 'unknown' ? HOLE : part.text)).join('')
    for (const [one] of text.matchAll(/(?:[^\s\\]|\\[^])+/g)) {
      if (one.startsWith(HOLE) && unnamed) return null
      if (!one.startsWith(HOLE)) list.push(one.replaceAll(/\\([^])/g, '$1').replaceAll(HOLE, ''))
    }
  }
  return list
}
/** `MAKEFLAGS="$MAKEFLAGS -j8"`: what was there before this call is not its doing. */
const isOuter = (name: string | null): boolean => name !== null && /^[A-Z_][A-Z0-9_]*$/.test(name)

function flagsIn(shell: Shell): { readonly words: readonly Word[]; readonly known: boolean } {
  const lists = ['GNUMAKEFLAGS', 'MAKEFLAGS'].map((name) => listIn(shell, name))
  const words = lists.flatMap((list) =>
    (list ?? []).filter((word) => word !== '--').map((word, at) => literal(at === 0 && /^[A-Za-z]+$/.test(word) ? `-${word}` : word)),
  )
  return { words, known: !lists.includes(null) }
}

const filesIn = (shell: Shell): readonly string[] | null => listIn(shell, 'MAKEFILES')
