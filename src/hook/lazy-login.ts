// What stands in, in the hook's bundle, for the look at who is logged in? The same function, loaded when a script of the project publishes.
import type * as Login from '../observe/login.ts'
import { later } from './later.ts'

const part = later<typeof Login>('login')

export const isLoggedOut: typeof Login.isLoggedOut = (...given) => part().isLoggedOut(...given)
