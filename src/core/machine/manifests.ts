// What installing packages will run, and where they will come from, once this text lies in that file.
import { hostPlacesOf } from '../disk/places/places.ts'
import type { PlaceBook } from '../disk/places/places.ts'
import { installScripts, packageSources, scriptRunners } from '../text/manifest.ts'
import type { Effect } from './effect.ts'

/** Nothing for files that are neither a manifest, a lockfile nor a package manager's settings. */
export function* manifestChanges(places: PlaceBook, path: string, content: string): Generator<Effect> {
  for (const script of installScripts(path, content)) yield { do: 'change', what: 'install-script', target: { text: path }, value: { text: script } }
  for (const runner of scriptRunners(path, content)) yield { do: 'change', what: 'script-runner', target: { text: path }, value: { text: runner } }
  for (const { url, host } of packageSources(path, content))
    yield { do: 'change', what: 'package-source', target: { text: url }, places: hostPlacesOf(places, host) }
}
