// Is an option written with a dash that only looks like one? Programs read it as a word, people as an option.
import type { Word } from '../model.ts'
import type { Detector } from './detector.ts'

const DASH = /^[\u2010-\u2015\u2212][\u2010-\u2015\u2212a-zA-Z]/

const isDashed = ({ text }: Word): boolean => text !== null && text !== '' && text.charCodeAt(0) >= 0x2010 && DASH.test(text)

export const lookAlikeDash: Detector = ({ actions }) => {
  for (const action of actions)
    if (action.does === 'run')
      for (const word of action.operands) if (isDashed(word)) return { span: action.span, detail: 'an option written with a typographic dash' }
  return null
}
