// What each event of the stream changes on the page.
import type { ApprovalsList, ApprovalView, CallView, DeskEvents, Modes } from '../src/desk/api.ts'
import { takeModes } from './modes.ts'
import { takePolicy } from './policy.ts'
import { refreshMe, takeIn, takeList } from './queue/state.ts'
import { heardCall } from './views/activity.tsx'

const HEARD: { readonly [name in keyof DeskEvents]?: (data: never) => void } = {
  snapshot: (list: ApprovalsList) => void takeList(list),
  'approval.requested': (view: ApprovalView) => takeIn([view]),
  'approval.answered': (view: ApprovalView) => takeIn([view]),
  'approval.expired': (view: ApprovalView) => takeIn([view]),
  'approval.updated': (view: ApprovalView) => takeIn([view]),
  'call.gated': (call: CallView) => heardCall(call),
  'mode.changed': (on: Modes) => takeModes(on),
  'policy.reloaded': (reloaded: DeskEvents['policy.reloaded']) => takePolicy(reloaded),
  // Which page it is about only the desk knows.
  me: () => void refreshMe(),
}
export function hear(name: string, data: unknown): void {
  if (Object.hasOwn(HEARD, name)) HEARD[name as keyof DeskEvents]?.(data as never)
}
