// What did the gate understand, as short indented lines?
import { remarksOn, showAction } from '../../core/log/render.ts'
import type { Action } from '../../core/model.ts'
import type { Cover } from './cover.ts'
import { clip } from './safe-text.ts'
import type { Paint } from './paint.ts'

export interface ActionLine {
  readonly action: Action
  readonly depth: number
}

/** Actions under the run that does them, in order. */
export function actionTree(actions: readonly Action[]): ActionLine[] {
  const below = new Map<number | null, Action[]>()
  for (const action of actions) {
    const by = action.by !== null && action.by < action.id ? action.by : null
    const list = below.get(by)
    if (list === undefined) below.set(by, [action])
    else list.push(action)
  }
  const out: ActionLine[] = []
  const visit = (by: number | null, depth: number): void => {
    for (const action of below.get(by) ?? []) {
      out.push({ action, depth })
      visit(action.id, depth + 1)
    }
  }
  visit(null, 0)
  return out
}

/** What is worth knowing beside the action, how it was read included. */
export const remarksFor = (action: Action): readonly string[] => [
  ...remarksOn(action),
  ...(action.does === 'run' && action.dry ? ['dry run'] : []),
  ...(action.does === 'execute' && action.decoded ? ['decoded'] : []),
  ...(action.does === 'unknown' ? [`could be ${action.could}: ${action.detail}`] : []),
]

export function actionText({ action, depth }: ActionLine, cells: number, paint: Paint, cover: Cover): string {
  const indent = '  '.repeat(Math.min(depth, 12))
  const remarks = remarksFor(action)
  const text = clip(cover(showAction(action)), Math.max(cells - indent.length, 20))
  const tail = remarks.length === 0 ? '' : ` (${remarks.join('; ')})`
  const room = cells - indent.length - text.length
  return `${indent}${text}${room < 12 ? '' : paint.quiet(clip(tail, room))}`
}
