// Is this a value that a vendor prints in its own documentation, the same for everybody?

/** Digests (FNV-1a, 32 bits): two test keys of Stripe's documentation, and the fixed keys of the Azure storage and Cosmos DB emulators. */
const DIGESTS: ReadonlySet<number> = new Set([0xe972e9a4, 0x1d14fe37, 0xc0cc49e7, 0x384ed6f4])

export function isPublished(value: string): boolean {
  if (value.length < 24 || value.length > 120) return false
  let hash = 0x811c9dc5
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193)
  return DIGESTS.has(hash >>> 0)
}
