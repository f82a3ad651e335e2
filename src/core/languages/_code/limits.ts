// How much of one piece of code is read.
/** Steps for the text that was given. */
export const MAX_STEPS = 60_000
/** Steps for all files that it takes in. */
export const MAX_MODULE_STEPS = 60_000
export const MAX_NESTING = 1200
/** Methods of one name: of an object that is not known, any of them may be meant. */
export const MAX_METHODS = 200
