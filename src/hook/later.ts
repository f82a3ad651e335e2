// How does the hook load a part of itself that few calls need? From its own file, when the first such call comes.
import path from 'node:path'

// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller names what it loads, as with any import.
export function later<Part>(file: string): () => Part {
  let loaded: Part | undefined
  const load = (): Part => process.getBuiltinModule('node:module').createRequire(__filename)(path.join(__dirname, file)) as Part
  return () => (loaded ??= load())
}
