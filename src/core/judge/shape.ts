// For which calls does an answer that was given for this finding count again?
import type { Action, Finding, Span, Word } from '../model.ts'
import { canonicalJson, fingerprint } from '../text/canonical.ts'
import { callOf } from './trial.ts'
import type { Call } from './trial.ts'

const MOST = 200

/**
 * The words of the command a finding is about: the action, the runs that lead to it and all that flows into it.
 * Whatever cannot be told apart by words (unknown text, whole-call findings) is pinned to the call's text.
 */
export const shapeOf = (finding: Pick<Finding, 'action' | 'span'>, actions: readonly Action[], text: string): string =>
  shapeIn(finding, callOf(actions, {}, text, 'command'))

export const shapeIn = (finding: { readonly action: number | null; readonly span: Span }, call: Call): string => {
  const pinned = `text ${fingerprint(call.text)} ${call.text.length}`
  const start = finding.action === null ? undefined : call.action(finding.action)
  if (start === undefined) return pinned
  const seen = new Map<number, Action>([[start.id, start]])
  const queue: Action[] = [start]
  for (let i = 0; i < queue.length; i++) {
    const action = queue[i] as Action
    for (const id of action.by === null ? action.takes : [action.by, ...action.takes]) {
      const next = call.action(id)
      if (next === undefined || seen.has(id)) continue
      if (seen.size >= MOST) return pinned
      seen.set(id, next)
      queue.push(next)
    }
  }
  const parts = [...seen.values()].sort((a, b) => a.id - b.id).map(render)
  // What is not known now may be anything next time.
  return parts.includes(null) ? `${parts.filter((part) => part !== null).join('; ')}; ${pinned}` : parts.join('; ')
}

/** One action as words; null when something about it is not known. */
const render = (action: Action): string | null => {
  const head = [action.at === 'here' ? '' : `@${action.at}`, action.as === 'root' ? 'root' : '', action.does === 'run' ? '' : action.does].filter(
    (one) => one !== '',
  )
  const tail = detailsOf(action)
  return tail === null ? null : [...head, ...tail].join(' ')
}

const detailsOf = (action: Action): readonly string[] | null => {
  switch (action.does) {
    case 'run': {
      const words: (Word | null)[] = [...action.operands, ...(action.stdin === undefined ? [] : [action.stdin])]
      const options = action.options.map((one) => (one.value === true ? [one.name] : [one.name, one.value.text]))
      const assigns = action.assigns.map((one) => [one.name, one.value.text])
      const texts = [...words.map((word) => word?.text ?? null), ...options.flat(), ...assigns.flat()]
      if (texts.includes(null)) return null
      options.sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1))
      return [
        ...assigns.map(([name, value]) => `${name}=${quoted(value ?? '')}`),
        quoted(action.program),
        ...options.map((one) => one.map((part) => quoted(part ?? '')).join('=')),
        ...action.operands.map((word) => quoted(word.text ?? '')),
        ...(action.stdin === undefined ? [] : [`<${fingerprint(action.stdin.text ?? '')}`]),
      ]
    }
    case 'read':
    case 'write':
    case 'delete':
      return action.resolved === null || action.resolved.includes('\0')
        ? null
        : [action.how, action.recursive ? 'recursive' : '', quoted(action.resolved)].filter((one) => one !== '')
    case 'change':
      return action.target?.text === null || action.value?.text === null
        ? null
        : [action.what, quoted(action.target?.text ?? ''), quoted(action.value?.text ?? ''), action.recursive ? 'recursive' : '']
    case 'signal':
      return action.target?.text === null ? null : [quoted(action.target?.text ?? ''), action.broad ? 'broad' : '']
    case 'connect':
      return action.url.text === null ? null : [action.method ?? '', quoted(action.url.text), action.sends ? 'sends' : '']
    case 'query':
      return action.target === null ? null : [action.engine, action.class, quoted(action.target), quoted(action.host ?? '')]
    case 'call':
      return [quoted(action.tool.server ?? ''), quoted(action.tool.name), fingerprint(canonicalJson(action.arguments))]
    case 'carry':
      return [fingerprint(action.text)]
    case 'execute':
      return action.text === null ? null : [action.language, fingerprint(action.text)]
    case 'unknown':
      return null
  }
}

const quoted = (text: string): string => (/^[\w@%+=:,./~-]+$/.test(text) ? text : JSON.stringify(text))
