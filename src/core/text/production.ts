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

/** What later commands of the same text work on: `use-context`, `workspace select`, `source .env.production`, `cd infra/prod`. */
const CHOSEN =
  /(?:^|[\s;&|(])(?:use-context|set-context|select-context|(?:workspace|stack|env|context|cluster|target)\s{1,4}(?:select|use|switch)|account\s{1,4}set|set\s{1,4}(?:core\/)?project|kubectx|source|\.)\s{1,4}(?:--?\w[\w-]{0,30}[ =]){0,2}["']?([^\s;&|"']{1,80})/g
const ENTERED = /(?:^|[\s;&|(])(?:cd|pushd)\s{1,4}["']?([^\s;&|"']{1,120})/g
const FOLDER = /(?:^|\/)(?:prod|production|prd)(?:\/|$)/i
const LONGEST_CHOICE = 20_000
export function choosesProduction(text: string): boolean {
  if (text.length > LONGEST_CHOICE || !/prod|prd/i.test(text)) return false
  for (const [, name = ''] of text.matchAll(CHOSEN)) if (says(name)) return true
  for (const [, folder = ''] of text.matchAll(ENTERED)) if (FOLDER.test(folder)) return true
  return false
}
