// What stands in for the reader of inline code in the hook's bundle? The same function, loaded from its own file when the first such code appears.
import path from 'node:path'
import type * as Read from '../core/interpret/code/read.ts'

let loaded: typeof Read | undefined

const load = (): typeof Read => {
  const { createRequire } = process.getBuiltinModule('node:module')
  return createRequire(__filename)(path.join(__dirname, 'hook-code.cjs')) as typeof Read
}

export const readCode: typeof Read.readCode = (...given) => (loaded ??= load()).readCode(...given)
