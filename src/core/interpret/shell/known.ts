// Which way does a committed script go, where the words it is given say so? `case "$1" in up) …`, `[ "$RESET" = true ] && …`.
import type { AndOr, CompoundList, PipelineNode, SyntaxWord } from './parse.ts'
import { readOnce } from '../trace.ts'
import { altered } from './state.ts'
import type { Shell } from './state.ts'
import { aloneIn, testedBy } from './tested.ts'
import { expandValue } from './words.ts'

type Case = Extract<PipelineNode, { type: 'Case' }>

/** More than these are not compared. */
const MOST_TEXTS = 12
/** What may set any name: one that is not known, or text that is run. What another file sets comes before what is set afterwards. */
const SETS_ANY = /\b(?:declare|typeset|export|readonly|local|read|mapfile|readarray|printf[ \t]+-v)[ \t]+(?:-\w+[ \t]+)*["']?[$`]/
const EVALS = /\b(?:eval|getopts)\b/
const TAKES_IN = /(?:^|[;&|({]|\b(?:then|do|else))[ \t]*(?:source|\.)[ \t]/gm
/** What gives a name something else than a plain assignment does. */
const OTHERWISE_SET = /\b(?:read|for|unset|export|readonly|let|select|declare|typeset|local|readarray|mapfile|printf)\b|<<<|\(\(/
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
  /** `shopt -s nocasematch`: patterns heed no case. */
  readonly anyCase: boolean
  /** Where it takes in other files. */
  readonly takesIn: readonly number[]
  /** Where its variables come from, as far as somebody asked. */
  readonly variables: Map<string, Source>
}
/** `since`: where it is set first. */
interface Source {
  readonly from: 'text' | 'argument' | 'elsewhere'
  readonly since: number
}
const ELSEWHERE: Source = { from: 'elsewhere', since: 0 }

const surveyOf = ({ trace, script }: Shell): Survey =>
  readOnce(trace, 'known', script, () => {
    const text = script.replace(/^[ \t]*#.*$/gm, (comment) => ' '.repeat(comment.length))
    const shifts = SHIFTS.test(text) && text.split('\n').some((line) => SHIFTS.test(line) && !PLAIN_SHIFT.test(line))
    const takesIn = [...text.matchAll(TAKES_IN)].map(({ index }) => index)
    return {
      text,
      sets: SETS.test(text),
      shifts,
      evals: EVALS.test(text),
      setsAny: SETS_ANY.test(text),
      anyCase: text.includes('nocasematch'),
      takesIn,
      variables: new Map<string, Source>(),
    }
  })

/** True or false where the script's own words decide it, else null. */
export function outcomeOf(shell: Shell, node: PipelineNode | AndOr): boolean | null {
  if (shell.script === '') return null
  const only = aloneIn(node)
  if (only.type === 'Command' && (only.prefix.length > 0 || only.redirects.length > 0 || shell.functions.has(only.name?.value ?? ''))) return null
  const test = testedBy(only)
  switch (test?.is) {
    case 'unary':
      return unary(shell, test.operator, test.operand, test.bare)
    case 'binary':
      // On the right of `[[ a == b ]]` stands a pattern.
      return test.bare && (/[*?[\\(]/.test(test.right.text) || surveyOf(shell).anyCase) ? null : binary(shell, test.left, test.operator, test.right)
    default:
      return null
  }
}

export function outcomeOfCondition(shell: Shell, { commands }: CompoundList): boolean | null {
  const [only] = commands
  return shell.script !== '' && commands.length === 1 && only !== undefined && only.background !== true ? outcomeOf(shell, only.command) : null
}

function unary(shell: Shell, operator: string, operand: SyntaxWord, bare: boolean): boolean | null {
  // Without quotes nothing is no word at all, to `[` at least.
  if ((operator !== '-n' && operator !== '-z') || !(bare || operand.text.startsWith('"'))) return null
  return agreed(textsOf(shell, operand), (text) => (text === '') === (operator === '-z'))
}

function binary(shell: Shell, left: SyntaxWord, operator: string, right: SyntaxWord): boolean | null {
  const other = textsOf(shell, right)
  const [only] = other ?? []
  if (only === undefined || other?.length !== 1) return null
  const texts = textsOf(shell, left)
  switch (operator) {
    case '=':
    case '==':
      return agreed(texts, (text) => text === only)
    case '!=':
      return agreed(texts, (text) => text !== only)
    case '-eq':
    case '-ne':
    case '-gt':
    case '-lt':
    case '-ge':
    case '-le':
      // Numbers that are counted on are not followed: the number of arguments alone.
      return left.text === '$#' && /^\d{1,3}$/.test(only) ? agreed(texts, (text) => compare(Number(text), operator, Number(only))) : null
    default:
      return null
  }
}

function compare(a: number, operator: string, b: number): boolean {
  return operator === '-eq'
    ? a === b
    : operator === '-ne'
      ? a !== b
      : operator === '-gt'
        ? a > b
        : operator === '-lt'
          ? a < b
          : operator === '-ge'
            ? a >= b
            : a <= b
}

function agreed(texts: readonly string[] | null, holds: (text: string) => boolean): boolean | null {
  const [first, ...others] = (texts ?? []).map(holds)
  return first === undefined || others.some((one) => one !== first) ? null : first
}

/** Those of its branches that may be taken. */
export function takenItems(shell: Shell, node: Case): Case['items'] {
  const texts = shell.script === '' || node.items.some(({ terminator }) => terminator === ';&' || terminator === ';;&') ? null : textsOf(shell, node.word)
  if (texts === null) return node.items
  const spell = surveyOf(shell).anyCase ? (text: string) => text.toLowerCase() : (text: string) => text
  let left = texts.map(spell)
  return node.items.filter(({ pattern }) => {
    if (left.length === 0) return false
    const plain = pattern.map((word) => plainPattern(shell, word)).map((one) => (one === undefined ? one : spell(one)))
    const may = plain.some((one, at) =>
      one === undefined ? pattern[at]?.text === '*' || left.some((text) => mayMatch(spell(pattern[at]?.text ?? ''), text)) : left.includes(one),
    )
    left = pattern.some(({ text }) => text === '*') ? [] : left.filter((text) => !plain.includes(text))
    return may
  })
}
const PLAIN_PATTERN = /^["']?([\w.:@%+,=/-]*)["']?$/

/** A pattern that stands for itself alone, also where a variable holds it; undefined for others. */
function plainPattern(shell: Shell, word: SyntaxWord): string | undefined {
  const plain = PLAIN_PATTERN.exec(word.text)?.[1]
  if (plain !== undefined || !/^"?\$\{?\w+\}?"?$/.test(word.text)) return plain
  const texts = textsOf(shell, word)
  return texts?.length === 1 ? PLAIN_PATTERN.exec(texts[0] ?? '')?.[1] : undefined
}

/** A pattern that begins or ends with known text cannot stand for a text that does not; what a variable in it holds may be anything. */
function mayMatch(pattern: string, text: string): boolean {
  const [, head = '', tail = ''] = /^([\w.:/-]*)[^\w.:/-](?:.*[^\w.:/-])?([\w.:/-]*)$/s.exec(pattern.replaceAll(/\$\w+/g, '*')) ?? []
  return text.startsWith(head) && text.endsWith(tail)
}

/** Every text that a word may be, as far as arguments and plain assignments make it; null where something else may. */
function textsOf(shell: Shell, word: SyntaxWord): readonly string[] | null {
  const { text } = word
  if (text.length > 200 || /[`\\~*?[]|\$\(|\$\{[!#^]|<\(|>\(/.test(text)) return null
  const uses = [...text.matchAll(/\$(?:(\w+|[@*#?!$-])|\{(\w+)([^}]*)\})/g)].map(([, bare, braced, rest = '']) => ({ name: bare ?? braced ?? '', rest }))
  const { positional } = shell
  const survey = surveyOf(shell)
  const shifts = survey.shifts && positional?.length !== 0
  if (uses.length > 1) return null
  const [use] = uses
  if (use === undefined) return [expandValue(shell, word).text ?? '']
  if (use.rest !== '' && !/^:?-[\w./-]*$/.test(use.rest)) return null
  const isArgument = /^[1-9#]$/.test(use.name)
  if (survey.sets && (isArgument || sourceOf(survey, use.name).from !== 'text')) return null
  if (
    isArgument
      ? positional === null || positional.some((one) => one.text === null || one.parts !== undefined)
      : !isPlainVariable(shell, use.name, shifts, word.pos)
  )
    return null
  // An argument nobody gave is empty, whatever a committed script is otherwise taken to check.
  const plain = altered(shell, { own: false })
  if (isArgument && shifts && positional !== null && positional.length > 0) {
    if (positional.length > MOST_TEXTS) return null
    const rests = positional.map((_, at) => positional.slice(at)).concat([[]])
    return known(rests.map((rest) => expandValue(altered(plain, { positional: rest }), word).text))
  }
  plain.choices = 1
  const out: (string | null)[] = []
  for (let choice = 0; choice < Math.min(plain.choices, MOST_TEXTS); choice++) {
    plain.choice = choice
    out.push(expandValue(plain, word).text)
  }
  return plain.choices > MOST_TEXTS ? null : known(out)
}
const known = (texts: readonly (string | null)[]): readonly string[] | null => (texts.includes(null) ? null : [...new Set(texts as readonly string[])])

/** Set in this script, and by nothing but plain text and arguments: what the environment says is not known. */
function isPlainVariable(shell: Shell, name: string, shifts: boolean, at: number): boolean {
  if (!/^[A-Za-z_]\w*$/.test(name) || !shell.vars.has(name) || shell.calling.length > 0) return false
  const survey = surveyOf(shell)
  // What is run as text reads the arguments, if there are any.
  if (survey.evals && shell.positional?.length !== 0) return false
  const { from, since } = sourceOf(survey, name)
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
  if (since < 0 || given.some(([, equals]) => equals !== '=')) return ELSEWHERE
  const values = given.map(([, , value = '']) => value)
  if (values.every((value) => AS_TEXT.test(value))) return { from: 'text', since }
  return values.every((value) => AS_TEXT.test(value) || AS_ARGUMENT.test(value)) ? { from: 'argument', since } : ELSEWHERE
}
const AS_TEXT = /^(?:"[\w.:@%+,/ -]*"|'[^']*'|[\w.:@%+,/-]*)$/
const AS_ARGUMENT = /^"?\$(?:[1-9]|\{[1-9](?::?-[\w./-]*)?\})"?$/
