// What does `find` (or `fd`) do with what it finds? Its roots, its filters, and -exec, -delete, -fprint.
import type { Part, Word } from '../../../model.ts'
import { addPath } from '../../paths.ts'
import { doerOf, fork } from '../../shell/state.ts'
import { literal, unknownWord } from '../../trace.ts'
import type { Line } from '../selectors.ts'
import { toWord } from '../../shell/fields.ts'

interface Search {
  readonly roots: readonly Word[]
  readonly names: readonly string[]
  /** Some other test narrows what is found (age, size, owner …). */
  readonly narrowed: boolean
  /** Only empty files and folders. */
  readonly empty: boolean
}

const NAME_TESTS = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename'])
const NARROWING = new Set(['-mtime', '-mmin', '-atime', '-amin', '-ctime', '-cmin', '-size', '-newer', '-user', '-group', '-perm', '-regex', '-iregex', '-inum', '-links', '-samefile', '-uid', '-gid', '-nouser', '-nogroup', '-lname', '-newermt', '-readable', '-executable', '-used', '-anewer', '-cnewer', '-xtype', '-fstype', '-newerct', '-newerat'])
const ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir'])

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
  const names: string[] = []
  let narrowed = false
  let empty = false
  let negated = false
  const expression = words.slice(at)
  expression.forEach((word, index) => {
    const text = word.text ?? ''
    if (text === '!' || text === '-not') {
      negated = true
      return
    }
    if (NAME_TESTS.has(text)) {
      const name = expression[index + 1]?.text
      if (name != null && !negated) names.push(name)
      else narrowed = true
    } else if (NARROWING.has(text)) narrowed = true
    else if (text === '-empty') empty = !negated
    negated = false
  })
  const search: Search = { roots: roots.length === 0 ? [literal('.')] : roots, names, narrowed, empty }
  const found = foundWords(search)
  for (let index = 0; index < expression.length; index++) {
    const text = expression[index]?.text ?? ''
    if (text === '-delete' && !empty) for (const word of found) addPath(shell, doerOf(shell, command.span), word, { does: 'delete', how: 'pattern', recursive: true })
    if (text === '-fprint' || text === '-fls' || text === '-fprintf') {
      const target = expression[index + 1]
      if (target !== undefined) addPath(shell, doerOf(shell, command.span), target, { does: 'write', how: 'truncate', recursive: false })
    }
    if (!ACTIONS.has(text)) continue
    const end = expression.findIndex((word, position) => position > index && (word.text === ';' || (word.text === '+' && expression[position - 1]?.text === '{}')))
    const inner = expression.slice(index + 1, end < 0 ? undefined : end)
    if (!empty) for (const word of found) runOn(line, inner, word)
    index = end < 0 ? expression.length : end
  }
  return { ...unknownWord('find', true, [line.id]), items: empty ? [] : found }
}

/** One word for each thing that may be found: `root/…/name`, or the root's whole contents. */
function foundWords({ roots, names, narrowed }: Search): readonly Word[] {
  return roots.flatMap((root) => {
    const base: readonly Part[] = root.parts ?? [{ kind: 'text', text: root.text ?? '' }]
    const slash: Part = { kind: 'text', text: '/' }
    if (names.length === 0) return [toWord(narrowed ? [...base, slash, { kind: 'glob', text: '*' }, { kind: 'text', text: '/' }, { kind: 'glob', text: '?*' }] : [...base, slash, { kind: 'glob', text: '*' }], root.from ?? [])]
    return names.slice(0, 8).map((name) => toWord(root.text === name ? [...base] : [...base, slash, ...globParts(name.replace(/^(?:\.?\/|\*\/)+/, ''))], root.from ?? []))
  })
}

export function globParts(pattern: string): Part[] {
  return (pattern.match(/[*?]|\[[^\]]*\]|[^*?[]+|\[/g) ?? []).map((piece) => (piece === '*' || piece === '?' || (piece.length > 1 && piece.startsWith('[')) ? { kind: 'glob', text: piece } : { kind: 'text', text: piece }))
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
    if (at > 0) parts.push(...(item.parts ?? [{ kind: 'text' as const, text: item.text ?? '' }]))
    if (piece !== '') parts.push({ kind: 'text', text: piece })
  })
  return toWord(parts, item.from ?? [])
}
