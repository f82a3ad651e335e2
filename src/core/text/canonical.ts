// Which one text stands for a JSON value, whatever the order of its keys, and which short mark stands for a text?

/** JSON with sorted keys and without what is undefined: equal values give equal text. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const fields = value as Readonly<Record<string, unknown>>
    let text = ''
    // Sorted without a function of ours: an agent may hand over thousands of keys.
    for (const key of Object.keys(fields).toSorted()) {
      const item = fields[key]
      if (item !== undefined && typeof item !== 'function') text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`
    }
    return `{${text}}`
  }
  return JSON.stringify(value) ?? 'null'
}

// Two FNV-1a lanes of 32 bits with different starts and primes: enough to tell policies apart, not a secret's digest.
const lane = (text: string, start: number, prime: number): number => {
  let hash = start
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    hash = Math.imul(hash ^ (unit & 0xff), prime)
    hash = Math.imul(hash ^ (unit >>> 8), prime)
  }
  return hash >>> 0
}

/** Sixteen hexadecimal digits that change when the text changes. Not for secrets and not against forgers. */
export const fingerprint = (text: string): string =>
  lane(text, 0x811c9dc5, 0x01000193).toString(16).padStart(8, '0') + lane(text, 0xcbf29ce4, 0x85ebca6b).toString(16).padStart(8, '0')
