// What does `find` (or `fd`) do with what it finds? Its roots, its filters, and -exec, -delete, -fprint.
import { globPieces } from '../text/glob.ts'
import { parentOf } from '../text/path.ts'
import { wordSet } from '../text/word-set.ts'
import type { Part, Word } from '../model.ts'
import { ownHolding, ownMatching, ownNamed } from '../self/own-files.ts'
import { locate } from '../disk/paths.ts'
import { altered, fork } from '../machine/process.ts'
import { afford } from '../log/process.ts'
import { literal, unknownWord } from '../value/text.ts'
import type { Line } from '../machine/shell.ts'
import { hasGlob, toWord, isBehindFolder } from '../value/fields.ts'
import { act } from '../machine/act.ts'

/** What must hold of a thing before the next part of the expression sees it. */
interface Tests {
  /** Any of these names or paths; null: any at all. */
  readonly names: readonly string[] | null
  /** Some other test narrows what is found (age, size, owner …). */
  readonly narrowed: boolean
  /** Only empty files and folders. */
  readonly empty: boolean
}
const ANYTHING: Tests = { names: null, narrowed: false, empty: false }

const NAME_TESTS = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename'])
const NARROWING = wordSet(
  '-mtime -mmin -atime -amin -ctime -cmin -size -newer -user -group -perm -regex -iregex -inum -links -samefile -uid -gid -nouser -nogroup ' +
    '-lname -newermt -readable -executable -used -anewer -cnewer -xtype -fstype -newerct -newerat',
)
const UNARY = new Set(['-nouser', '-nogroup', '-readable', '-executable', '-writable'])
const ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const WRITES = new Set(['-delete', '-fprint', '-fls', '-fprintf', '-fprint0'])
const PRINTS = new Set(['-print', '-print0', '-printf', '-ls'])
const WITH_VALUE = new Set(['-type', '-maxdepth', '-mindepth', '-regextype', '-context', '-files0-from'])
const ALTERNATIVES = new Set(['-o', '-or', ','])

