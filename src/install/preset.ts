// How is the preset written into the person's settings, everything else in them left as it is?
import { readYaml } from '../config/yaml.ts'
import type { Changed, FileText } from './edit.ts'
import { eolOf } from './marked-lines.ts'

export function withPreset(text: FileText, preset: string): Changed {
  if (text === null || text.trim() === '') return { ok: true, text: `preset: ${preset}\n` }
  const yaml = readYaml(text)
  const [problem] = yaml.problems
  if (problem !== undefined) return { ok: false, problem }
  const value = (yaml.value ?? {}) as Readonly<Record<string, unknown>>
  if (value['preset'] === preset) return { ok: true, text }
  if (!Object.hasOwn(value, 'preset')) return { ok: true, text: `preset: ${preset}${eolOf(text)}${text}` }
  const { line, column } = yaml.at(['preset'])
  const lines = text.split(/(?<=\n)/)
  const changed = (lines[line - 1] ?? '').replace(/\S+/g, (word, at: number) => (at === column - 1 ? preset : word))
  const next = lines.with(line - 1, changed).join('')
  const said = readYaml(next)
  if (said.problems.length > 0 || (said.value as Readonly<Record<string, unknown>> | null)?.['preset'] !== preset)
    return { ok: false, problem: { line, column, message: 'the preset cannot be changed here: write it on a line of its own' } }
  return { ok: true, text: next }
}
