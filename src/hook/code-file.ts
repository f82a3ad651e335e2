// Where is V8's cache of the engine kept? First a sum of the rest stands in it, in hexadecimal digits.
export const CODE_FOLDER = '.cache/prudent'
export const LARGEST_CODE = 32 * 1024 * 1024
