// What stands in, in the hook's bundle, for keeping what a host asks its user? The same functions, loaded after the answer to such a call.
import type * as InAgent from '../answer/in-agent.ts'
import { later } from './later.ts'

const part = later<typeof InAgent>('in-agent')

export const keepAsked: typeof InAgent.keepAsked = (given) => part().keepAsked(given)
export const endAsked: typeof InAgent.endAsked = (...given) => part().endAsked(...given)
