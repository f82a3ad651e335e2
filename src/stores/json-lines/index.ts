// The log and the open questions in files: for every process of one person on one machine.
import type { StoreKind } from '../../gate/seams.ts'
import { openDiskApprovals } from './approvals.ts'
import { openDiskLifts } from './lifts.ts'
import { openJsonLines } from './store.ts'

export const store: StoreKind = {
  name: 'json-lines',
  open: (opening) => openJsonLines(opening),
  approvals: (opening) => openDiskApprovals(opening),
  lifts: (opening) => openDiskLifts(opening),
}
