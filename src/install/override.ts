// How is an exception from one rule written into the person's settings, everything else in them left as it is?
import { readYaml } from '../config/yaml.ts'
import { canonicalJson } from '../core/text/canonical.ts'
import type { Changed, FileText } from './edit.ts'
import { eolOf } from './marked-lines.ts'

export interface Override {
  readonly verdict: 'allow' | 'off'
  readonly reason: string
}
type Table = Readonly<Record<string, unknown>>
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

export function withOverride(text: FileText, rule: string, override: Override): Changed {
  const line = `  ${rule}: ${JSON.stringify(override)}`
  if (text === null || text.trim() === '') return { ok: true, text: `overrides:\n${line}\n` }
  const yaml = readYaml(text)
  const [problem] = yaml.problems
  if (problem !== undefined) return { ok: false, problem }
  const value = isTable(yaml.value) ? yaml.value : {}
  const before = isTable(value['overrides']) ? value['overrides'] : {}
  const eol = eolOf(text)
  const whole = text.endsWith('\n') ? text : `${text}${eol}`
  const at = Object.hasOwn(value, 'overrides') ? yaml.at(['overrides']) : null
  const elsewhere = (message: string): Changed => ({ ok: false, problem: { line: at?.line ?? 1, column: at?.column ?? 1, message } })
  if (Object.hasOwn(before, rule)) return elsewhere(`there is a line about \`${rule}\` already: change it by hand`)
  const next =
    at === null
      ? `${whole}overrides:${eol}${line}${eol}`
      : whole.replace(/^overrides:[ \t]*(?:#.*)?(?:\r?\n)/m, (head) => `${head}${indented(line, whole)}${eol}`)
  // Said otherwise than line by line, it is left to its writer.
  const said = readYaml(next)
  const wanted = { ...value, overrides: { ...before, [rule]: { ...override } } }
  if (said.problems.length > 0 || canonicalJson(said.value) !== canonicalJson(wanted))
    return elsewhere('the overrides cannot be added to here: write one on a line of its own')
  return { ok: true, text: next }
}

/** As far in as the lines beside it. */
function indented(line: string, text: string): string {
  const beside = /^overrides:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]+)\S/m.exec(text)?.[1]
  return beside === undefined ? line : `${beside}${line.trimStart()}`
}
