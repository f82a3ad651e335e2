// What stands in, in the hook's bundle, for writing compiled code down? The same function, loaded where there is some to write.
import { later } from './later.ts'
import type * as WriteCode from './write-code.ts'

const part = later<typeof WriteCode>('keep')

export const writeCode: typeof WriteCode.writeCode = (...given) => part().writeCode(...given)
