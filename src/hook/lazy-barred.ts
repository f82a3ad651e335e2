// What stands in, in the hook's bundle, for what tells whether a publish can leave? The same functions, loaded when a script of the project publishes.
import type * as Barred from '../core/machine/publish-login.ts'
import { later } from './later.ts'

const part = later<typeof Barred>('barred')

export const noteBarred: typeof Barred.noteBarred = (...given) => part().noteBarred(...given)
export const confirmBarred: typeof Barred.confirmBarred = (...given) => part().confirmBarred(...given)
