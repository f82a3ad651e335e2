// CPI-SI's health score: 30 points for its three files, 70 for detectors that find what they must and let pass what they must.
import type { Detection } from './detection.ts'

export interface Health {
  /** 10 for each file in use, 0 where the fixed lists stand in for a missing one, 10 less for each that is broken. */
  readonly configuration: number
  /** 35 where all that must be found is found, 35 where all that must pass passes; 70 less where a detector throws. */
  readonly detection: number
  readonly total: number
  /** What cost points, a line each. */
  readonly notes: readonly string[]
}

const POINTS = { loaded: 10, missing: 0, broken: -10 } as const
/** Found by the files of its page and by the fixed lists alike. */
const FOUND = { operation: 'git push --force origin main', path: '/etc/hosts', secret: ['AKIA', 'IOSFODNN7EXAMPL0'].join('') } as const
const PASSED = { operation: 'git status', path: 'src/a.ts', secret: 'read the documentation' } as const

export function healthOf(detection: Detection): Health {
  const states = Object.values(detection.files)
  const configuration = states.reduce((sum, { state }) => sum + POINTS[state], 0)
  const notes = states.flatMap(({ file, state, notes: more }) => (state === 'loaded' ? [] : [`${file} is ${state}: the fixed lists hold for it`, ...more]))
  const missed = tried(detection, FOUND, true)
  const stopped = tried(detection, PASSED, false)
  if (missed === null || stopped === null) return { configuration, detection: -70, total: configuration - 70, notes: [...notes, 'a detector threw'] }
  const detected = (missed.length === 0 ? 35 : 0) + (stopped.length === 0 ? 35 : 0)
  return {
    configuration,
    detection: detected,
    total: configuration + detected,
    notes: [...notes, ...missed.map((name) => `${name} does not find its own example`), ...stopped.map((name) => `${name} finds something harmless`)],
  }
}

/** The detectors that say otherwise; null where one throws. */
function tried(
  { isDangerousOperation, isCriticalFile, containsLikelySecret }: Detection,
  given: { readonly operation: string; readonly path: string; readonly secret: string },
  due: boolean,
): readonly string[] | null {
  try {
    const said = {
      isDangerousOperation: isDangerousOperation(given.operation),
      isCriticalFile: isCriticalFile(given.path),
      containsLikelySecret: containsLikelySecret(given.secret),
    }
    return Object.entries(said).flatMap(([name, value]) => (value === due ? [] : [name]))
  } catch {
    return null
  }
}
