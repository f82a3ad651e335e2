// How is an item added to a list of a YAML file, its other lines left as they are?
import { readYaml } from '../config/yaml.ts'
import type { Json } from '../core/model.ts'
import type { YamlEdit } from '../hosts/_frame/install.ts'
import { problemAt } from './jsonc.ts'
import type { Edited } from './jsonc.ts'
import { appended, eolOf, marked } from './marked-lines.ts'

const isMap = (value: unknown): value is Readonly<Record<string, Json>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text must not hold ours yet. Two names make the path of the list. */
export function addToYaml(text: string, { list: [outer = '', inner = ''], item }: YamlEdit): Edited {
  const yaml = readYaml(text)
  const [problem] = yaml.problems
  if (problem !== undefined) return { ok: false, problem }
  const root = yaml.value
  if (root !== null && !isMap(root)) return { ok: false, problem: problemAt(text, 0, 'a map was expected') }
  const fields = Object.entries(item).map(([key, value]) => `${key}: ${typeof value === 'string' ? JSON.stringify(value) : value}`)
  const lines = fields.map((field, at) => `${at === 0 ? '- ' : '  '}${field}`)
  const under = root?.[outer]
  if (root === null || !Object.hasOwn(root, outer))
    return { ok: true, text: appended(text, [`${outer}:`, `  ${inner}:`, ...lines.map((line) => `    ${line}`)]) }
  const refuse = (path: readonly string[], message: string): Edited => ({ ok: false, problem: { ...yaml.at(path, true), message } })
  if (!isMap(under)) return refuse([outer], `\`${outer}\` holds nothing to add to: write it as a map on lines of its own`)
  const all = text.split(/(?<=\n)/)
  const before = (line: number, indent: string, added: readonly string[]): Edited => ({
    ok: true,
    text: [...all.slice(0, line - 1), marked(added, indent, eolOf(text)), ...all.slice(line - 1)].join(''),
  })
  const there = under[inner]
  if (!Object.hasOwn(under, inner)) {
    const [first = ''] = Object.keys(under)
    const { line, column } = yaml.at([outer, first], true)
    const indent = (all[line - 1] ?? '').slice(0, column - 1)
    if (first === '' || indent.trim() !== '' || indent === '') return refuse([outer], `\`${outer}\` is written on one line: write it on lines of its own`)
    return before(line, indent, [`${inner}:`, ...lines.map((one) => `  ${one}`)])
  }
  if (!Array.isArray(there) || there.length === 0) return refuse([outer, inner], `\`${inner}\` is no list on lines of its own: remove it or write it so`)
  const { line } = yaml.at([outer, inner, '0'].map((step, at) => (at === 2 ? 0 : step)))
  const dash = /^([ ]*)- /.exec(all[line - 1] ?? '')
  if (dash === null) return refuse([outer, inner], `\`${inner}\` is written on one line: write it on lines of its own`)
  return before(line, dash[1] ?? '', lines)
}
