// How does a process that lives long follow its settings? It looks at them when it is asked, takes what is whole, and keeps the last good ones else.
import { statSync } from 'node:fs'
import path from 'node:path'
import type { Recorder } from '../audit/record.ts'
import { packageData } from '../config/package-files.ts'
import { markOf, readSource } from '../config/packs-cache.ts'
import type { SourceMark } from '../config/packs-cache.ts'
import { anySettings } from '../config/settings-files.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import type { CompiledSettings } from './compile-settings.ts'
import { compilersAt, hereNow, openShipped } from './open.ts'
import { openCompiled } from './policy-source.ts'
import type { Opened, PackageData } from './policy-source.ts'

export interface Watching {
  /** As for `openGate`. */
  readonly preset?: string | null
  /** Not looked at more often than this. */
  readonly everyMs?: number
  /** Told whenever other settings are taken, or cannot be. What it throws is not caught. */
  readonly onChange?: (change: SettingsChange) => void
  /** Writes each change down, as a `notice`. */
  readonly recorder?: Pick<Recorder, 'notice'>
  readonly data?: PackageData
}
export interface SettingsChange {
  /** `kept`: something in them must be corrected; `opened` says what, and what holds until then. */
  readonly settings: 'taken' | 'kept'
  readonly opened: Opened
}
export interface WatchedGate {
  /** The gate as the settings are now. One call should ask once and use what it got to its end. */
  readonly current: () => Opened
}

type Made = Omit<CompiledSettings, 'sources'>

const EVERY_MS = 200
/** Somebody who writes a file in two steps has done both by then. */
const SETTLED_MS = 100

/** Throws when no preset has that name, as `openGate` does. */
export async function watchGate(files: SettingsFiles, watching: Watching = {}): Promise<WatchedGate> {
  const { preset = null, everyMs = EVERY_MS, onChange, recorder, data = packageData() } = watching
  // All that reloading may need, so that it never waits.
  const { onlyWarning, UNREADABLE } = await import('./compile-settings.ts')
  const { compileSettings, compileUserRegex } = await compilersAt(() => new Date().toISOString())
  /** Null: there are no settings at all. */
  const read = (): CompiledSettings | null => (anySettings(files) ? compileSettings(files, preset, '', data) : null)
  const open = (made: Made | null): Opened => (made === null ? openShipped(preset, data) : openCompiled(made, data, hereNow(), compileUserRegex))

  const first = read()
  let marks = first?.sources ?? absent(files)
  let good: Made | null = first?.whole === false ? null : first
  let now = open(first)
  let lookedAt = performance.now()

  const refresh = (): void => {
    const changed = marks.filter(({ path: file, digest }) => markOf(file, readSource(file)).digest !== digest)
    if (changed.length === 0 || !changed.every(isSettled)) return
    const before = now
    const found = read()
    marks = found?.sources ?? absent(files)
    const whole = found?.whole !== false
    if (whole) good = found
    // What was good in this very process holds, whether it could be kept on disk or not.
    const last = !whole && found !== null && found.conduct.onConfigError !== 'deny' ? good : null
    now = open(
      last === null
        ? found
        : { ...last, parts: onlyWarning(last.parts, found?.parts.index.unreadable), notes: found?.notes ?? [], troubles: [UNREADABLE], whole: false },
    )
    const text = whole ? `policy ${before.gate.policy.fingerprint} is replaced by ${now.gate.policy.fingerprint}` : now.notes.join('; ')
    recorder?.notice(whole ? 'settings-changed' : UNREADABLE, text)
    onChange?.({ settings: whole ? 'taken' : 'kept', opened: now })
  }
  return {
    current: () => {
      const at = performance.now()
      if (at - lookedAt >= everyMs) {
        lookedAt = at
        refresh()
      }
      return now
    },
  }
}

const absent = ({ administrator, user, project }: SettingsFiles): readonly SourceMark[] =>
  [administrator, user, project].flatMap((file) => (file === null ? [] : [{ path: file, digest: null }]))

/** Of a file that is gone its folder tells when: between two names of a file that is replaced there may be none. */
function isSettled({ path: file }: SourceMark): boolean {
  try {
    const about = statSync(file, { throwIfNoEntry: false }) ?? statSync(path.dirname(file), { throwIfNoEntry: false })
    return about === undefined || Math.abs(Date.now() - about.mtimeMs) >= SETTLED_MS
  } catch {
    return true
  }
}
