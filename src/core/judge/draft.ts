// What would be kept of a person's yes to this call? The call as it was read, open only where its data says that a word may vary.
import { findProgram, findTool, subcommandOf } from '../meaning/entries.ts'
import type { Meaning, Program, Vary } from '../meaning/entries.ts'
import type { Action, Facts, Finding, Grant, Json, JsonObject, PathAction, Reading, RunAction, Scene, Word } from '../model.ts'
import type { CompiledRule } from '../rules/compiled.ts'
import type { Policy } from '../policy/policy.ts'
import { isGrantable, revisionOf } from './grant.ts'
import { weigh } from './judge.ts'
import type { Situation } from './judge.ts'
import { endingOf, fills, literalOf, textOfShape, writtenOf } from './shape.ts'
import type { Hole, Shape } from './shape.ts'
import type { Call } from '../match/trial.ts'

export type GrantDraft = Pick<Grant, 'rule' | 'revision' | 'severity' | 'shape'> & { readonly varies: readonly Varying[] }
/** A word of the call that may be another: how all of them are written, and one that it is not. */
export interface Varying {
  readonly word: string
  readonly as: string
  readonly not: string
}
/** What drafting looks things up in. Without it nothing varies. */
export interface Drafting {
  readonly meaning: Meaning
  readonly scene: Scene
}

/** A draft for each finding that asks, all of one shape; null where an answer can count only once. */
export const grantable = (reading: Reading, facts: Facts, policy: Policy, situation: Situation, drafting?: Drafting): readonly GrantDraft[] | null => {
  const { call, found, matched } = weigh(reading, facts, policy, situation)
  return draftsOf(found, matched, call, situation.cwd ?? null, drafting)
}

const draftsOf = (
  findings: readonly Finding[],
  rules: ReadonlyMap<string, CompiledRule>,
  call: Call,
  cwd: string | null,
  drafting: Drafting | undefined,
): readonly GrantDraft[] | null => {
  const asking = findings.filter(({ verdict }) => verdict !== 'allow')
  if (asking.length === 0 || asking.some((finding) => !isGrantable(finding) || !rules.has(finding.rule))) return null
  if (call.actions.some((action) => holdsSecret(action) || (drafting !== undefined && isBare(action, call, drafting.meaning)))) return null
  const loose = drafting === undefined || call.tool === null ? [] : (findTool(drafting.meaning, call.tool.name.toLowerCase())?.fields['loose'] ?? [])
  const literal = literalOf(call, cwd, loose)
  const { shape: open, varies } = 'exact' in literal || drafting === undefined ? { shape: literal, varies: [] } : opened(literal, call, drafting)
  const shape = textOfShape(open)
  const worst = new Map<string, GrantDraft>()
  // The worst comes first, so that what weighs less is covered by the same grant.
  for (const { rule, severity } of asking.toSorted((a, b) => RANK.indexOf(b.severity) - RANK.indexOf(a.severity)))
    if (!worst.has(rule)) worst.set(rule, { rule, revision: revisionOf(rules.get(rule) as CompiledRule), severity, shape, varies })
  return [...worst.values()]
}
const RANK = ['low', 'medium', 'high', 'critical']

const holdsSecret = (action: Action): boolean => action.does === 'carry' && action.secrets.length > 0

/** A program that runs others, of which nothing was read: its words do not say what it will do. */
const isBare = (action: Action, call: Call, meaning: Meaning): boolean => {
  if (action.does !== 'run' || action.dry) return false
  const { entry } = entryOf(action, meaning)
  return (entry.runs.length > 0 || entry.at !== undefined || entry.as !== undefined) && call.doneBy(action.id).length === 0
}

/** The entry of the deepest subcommand, and how many words lead to it. */
const entryOf = ({ program, operands }: RunAction, meaning: Meaning): { readonly entry: Program; readonly depth: number } => {
  let entry = findProgram(meaning, program)
  let depth = 0
  for (; depth < operands.length; depth++) {
    const next = subcommandOf(entry, operands[depth]?.text ?? '')
    if (next === undefined) break
    entry = next
  }
  return { entry, depth }
}

interface Opened {
  readonly shape: Shape
  readonly varies: readonly Varying[]
}

