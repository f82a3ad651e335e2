// What is answered to a prompt a person is about to send? Kind and length of a secret in it, never the secret.
import { findSecrets } from '../core/secrets/scan.ts'
import type { HostAnswer } from '../gate/seams.ts'
import { heldBack } from './mode.ts'
import type { OpenedPolicy } from './policy.ts'
import { bookIn } from './secrets.ts'

const MOST = 5
const LONGEST = 1_000_000
const SECRET = 'secrets.in-prompt'

/** Stopped only where the settings say so; nobody can be asked about a prompt, so `ask` stops it too. */
export function promptAnswer(given: string, opened: OpenedPolicy, root: string): HostAnswer {
  const text = given.slice(0, LONGEST)
  const found = text === '' ? [] : findSecrets(text, opened.gate.books.secrets?.() ?? bookIn(root), { most: MOST })
  if (found.length === 0) return { verdict: 'abstain', reason: '', warnings: [] }
  const { decision } = heldBack(judged(text, opened), opened.conduct)
  const finding = decision.findings.find(({ rule }) => rule === SECRET)
  const told = found.map(({ title, length }) => `${title}, ${length} characters`).join('; ')
  if (decision.verdict !== 'allow' && finding !== undefined && finding.verdict !== 'allow') {
    return {
      verdict: 'deny',
      reason: `the prompt seems to hold a secret: ${told}; it was not sent${finding.redact === true ? ', since a prompt cannot be changed on its way' : ''}: name the file or variable that holds it instead`,
      warnings: [],
    }
  }
  if (finding === undefined) return { verdict: 'abstain', reason: '', warnings: [] }
  return {
    verdict: 'abstain',
    reason: '',
    warnings: found.map(
      ({ title, length }) => `the prompt seems to hold a secret: ${title}, ${length} characters; if it is real, it is now known to the agent: replace it`,
    ),
  }
}

const judged = (prompt: string, { gate, scene }: OpenedPolicy): ReturnType<OpenedPolicy['gate']['check']>['decision'] =>
  gate.check({ id: '', host: '', session: '', tool: { server: null, name: 'Prompt' }, input: { prompt }, cwd: scene.cwd }, scene).decision
