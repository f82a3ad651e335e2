// What stands in, in the hook's bundle, for what takes a script's options apart? The same functions, loaded when a script does.
import type * as Options from '../core/languages/bash/option-words.ts'
import { later } from './later.ts'

const part = later<typeof Options>('options')

export const getopts: typeof Options.getopts = (...given) => part().getopts(...given)
export const inBranch: typeof Options.inBranch = (...given) => part().inBranch(...given)
export const getopt: typeof Options.getopt = (...given) => part().getopt(...given)
