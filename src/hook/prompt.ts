// What should a person know about the prompt they are about to send? Kind and length of a secret in it, never the secret.
import { findSecrets } from '../core/secrets/scan.ts'
import { bookIn } from './secrets.ts'

const MOST = 5
const LONGEST = 1_000_000

export function promptWarnings(text: string, root: string): readonly string[] {
  if (text === '') return []
  const found = findSecrets(text.slice(0, LONGEST), bookIn(root), { most: MOST })
  return found.map(
    ({ title, length }) => `the prompt seems to hold a secret: ${title}, ${length} characters; if it is real, it is now known to the agent: replace it`,
  )
}
