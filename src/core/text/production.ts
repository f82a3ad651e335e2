// Do these words speak of production?
import type { Part, Word } from '../model.ts'

/** A production marker: `prod`, `prd` or `production` as a part of a name of its own. */
const PRODUCTION = /(?:^|[^a-z])(?:prod|production|prd)(?:$|[^a-z])/i
/** `ProdStack`, `appProd`, `productionDb` */
const HUMPED = /(?:^|[^A-Za-z])[Pp]rod(?:uction)?[A-Z]|[a-z]Prod(?:uction)?(?:$|[^a-z])/
const says = (text: string): boolean => PRODUCTION.test(text) || HUMPED.test(text)
const LONGEST = 2000
export const saysProduction = (words: readonly Word[]): boolean =>
  words.some(({ text, parts = [] }) => (text === null ? parts.some(partSays) : says(text.slice(0, LONGEST))))
/** `$PROD_URL`: of what is not known, its name may say so. */
const partSays = (part: Part): boolean => says((part.kind === 'unknown' ? (part.name ?? '') : part.text).slice(0, LONGEST))
