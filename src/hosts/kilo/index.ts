// How does Kilo's plugin tell us of a call, and how is it answered? A fork of OpenCode with the same hooks. Only a throw stops it; the host asks where its permission settings say so.
import { opencodeRead, opencodeReply } from '../../gate/host-opencode.ts'
import { rewritesWhereTold } from '../../gate/host-replies.ts'
import type { Host } from '../../gate/seams.ts'

export const host: Host = {
  name: 'kilo',
  title: 'Kilo CLI',
  evidence: 'third-party',
  runs: 'in-process',
  canAsk: true,
  allows: 'none',
  rewrites: rewritesWhereTold,
  deadlineMs: null,
  afterDeadline: 'waits',
  limits: ['known as a fork of OpenCode; its plugin folder is reported, not confirmed', 'asking needs `"permission": {"*": "ask"}` in its settings'],
  marks: [],
  read: opencodeRead('kilo'),
  reply: opencodeReply,
}
