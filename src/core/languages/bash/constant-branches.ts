// Chooses the branch that a script takes where its arguments decide: `case "$1" in up) …`, `[ "$RESET" = true ] && …`.
import { asOthers } from '../../machine/trust.ts'
import { holds, joined, opposite, patternOf } from './decisions.ts'
import type { AndOr, CompoundList, PipelineNode, SyntaxWord } from './parse.ts'
import { readOnce } from '../../log/trace.ts'
import { afford } from '../../log/process.ts'
import { altered } from '../../machine/process.ts'
import type { Shell } from '../../machine/process.ts'
import { testedBy } from './test-expression.ts'
import { expandValue } from './words.ts'
import { ANY_VARIABLE, ARGUMENTS, choose, chooseFirst, holdVariables, sceneValue } from '../../machine/env.ts'

type Case = Extract<PipelineNode, { type: 'Case' }>
type If = Extract<PipelineNode, { type: 'If' }>

/** More than these are not compared. */
const MOST_TEXTS = 12
/** What may set any name: one that is not known, or text that is run. What another file sets comes before what is set afterwards. */
const SETS_ANY = /\b(?:declare|typeset|export|readonly|local|read|mapfile|readarray|printf[ \t]+-v)[ \t]+(?:-\w+[ \t]+)*["']?[$`]/
const EVALS = /\b(?:eval|getopts)\b/
const COUNTS = /\(\(|\blet\b|\w\[|\$\{\w{1,99}:[^-+=?\d\s}]/
const COMPARES = / -(?:eq|ne|lt|gt|le|ge)\b/
const TAKES_IN = /(?:^|[;&|({]|\b(?:then|do|else))[ \t]*(?:source|\.)[ \t]/gm
/** What gives a name something else than a plain assignment does. */
const OTHERWISE_SET =
  /\b(?:read|for|unset|export|readonly|let|select|declare|typeset|local|readarray|mapfile|printf|getopts|coproc|wait[ \t]+-)\b|<<<|\(\(|\bexec[ \t]*\{|\$\{\w+:?=/
const SETS = /(?:^|[;&|({]|\b(?:then|do|else|eval))[ \t"']*set[ \t]+(?:--|[^-+\s])/m
const SHIFTS = /\bshift\b/
/** On a line of its own it is seen; inside of a branch or a loop it may be reached or not. */
const PLAIN_SHIFT = /^(?:[A-Za-z_]\w*="?\$\{?\d[^\s;&|]*;?[ \t]*)?shift(?:[ \t]+\d)?(?:[ \t]*\|\|[ \t]*true)?[ \t]*(?:#.*)?$/

interface Survey {
  readonly text: string
  readonly sets: boolean
  readonly shifts: boolean
  readonly evals: boolean
  readonly setsAny: boolean
  /** It counts, and what counts may set any name. */
  readonly counts: boolean
  /** `shopt -s nocasematch`: patterns heed no case. */
  readonly anyCase: boolean
  /** Where it takes in other files. */
  readonly takesIn: readonly number[]
  /** Where its variables come from, as far as somebody asked. */
  readonly variables: Map<string, Source>
  /** Whether it sets a variable at all, as far as somebody asked. */
  readonly named: Map<string, boolean>
}
/** `since`: where it is set first; `count`: how often. */
interface Source {
  readonly from: 'text' | 'argument' | 'elsewhere'
  readonly since: number
  readonly count: number
}
const ELSEWHERE: Source = { from: 'elsewhere', since: 0, count: 0 }

const surveyOf = ({ trace, script }: Shell): Survey =>
  readOnce(trace, 'known', script, () => {
    const text = script.replace(/^[ \t]*#.*$/gm, (comment) => ' '.repeat(comment.length)).replaceAll('\\\n', '  ')
    const shifts = SHIFTS.test(text) && text.split('\n').some((line) => SHIFTS.test(line) && !PLAIN_SHIFT.test(line))
    const takesIn = [...text.matchAll(TAKES_IN)].map(({ index }) => index)
    return {
      text,
      sets: SETS.test(text),
      shifts,
      evals: EVALS.test(text),
      setsAny: SETS_ANY.test(text) || /\w\\\n\w/.test(script),
      counts: doesCount(text),
      anyCase: trace.notes.widened.anyCase || text.includes('nocasematch'),
      takesIn,
      variables: new Map<string, Source>(),
      named: new Map<string, boolean>(),
    }
  })

function doesCount(text: string): boolean {
  if (COUNTS.test(text)) return true
  const lines = text.replaceAll(/\[\[ \$# -\w\w \d \]\]/g, '').split('\n')
  return lines.some((line) => line.includes('[[') && COMPARES.test(line))
}

/** True or false where the script's own words decide it, else null. */
export function outcomeOf(shell: Shell, node: PipelineNode | AndOr): boolean | null {
  if (shell.script === '') return null
  if (node.type === 'AndOr')
    return node.commands.length > MOST_PARTS
      ? null
      : joined(
          node.commands.map((part) => () => outcomeOf(shell, part)),
          node.operators,
        )
  if (node.type === 'Pipeline') {
    const [only] = node.commands
    if (only === undefined || node.commands.length > 1 || node.prefixes.some(({ type }) => type !== 'Negation')) return null
    const outcome = outcomeOf(shell, only)
    return node.prefixes.length % 2 === 1 ? opposite(outcome) : outcome
  }
  if (node.type === 'Command' && (node.prefix.length > 0 || node.redirects.length > 0 || shell.functions.has(node.name?.value ?? ''))) return null
  return node.type === 'TestCommand' && surveyOf(shell).anyCase ? null : holds(testedBy(node), (word) => textsOf(shell, word))
}
const MOST_PARTS = 12

export function outcomeOfCondition(shell: Shell, { commands }: CompoundList): boolean | null {
  const [only] = commands
  return shell.script !== '' && commands.length === 1 && only !== undefined && only.background !== true ? outcomeOf(shell, only.command) : null
}

/** What is surely reached at the end of a statement, for the script's own words say so. */
export function lastReached(shell: Shell, node: PipelineNode | AndOr): PipelineNode | AndOr | undefined {
  if (node.type === 'Command') return node
  if (shell.script === '') return undefined
  if (node.type === 'AndOr') {
    const last = node.commands.length - 1
    const before = outcomeOf(shell, { ...node, commands: node.commands.slice(0, last), operators: node.operators.slice(0, last - 1) })
    return before !== null && before === (node.operators[last - 1] === '&&') ? node.commands[last] : undefined
  }
  const body = node.type === 'If' ? chosenOf(shell, node) : node.type === 'Case' ? onlyItem(shell, node)?.body : undefined
  const last = body?.commands.at(-1)
  return last?.background === true ? undefined : last?.command
}

function chosenOf(shell: Shell, { clause, then, elif, else: otherwise }: If): CompoundList | undefined {
  const outcome = outcomeOfCondition(shell, clause)
  return outcome === true ? then : outcome === false && elif.length === 0 ? otherwise : undefined
}

/** Those of its branches that may be taken. */
export function takenItems(shell: Shell, node: Case): Case['items'] {
  const texts = caseTexts(shell, node)
  return texts === null || !afford(shell, node.items.length / ITEMS_A_STEP) ? node.items : itemsFor(shell, node, texts).map(({ item }) => item)
}

const ITEMS_A_STEP = 32

/** The one branch that is taken, whatever of its texts the word is. */
function onlyItem(shell: Shell, node: Case): Case['items'][number] | undefined {
  const texts = caseTexts(shell, node)
  const [only, ...others] = texts === null ? [] : itemsFor(shell, node, texts)
  return only?.surely === true && others.length === 0 ? only.item : undefined
}

const caseTexts = (shell: Shell, node: Case): readonly string[] | null =>
  shell.script === '' || node.items.some(({ terminator }) => terminator === ';&' || terminator === ';;&') ? null : textsOf(shell, node.word)

/** `surely`: every text that is left is taken there. */
function itemsFor(shell: Shell, { items }: Case, texts: readonly string[]): readonly { readonly item: Case['items'][number]; readonly surely: boolean }[] {
  const { anyCase } = surveyOf(shell)
  const spell = (text: string): string => (anyCase ? text.toLowerCase() : text)
  const taken: { item: Case['items'][number]; surely: boolean }[] = []
  let left = texts
  for (const item of items) {
    if (left.length === 0) break
    const tests = item.pattern.map((pattern) => [spell(pattern.text), patternOf(pattern, anyCase) ?? heldPattern(shell, pattern, spell)] as const)
    const may = tests.some(([pattern, test]) => left.some((text) => (test === null ? mayMatch(pattern, spell(text)) : test(text))))
    // Where the case is heeded after all, only the very same is taken there.
    const exact = anyCase ? item.pattern.map((pattern) => patternOf(pattern)) : tests.map(([, test]) => test)
    left = left.filter((text) => !exact.some((test) => test?.(text) === true))
    if (may) taken.push({ item, surely: left.length === 0 })
  }
  return taken
}

/** One that a variable holds, and that stands for itself alone. */
function heldPattern(shell: Shell, word: SyntaxWord, spell: (text: string) => string): ((text: string) => boolean) | null {
  const [only, ...others] = /^"?\$\{?\w+\}?"?$/.test(word.text) ? (textsOf(shell, word) ?? []) : []
  return only === undefined || others.length > 0 || !/^[\w.:@%+,=/-]*$/.test(only) ? null : (text) => spell(text) === spell(only)
}

/** A pattern that begins or ends with known text cannot stand for a text that does not. */
function mayMatch(pattern: string, text: string): boolean {
  if (/[$`"'\\~]/.test(pattern)) return true
  const [, head = '', tail = ''] = /^([\w.:/-]*)[^\w.:/-](?:.*[^\w.:/-])?([\w.:/-]*)$/s.exec(pattern) ?? []
  return text.startsWith(head) && text.endsWith(tail)
}

/** Every text that a word may be, as far as arguments and plain assignments make it; null where something else may. */
function textsOf(shell: Shell, word: SyntaxWord): readonly string[] | null {
  const { text } = word
  if (text.length > 200) return null
  const uses = [...text.matchAll(USE)].map(([, bare, braced, index, rest = '']) => ({ name: bare ?? braced ?? '', index, rest }))
  if (uses.length > 1 || /[`\\~*?[$]|<\(|>\(/.test(text.replace(USE, ''))) return null
  const { positional } = shell
  const survey = surveyOf(shell)
  const shifts = survey.shifts && positional?.length !== 0
  const [use] = uses
  if (use === undefined) return [expandValue(shell, word).text ?? '']
  if (!REST.test(use.rest)) return null
  const isAll = use.name === '*' || use.name === '@'
  if (isAll && (use.rest !== '' || use.index !== undefined || !text.startsWith('"') || survey.text.includes('IFS'))) return null
  const isArgument = isAll || /^[1-9#]$/.test(use.name)
  if (survey.sets && (isArgument || sourceOf(survey, use.name).from !== 'text')) return null
  if (!isArgument && use.index === undefined && isLeftOut(shell, use.name, word.pos)) {
    const vars = new Map(shell.vars).set(use.name, NOTHING)
    return known([expandValue(holdVariables(asOthers(shell), vars), word).text])
  }
  if (
    isArgument
      ? positional === null || positional.some((one) => one.text === null || one.parts !== undefined)
      : !isPlainVariable(shell, use.name, shifts, word.pos)
  )
    return null
  // An argument nobody gave is empty, whatever a committed script is otherwise taken to check.
  const plain = asOthers(shell)
  const out: (string | null)[] = []
  if (isArgument && shifts && positional !== null && positional.length > 0) {
    if (positional.length > MOST_TEXTS) return null
    const rests = positional.map((_, at) => positional.slice(at)).concat([[]])
    const others = new Map(plain.vars)
    others.delete(ARGUMENTS)
    for (const rest of rests) out.push(expandValue(holdVariables(altered(plain, { positional: rest }), others), word).text)
    if (!plain.vars.has(ARGUMENTS)) return known(out)
  }
  chooseFirst(plain)
  for (let choice = 0; choice < Math.min(plain.choices, MOST_TEXTS); choice++) {
    choose(plain, choice)
    out.push(expandValue(plain, word).text)
  }
  return plain.choices > MOST_TEXTS ? null : known(out)
}
/** `$x`, `${x[0]}`, `${x…}`. */
const USE = /\$(?:(\w+|[@*#?!$-])|\{(\w+)(\[\d\])?([^{}$`\\]*)\})/g
/** A default, a part taken off, other letters: computed as bash does. */
const REST = /^(?::?-[\w./-]*|(?:##?|%%?)[\w.=/-]{0,40}\*?[\w.=/-]{0,40}|,,|\^\^)?$/
const known = (texts: readonly (string | null)[]): readonly string[] | null => (texts.includes(null) ? null : [...new Set(texts as readonly string[])])

/** A committed script's own option that nobody has given: it is set on ways that were not taken, and a look says that the environment does not have it. */
function isLeftOut(shell: Shell, name: string, at: number): boolean {
  const { trace, vars, trust, later, leaving, calling } = shell
  // Whatever was run before it, or runs it, may have set it.
  if (
    trust !== 'project' ||
    later ||
    shell.at !== 'here' ||
    shell.by !== 0 ||
    vars.has(name) ||
    vars.has(ANY_VARIABLE) ||
    calling.length > 0 ||
    leaving.has('break')
  )
    return false
  const { text, setsAny, evals, takesIn, named } = surveyOf(shell)
  if (setsAny || evals || takesIn.some((index) => index < at) || !/^[A-Za-z_]\w*$/.test(name) || sceneValue(shell, name) !== null) return false
  const sets = named.get(name) ?? new RegExp(`(?:^|[\\s;&|({])${name}=`).test(text)
  if (named.size < MOST_NAMES) named.set(name, sets)
  if (!sets) return false
  const { needs, unset } = trace
  const isAsked = needs.some((need) => need.kind === 'variables' && need.names[0] === name)
  if (!isAsked && needs.length < MOST_NAMES) trace.log.needAlso({ kind: 'variables', names: [name, 'BASH_ENV'] })
  return unset.has(name) && unset.has('BASH_ENV')
}
const NOTHING = { words: [{ text: '' }], array: false }

/** Set in this script, and by nothing but plain text and arguments: what the environment says is not known. */
function isPlainVariable(shell: Shell, name: string, shifts: boolean, at: number): boolean {
  if (!/^[A-Za-z_]\w*$/.test(name) || !shell.vars.has(name) || shell.calling.length > 0) return false
  const survey = surveyOf(shell)
  if (shell.trust !== 'project' && survey.counts) return false
  if (shell.vars.get(name)?.exact === true) return true
  // What is run as text reads the arguments, if there are any.
  if (survey.evals && shell.positional?.length !== 0) return false
  const { from, since, count } = sourceOf(survey, name)
  // The next round finds what this one has set.
  if (count > 1 && shell.leaving.has('break')) return false
  // What another file sets holds until it is set here.
  return (from === 'text' || (from === 'argument' && !shifts)) && !survey.takesIn.some((index) => index >= since && index < at)
}

function sourceOf(survey: Survey, name: string): Source {
  const { variables } = survey
  const source = variables.get(name) ?? findSource(survey, name)
  if (variables.size < MOST_NAMES) variables.set(name, source)
  return source
}
const MOST_NAMES = 200

function findSource({ text, setsAny, variables }: Survey, name: string): Source {
  if (setsAny || variables.size >= MOST_NAMES) return ELSEWHERE
  if (text.split('\n').some((line) => line.includes(name) && OTHERWISE_SET.test(line))) return ELSEWHERE
  const given = [...text.matchAll(new RegExp(`(?:^|[\\s;&|({])${name}(\\+?=\\(?)("[^"\\n]*"|'[^'\\n]*'|[^\\s;&|)]*)`, 'g'))]
  const since = given[0]?.index ?? -1
  const count = given.length
  // `args=("$@")`
  if (count === 1 && given[0]?.[1] === '=(' && given[0]?.[2] === '"$@"' && text[since + given[0][0].length] === ')') return { from: 'argument', since, count }
  if (since < 0 || given.some(([, equals]) => equals !== '=')) return ELSEWHERE
  const values = given.map(([, , value = '']) => value)
  if (values.every((value) => AS_TEXT.test(value))) return { from: 'text', since, count }
  return values.every((value) => AS_TEXT.test(value) || AS_ARGUMENT.test(value)) ? { from: 'argument', since, count } : ELSEWHERE
}
const AS_TEXT = /^(?:"[\w.:@%+,/ -]*"|'[^']*'|[\w.:@%+,/-]*)$/
const AS_ARGUMENT = /^"?\$(?:[1-9]|\{[1-9](?::?-[\w./-]*|(?:##?|%%?)[\w.=/-]{0,40}\*?[\w.=/-]{0,40}|,,|\^\^)?\})"?$/
