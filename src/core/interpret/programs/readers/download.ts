// Under which name does a download keep what it fetched?
import { keepContent } from '../../paths.ts'
import { literal, unknownWord } from '../../trace.ts'
import { has, valuesOf } from '../options.ts'
import type { ReaderLine } from './run-shell.ts'

/** A download without a name is kept under the last part of its address: `wget x/run.sh && sh run.sh`. */
export function readDownload({ shell, parsed, id }: ReaderLine): null {
  const { options } = parsed
  if (parsed.node.name === 'curl' && !has(options, ['--remote-name', '--remote-name-all'])) return null
  if (has(options, ['--output', '--output-document', '--out', '--spider'])) return null
  const folder = (valuesOf(options, '--directory-prefix')[0] ?? valuesOf(options, '--output-dir')[0] ?? valuesOf(options, '--dir')[0])?.text
  for (const action of shell.trace.actions.slice(id + 1)) {
    if (action.does !== 'connect' || action.by !== id || action.url.text === null) continue
    const last =
      action.url.text
        .replace(/^[a-z]+:\/\//i, '')
        .replace(/[?#].*$/, '')
        .split('/')
        .slice(1)
        .at(-1) ?? ''
    const file = last === '' ? 'index.html' : last
    keepContent(shell, literal(folder == null ? file : `${folder}/${file}`), unknownWord('file', true, [action.id]))
  }
  return null
}
