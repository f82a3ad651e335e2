// How is a file or folder of rules named in the person's settings, everything else in them left as it is?
import { readYaml } from '../config/yaml.ts'
import { canonicalJson } from '../core/text/canonical.ts'
import type { Changed, FileText } from './edit.ts'
import { eolOf } from './marked-lines.ts'

export function withInclude(text: FileText, file: string): Changed {
  const line = `  - ${JSON.stringify(file)}`
  if (text === null || text.trim() === '') return { ok: true, text: `include:\n${line}\n` }
  const yaml = readYaml(text)
  const [problem] = yaml.problems
  if (problem !== undefined) return { ok: false, problem }
  const value = (yaml.value ?? {}) as Readonly<Record<string, unknown>>
  const given = value['include']
  const before: readonly unknown[] = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given]
  if (before.includes(file)) return { ok: true, text }
  const eol = eolOf(text)
  const whole = text.endsWith('\n') ? text : `${text}${eol}`
  const beside = /^include:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]*)- /m.exec(whole)?.[1] ?? '  '
  const next = Object.hasOwn(value, 'include')
    ? whole.replace(/^include:[ \t]*(?:#.*)?(?:\r?\n)/m, (head) => `${head}${beside}${line.trimStart()}${eol}`)
    : `${whole}include:${eol}${line}${eol}`
  // Said otherwise than line by line, it is left to its writer.
  const said = readYaml(next)
  if (said.problems.length > 0 || canonicalJson(said.value) !== canonicalJson({ ...value, include: [file, ...before] })) {
    const at = yaml.at(['include'])
    return { ok: false, problem: { ...at, message: `\`${file}\` cannot be added here: write each included file on a line of its own` } }
  }
  return { ok: true, text: next }
}
