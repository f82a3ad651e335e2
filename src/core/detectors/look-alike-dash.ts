// Is an option written with a dash that only looks like one? Programs read it as a word, people as an option.
import type { Detector } from './detector.ts'

const DASH = /^[\u2010-\u2015\u2212][\u2010-\u2015\u2212a-zA-Z]/

export const lookAlikeDash: Detector = ({ actions }) => {
  const run = actions.find((action) => action.does === 'run' && action.operands.some((operand) => operand.text !== null && DASH.test(operand.text)))
  return run === undefined ? null : { span: run.span, detail: 'an option written with a typographic dash' }
}
