// How does Kilo's plugin tell us of a call, and how is it answered? A fork of OpenCode with the same hooks. Only a throw stops it; the host asks where its permission settings say so.
import { opencodeAsks, opencodeRead, opencodeReply } from '../_frame/opencode.ts'
import { rewritesWhereTold } from '../_frame/replies.ts'
import type { Host } from '../../gate/seams.ts'

export const host: Host = {
  name: 'kilo',
  title: 'Kilo CLI',
  evidence: 'first-hand',
  runs: 'in-process',
  canAsk: opencodeAsks,
  allows: 'none',
  rewrites: rewritesWhereTold,
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['asking needs `"permission": {"*": "ask"}` in its settings; elsewhere a question is a denial', 'with `--auto` it approves everything by itself'],
  marks: [],
  read: opencodeRead('kilo'),
  reply: opencodeReply,
}
