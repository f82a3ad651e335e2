// How does the `safety:` section of an Anteroom config.yaml become rules of ours?
import { add, conditions, isFields, listOf, note, noteUnread, textOf } from './import-draft.ts'
import type { Draft, Fields, Reader } from './import-draft.ts'

/** What a pack cannot say has a key of its own in our settings. */
const ELSEWHERE: Readonly<Record<string, (value: unknown) => string>> = {
  approval_timeout: (value) => `write \`approvals: { timeout: ${String(value)} }\` in your settings`,
  approval_mode: () => 'choose a preset: `anteroom` asks about its lists, `strict` about more',
  allowed_tools: () => 'a pack lifts nothing that other rules say: name what you do not want to be asked about under `overrides`',
  tool_tiers: () => 'there are no tiers of tools: name a tool under `denied_tools`, or its rules under `overrides`',
}
const READ = ['enabled', 'custom_patterns', 'sensitive_paths', 'denied_tools', 'read_only', 'bash', 'write_file']
const WRITING = [{ write: true as const }, { delete: true as const }]

export const readAnteroom: Reader = (value, draft) => {
  const safety = isFields(value) ? value['safety'] : undefined
  if (!isFields(safety)) return 'this is no such config: write a section `safety`'
  if (safety['enabled'] === false)
    note(draft, ['safety', 'enabled'], '`enabled: false`: write it in your settings, if you mean it; the rules below are taken over')
  patterns(safety, draft)
  for (const [i, given] of listOf(safety['sensitive_paths']).entries()) {
    const path = textOf(given)
    if (path === null) note(draft, ['safety', 'sensitive_paths', i], 'a sensitive path is text; it is left out')
    else {
      const globs = globsOf(path)
      const match = { any: [{ write: { path: globs } }, { delete: { path: globs } }] }
      add(draft, ['safety', 'sensitive_paths', i], `path ${path}`, match, { verdict: 'ask', title: `changes the sensitive path \`${path}\`` })
    }
  }
  for (const [i, given] of listOf(safety['denied_tools']).entries()) denyTool(draft, ['safety', 'denied_tools', i], textOf(given))
  if (safety['read_only'] === true)
    add(draft, ['safety', 'read_only'], 'read only', { any: WRITING }, { verdict: 'deny', title: 'writes or deletes, and the config says read only' })
  for (const [name, tool] of [
    ['bash', 'bash'],
    ['write_file', 'write_file'],
  ] as const) {
    const given = safety[name]
    if (!isFields(given)) continue
    // On its page it switches the check off, in later releases the tool: what takes nothing away is told.
    if (given['enabled'] === false)
      note(draft, ['safety', name, 'enabled'], `\`${name}.enabled: false\` means two things there: to deny the tool, list \`${tool}\` under \`denied_tools\``)
    noteUnread(draft, ['safety', name], name, given, ['enabled'])
  }
  for (const [name, say] of Object.entries(ELSEWHERE))
    if (safety[name] !== undefined && !isEmpty(safety[name])) note(draft, ['safety', name], `\`${name}\`: ${say(safety[name])}`)
  noteUnread(draft, ['safety'], 'safety', safety, [...READ, ...Object.keys(ELSEWHERE)])
  return draft.rules.length === 0 && draft.notes.length === 0 ? 'its `safety` says nothing that could be taken over' : null
}

const isEmpty = (value: unknown): boolean => value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** In any case; what is no regular expression is looked for as it is. */
function patterns(safety: Fields, draft: Draft): void {
  for (const [i, given] of listOf(safety['custom_patterns']).entries()) {
    const pattern = textOf(given)
    const at = ['safety', 'custom_patterns', i]
    if (pattern === null) {
      note(draft, at, 'a pattern is text; it is left out')
      continue
    }
    const text = conditions('command', [pattern], true, true)
    if (typeof text === 'string') note(draft, at, `${text}; it is looked for as plain text, as there`)
    const match = { text: typeof text === 'string' ? { on: 'command' as const, as: 'substring' as const, pattern, case: 'insensitive' as const } : text }
    add(draft, at, pattern, match, { verdict: 'ask', title: `holds the pattern \`${pattern}\`` })
  }
}

function denyTool(draft: Draft, at: readonly (string | number)[], tool: string | null): void {
  if (tool === null) note(draft, at, 'a tool is a name; it is left out')
  else if (tool === 'bash') add(draft, at, 'tool bash', { run: '**' }, { verdict: 'deny', title: 'runs a command, and the config denies that tool' })
  else add(draft, at, `tool ${tool}`, { call: { name: tool } }, { verdict: 'deny', title: `calls \`${tool}\`, which the config denies` })
}

/** An absolute path is itself; any other counts in every folder. */
function globsOf(given: string): string[] {
  const plain = given.replaceAll('\\', '/').replace(/\/+$/, '')
  const literal = plain.replaceAll(/[*?[\]{}]/g, (char) => `\\${char}`)
  const base = plain.startsWith('/') ? literal : `**/${literal.replace(/^(?:~\/|\.\/)/, '')}`
  return [base, `${base}/**`]
}
