// Is this a value that a vendor prints in its own documentation, the same for everybody?

/** Digests (FNV-1a, 32 bits) of keys in Google's and Stripe's manuals and of the two Azure emulators: public on purpose, and in countless repositories. */
const DIGESTS: ReadonlySet<number> = new Set([
  0x739ddd87, 0xf0951274, 0x0af7ca9d, 0x4e1351cb, 0xb8782c2e, 0x1845a427, 0x00d9b068, 0xaf8fab00, 0x722ef8d0, 0xc2d370bf, 0x1751c16c, 0xf50c0e72, 0x6a41f911,
  0x8ee1d847, 0xb1887211, 0xe972e9a4, 0x1d14fe37, 0xc0cc49e7, 0x384ed6f4,
])

export function isPublished(value: string): boolean {
  if (value.length < 24 || value.length > 120) return false
  let hash = 0x811c9dc5
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193)
  return DIGESTS.has(hash >>> 0)
}
