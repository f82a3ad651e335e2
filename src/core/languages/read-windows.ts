// Reads text for PowerShell or cmd.exe into the commands it would run.
import { bytesOfBase64, utf16Of } from '../text/decode.ts'

export type { WinCommand } from './_windows/words.ts'
export { NO_TONGUE, tongueOf } from './_windows/tongue.ts'
export type { Lookup } from './_windows/tongue.ts'
export type { Listing } from './_windows/commands.ts'
export { listingOf, startedLine, takenAway, windowsWords, withListing } from './_windows/commands.ts'
export { readPowershell } from './powershell/commands.ts'
export { readCmd } from './cmd/commands.ts'

/** The script behind `-EncodedCommand` (base64 of UTF-16LE), or null when the text is not that. */
export function decodeEncodedCommand(base64: string): string | null {
  const bytes = bytesOfBase64(base64.trim())
  return bytes === null || bytes.length < 2 || bytes.length % 2 === 1 ? null : utf16Of(bytes)
}
