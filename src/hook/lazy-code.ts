// What stands in for the reader of inline code in the hook's bundle? The same function, loaded when the first such code appears.
import type * as Read from '../core/languages/read-code.ts'
import { later } from './later.ts'

const reader = later<typeof Read>('code')

export const readCode: typeof Read.readCode = (...given) => reader().readCode(...given)