const opened = (literal: Exclude<Shape, { readonly exact: string }>, call: Call, { meaning, scene }: Drafting): Opened => {
  const { actions } = call
  const patterns: JsonObject[] = [...literal.actions]
  const words: string[] = []
  const varies: Varying[] = []
  /** A word that stands in the text once, and in no other hole. */
  const claims = (word: string, hole: Hole): boolean => {
    if (words.includes(word) || writtenOf(call, literal.loose, [...words, word]) === null) return false
    words.push(word)
    varies.push({ word, ...shownAs(hole, word) })
    return true
  }
  /** A word that names what its run reads or writes, where all of that may be another file of the same folder. */
  const openPath = (word: Word, run: number): Json => {
    const named = actions.flatMap((action, at) => (isPath(action) && action.by === run && action.path.text === word.text ? [{ action, at }] : []))
    const holes = named.map(({ action }) => pathHole(action, scene))
    const [[first], [hole = null]] = [named, holes]
    if (first === undefined || hole === null || holes.includes(null) || !claims(word.text ?? '', hole)) return plainOf(word)
    named.forEach(({ at }, index) => {
      const spelling: Hole = at === first.at ? { hole: 'spelt' } : { hole: 'said', action: first.at }
      patterns[at] = { ...patterns[at], resolved: json(holes[index] as Hole), path: { text: json(spelling) } }
    })
    return { text: json({ hole: 'said', action: first.at }) }
  }
  actions.forEach((action, at) => {
    if (action.does !== 'run') return
    const { entry, depth } = entryOf(action, meaning)
    if (entry.runs.length > 0 || entry.vary === undefined) return
    const { vary } = entry
    const open = (word: Word, kind: Vary | undefined): Json => {
      if (kind === 'path') return openPath(word, action.id)
      const hole = kind === undefined ? null : holeFor(word, kind)
      return hole !== null && claims(word.text ?? '', hole) ? { text: json(hole) } : plainOf(word)
    }
    const operands = action.operands.map((word, index): Json =>
      open(word, index < depth ? undefined : (vary[POSITIONS[index - depth] ?? ''] ?? vary['operands'])),
    )
    const options = action.options.map(({ name, value }): Json => ({ name, value: value === true ? true : open(value, vary[name]) }))
    patterns[at] = { ...patterns[at], operands, options }
  })
  return { shape: { ...literal, actions: patterns, written: writtenOf(call, literal.loose, words) ?? literal.written }, varies }
}
const POSITIONS = ['first', 'second', 'third']

const shownAs = (hole: Hole, word: string): Pick<Varying, 'as' | 'not'> => {
  switch (hole.hole) {
    case 'ref':
      return { as: `${hole.under}…`, not: 'main' }
    case 'path':
      return { as: `${word.slice(0, word.lastIndexOf('/') + 1)}…${hole.ending}`, not: '/etc/hosts' }
    default:
      return { as: '<number>', not: '--all' }
  }
}

const json = (hole: Hole): JsonObject => ({ ...hole })
const isPlain = ({ text, parts, items, deep }: Word): boolean => text !== null && parts === undefined && items === undefined && deep === undefined

const plainOf = ({ from: _from, ...word }: Word): Json => JSON.parse(JSON.stringify(word)) as Json

const holeFor = (word: Word, vary: Exclude<Vary, 'path'>): Hole | null => {
  const hole = !isPlain(word) ? null : vary === 'integer' ? ({ hole: 'integer' } as const) : refHole(word.text ?? '')
  return hole !== null && fills(hole, word.text ?? '') ? hole : null
}

/** `feature/a` stands for refs of that beginning, `main` for itself. */
const refHole = (text: string): Hole | null => {
  const slash = text.lastIndexOf('/')
  return slash <= 0 ? null : { hole: 'ref', under: text.slice(0, slash + 1) }
}

const isPath = (action: Action): action is PathAction => action.does === 'read' || action.does === 'write' || action.does === 'delete'

/** Files of the project, and of folders below home that are not hidden. */
const pathHole = (action: PathAction, { home, project }: Scene): Hole | null => {
  const { does, resolved, path, at, as, recursive } = action
  // What is gone is gone: a deletion is granted for what it names.
  if (does === 'delete' || resolved === null || !isPlain(path) || at !== 'here' || as !== 'user' || recursive) return null
  const under = resolved.slice(0, resolved.lastIndexOf('/'))
  if (![`${project}/`, `${home}/`].some((base) => `${under}/`.startsWith(base) && under.length >= base.length && !under.slice(base.length - 1).includes('/.')))
    return null
  const hole: Hole = { hole: 'path', under, ending: endingOf(resolved) }
  return fills(hole, resolved) ? hole : null
}
