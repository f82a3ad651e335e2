// What stands in for `node:module` in the hook's bundle? The one function we use of it, loaded when first called.
import type { createRequire as CreateRequire } from 'node:module'

export const createRequire: typeof CreateRequire = (from) => process.getBuiltinModule('node:module').createRequire(from)
