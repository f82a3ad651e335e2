// The views of the page, in the order of the menu.
import type { JSX } from '../lib.ts'
import { Queue } from '../queue/queue.tsx'
import { Activity } from './activity.tsx'
import { Audit } from './audit.tsx'
import { Grants } from './grants.tsx'
import { Hosts } from './hosts.tsx'
import { Rules } from './rules.tsx'
import { Settings } from './settings.tsx'
import { Statistics } from './statistics.tsx'

export interface View {
  readonly name: string
  readonly title: string
  readonly draw: () => JSX.Element
}
export const VIEWS: readonly View[] = [
  { name: 'queue', title: 'Queue', draw: Queue },
  { name: 'activity', title: 'Activity', draw: Activity },
  { name: 'audit', title: 'Audit', draw: Audit },
  { name: 'statistics', title: 'Statistics', draw: Statistics },
  { name: 'rules', title: 'Rules', draw: Rules },
  { name: 'grants', title: 'Grants and modes', draw: Grants },
  { name: 'agents', title: 'Agents', draw: Hosts },
  { name: 'settings', title: 'Settings', draw: Settings },
]
