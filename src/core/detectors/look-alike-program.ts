// Does a program's or tool's name only look like the one people know? Letters of other scripts among Latin ones, full-width forms.
import type { Detector } from './detector.ts'

/** Greek, Cyrillic, Armenian, full-width and mathematical letters that pass for Latin ones. */
const FOREIGN = /[\u0370-\u03ff\u0400-\u052f\u0530-\u058f\uff01-\uff5e]|\ud835[\udc00-\udfff]/
export const lookAlikeProgram: Detector = ({ actions }) => {
  for (const action of actions) {
    const name = action.does === 'run' ? action.program : action.does === 'call' ? action.tool.name : ''
    // A name wholly in another script is just a name; a mixture is meant to be misread.
    if (FOREIGN.test(name) && /[A-Za-z\uff01-\uff5e]/.test(name))
      return { span: action.span, detail: `a ${action.does === 'call' ? 'tool' : 'program'} whose name mixes scripts` }
  }
  return null
}
