// How are changes to files shown before they are made?
import { diffLines } from '../../install/diff.ts'
import type { Change, Refusal } from '../../install/plan.ts'
import type { Paint } from './paint.ts'
import { safe, wrap } from './safe-text.ts'

/** Only what is shown is changed. */
export function changeLines(changes: readonly Pick<Change, 'file' | 'from' | 'to' | 'host'>[], home: string, paint: Paint): string[] {
  return changes.flatMap((change) => {
    const { file, from, to, host } = change
    const head = `${paint.strong(safe(shortened(file, home)))}  ${paint.quiet(`${whatOf(change)}${host === null ? '' : `, for ${host}`}`)}`
    const lines = (from === to ? [] : diffLines(from, to)).map(({ kind, text }) => {
      if (kind === 'gap') return paint.quiet('  …')
      const line = safe(text.replaceAll('\t', '  ').replaceAll(/Bearer [\w-]{32,}/g, 'Bearer …'))
      return kind === 'same' ? paint.quiet(`    ${line}`) : kind === 'in' ? paint.good(`  + ${line}`) : paint.bad(`  - ${line}`)
    })
    return [head, ...lines, '']
  })
}

const whatOf = ({ from, to }: Pick<Change, 'from' | 'to'>): string =>
  from === to ? 'made executable' : from === null ? 'new file' : to === null ? 'removed' : 'changed'

/** Whom it is for and which files, short enough to stand beside the question. */
export function summaryLines(changes: readonly Pick<Change, 'file' | 'from' | 'to' | 'host'>[], home: string, columns: number, paint: Paint): string[] {
  const names = [...new Set(changes.map(({ host }) => host ?? OURS))]
  const width = Math.max(...names.map((name) => name.length))
  return names.flatMap((name) => {
    const files = changes.filter(({ host }) => (host ?? OURS) === name).map((change) => `${shortened(change.file, home)} (${whatOf(change)})`)
    const isNarrow = columns - width - 4 < LEAST
    const lines = files.flatMap((file) => wrap(file, columns - (isNarrow ? 4 : width + 4)))
    return isNarrow
      ? [`  ${paint.name(name)}`, ...lines.map((line) => `    ${line}`)]
      : lines.map((line, at) => `  ${paint.name((at === 0 ? name : '').padEnd(width))}  ${line}`)
  })
}
/** What belongs to no agent. */
const OURS = 'prudent'
const LEAST = 24

export const refusalLines = (refusals: readonly Refusal[], home: string, paint: Paint): string[] =>
  refusals.map(({ host, file, message }) => `${paint.bad('left alone')}  ${host}: ${safe(shortened(file, home))}: ${safe(message)}`)

export const shortened = (file: string, home: string): string => (file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file)
