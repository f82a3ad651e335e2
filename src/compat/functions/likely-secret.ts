// Does this text look as if it held a key, a token or a password? A fixed list and every kind we know, whatever the settings say; true when unsure.
import { packageData } from '../../config/package-files.ts'
import type { SecretBook } from '../../core/secrets/model.ts'
import { containsLikelySecret as scans } from '../../core/secrets/scan.ts'

/** Beginnings of tokens, with the least that must follow. */
const TOKENS =
  /(?:^|[^A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{8}|[sr]k_(?:live|test)_[A-Za-z0-9]{4}|pk_live_[A-Za-z0-9]{4}|A(?:KI|SI)A[A-Z0-9]{8}|gh[pousr]_[A-Za-z0-9]{6}|github_pat_[A-Za-z0-9]{6}|xox[a-z]-[A-Za-z0-9-]{4}|xapp-[A-Za-z0-9-]{4}|AIza[A-Za-z0-9_-]{8}|eyJ[A-Za-z0-9_-]{8})/
const KEYS = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY/
const CONNECTIONS = /\b(?:mongodb(?:\+srv)?|postgres(?:ql)?|mysql):\/\/\S|\b(?:redis|rediss|amqps?|mssql|ftps?|https?):\/\/[^\s:@/]{0,200}:[^\s@/]{1,200}@/i
const ASSIGNMENTS =
  /(?:API_?KEY|SECRET_?KEY|ACCESS_?KEY|PRIVATE_?KEY|PASSWORD|PASSWD)["']?=["']?[^\s"']|(?:API_?KEY|SECRET|ACCESS_?KEY|TOKEN|PRIVATE_?KEY|PASSWORD|PASSWD)["']?\s{0,4}[=:]\s{0,4}["'][^\s"'$<{]{6}|_(?:TOKEN|SECRET|PASS)=[^\s$<{]{6}|GOOGLE_API_KEY/i
const LONGEST = 1_000_000

/**
 * True for API keys, tokens, private keys, connection strings with a password, assignments to names that hold secrets, and every kind of secret
 * that the package knows; also for a text of more than a million characters, which is not looked at whole.
 * The text is looked at and forgotten: nothing of it is kept, logged or thrown.
 * @example containsLikelySecret('export API_KEY=abc123') // true
 * @example containsLikelySecret('read the key from the environment') // false
 */
export function containsLikelySecret(text: string): boolean {
  if (typeof text !== 'string') return false
  // What is not looked at whole might hold anything.
  if (text.length > LONGEST) return true
  return TOKENS.test(text) || KEYS.test(text) || CONNECTIONS.test(text) || ASSIGNMENTS.test(text) || isKnownKind(text)
}

let book: SecretBook | null | undefined

/** The kinds are read once, with the first text. A package without them still has its list. */
function isKnownKind(text: string): boolean {
  try {
    book ??= packageData().secrets?.() ?? null
    return book !== null && scans(text, book)
  } catch {
    book = null
    return false
  }
}
