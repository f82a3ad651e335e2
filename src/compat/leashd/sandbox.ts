// Does a path lie in one of the approved folders, links followed? The first layer: the fence of the preset `leashd`, and nothing else.
import { homedir } from 'node:os'
import type { JsonObject, Scene } from '../../core/model.ts'
import { decide } from '../../gate/decide.ts'
import type { Gate } from '../../gate/gate.ts'
import { callOf } from '../call.ts'
import { fenceGate } from './policy-files.ts'

/** The tools that the fence is for. */
export const DEFAULT_PATH_TOOLS: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'Glob', 'Grep', 'NotebookEdit'])

/** What a call of such a tool is about; null where it names no path. */
export function pathOf({ file_path: file, notebook_path: notebook, path }: JsonObject): string | null {
  for (const one of [file, notebook, path]) if (typeof one === 'string' && one !== '') return one
  return null
}

export class SandboxEnforcer {
  #directories: readonly string[]
  readonly #home: string
  readonly #gate: Gate

  /** `home` is what `~` stands for. */
  constructor(directories: readonly string[], home = process.env['HOME'] ?? homedir()) {
    if (directories.length === 0) throw new TypeError('name at least one approved folder')
    this.#directories = [...directories]
    this.#home = home
    this.#gate = fenceGate()
  }

  get directories(): readonly string[] {
    return this.#directories
  }

  addDirectory(directory: string): void {
    if (!this.#directories.includes(directory)) this.#directories = [...this.#directories, directory]
  }

  updateDirectories(directories: readonly string[]): void {
    if (directories.length === 0) throw new TypeError('name at least one approved folder')
    this.#directories = [...directories]
  }

  /** Where calls happen: relative paths begin in the first folder, and the others are approved beside it. */
  place(): Scene {
    const [first = '/', ...rest] = this.#directories.map((one) => one.replace(/^~(?=\/|$)/, this.#home))
    const platform = process.platform === 'win32' ? 'windows' : process.platform === 'darwin' ? 'macos' : 'linux'
    return { cwd: first, project: first, home: this.#home, approved: rest, platform }
  }

  /** Whether it lies inside, and why not. */
  validatePath(path: string): readonly [ok: boolean, reason: string] {
    try {
      const place = this.place()
      const call = callOf('leashd', 'Read', { file_path: path === '' ? place.cwd : path }, { session: '', cwd: place.cwd })
      const { verdict, reason } = decide(this.#gate, call, place).decision
      return verdict === 'allow' ? [true, ''] : [false, reason.replace(/^(?:stopped|waiting for a person): /, '')]
    } catch {
      return [false, 'the path could not be read']
    }
  }
}
