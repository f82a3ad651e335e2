// What stands in for `node:crypto` in the hook's bundle? The same functions, loaded when first called: most calls need none, and loading costs a sixth of a start.
import type * as NodeCrypto from 'node:crypto'

const crypto = (): typeof NodeCrypto => process.getBuiltinModule('node:crypto')

export const createHash: typeof NodeCrypto.createHash = (...given) => crypto().createHash(...given)
export const randomBytes = (size: number): Buffer => crypto().randomBytes(size)
