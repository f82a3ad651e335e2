// The log and the open questions in memory: for programs that embed the gate and keep no files, and for tests.
import type { StoreKind } from '../../gate/seams.ts'
import { openMemoryApprovals } from './approvals.ts'
import { openMemoryLifts } from './lifts.ts'
import { openMemory } from './store.ts'

export const store: StoreKind = {
  name: 'memory',
  open: ({ now } = {}) => openMemory(now === undefined ? {} : { now }),
  approvals: openMemoryApprovals,
  lifts: () => openMemoryLifts(),
}
