// What stands in for `node:zlib` in the hook's bundle? The one function we use of it, loaded when first called: only git's objects need it.
import type { inflateSync as InflateSync } from 'node:zlib'

export const inflateSync: typeof InflateSync = (...given) => process.getBuiltinModule('node:zlib').inflateSync(...given)
