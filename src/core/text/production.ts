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
/** `railway environment production`, `firebase use prod`; but branches may be called anything. */
const PICKED = /^\s{0,8}(?!git\s)[a-z][\w-]{1,20}\s{1,4}(?:auth\s|context\s|env\s)?\s{0,4}(?:environment|use|switch)\s(.{1,120})/
/** What is reached at a port of this machine. */
const TUNNEL = /\s-[A-Za-z]{0,12}L\s?\d{1,5}:|\s-[A-Za-z]{0,12}L\s?localhost:|\bport-forward\b|sql[-_]proxy\b|\bstart-session\b|\baccess tcp\b|TCP-LISTEN:/
const isPicked = (segment: string): boolean => says(PICKED.exec(segment)?.[1] ?? '') || (TUNNEL.test(segment) && says(segment))
const ENTERED = /(?:^|[\s;&|(])(?:cd|pushd)\s{1,4}["']?([^\s;&|"']{1,120})/g
const FOLDER = /(?:^|\/)(?:prod|production|prd)(?:\/|$)/i
const LONGEST_CHOICE = 20_000
export function choosesProduction(text: string): boolean {
  if (text.length > LONGEST_CHOICE || !/prod|prd/i.test(text)) return false
  for (const [, name = ''] of text.matchAll(CHOSEN)) if (says(name)) return true
  if (text.split(/[\n;|&(]/).some(isPicked)) return true
  for (const [, folder = ''] of text.matchAll(ENTERED)) if (FOLDER.test(folder)) return true
  return false
}

/** Of code, only what it connects to: its comments, guards and names of branches speak of production too. */
const VARIABLE = /[A-Z0-9_]{4,80}/g
const OF_A_STORE = /(?:URL|URI|DSN|HOST|DB|DATABASE|CONN(?:ECTION)?)(?:_|$)/
const HOST = /:\/\/([^\s"'`/]{1,100})/g
const NAMED_HOST = /\bhost\s{0,3}=\s{0,3}["']?([\w.-]{1,100})/g
export function reachesProduction(text: string): boolean {
  if (!/prod/i.test(text)) return false
  const code = text.slice(0, LONGEST_CHOICE)
  for (const [name] of code.matchAll(VARIABLE)) if (OF_A_STORE.test(name) && says(name)) return true
  for (const [, host = ''] of [...code.matchAll(HOST), ...code.matchAll(NAMED_HOST)]) if (says(host)) return true
  return false
}
