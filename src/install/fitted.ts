// Which of our entries do the installed versions of a host read? What one of them does not know is left out: it would drop the whole file.
import type { Edit, JsonAddition, JsonEdit } from '../hosts/_frame/install.ts'
import type { Installed } from './record.ts'
import { compareVersions } from './versions.ts'

/** `hooks.ConfigChange`. */
const nameOf = ({ at }: JsonAddition, { file }: JsonEdit): string => at({}, file).join('.')

const isUnknownTo = ({ since }: JsonAddition, versions: readonly string[]): boolean =>
  since !== undefined && versions.some((version) => compareVersions(version, since.version) < 0)

/** Whether what is written depends on the version at all. */
export const dependsOnVersion = (edits: readonly Edit[]): boolean =>
  edits.some((edit) => edit.kind === 'json' && edit.add.some(({ since }) => since !== undefined))

/**
 * Only `prudent init` looks for versions: every other process goes by what was chosen then, since its search path may be another.
 * Where none could be told (''), what was chosen before stays.
 */
export function fitted(edit: Edit, recorded: Pick<Installed, 'without'> | undefined, versions: readonly string[] = []): Edit {
  if (edit.kind !== 'json' || !dependsOnVersion([edit])) return edit
  const known = versions.filter((version) => version !== '')
  const isOut = (one: JsonAddition): boolean =>
    known.length > 0 ? isUnknownTo(one, known) : one.since !== undefined && (recorded?.without ?? []).includes(nameOf(one, edit))
  const without = edit.add.filter(isOut)
  return without.length === 0 ? edit : { ...edit, add: edit.add.filter((one) => !isOut(one)), without }
}

/** The names of what is left out, as the record keeps them. */
export const leftOut = (edit: Edit): readonly string[] => (edit.kind === 'json' ? (edit.without ?? []).map((one) => nameOf(one, edit)) : [])

/** What is missing thereby, for the person: one line. Null: nothing. */
export function missingBy(edits: readonly Edit[]): string | null {
  const without = edits.flatMap((edit) => (edit.kind === 'json' ? (edit.without ?? []).map((one) => ({ name: nameOf(one, edit), since: one.since })) : []))
  if (without.length === 0) return null
  const [newest = ''] = without.map(({ since }) => since?.version ?? '').toSorted((one, other) => compareVersions(other, one))
  const lost = without.map(({ name, since }) => `\`${name}\`: ${since?.lost ?? ''}`).join('; ')
  return `left out for a version before ${newest}, which would ignore the whole file: ${lost}; once it is updated, run prudent init again`
}

/** Why an installed version drops what stands in the host's file; null where all read it. */
export function unreadBy(edits: readonly Edit[], versions: readonly string[]): string | null {
  for (const version of versions.filter((one) => one !== ''))
    for (const edit of edits) {
      const unknown = edit.kind === 'json' ? edit.add.find((one) => isUnknownTo(one, [version])) : undefined
      if (unknown !== undefined && edit.kind === 'json')
        return `version ${version} ignores the whole file because of \`${nameOf(unknown, edit)}\`, which it does not know`
    }
  return null
}
