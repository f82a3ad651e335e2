// Does a program's name only look like the one people know? Letters of other scripts among Latin ones, full-width forms.
import type { Detector } from './detector.ts'

/** Greek, Cyrillic, Armenian, full-width and mathematical letters that pass for Latin ones. */
const FOREIGN = /[\u0370-\u03ff\u0400-\u052f\u0530-\u058f\uff01-\uff5e]|\ud835[\udc00-\udfff]/
export const lookAlikeProgram: Detector = ({ actions }) => {
  for (const action of actions) {
    if (action.does !== 'run') continue
    // A name wholly in another script is just a name; a mixture is meant to be misread.
    if (FOREIGN.test(action.program) && /[A-Za-z\uff01-\uff5e]/.test(action.program)) return { span: action.span, detail: 'a program whose name mixes scripts' }
  }
  return null
}
