// Under which name does a download keep what it fetched?
import { matters } from '../../landing.ts'
import { addPath, keepContent } from '../../paths.ts'
import { doerOf } from '../../shell/state.ts'
import { literal, unknownWord } from '../../trace.ts'
import { has, valuesOf } from '../options.ts'
import type { ReaderLine } from './run-shell.ts'

/** A download without a name is kept under the last part of its address: `wget x/run.sh && sh run.sh`. */
export function readDownload({ shell, command, parsed, id }: ReaderLine): null {
  const { options } = parsed
  const folder = (valuesOf(options, '--directory-prefix')[0] ?? valuesOf(options, '--output-dir')[0] ?? valuesOf(options, '--dir')[0])?.text
  const keep = (name: string, from: readonly number[]): void => {
    const file = literal(folder == null ? name : `${folder}/${name}`)
    if (matters(shell, file.text ?? '')) addPath(shell, doerOf(shell, command.span), file, { does: 'write', how: 'truncate', recursive: false, takes: from })
    keepContent(shell, file, unknownWord('file', true, from))
  }
  // A name that is given is below the folder that is given.
  if (folder != null) for (const { text } of valuesOf(options, '--output')) if (text !== null) keep(text, [id])
  if (has(options, ['--output', '--output-document', '--out', '--spider'])) return null
  if (parsed.node.name === 'curl' && !has(options, ['--remote-name', '--remote-name-all'])) return null
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
    keep(file, [action.id])
  }
  return null
}
