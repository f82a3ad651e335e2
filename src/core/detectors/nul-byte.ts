// Does a NUL byte stand in the text or in a word, where a shell and a person would read different things?
import type { Action } from '../model.ts'
import type { Detector } from './detector.ts'
import { spanOf } from './detector.ts'

const detail = 'a NUL byte cuts the text'

export const nulByte: Detector = (input) => {
  const at = input.text.indexOf('\0')
  if (at >= 0) return { span: spanOf(input, at, at + 1), detail }
  // A path may come in a field of its own. (`resolved` is no help: there a NUL stands for what is not known.)
  for (const action of input.actions) if (holdsNul(action)) return { span: action.span, detail }
  return null
}

const holdsNul = (action: Action): boolean => {
  if (action.does === 'read' || action.does === 'write' || action.does === 'delete') return action.path.text?.includes('\0') === true
  if (action.does === 'run') for (const { text } of action.operands) if (text?.includes('\0') === true) return true
  return false
}
