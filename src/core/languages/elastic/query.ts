// What would a request to Elasticsearch or OpenSearch do?
import type { QueryClass, QueryEffect } from '../_query/classes.ts'
import { isTemporaryName } from '../_query/classes.ts'
import type { QueryReader } from '../_query/reader.ts'

const REQUEST = /^\s{0,40}(GET|HEAD|POST|PUT|DELETE)\s{1,40}(?:https?:\/\/[^/\s]{0,300})?\/?(\S{0,2000})/i

/** Reads `METHOD /path` lines, each with an optional body below it. */
function readElastic(text: string): QueryEffect[] {
  const effects: QueryEffect[] = []
  let at = 0
  let open: { method: string; path: string; start: number } | null = null
  const close = (end: number): void => {
    if (open !== null)
      effects.push({ ...requestEffect(open.method, open.path, text.slice(open.start, Math.min(end, open.start + 4000))), start: open.start, end })
  }
  while (at < text.length) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const match = REQUEST.exec(text.slice(at, Math.min(end, at + 3000)))
    if (match !== null) {
      close(at)
      open = { method: (match[1] as string).toUpperCase(), path: match[2] as string, start: at }
    }
    at = end + 1
  }
  close(text.length)
  if (effects.length === 0 && text.trim() !== '') effects.push({ class: 'other', target: null, start: 0, end: text.length })
  return effects
}

function requestEffect(method: string, path: string, request: string): { class: QueryClass; target: string | null } {
  const parts = (path.split('?')[0] as string).split('/').filter((part) => part !== '')
  const target = parts[0] ?? null
  const has = (name: string): boolean => parts.includes(name)
  if (method === 'GET' || method === 'HEAD' || has('_search') || has('_count') || has('_msearch') || has('_analyze') || has('_explain'))
    return { class: 'read', target }
  if (has('_delete_by_query')) return { class: /"match_all"/.test(request) || !/"query"/.test(request) ? 'delete-all' : 'delete-some', target }
  if (has('_update_by_query')) return { class: /"match_all"/.test(request) || !/"query"/.test(request) ? 'update-all' : 'update-some', target }
  if (has('_cluster') || has('_settings')) return { class: 'setting', target }
  if (has('_security')) return { class: method === 'DELETE' ? 'drop-role' : 'grant', target: parts[parts.length - 1] ?? null }
  if (method === 'DELETE') {
    if (has('_doc') || has('_alias') || has('_aliases')) return { class: 'delete-some', target }
    if (target !== null && target.startsWith('_') && target !== '_all')
      return { class: target === '_data_stream' ? 'drop-table' : 'drop-other', target: parts[parts.length - 1] ?? null }
    if (target === null || target === '_all' || target === '*') return { class: 'drop-database', target: '*' }
    return { class: isTemporaryName(target) ? 'drop-temporary' : 'drop-table', target }
  }
  if (has('_doc') || has('_create') || has('_bulk')) return { class: 'insert', target }
  if (has('_update')) return { class: 'update-some', target }
  if (method === 'PUT' && parts.length === 1) return { class: 'create', target }
  return { class: 'other', target }
}

export const reader: QueryReader = { name: 'elastic', read: (text) => readElastic(text) }
