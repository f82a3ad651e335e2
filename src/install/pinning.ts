// What is about to be written down as good, and is not what was written down before? Told before `prudent init` does so.
import path from 'node:path'
import { groundText, readGround } from './ground.ts'
import { groundFile } from './ground-files.ts'
import type { Here } from './here.ts'
import { packageDifferences } from './notice.ts'
import { npmRecordOf } from './npm-record.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'

export interface Pinning {
  /** A line each. */
  readonly says: readonly string[]
  /** Nothing explains it: a person should say that it is theirs. */
  readonly strange: boolean
}

const MOST_NAMED = 3
/** `1 file is`, `3 files are`. */
const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`
const named = (files: readonly string[]): string =>
  `${files.slice(0, MOST_NAMED).join(', ')}${files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : ''}`

/** Never throws. */
export function pinningOf({ place, paths }: Pick<Here, 'place' | 'paths'>, version: string): Pinning {
  try {
    return compared(place, paths, version)
  } catch (error) {
    return { says: [`what was recorded before could not be compared: ${error instanceof Error ? error.message : String(error)}`], strange: true }
  }
}

function compared({ home, env, platform }: Here['place'], { hook, node }: Here['paths'], version: string): Pinning {
  const folder = path.dirname(path.dirname(hook))
  const local = env['LOCALAPPDATA']
  const caches = [env['npm_config_cache'] ?? '', path.join(home, '.npm'), local === undefined ? '' : path.join(local, 'npm-cache')]
  const npm = npmRecordOf(
    folder,
    caches.filter((one) => one !== ''),
  )
  const says: string[] = []
  if (npm.is === 'differs')
    says.push(`${counted(npm.files.length, 'file of the package is', 'files of the package are')} not what npm installed: ${named(npm.files)}`)
  const state = stateFolder(env, platform === 'windows' ? 'win32' : process.platform, home)
  const read = readGround(home, openJsonLines({ state }).digest)
  if (read.state === 'forged' || (read.state === 'none' && groundText(home, state) !== null))
    return { says: [...says, `${groundFile(home)} is gone, or prudent did not write it: what was recorded before is not known`], strange: true }
  if (read.state === 'none') return { says, strange: npm.is === 'differs' }
  const { ground } = read
  const when = ground.at.slice(0, 10)
  if (ground.package.folder !== folder) {
    says.push(`the package is another one than on ${when}: version ${ground.version} in ${ground.package.folder} then, version ${version} in ${folder} now`)
    return { says, strange: npm.is !== 'same' }
  }
  const changed = packageDifferences({ ...ground, node: { ...ground.node, path: node } }, 'full')
  const differing = changed.filter(({ kind }) => kind === 'package').map(({ file }) => path.relative(folder, file))
  const other = changed.find(({ kind }) => kind === 'node')
  const isUpdate = ground.version !== version
  const byNpm =
    npm.is === 'same'
      ? `; it is what npm installed as ${npm.version}`
      : npm.is === 'unknown'
        ? `; whether it is what was published is not known: ${npm.says}`
        : ''
  if (isUpdate)
    says.push(`the package is version ${version}, and was ${ground.version} on ${when}: ${counted(differing.length, 'file differs', 'files differ')}${byNpm}`)
  else if (differing.length > 0)
    says.push(
      `${counted(differing.length, 'file of the package differs', 'files of the package differ')} from ${when}, though the version is the same: ${named(differing)}${byNpm}`,
    )
  if (ground.node.path !== node) says.push(`the gate is run by ${node}, and was by ${ground.node.path} on ${when}`)
  else if (other !== undefined) says.push(`${node} ${other.says}: another file than on ${when}`)
  return { says, strange: npm.is === 'differs' || (differing.length > 0 && npm.is !== 'same' && !isUpdate) }
}
