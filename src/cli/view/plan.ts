// How are changes to files shown before they are made?
import { diffLines } from '../../install/diff.ts'
import type { Change, Refusal } from '../../install/plan.ts'
import type { Paint } from './paint.ts'
import { safe } from './safe-text.ts'

/** Only what is shown is changed. */
export function changeLines(changes: readonly Pick<Change, 'file' | 'from' | 'to' | 'host'>[], home: string, paint: Paint): string[] {
  return changes.flatMap(({ file, from, to, host }) => {
    const what = from === to ? 'made executable' : from === null ? 'new file' : to === null ? 'removed' : 'changed'
    const head = `${paint.strong(safe(shortened(file, home)))}  ${paint.quiet(`${what}${host === null ? '' : `, for ${host}`}`)}`
    const lines = (from === to ? [] : diffLines(from, to)).map(({ kind, text }) => {
      if (kind === 'gap') return paint.quiet('  …')
      const line = safe(text.replaceAll('\t', '  ').replaceAll(/Bearer [\w-]{32,}/g, 'Bearer …'))
      return kind === 'same' ? paint.quiet(`    ${line}`) : kind === 'in' ? paint.good(`  + ${line}`) : paint.bad(`  - ${line}`)
    })
    return [head, ...lines, '']
  })
}

export const refusalLines = (refusals: readonly Refusal[], home: string, paint: Paint): string[] =>
  refusals.map(({ host, file, message }) => `${paint.bad('left alone')}  ${host}: ${safe(shortened(file, home))}: ${safe(message)}`)

export const shortened = (file: string, home: string): string => (file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file)
