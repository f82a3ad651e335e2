// How does the hook load a part of itself that not every call needs? From its own file, as it loaded its engine, when the first such call comes.
import type parts from './parts.json'

/** The build makes one file of each: a name that is not among them is no name. */
type PartName = keyof typeof parts

declare const $open: (part: PartName) => (exports: object, load: NodeJS.Require, filename: string, folder: string) => void

// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller names what it loads, as with any import.
export function later<Part extends object>(part: PartName): () => Part {
  let loaded: Part | undefined
  const load = (): Part => {
    const exports = {} as Part
    $open(part)(exports, require, __filename, __dirname)
    return exports
  }
  return () => (loaded ??= load())
}
