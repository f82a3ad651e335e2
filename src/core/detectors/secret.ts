// Is there a secret in what a person says, in what is written, sent or put on a command line?
import type { CarryAction } from '../model.ts'
import type { Detector } from './detector.ts'

const secretIn =
  (...whats: readonly CarryAction['what'][]): Detector =>
  ({ actions }) => {
    for (const action of actions) {
      if (action.does !== 'carry' || !whats.includes(action.what)) continue
      const [first] = action.secrets
      if (first !== undefined) return { span: action.span, detail: `${first.kind}, ${first.length} characters` }
    }
    return null
  }

export const secretInPrompt = secretIn('prompt')
export const secretInContent = secretIn('content')
export const secretInArgument = secretIn('argument', 'sent')
export const secretInCommand = secretIn('command')
