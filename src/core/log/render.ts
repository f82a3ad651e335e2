// How an action is written in one short line: for examples, `explain` and approval cards.
import type { Action, Word } from '../model.ts'

/** A word as people read it: known text, `?` for what is not known. */
export function showWord(word: Word): string {
  if (word.text !== null) return word.text
  const parts = word.parts ?? []
  return parts
    .map((part) => (part.kind === 'unknown' ? (parts.length === 1 ? '?' : part.name !== null && /^\w+$/.test(part.name) ? `$${part.name}` : '?') : part.text))
    .join('')
}

const tail = (recursive: boolean): string => (recursive ? ' recursive' : '')

export function showAction(action: Action): string {
  switch (action.does) {
    case 'run':
      return ['run', action.program, ...action.operands.map(showWord)].join(' ')
    case 'read':
    case 'write':
    case 'delete':
      return `${action.does} ${showWord(action.path)}${tail(action.recursive)}`
    case 'change':
      return `change ${action.what}${action.target === null ? '' : ` ${showWord(action.target)}`}${tail(action.recursive)}`
    case 'signal':
      return `signal ${action.target === null ? '?' : showWord(action.target)}${action.broad ? ' broad' : ''}`
    case 'connect':
      return `connect ${showWord(action.url)}${action.sends ? ' sends' : ''}`
    case 'query':
      return `query ${action.class}${action.target === null ? '' : ` ${action.target}`}`
    case 'call':
      return `call ${action.tool.server === null ? '' : `${action.tool.server}/`}${action.tool.name}`
    case 'carry':
      return 'carry text'
    case 'execute':
      return `execute ${action.language}`
    case 'unknown':
      return `unknown ${action.because}`
  }
}

/** What is worth knowing beside it: what lies there, where it is, as whom, how sure. */
export function remarksOn(action: Action): readonly string[] {
  const places = 'places' in action ? action.places.filter((place) => !place.startsWith('empty-') && !place.startsWith('contains-')) : []
  return [
    ...(places.length > 0 ? [places.join(', ')] : []),
    ...(action.at === 'here' ? [] : [action.at === 'remote' ? 'on another machine' : 'in a container']),
    ...(action.as === 'root' ? ['as root'] : []),
    ...(action.certain ? [] : ['perhaps']),
  ]
}
