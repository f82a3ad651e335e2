// What is a finding of the doctor, and who else could change a file that everything depends on?
import { statSync } from 'node:fs'

export interface Finding {
  /** Stable, for programs. */
  readonly id: string
  readonly level: 'good' | 'note' | 'warning' | 'failure'
  /** A host, or `gate`. */
  readonly about: string
  readonly says: string
  readonly means?: string
  readonly mend?: string
  /** How long an answer took, where one was tried. */
  readonly millis?: number
}

/** Null where nobody else could, or nobody can tell. A group of the user's own, as many systems make, is nobody else. */
export function exposure(file: string, user: number | null): string | null {
  const about = statSync(file, { throwIfNoEntry: false })
  if (about === undefined || user === null) return null
  if (about.uid !== user && about.uid !== 0) return `it belongs to another user (${about.uid})`
  const others = (about.mode & 0o002) !== 0 || ((about.mode & 0o020) !== 0 && about.gid !== user)
  return others ? `others may write it (mode ${(about.mode & 0o777).toString(8)})` : null
}
