// What can one entry of `places/*.yaml` say?
import type { Place } from '../../model.ts'

export interface PlaceSpec {
  readonly name: Place
  readonly title: string
  /** `scene`: follows from the scene alone; listed for its title and examples. */
  readonly kind?: 'path' | 'host' | 'scene'
  /** Nothing is lost or learnt there: never reported as swallowed by a folder. */
  readonly harmless?: boolean
  /** Globs over the absolute path: `/x`, `C:/x` (any drive), `~/x` (any home), `$project/x`, a leading `**` for any depth; a last `**` includes the folder. */
  readonly paths?: readonly string[]
  /** Globs over the last component. */
  readonly names?: readonly string[]
  /** Folder names, or several joined by slashes: the path is that folder or inside it. */
  readonly segments?: readonly string[]
  /** Segments that count only below the project. */
  readonly 'project-segments'?: readonly string[]
  /** Where names and segments count: anywhere, or only below the project, a home or a scratch folder. */
  readonly below?: 'anywhere' | 'work'
  /** Its `paths` do not count inside the project, wherever that lies. */
  readonly 'outside-project'?: boolean
  /** Exceptions: globs as in `paths`, or of the last component when without a slash. */
  readonly not?: readonly string[]
  /** Domain names; each includes its subdomains. */
  readonly hosts?: readonly string[]
  readonly addresses?: readonly string[]
  /** Domain names of others: a host whose name is dressed up as one of them. */
  readonly 'dressed-up-as'?: readonly string[]
  readonly examples?: { readonly is: readonly string[]; readonly not: readonly string[] }
}
