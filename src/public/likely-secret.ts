// Does this text look as if it held a key, a token or a password? A fixed list, whatever the settings say; true when unsure.

/** Beginnings of tokens, with the least that must follow. */
const TOKENS = /(?:^|[^A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{8}|[sr]k_(?:live|test)_[A-Za-z0-9]{4}|pk_live_[A-Za-z0-9]{4}|A(?:KI|SI)A[A-Z0-9]{8}|gh[pousr]_[A-Za-z0-9]{6}|github_pat_[A-Za-z0-9]{6}|xox[a-z]-[A-Za-z0-9-]{4}|xapp-[A-Za-z0-9-]{4}|AIza[A-Za-z0-9_-]{8}|eyJ[A-Za-z0-9_-]{8})/
const KEYS = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY/
const CONNECTIONS = /\b(?:mongodb(?:\+srv)?|postgres(?:ql)?|mysql):\/\/\S|\b(?:redis|rediss|amqps?|mssql|ftps?|https?):\/\/[^\s:@/]{0,200}:[^\s@/]{1,200}@/i
const ASSIGNMENTS = /(?:API_?KEY|SECRET_?KEY|ACCESS_?KEY|PRIVATE_?KEY|PASSWORD|PASSWD)["']?=["']?[^\s"']|(?:API_?KEY|SECRET|ACCESS_?KEY|TOKEN|PRIVATE_?KEY|PASSWORD|PASSWD)["']?\s{0,4}[=:]\s{0,4}["'][^\s"'$<{]{6}|_(?:TOKEN|SECRET|PASS)=[^\s$<{]{6}|GOOGLE_API_KEY/i
const LONGEST = 1_000_000

/**
 * True for API keys, tokens, private keys, connection strings with a password, and assignments to names that hold secrets.
 * The text is looked at and forgotten: nothing of it is kept, logged or thrown.
 * @example containsLikelySecret('export API_KEY=abc123') // true
 * @example containsLikelySecret('read the key from the environment') // false
 */
export function containsLikelySecret(text: string): boolean {
  if (typeof text !== 'string') return false
  const looked = text.length > LONGEST ? text.slice(0, LONGEST) : text
  return TOKENS.test(looked) || KEYS.test(looked) || CONNECTIONS.test(looked) || ASSIGNMENTS.test(looked)
}
