// How do permission rules of Claude Code (`Bash(git push:*)`, `Read(./.env)`) become rules of ours?
import type { MatchSource } from '../core/rules/source.ts'
import { add, ANY, isFields, listOf, note, noteUnread, textOf } from './import-draft.ts'
import type { Reader } from './import-draft.ts'

const READ = ['deny', 'ask', 'allow']
const ELSEWHERE = ['defaultMode', 'disableBypassPermissionsMode', 'additionalDirectories']

/** Denials first, then questions, then what is allowed, as there. Other parts of the file are the host's. */
export const readClaude: Reader = (value, draft) => {
  const permissions = isFields(value) ? value['permissions'] : undefined
  if (!isFields(permissions)) return 'no `permissions` are found: write `deny`, `ask` and `allow` under it'
  for (const verdict of ['deny', 'ask', 'allow'] as const) {
    for (const [i, given] of listOf(permissions[verdict]).entries()) {
      const at = ['permissions', verdict, i]
      const text = textOf(given)
      const match = text === null ? 'a rule is text' : matchOf(text)
      if (typeof match === 'string') note(draft, at, `\`${String(text ?? given).slice(0, 80)}\`: ${match}; it is left out`)
      else add(draft, at, `${verdict} ${text}`, match, { verdict, title: `${TITLES[verdict]} \`${text}\` of your permission rules` })
    }
  }
  if (listOf(permissions['allow']).length > 0)
    note(draft, ['permissions', 'allow'], '`allow` ends only this pack: what other rules ask about or deny they still do')
  if (permissions['additionalDirectories'] !== undefined)
    note(draft, ['permissions', 'additionalDirectories'], '`additionalDirectories`: write them under `directories` in your settings')
  for (const name of ['defaultMode', 'disableBypassPermissionsMode'])
    if (permissions[name] !== undefined) note(draft, ['permissions', name], `\`${name}\` is about the host itself: it goes on there, and is not taken over`)
  noteUnread(draft, ['permissions'], 'permissions', permissions, [...READ, ...ELSEWHERE])
  return draft.rules.length === 0 && draft.notes.length === 0 ? 'its `permissions` are empty' : null
}
const TITLES = { deny: 'is denied by', ask: 'is to be asked about by', allow: 'is allowed by' } as const

/** A tool alone, or with what it is about in brackets. */
function matchOf(text: string): MatchSource | string {
  const [, tool = '', inner] = /^([A-Za-z_*][\w*-]*)(?:\((.*)\))?$/s.exec(text.trim()) ?? []
  if (tool === '') return 'it is no permission rule'
  if (tool.startsWith('mcp__')) {
    const [, server = '', name] = /^mcp__(.+?)(?:__(.+))?$/.exec(tool) ?? []
    if (inner !== undefined) return 'what a server is given cannot be named so'
    return { call: { server, ...(name !== undefined && name !== '*' && { name }) } }
  }
  if (tool === 'Bash' || tool === 'PowerShell') return inner === undefined || inner === '*' ? { text: { on: 'segment', ...ANY } } : commandOf(inner)
  if (inner === undefined) return { text: { on: 'call-json', ...ANY }, tool }
  if (tool === 'Read' || tool === 'Grep' || tool === 'Glob' || tool === 'LS') return { read: { path: globsOf(inner) } }
  if (tool === 'Edit' || tool === 'Write' || tool === 'MultiEdit' || tool === 'NotebookEdit')
    return { any: [{ write: { path: globsOf(inner) } }, { delete: { path: globsOf(inner) } }] }
  const domain = /^domain:(.+)$/.exec(inner)?.[1]
  if (tool === 'WebFetch' && domain !== undefined) return { connect: { host: [domain, `*.${domain.replace(/^\*\./, '')}`] }, tool }
  return { text: { on: 'call-json', as: 'substring', pattern: inner }, tool }
}

/** `git push:*` is a beginning, `npm run *` a pattern, anything else the whole command. A program and plain words are read as such, options between them too. */
function commandOf(inner: string): MatchSource | string {
  const begins = /^(.*?)(?::\*| \*)$/s.exec(inner)?.[1]
  const words = (begins ?? inner).trim()
  if (words === '') return { text: { on: 'segment', ...ANY } }
  if (begins !== undefined && !words.includes('*')) {
    const text: MatchSource = { text: { on: 'segment', pattern: `^${escaped(words)}(?:\\s|$)` } }
    return /^[\w./-]+(?: [\w./:@-]+)*$/.test(words) && !/ -/.test(words) ? { any: [{ run: words.replace(/^\S*\//, '') }, text] } : text
  }
  const pattern = inner.trim().split('*').map(escaped).join('.*')
  return { text: { on: 'segment', pattern: `^${pattern}$` } }
}
const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\*]/g, '\\$&')

/** As in a .gitignore: `//` is the root, `~/` a home; the rest counts in every folder, which is at least what is meant. */
function globsOf(inner: string): string[] {
  const base = inner.startsWith('//') ? inner.slice(1) : `**/${inner.replace(/^(?:~\/|\.\/|\/)/, '')}`
  const plain = base.replaceAll(/[{}]/g, (char) => `\\${char}`).replace(/\/$/, '')
  return plain.endsWith('*') ? [plain] : [plain, `${plain}/**`]
}
