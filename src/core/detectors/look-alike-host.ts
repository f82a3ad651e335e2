// Does a connection go to a host whose name is dressed up as a well-known one? What is, `places/hosts.yaml` says.
import type { Detector } from './detector.ts'

export const lookAlikeHost: Detector = ({ actions }) => {
  for (const action of actions)
    if (action.does === 'connect' && action.places.includes('look-alike')) return { span: action.span, detail: 'a host dressed up as a well-known one' }
  return null
}
