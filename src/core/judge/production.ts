// Do these words speak of production?
import type { Word } from '../model.ts'

/** A production marker: `prod`, `prd` or `production` as a part of a name of its own. */
const PRODUCTION = /(?:^|[^a-z])(?:prod|production|prd)(?:$|[^a-z])/i
const LONGEST = 2000
export const saysProduction = (words: readonly Word[]): boolean => words.some((word) => word.text !== null && PRODUCTION.test(word.text.slice(0, LONGEST)))
