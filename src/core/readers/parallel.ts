// What GNU parallel runs: its template with each item in the places that `{}`, `{.}`, `{2//}` and the like hold.
import type { Word } from '../model.ts'
import { locate } from '../disk/paths.ts'
import { joinWords } from '../value/fields.ts'
import { altered, fork } from '../machine/process.ts'
import { literal, unknownWord } from '../value/text.ts'
import { execute } from '../machine/execute.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Line } from '../machine/shell.ts'
import { runOn } from './find.ts'
import { itemsOf } from './items.ts'

/** `:::` and its kin end the template. */
const isMark = (word: Word): boolean => word.text?.startsWith(':::') === true

/** What a placeholder makes of an item: without its ending, its last part, its folder, both of the first. */
const SHAPES: Readonly<Record<string, (item: string) => string>> = {
  '': (item) => item,
  '.': (item) => item.replace(/\.[^./]*$/, ''),
  '/': (item) => item.replace(/^.*\//, ''),
  '//': (item) => (item.includes('/') ? item.replace(/\/[^/]*$/, '') || '/' : '.'),
  '/.': (item) => item.replace(/^.*\//, '').replace(/\.[^.]*$/, ''),
}
const PLACEHOLDER = /\{(\d*)(\/\/|\/\.|\/|\.)?\}/g
/** Perl between `{=` and `=}`, which is run for each item, in a dry run too. */
function perlIn(text: string): readonly string[] {
  const found: string[] = []
  for (let at = text.indexOf('{='); at >= 0; at = text.indexOf('{=', at)) {
    const end = text.indexOf('=}', at + 2)
    if (end < 0) break
    found.push(text.slice(at + 2, end))
    at = end + 2
  }
  return found
}

export function readParallel(given: Line & { readonly id: number }): Word {
  const [folder] = valuesOf(given.parsed.options, '--workdir')
  const { resolved } = folder === undefined ? { resolved: null } : locate(given.shell, folder)
  const line = resolved === null ? given : { ...given, shell: altered(given.shell, { cwd: literal(resolved) }) }
  const { shell, command, parsed } = line
  const position = parsed.positions[0]
  const all = position === undefined ? [] : command.words.slice(position)
  const mark = all.findIndex(isMark)
  const template = mark < 0 ? all : all.slice(0, mark)
  const items = mark < 0 ? itemsOf(command.stdin, true) : all.slice(mark + 1).filter((word) => !isMark(word))
  const inner = fork(shell, { by: line.id, depth: shell.depth + 1, span: shell.span ?? command.span })
  for (const { text } of template)
    for (const code of perlIn(text ?? '')) execute(inner, { language: 'perl', code: literal(code), origin: 'argument', span: command.span, stdin: null })
  if (has(parsed.options, ['--dry-run'])) return unknownWord('parallel', true, [line.id])
  for (const item of items) {
    if (shell.trace.budget.spent) break
    const filled = template.map((word) => filledIn(word, item))
    const isFilled = filled.some((word, at) => word !== template[at])
    // Without a template, each item is a whole command line.
    if (template.length === 0) execute(inner, { language: 'shell', code: item, origin: 'stdin', span: command.span, stdin: null })
    else if (template.length === 1 && /\s/.test(template[0]?.text ?? '')) {
      const text = template[0]?.text ?? ''
      const shown = item.text ?? '${item}'
      const code = isFilled ? (filled[0]?.text ?? shown) : text.includes('{}') ? text.split('{}').join(shown) : `${text} ${shown}`
      execute(inner, { language: 'shell', code: joinWords([literal(code)]), origin: 'argument', span: command.span, stdin: null })
    } else if (isFilled) inner.read.perform(inner, { words: filled, assigns: [], stdin: null, span: command.span })
    else runOn(line, template, item, '{}', true)
  }
  return unknownWord('parallel', true, [line.id])
}

/** Any item may stand in any numbered place: sources are combined in many ways. */
function filledIn(word: Word, item: Word): Word {
  if (word.text === null || item.text === null || !(word.text.match(PLACEHOLDER) ?? []).some((one) => one !== '{}')) return word
  const { text } = item
  return literal(
    word.text.replace(PLACEHOLDER, (_, _place, shape?: string) => SHAPES[shape ?? '']?.(text) ?? text),
    [...(word.from ?? []), ...(item.from ?? [])],
  )
}
