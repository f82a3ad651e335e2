// Which settings hold: views that show them load anew when they change, and what is wrong with a file is said on every view.
import type { DeskEvents } from '../src/desk/api.ts'
import { signal } from './lib.ts'

/** How often they changed since the page was opened. */
export const reloads = signal(0)
export const problems = signal<readonly string[]>([])
const byProject = new Map<string, readonly string[]>()

export function takePolicy({ problems: found, project }: DeskEvents['policy.reloaded']): void {
  byProject.set(project, found)
  problems.value = [...new Set([...byProject.values()].flat())]
  reloads.value++
}
