// Which folders of this machine does a container see, and under which name? `--volume` and `--mount`.
import { normalise } from '../text/path.ts'
import type { Mount } from './process.ts'
import { valuesOf } from '../meaning/options.ts'
import type { Line } from './shell.ts'

const MOST = /* quiet */ 20

/** Only what is written out, and not read-only. Names without a slash are volumes of the engine's own. */
export function mountsOf({ shell, parsed }: Line): readonly Mount[] {
  const given = [
    ...valuesOf(parsed.options, '--volume').map(({ text }) => volume(text ?? '')),
    ...valuesOf(parsed.options, '--mount').map(({ text }) => mount(text ?? '')),
  ]
  const base = shell.cwd.text ?? shell.trace.scene.cwd
  return given.flatMap((one) => (one === null ? [] : [{ source: normalise(one.source, base), target: normalise(one.target, '/') }])).slice(0, MOST)
}

const volume = (text: string): Mount | null => {
  const [, source, target, flags = ''] = /^((?:\/|\.{1,2}(?:\/|:))[^:]*|\.{1,2}):(\/[^:]*)(?::([^:]*))?$/.exec(text.slice(0, 4000)) ?? []
  return source === undefined || target === undefined || flags.split(',').includes('ro') ? null : { source, target }
}

const mount = (text: string): Mount | null => {
  const fields = new Map(
    text
      .slice(0, 4000)
      .split(',')
      .map((field): [string, string] => [field.split('=', 1)[0] ?? '', field.includes('=') ? field.slice(field.indexOf('=') + 1) : '']),
  )
  const source = fields.get('source') ?? fields.get('src')
  const target = fields.get('target') ?? fields.get('dst') ?? fields.get('destination')
  if (source === undefined || target?.startsWith('/') !== true || !/^[./]/.test(source)) return null
  return fields.has('readonly') || fields.has('ro') ? null : { source, target }
}
