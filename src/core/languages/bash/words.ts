// What would this word become? Expansion in bash's order: braces, tilde, parameters and substitutions, splitting, globs.
import type { Word } from '../../model.ts'
import { literal, union, unknownWord } from '../../value/text.ts'
import { ASSIGNS, count, COUNTS, evaluate } from './re-evaluation.ts'
import { computedWord } from './arithmetic.ts'
import { expandBraces } from './braces.ts'
import { closeField, isFull, newFields, pushGlob, pushParts as addParts, pushQuoted, pushSplit, pushText, toWord } from '../../value/fields.ts'
import type { Fields } from '../../value/fields.ts'
import { expandParameter, expandSimple } from './parameters.ts'
import { parseShell } from './parse.ts'
import type { ArithmeticExpression, DoubleQuotedChild, SyntaxWord, WordPart } from './parse.ts'
import { afford, bulkOf, doerOf, spanAt } from '../../log/process.ts'
import { drain } from '../../machine/descriptors.ts'
import { fork } from '../../machine/process.ts'
import type { Shell } from '../../machine/process.ts'
import { lookup, positionalOf } from '../../machine/env.ts'
import { obey } from '../../machine/flow.ts'
import { notRead } from '../../machine/effect.ts'
import { act } from '../../machine/act.ts'

/** Braces in longer words are not expanded: each copy would be read again. */
const LONGEST_BRACES = 8000
/** Characters looked at for braces. */
const WORK_OF_A_STEP = 2000
/** Nothing in it means anything to the shell. */
const PLAIN = /^[\w./:@%+-]+$/

