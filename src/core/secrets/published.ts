// Is this a value that a vendor prints in its own documentation, the same for everybody?

/**
 * Digests (FNV-1a, 32 bits): two test keys of Stripe's documentation, the fixed keys of the Azure storage and Cosmos DB emulators, and the tokens, code and
 * login that the OAuth and OpenID texts print (RFC 6749 and 6750), which every library for them repeats; and two keys of public web pages that other scanners pass.
 */
const DIGESTS: ReadonlySet<number> = new Set([
  0xe972e9a4, 0x1d14fe37, 0xc0cc49e7, 0x384ed6f4, 0xfcd17dab, 0x8b00e4c8, 0xd8c5d369, 0xc9cec95f, 0x8d429c23, 0x0b9a312d, 0xada2fdd5, 0x91bd1840, 0x0af7ca9d,
  0xaf8fab00,
])

export function isPublished(value: string): boolean {
  if (value.length < 10 || value.length > 120) return false
  let hash = 0x811c9dc5
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193)
  return DIGESTS.has(hash >>> 0)
}
