// How is text for PowerShell or cmd.exe read into the commands it would run?
export type { WinCommand } from './words.ts'
export type { Listing } from './commands.ts'
export { listingOf, startedLine, windowsWords, withListing } from './commands.ts'
export { readPowershell } from './powershell.ts'
export { readCmd } from './cmd.ts'
export { decodeEncodedCommand } from './base64.ts'
