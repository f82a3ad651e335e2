// What stands in for `node:os` in the hook's bundle? The one function we use of it, loaded when first called.
import type { homedir as Homedir } from 'node:os'

export const homedir: typeof Homedir = () => process.getBuiltinModule('node:os').homedir()
