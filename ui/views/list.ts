// The views of the page, in the order of the menu.
import type { JSX } from '../lib.ts'
import { Queue } from '../queue/queue.tsx'

export interface View {
  readonly name: string
  readonly title: string
  readonly draw: () => JSX.Element
}
export const VIEWS: readonly View[] = [{ name: 'queue', title: 'Queue', draw: Queue }]
