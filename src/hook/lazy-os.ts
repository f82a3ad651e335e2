// What stands in for `node:os` in the hook's bundle? The two functions we use of it, loaded when first called.
import type { homedir as Homedir, userInfo as UserInfo } from 'node:os'

export const homedir: typeof Homedir = () => process.getBuiltinModule('node:os').homedir()
export const userInfo = ((options?: never) => process.getBuiltinModule('node:os').userInfo(options)) as typeof UserInfo
