// Tells which folders of this machine a container sees, and under which name: `--volume` and `--mount`.
import { normalise } from '../text/path.ts'
import { doerOf } from '../log/process.ts'
import type { Mount } from './process.ts'
import { valuesOf } from '../meaning/options.ts'
import type { Line } from './shell.ts'

const MOST = 20

/** Only what is written out, and not read-only. Names without a slash are volumes of the engine's own. */
export function mountsOf({ shell, command, parsed }: Line): readonly Mount[] {
  const given = [
    ...valuesOf(parsed.options, '--volume').map(({ text }) => volume(text ?? '')),
    ...valuesOf(parsed.options, '--mount').map(({ text }) => mount(text ?? '')),
  ]
  const base = shell.cwd.text ?? shell.trace.scene.cwd
  const all = given.flatMap((one) => (one === null ? [] : [{ source: normalise(one.source, base), target: normalise(one.target, '/') }]))
  return shell.trace.budget.cut(all, MOST, doerOf(shell, command.span), 'more folders are mounted than are followed')
}

const volume = (text: string): Mount | null => {
  const [, source, target, flags = ''] = /^((?:\/|\.{1,2}(?:\/|:))[^:]*|\.{1,2}):(\/[^:]*)(?::([^:]*))?$/.exec(text) ?? []
  return source === undefined || target === undefined || flags.split(',').includes('ro') ? null : { source, target }
}

const mount = (text: string): Mount | null => {
  const fields = new Map(
    text.split(',').map((field): [string, string] => [field.split('=', 1)[0] ?? '', field.includes('=') ? field.slice(field.indexOf('=') + 1) : '']),
  )
  const source = fields.get('source') ?? fields.get('src')
  const target = fields.get('target') ?? fields.get('dst') ?? fields.get('destination')
  if (source === undefined || target?.startsWith('/') !== true || !/^[./]/.test(source)) return null
  return fields.has('readonly') || fields.has('ro') ? null : { source, target }
}
