// How much would a deletion take, in words for whoever is asked?
import type { Action, Extent, Facts } from '../model.ts'

/** Undefined where nothing was counted. */
export const extentOf = (action: Action | null, facts: Facts): string | undefined => {
  if (facts.extents === undefined || action?.does !== 'delete' || action.resolved === null) return undefined
  const extent = Object.hasOwn(facts.extents, action.resolved) ? facts.extents[action.resolved] : undefined
  return extent === undefined ? undefined : extentText(extent)
}

const extentText = ({ files, bytes, capped, tracked, changed, untracked }: Extent): string => {
  const over = capped ? 'over ' : ''
  const size = [`${over}${files} ${files === 1 ? 'file' : 'files'}`, `${over}${sizeText(bytes)}`]
  if (tracked === null || changed === null || untracked === null) return [...size, 'none of it in git'].join(', ')
  if (changed === 0 && untracked === 0) return [...size, 'all of it in git'].join(', ')
  return [...size, ...(changed > 0 ? [`${over}${changed} changed`] : []), ...(untracked > 0 ? [`${over}${untracked} not in git`] : [])].join(', ')
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

const sizeText = (bytes: number): string => {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${UNITS[unit] ?? ''}`
}
