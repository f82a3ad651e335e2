// How does Goose tell us of a call, and how is it answered?
import { KINDS, others, readFrame, serverDouble } from '../_frame/frame.ts'
import type { Frame } from '../_frame/frame.ts'
import { print, vetoOnly } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'
import { known } from './known.ts'

const frame: Frame = {
  host: 'goose',
  fields: { name: ['event'], cwd: ['working_dir'], prompt: ['message'] },
  kinds: { ...KINDS, ...others('AfterFileEdit'), BeforeReadFile: 'before-tool', BeforeShellExecution: 'before-tool' },
  // Older builds name their own tools like an extension's.
  nameTool: (name) => (name.startsWith('developer__') ? { server: null, name: name.slice(11) } : serverDouble(name)),
}

export const host: Host = {
  name: 'goose',
  title: 'Goose',
  evidence: 'first-hand',
  runs: 'hook',
  canAsk: false,
  allows: 'none',
  deadlineMs: 30_000,
  afterDeadline: 'runs',
  limits: ['for a real question use Goose through the Agent Client Protocol'],
  marks: known.marks,
  read: (payload, arrival) => readFrame(frame, payload, arrival),
  reply: vetoOnly((reason) => print({ decision: 'block', reason })),
}