/** The fields a word becomes: none, one or several. */
export function expandWord(shell: Shell, word: SyntaxWord): readonly Word[] {
  const parts = partsOf(shell, word)
  if (parts === null) return [unknownWord('long')]
  if (word.text.length > LONGEST_BRACES) {
    if (parts?.some((part) => part.type === 'BraceExpansion') === true)
      act(notRead('too-large', 'high', 'a very long word with braces'), shell, spanAt(shell, word.pos, word.end))
  } else if (word.text.includes('{') && /,|\.\./.test(word.text)) {
    if (shell.trace.budget.spent) return []
    const { words: raws, cut, work } = expandBraces(word.text)
    const doer = doerOf(shell, { field: shell.trace.field, start: word.pos, end: word.end })
    if (cut) act(notRead('too-much', 'high', 'braces that stand for more words than are read'), shell, spanAt(shell, word.pos, word.end))
    if (raws.length > 1 || raws[0] !== word.text) {
      // Every copy that is not plain is read again, and so is what stands inside it.
      const plain = raws.filter((raw) => PLAIN.test(raw)).length
      const holdsCommands = /\$\(|`|<\(|>\(/.test(word.text)
      const each = Math.ceil(1 + word.text.length / (holdsCommands ? 8 : 50))
      if (!shell.trace.budget.spend(Math.ceil(plain / 8 + work / WORK_OF_A_STEP) + (raws.length - plain) * each, doer)) return []
      // Commands inside the braces run whatever the text around them looks like.
      if (holdsCommands) pushParts(shell, newFields(), parts ?? [], true)
      return raws.flatMap((raw) => (PLAIN.test(raw) ? [literal(raw)] : expandRaw(shell, raw)))
    }
    // Braces that are none were looked for all the same, and what stands inside is looked through once more.
    if (work >= WORK_OF_A_STEP && !shell.trace.budget.spend(Math.floor(work / WORK_OF_A_STEP), doer)) return []
  }
  if (parts === undefined)
    return [{ text: word.text === word.value ? argumentTilde(shell, word.value) : word.text.startsWith('\\') ? word.value : tilde(shell, word.value) }]
  const fields = newFields()
  pushParts(shell, fields, parts, true)
  closeField(fields)
  return fields.done
}

/** For each command inside of a long text the parser may look for its end through all of it. */
const mayLookInto = (shell: Shell, { text }: { readonly text: string }): boolean =>
  text.length <= LONG_TEXT || afford(shell, (text.length * (text.split('$(').length - 1)) / LOOKED_THROUGH_A_STEP)
const LONG_TEXT = 512
const LOOKED_THROUGH_A_STEP = 4000

/** Null where looking cannot be paid for. */
const partsOf = (shell: Shell, word: SyntaxWord): SyntaxWord['parts'] | null => (mayLookInto(shell, word) ? word.parts : null)

/** One value without splitting or globbing: assignments, redirection targets, here-strings, `case` words. */
export function expandValue(shell: Shell, word: SyntaxWord): Word {
  const parts = partsOf(shell, word)
  if (parts === null) return unknownWord('long')
  if (parts === undefined) return { text: word.text === word.value ? tildes(shell, word.value) : word.value }
  const fields = newFields()
  pushParts(shell, fields, parts, false)
  return toWord(fields.parts, fields.from)
}

/** The text of an unquoted here-document. */
export function expandBody(shell: Shell, text: string, parts: readonly WordPart[] | undefined): Word {
  if (parts === undefined) return literal(text)
  const fields = newFields()
  for (const part of parts) {
    if (part.type === 'Literal') pushText(fields, part.value)
    else pushExpansion(shell, fields, part, false)
  }
  return toWord(fields.parts, fields.from)
}

function expandRaw(shell: Shell, raw: string): readonly Word[] {
  const { script, doubt } = parseShell(`_ ${raw.startsWith('#') ? '\\' : ''}${raw}`)
  const command = script?.commands[0]?.command
  const word = command?.type === 'Command' ? command.args[0] : undefined
  if (doubt !== null || (script?.commands.length ?? 0) > 1 || (command?.type === 'Command' && command.args.length > 1)) {
    act(notRead('unparsed', 'high', 'braces around something that does not parse alone'), shell, spanAt(shell, 0, raw.length))
  }
  if (word === undefined || word.type !== 'Word') return raw === '' ? [] : [literal(raw)]
  if (word.parts === undefined) return [{ text: argumentTilde(shell, word.value) }]
  const fields = newFields()
  pushParts(shell, fields, word.parts, true)
  closeField(fields)
  return fields.done
}

function pushParts(shell: Shell, fields: Fields, parts: readonly WordPart[], split: boolean): void {
  for (let at = 0; at < parts.length; at++) pushWordPart(shell, fields, parts[at]!, at === 0, split)
}

function pushWordPart(shell: Shell, fields: Fields, part: WordPart, isFirst: boolean, split: boolean): void {
  switch (part.type) {
    case 'Literal': {
      const home = !isFirst
        ? part.value
        : split
          ? argumentTilde(shell, part.value, part.text)
          : part.text.startsWith('~')
            ? tildes(shell, part.value)
            : part.value
      return pushText(fields, home)
    }
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return pushText(fields, part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      // `"$@"` of nothing is no word at all.
      if (part.parts.length === 0 || !part.parts.every((one) => isAllArguments(one) && elementsOf(shell, one)?.length === 0)) fields.open = true
      return pushDoubleQuoted(shell, fields, part.parts)
    case 'Glob':
      return split ? pushGlob(fields, part.text) : pushText(fields, part.text)
    case 'ExtendedGlob':
      // `@(name)` is the name itself.
      if (split && part.operator === '@' && /^[\w./-]+$/.test(part.pattern)) return pushText(fields, part.pattern)
      return split ? pushGlob(fields, part.text) : pushText(fields, part.text)
    case 'BraceExpansion':
      return part.parts === undefined ? pushText(fields, part.text) : pushParts(shell, fields, part.parts, split)
    default:
      return pushExpansion(shell, fields, part, split)
  }
}

function pushDoubleQuoted(shell: Shell, fields: Fields, parts: readonly DoubleQuotedChild[]): void {
  for (const part of parts) {
    if (part.type === 'Literal') pushText(fields, part.value)
    else if (isAllArguments(part)) pushArguments(shell, fields, part)
    else pushQuoted(fields, paid(shell, expansion(shell, part)))
  }
}

const isAllArguments = (part: DoubleQuotedChild): boolean =>
  part.text === '$@' || (part.type !== 'Literal' && /^\$\{(?:@|\w+\[@\])(?::\s*-?\d{1,6}\s*(?::\s*-?\d{1,6}\s*)?)?\}$/.test(part.text))

/** `"$@"` and `"${array[@]}"`: each element its own field; unquoted, each is split too. */
function pushArguments(shell: Shell, fields: Fields, part: DoubleQuotedChild, split = false): void {
  const words = elementsOf(shell, part)
  if (words === null || !afford(shell, bulkOf(words))) return pushQuoted(fields, unknownWord(ARRAY.exec(part.text)?.[1] ?? '@'))
  words.forEach((word, at) => {
    if (at > 0) closeField(fields)
    if (split) return pushSplit(fields, word, separators(shell))
    fields.open = true
    fields.from = union(fields.from, word.from)
    if (word.text === null) addParts(fields, word.parts ?? [])
    else pushText(fields, word.text)
  })
}

const ARRAY = /^\$\{(\w+)\[@\]/
function elementsOf(shell: Shell, part: DoubleQuotedChild): readonly Word[] | null {
  const name = ARRAY.exec(part.text)?.[1]
  const all = name === undefined ? positionalOf(shell) : shell.vars.has(name) ? (lookup(shell, name)?.words ?? null) : null
  return all === null ? null : sliced(all, part.text, name === undefined ? 1 : 0)
}

/** `${@:2}`, `${a[@]: -1}`, `${a[@]:0:3}`; null where the numbers are not written out. */
function sliced(words: readonly Word[], text: string, first: number): readonly Word[] | null {
  const colon = text.indexOf(':')
  if (colon < 0) return words
  const numbers = /^:\s*(-?\d{1,6})\s*(?::\s*(-?\d{1,6})\s*)?\}$/.exec(text.slice(colon))
  if (numbers === null) return null
  const from = Number(numbers[1])
  const start = from < 0 ? words.length + from : Math.max(0, from - first)
  const length = numbers[2] === undefined ? words.length : Number(numbers[2])
  return start < 0 ? [] : length < 0 ? words.slice(start, length) : words.slice(start, start + length)
}

function pushExpansion(shell: Shell, fields: Fields, part: Exclude<WordPart, { type: 'Literal' }>, split: boolean): void {
  if (
    split &&
    (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion') &&
    (isAllArguments(part) || part.text === '$*' || /^\$\{\w+\[\*\]\}$/.test(part.text))
  ) {
    // Unquoted, `${a[*]}` is split as `${a[@]}` is.
    return pushArguments(shell, fields, { ...part, text: part.text.replace('[*]', '[@]') }, true)
  }
  // Nothing is run for a plain variable, and the rest of the word is not known already.
  if (part.type === 'SimpleExpansion' && isFull(fields)) return
  const word = paid(shell, expansion(shell, part))
  if (split) pushSplit(fields, word, separators(shell))
  else pushQuoted(fields, word)
}

const separators = (shell: Shell): string => lookup(shell, 'IFS')?.words[0]?.text ?? ' \t\n'

/** One more copy of a value: `a=$a$a` doubles it each time. */
const paid = (shell: Shell, word: Word): Word => (afford(shell, bulkOf(word.items ?? ONLY) + bulkOf([word])) ? word : unknownWord('long', true, word.from))
const ONLY: readonly Word[] = []

/** A shell of its own, that does not take over `set -e`. */
const substituted = (shell: Shell): Shell => obey(fork(shell), false)

function expansion(shell: Shell, part: Exclude<WordPart, { type: 'Literal' }>): Word {
  switch (part.type) {
    case 'SimpleExpansion':
      return expandSimple(shell, part.text.slice(1))
    case 'ParameterExpansion':
      return expandParameter(shell, part, expandValue)
    case 'CommandExpansion': {
      if (!mayLookInto(shell, part) || part.script === undefined || shell.trace.budget.spent) return unknownWord('command')
      const printed = shell.read.script(substituted(shell), part.script, null)
      return withoutEnd(printed)
    }
    case 'ArithmeticExpansion':
      if (part.expression !== undefined) visitArithmetic(shell, part.expression)
      doubtText(shell, part.text, part.pos, part.end)
      return computedWord(shell, part.expression)
    case 'ProcessSubstitution':
      return processSubstitution(shell, part)
    default:
      return literal(part.text)
  }
}

/** Without the line ends that `$(…)` drops. */
function withoutEnd(word: Word): Word {
  if (word.text !== null) return { ...word, text: word.text.replace(/(?<!\n)\n+$/, '') }
  const last = word.parts?.at(-1)
  if (last?.kind !== 'text' || !last.text.endsWith('\n') || word.parts === undefined) return word
  return { ...word, parts: [...word.parts.slice(0, -1), { ...last, text: last.text.replace(/(?<!\n)\n+$/, '') }] }
}

function processSubstitution(shell: Shell, part: Extract<WordPart, { type: 'ProcessSubstitution' }>): Word {
  const path = `/dev/fd/${63 + shell.disk.contents.size + shell.outputs.size}`
  if (!mayLookInto(shell, part) || part.script === undefined || shell.trace.budget.spent) return literal(path)
  const inner = substituted(shell)
  if (part.operator === '<') {
    const printed = shell.read.script(inner, part.script, null)
    shell.disk.keep(path, printed)
    return literal(path, printed.from)
  }
  // What is written there is not known yet; what this text has read so far may be it.
  const sources = shell.trace.actions.filter((action) => action.does === 'read').map((action) => action.id)
  const { script } = part
  shell.read.script(inner, script, unknownWord('written', true, sources))
  drain(shell, path, { hear: (written) => void shell.read.script(fork(inner), script, written) })
  return literal(path)
}

/** Bash may read `$(( … ))` with a substitution inside as commands: only plain inner commands are taken as arithmetic. */
export function visitArithmetic(shell: Shell, expression: ArithmeticExpression): void {
  switch (expression.type) {
    case 'ArithmeticBinary':
      visitArithmetic(shell, expression.left)
      visitArithmetic(shell, expression.right)
      if (expression.left.type === 'ArithmeticWord' && ASSIGNS.has(expression.operator))
        count(shell, expression.left.value, expression.operator === '=' && expression.right.type === 'ArithmeticWord' ? expression.right.value : '')
      return
    case 'ArithmeticUnary':
      visitArithmetic(shell, expression.operand)
      if (expression.operand.type === 'ArithmeticWord' && COUNTS.has(expression.operator)) count(shell, expression.operand.value)
      return
    case 'ArithmeticTernary':
      visitArithmetic(shell, expression.test)
      visitArithmetic(shell, expression.consequent)
      return visitArithmetic(shell, expression.alternate)
    case 'ArithmeticGroup':
      return visitArithmetic(shell, expression.expression)
    case 'ArithmeticWord':
      evaluate(shell, expression.value, { field: shell.trace.field, start: expression.pos, end: expression.end })
      for (const part of expression.parts ?? []) {
        if (part.type === 'CommandExpansion' || part.type === 'ParameterExpansion') expansion(shell, part)
        if (part.type === 'CommandExpansion') doubtArithmetic(shell, part.text, part.pos, part.end)
      }
      return
    case 'ArithmeticCommandExpansion':
      if (expression.script !== undefined) shell.read.script(fork(shell), expression.script, null)
      return doubtArithmetic(shell, expression.text, expression.pos, expression.end)
  }
}

/** Quotes and separators have no place in arithmetic: bash may take such a text for a command. */
export function doubtText(shell: Shell, text: string, start: number, end: number): void {
  if (/['";\n]/.test(text.replace(/"\$\w+"|"\$\{\w+\}"/g, ''))) doubt(shell, start, end)
}

const EXPANSION = /"?(?:\$(?:\w+|\{[^{}]*\}|\([^()]*\)|[#?@*!$-])|`[^`]*`)"?/g
const MOST_NESTED = 4

/** `((rm -rf ~))` is two subshells to some shells. Words side by side, a last operator without a value, and characters that numbers do not know say so. */
export function mayBeCommands(text: string): boolean {
  let plain = text
  for (let round = 0; round < MOST_NESTED && /[$`]/.test(plain); round++) plain = plain.replace(EXPANSION, '0')
  if (/[$`]/.test(plain)) return true
  // `rm -rf /x` is a difference and a quotient too, though nobody writes those so.
  if (/^\s*[A-Za-z_]\w*\s+[-/]\w/.test(plain)) return true
  return /[\w)\]]\s+(?:[\w.]|[~!](?!=))/.test(plain) || /[;'"\\.@{}]/.test(plain) || /(?:^|[^-+])[-+*/%&|^<>=~!?:]\s*$/.test(plain)
}

function doubtArithmetic(shell: Shell, text: string, start: number, end: number): void {
  const inner = text.startsWith('$(') ? text.slice(2, -1) : text.slice(1, -1)
  if (/^[^()#\\`]*$/.test(inner) && !/\bcase\b/.test(inner)) return
  doubt(shell, start, end)
}

function doubt(shell: Shell, start: number, end: number): void {
  act(notRead('arithmetic', 'high', 'arithmetic that bash may read as commands'), shell, spanAt(shell, start, end))
}

/** `~`, `~/x`, `~:/x`, `~user/x`, `~+`, `~-` at the start of an unquoted word. */
function tilde(shell: Shell, text: string): string {
  if (!text.startsWith('~')) return text
  const end = text.search(/[/:]/)
  const head = end < 0 ? text : text.slice(0, end)
  const rest = end < 0 ? '' : text.slice(end)
  const { home, platform } = shell.trace.scene
  if (head === '~') return (lookup(shell, 'HOME')?.words[0]?.text ?? home) + rest
  if (head === '~+') return (shell.cwd.text ?? text) + rest
  if (head === '~-') return (shell.previous.text ?? text) + rest
  if (!/^~[A-Za-z_][\w.-]*$/.test(head)) return text
  const user = head.slice(1)
  return (user === 'root' ? '/root' : home.endsWith(`/${user}`) ? home : platform === 'macos' ? `/Users/${user}` : `/home/${user}`) + rest
}

/** A word that looks like an assignment is read as one: `dd of=~/x`. */
function argumentTilde(shell: Shell, text: string, written = text): string {
  if (written.startsWith('~')) return tilde(shell, text)
  const name = written.includes('=~') ? /^[A-Za-z_]\w{0,99}=(?=~)/.exec(written)?.[0] : undefined
  return name === undefined ? text : name + tildes(shell, text.slice(name.length))
}

/** In assignments a tilde also expands after each colon. */
const tildes = (shell: Shell, text: string): string =>
  text.includes('~')
    ? text
        .split(':')
        .map((piece) => tilde(shell, piece))
        .join(':')
    : text

/** Reads every word for its substitutions only (tests, patterns): what they run, they run. */
export function visitWord(shell: Shell, word: SyntaxWord): Word {
  return expandValue(shell, word)
}
