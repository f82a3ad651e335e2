// What stands in for the reader of PowerShell and cmd in the hook's bundle? The same functions, loaded when the first such text appears.
import type * as Read from '../core/languages/read-windows.ts'
import { later } from './later.ts'

const reader = later<typeof Read>('windows')

export const readPowershell: typeof Read.readPowershell = (...given) => reader().readPowershell(...given)
export const tongueOf: typeof Read.tongueOf = (...given) => reader().tongueOf(...given)
export const listingOf: typeof Read.listingOf = (...given) => reader().listingOf(...given)
export const takenAway: typeof Read.takenAway = (...given) => reader().takenAway(...given)
export const startedLine: typeof Read.startedLine = (...given) => reader().startedLine(...given)
export const windowsWords: typeof Read.windowsWords = (...given) => reader().windowsWords(...given)
export const withListing: typeof Read.withListing = (...given) => reader().withListing(...given)
export const readCmd: typeof Read.readCmd = (...given) => reader().readCmd(...given)
export const decodeEncodedCommand: typeof Read.decodeEncodedCommand = (...given) => reader().decodeEncodedCommand(...given)