export function readFind(line: Line & { readonly id: number }): Word {
  const { shell, command } = line
  const words = command.words.slice(1)
  let at = 0
  while (/^-[HLPDO]/.test(words[at]?.text ?? '')) at += words[at]?.text === '-D' ? 2 : 1
  const roots: Word[] = []
  for (; at < words.length; at++) {
    const word = words[at]
    if (word === undefined || (word.text !== null && /^[-!(]/.test(word.text))) break
    roots.push(word)
  }
  if (roots.length === 0) roots.push(literal('.'))
  const expression = words.slice(at)
  const deepest = depthOf(expression)
  const matching = ownByPattern(line, roots, expression)
  // Ours stand first and last: what is done to the first or the last of several names may be done to any of them.
  const all = (tests: Tests): readonly Word[] => {
    const own = [...ownFound(line, roots, tests, deepest), ...matching]
    return [...own, ...foundWords(roots, tests), ...own]
  }
  const found = (tests: Tests): readonly Word[] => (tests.empty ? [] : all(tests))
  const printed = readExpression(expression, (index, tests) => {
    const text = expression[index]?.text
    if (text === '-delete')
      for (const word of found(tests)) act({ do: 'delete', path: word, how: 'pattern', recursive: isMany(line, word) }, shell, command.span)
    else if (text !== undefined && text !== null && WRITES.has(text)) {
      const target = expression[index + 1]
      if (target !== undefined) act({ do: 'write', path: target, how: 'truncate' }, shell, command.span)
    } else {
      const inner = expression.slice(index + 1, endOfAction(expression, index))
      // With an empty thing nothing is lost, but what else the command does is done.
      for (const word of tests.empty ? [literal('/tmp/empty/found')] : all(tests))
        runOn(text?.endsWith('dir') === true ? besideIt(line, word) : line, inner, word)
    }
  })
  return { ...unknownWord('find', true, [line.id]), items: found(printed) }
}

/** `-execdir` runs where the thing lies. */
function besideIt<L extends Line>(line: L, { text, deep }: Word): L {
  return text === null || deep !== undefined || !text.startsWith('/') ? line : { ...line, shell: altered(line.shell, { cwd: literal(parentOf(text)) }) }
}

/** By one name it takes files and empty folders: few where one works, and nobody knows how many elsewhere. */
const isMany = ({ shell }: Line, word: Word): boolean => hasGlob(word) || !locate(shell, word).places.includes('inside-project')

/** Reads tests and actions as `find` does, from left to right; returns what holds of the things it prints. */
function readExpression(expression: readonly Word[], act: (index: number, tests: Tests) => void): Tests {
  const printed: Tests[] = []
  // Without an action it prints all for which the expression is true, what is pruned too.
  const acts = expression.some(({ text }) => text !== null && (PRINTS.has(text) || ACTIONS.has(text) || WRITES.has(text)))
  let at = 0
  const either = (start: Tests, depth: number): Tests => {
    const ends: Tests[] = []
    const pruned: Tests[] = []
    for (;;) {
      const from = at
      const end = all(start, depth)
      // What is pruned is not looked into.
      const isPruned = acts && depth === 0 && expression.slice(from, at).some((word) => word.text === '-prune')
      ;(isPruned ? pruned : ends).push(end)
      if (!ALTERNATIVES.has(expression[at]?.text ?? '')) return merge(start, ends.length > 0 ? ends : pruned)
      at++
    }
  }
  const all = (start: Tests, depth: number): Tests => {
    let tests = start
    while (at < expression.length) {
      const text = expression[at]?.text ?? ''
      if (text === ')' || ALTERNATIVES.has(text)) return tests
      const index = at++
      if (text === '!' || text === '-not') {
        const next = expression[at]?.text ?? ''
        if (next === '(') {
          at++
          either(tests, depth + 1)
          at++
          tests = { ...tests, narrowed: true }
        } else if (NAME_TESTS.has(next) || NARROWING.has(next)) {
          at += UNARY.has(next) ? 1 : 2
          tests = { ...tests, narrowed: true }
        } else at++
      } else if (text === '(') {
        tests = either(tests, depth + 1)
        at++
      } else if (NAME_TESTS.has(text)) {
        const name = expression[at++]?.text
        const spellings = name == null ? [] : text.startsWith('-i') && name !== name.toLowerCase() ? [name, name.toLowerCase()] : [name]
        const before = tests.names
        tests = spellings.length === 0 ? { ...tests, narrowed: true } : { ...tests, names: spellings.flatMap((one) => both(before, one)) }
      } else if (NARROWING.has(text)) {
        if (!UNARY.has(text)) at++
        tests = { ...tests, narrowed: true }
      } else if (PRINTS.has(text)) {
        if (text === '-printf') at++
        printed.push(tests)
      } else if (text === '-empty') tests = { ...tests, empty: true }
      else if (ACTIONS.has(text)) {
        act(index, tests)
        at = endOfAction(expression, index) + 1
      } else if (WRITES.has(text)) {
        act(index, tests)
        at += text === '-delete' ? 0 : 1
      } else if (WITH_VALUE.has(text)) at++
    }
    return tests
  }
  let last = ANYTHING
  for (; at < expression.length; at++) last = either(ANYTHING, 0)
  return printed.length > 0 ? merge(ANYTHING, printed) : last
}

/** Both tests must hold: a path says in which folder, a name what it is called there. */
function both(names: readonly string[] | null, name: string): readonly string[] {
  if (names === null) return [name]
  const folder = (path: string): string => path.replace(/[^/]*$/, '')
  return names.map((known) => (known.includes('/') === name.includes('/') ? known : known.includes('/') ? folder(known) + name : folder(name) + known))
}

/** One of several branches held. */
function merge(start: Tests, ends: readonly Tests[]): Tests {
  const [only] = ends
  if (only === undefined) return start
  if (ends.length === 1) return only
  const empty = ends.every((end) => end.empty)
  if (ends.every((end) => end.names !== null && end !== start))
    return { names: ends.flatMap((end) => end.names ?? []), narrowed: ends.some((end) => end.narrowed), empty }
  return { names: start.names, narrowed: start.narrowed || ends.every((end) => end.narrowed || end.names !== null), empty }
}

function endOfAction(expression: readonly Word[], index: number): number {
  const end = expression.findIndex(
    (word, position) => position > index && (word.text === ';' || (word.text === '+' && expression[position - 1]?.text === '{}')),
  )
  return end < 0 ? expression.length : end
}

/** More than the budget of a call could pay for, which says that there is more. */
export const MOST_FOUND = 4000

/** One word for each thing that may be found: `root/…/name`, or the root's whole contents. */
function foundWords(roots: readonly Word[], { names, narrowed }: Tests): readonly Word[] {
  return roots.flatMap((root) => {
    const base: readonly Part[] = root.parts ?? [{ kind: 'text', text: root.text ?? '' }]
    const slash: Part = { kind: 'text', text: '/' }
    if (names === null)
      return [
        {
          ...toWord(
            narrowed
              ? [...base, slash, { kind: 'glob', text: '*' }, { kind: 'text', text: '/' }, { kind: 'glob', text: '?*' }]
              : [...base, slash, { kind: 'glob', text: '*' }],
            root.from ?? [],
          ),
          deep: root.text ?? '',
        },
      ]
    return names.slice(0, Math.ceil(MOST_FOUND / roots.length)).map((name) => ({
      ...toWord(root.text === name ? [...base] : [...base, slash, ...globParts(name.replace(/^(?:\.?\/|\*\/)+/, ''))], root.from ?? []),
      deep: root.text ?? '',
    }))
  })
}

/** What of ours has such a name, wherever it lies below. */
export function ownFound({ shell }: Line, roots: readonly Word[], { names }: Pick<Tests, 'names'>, deepest: number): readonly Word[] {
  if (names === null || shell.at !== 'here' || !afford(shell, names.length / NAMES_A_STEP)) return []
  return roots.flatMap((root) => {
    const { resolved } = root.text === null ? { resolved: null } : locate(shell, root)
    if (resolved === null || resolved.includes('\0')) return []
    return names.flatMap((name) => [
      ...ownNamed(shell.trace.scene, resolved, name, deepest).map((path) => literal(path)),
      ...ownHolding(shell.trace.scene, resolved, name, deepest).map(somethingIn),
    ])
  })
}

/** Each is looked for among our files. */
const NAMES_A_STEP = 16
const somethingIn = (folder: string): Word =>
  toWord(
    [
      { kind: 'text', text: `${folder}/` },
      { kind: 'unknown', name: 'find', mayBeEmpty: false },
    ],
    [],
  )

/** The same by a regular expression, which is about the whole path. */
function ownByPattern({ shell }: Line, roots: readonly Word[], expression: readonly Word[]): readonly Word[] {
  const patterns = expression.flatMap(({ text }, at) =>
    REGEX.has(text ?? '') && !NOT.has(expression[at - 1]?.text ?? '') ? [expression[at + 1]?.text ?? ''] : [],
  )
  if (patterns.length === 0 || shell.at !== 'here' || !afford(shell, patterns.length / NAMES_A_STEP)) return []
  return roots.flatMap((root) => {
    const { resolved } = root.text === null ? { resolved: null } : locate(shell, root)
    if (resolved === null || resolved.includes('\0')) return []
    return patterns.flatMap((pattern) => ownMatching(shell.trace.scene, resolved, pattern).map((path) => literal(path)))
  })
}
const REGEX = new Set(['-regex', '-iregex'])
const NOT = new Set(['!', '-not'])

/** As deep as it looks. */
function depthOf(expression: readonly Word[]): number {
  const at = expression.findIndex((word) => word.text === '-maxdepth')
  const text = at < 0 ? undefined : expression[at + 1]?.text
  return text != null && /^\d{1,4}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}

export function globParts(pattern: string): Part[] {
  return globPieces(pattern).map((piece) =>
    piece === '*' || piece === '?' || (piece.length > 1 && piece.startsWith('[')) ? { kind: 'glob', text: piece } : { kind: 'text', text: piece },
  )
}

/** Runs a command template on one thing: `{}` is replaced, inside words too. */
export function runOn({ shell, command, id }: Line & { readonly id: number }, template: readonly Word[], item: Word, placeholder = '{}', append = false): Word {
  let used = false
  const words = template.map((word) => {
    if (word.text === null || !word.text.includes(placeholder)) return word
    used = true
    if (word.text === placeholder) return item
    return substitute(word.text, placeholder, item)
  })
  const inner = fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span })
  return shell.read.perform(inner, { words: used || !append ? words : [...words, item], assigns: [], stdin: null, span: command.span })
}

function substitute(text: string, placeholder: string, item: Word): Word {
  const parts: Part[] = []
  text.split(placeholder).forEach((piece, at) => {
    if (at > 0) for (const part of item.parts ?? [{ kind: 'text' as const, text: item.text ?? '' }]) if (!isBehindFolder(parts, part)) parts.push(part)
    if (piece !== '') parts.push({ kind: 'text', text: piece })
  })
  return toWord(parts, item.from ?? [])
}
