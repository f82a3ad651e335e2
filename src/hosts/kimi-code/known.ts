// By what is an event known to be that of Kimi Code?
import { claudeShape, textAt } from '../_frame/frame.ts'
import type { Known } from '../../gate/seams.ts'

export const known: Known = {
  name: 'kimi-code',
  marks: [{ order: 190, holds: (payload) => (textAt(payload, 'client_type') ?? '').startsWith('kimi') }, claudeShape(370)],
}
