// What will installing packages run, and where will they come from, once this text lies in that file? As actions.
import { hostPlacesOf } from '../disk/places/places.ts'
import type { Shell } from './process.ts'
import { installScripts, packageSources, scriptRunners } from '../text/manifest.ts'
import { add } from '../log/trace.ts'
import { NO_PLACES } from '../value/text.ts'
import type { Doer } from '../log/log.ts'

/** Nothing for files that are neither a manifest, a lockfile nor a package manager's settings. */
export function noteManifest({ trace }: Shell, doer: Doer, path: string, content: string): void {
  for (const script of installScripts(path, content))
    add(trace, doer, { does: 'change', what: 'install-script', target: { text: path }, places: NO_PLACES, value: { text: script }, recursive: false })
  for (const runner of scriptRunners(path, content))
    add(trace, doer, { does: 'change', what: 'script-runner', target: { text: path }, places: NO_PLACES, value: { text: runner }, recursive: false })
  for (const { url, host } of packageSources(path, content)) {
    add(trace, doer, {
      does: 'change',
      what: 'package-source',
      target: { text: url },
      places: hostPlacesOf(trace.books.places, host),
      value: null,
      recursive: false,
    })
  }
}
