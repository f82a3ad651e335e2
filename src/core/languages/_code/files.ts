// Which files does code of a language mean by the names that it takes in?
import { isRooted, normalise, parentOf } from '../../text/path.ts'

/** Files that a name may mean: taken in by the file `from`, or by code in `folder`; started in `cwd`. */
export type Named = (name: string, folder: string, from: string | null, cwd: string | null) => readonly string[]

export interface CodeFiles {
  /** As files of `languages/` say it: the name of its folder. */
  readonly name: string
  readonly named: Named
  /** Files of packages that a name means, as far as they may be this gate's own. */
  readonly ours?: (name: string, folder: string) => readonly string[]
  /** What says which file of a folder is run, and which it says. */
  readonly manifest?: { readonly file: string; readonly main: (text: string) => string | null }
}

/** Beside the file that asks, the one that was started and the folder it was started in; of bare names also in `lib` there. */
export const besideWith =
  (ending: string): Named =>
  (name, folder, from, cwd) => {
    if (!/^[\w./@~ -]+$/.test(name)) return []
    const file = /\.\w{1,5}$/.test(name) ? name : name + ending
    const beside = from === null ? folder : parentOf(from)
    const bases = [beside, folder, ...(cwd !== null && isRooted(cwd) ? [cwd] : [])]
    const below = /^\.{0,2}\//.test(name) ? [] : bases.map((base) => `${base}/lib`)
    return [...new Set([...bases, ...below].map((base) => normalise(file, base)))]
  }
