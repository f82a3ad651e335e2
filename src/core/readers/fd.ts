// What does `fd` run on what it finds? Its pattern, its roots, and everything after -x or -X.
import { wordSet } from '../text/word-set.ts'
import type { Word } from '../model.ts'
import { globParts, MOST_FOUND, ownFound, runOn } from './find.ts'
import { toWord } from '../value/fields.ts'
import { literal, unknownWord } from '../value/text.ts'
import type { ReaderLine } from '../machine/shell.ts'

const WITH_VALUE = wordSet(
  '-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -c --color -j --threads -S --size -o --owner --changed-within ' +
    '--changed-before --base-directory --search-path --max-results --ignore-file --format --and --path-separator --batch-size',
)
const RUNS = new Set(['-x', '--exec', '-X', '--exec-batch'])
const PLACEHOLDER = /^\{(?:|\/|\/\/|\.|\/\.)\}$/

export function readFd(line: ReaderLine): Word {
  const words = line.command.words.slice(1)
  const operands: Word[] = []
  const names: string[] = []
  const roots: Word[] = []
  let template: readonly Word[] | null = null
  let isGlob = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    const text = word.text ?? ''
    if (RUNS.has(text)) {
      const end = words.findIndex((other, position) => position > at && other.text === ';')
      template = words.slice(at + 1, end < 0 ? undefined : end)
      break
    }
    if (WITH_VALUE.has(text)) {
      const value = words[++at]
      if (value !== undefined && (text === '-e' || text === '--extension')) names.push(`*.${(value.text ?? '*').replace(/^\./, '')}`)
      if (value !== undefined && (text === '--search-path' || text === '--base-directory')) roots.push(value)
    } else if (!text.startsWith('-') || text === '-') operands.push(word)
    else isGlob ||= text === '--glob' || /^-[a-zA-Z]*g/.test(text)
  }
  const [pattern, ...paths] = operands
  roots.push(...paths)
  if (pattern !== undefined && !/^(?:\.?\*?|\^)$/.test(pattern.text ?? '?') && names.length === 0)
    names.push(isGlob ? (pattern.text ?? '?*') : nameOf(pattern.text))
  const named = (roots.length === 0 ? [literal('.')] : roots).flatMap((root) =>
    (names.length === 0 ? ['*'] : names.slice(0, Math.ceil(MOST_FOUND / Math.max(1, roots.length)))).map((name) => ({
      ...toWord([...(root.parts ?? [{ kind: 'text' as const, text: root.text ?? '' }]), { kind: 'text', text: '/' }, ...globParts(name)], root.from ?? []),
      deep: root.text ?? '',
    })),
  )
  const own = names.length === 0 ? [] : ownFound(line, roots, { names }, Number.POSITIVE_INFINITY)
  const found = [...own, ...named, ...own]
  if (template !== null) {
    const same = template.map((word) => (PLACEHOLDER.test(word.text ?? '') ? literal('{}') : word))
    for (const word of found) runOn(line, same, word, '{}', true)
  }
  return { ...unknownWord('fd', true, [line.id]), items: found }
}

/** A plain name stays one, an expression becomes "some names". */
function nameOf(pattern: string | null): string {
  const plain = /^(\^?)((?:[\w-]|\\?\.)+)(\$?)$/.exec(pattern ?? '')
  if (plain === null) return '?*'
  const [, start = '', name = '', end = ''] = plain
  return `${start === '' ? '*' : ''}${name.replaceAll('\\', '')}${end === '' ? '*' : ''}`
}
