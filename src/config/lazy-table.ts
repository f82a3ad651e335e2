// How is a large table stored so that only the entries in use are parsed?

/** First line: how many bytes each entry takes, in order. Then the entries, one after the other. */
export function packTable(table: Readonly<Record<string, unknown>>): string {
  const bodies = Object.entries(table).map(([name, value]) => [name, JSON.stringify(value)] as const)
  const sizes = Object.fromEntries(bodies.map(([name, body]) => [name, Buffer.byteLength(body)]))
  return `${JSON.stringify(sizes)}\n${bodies.map(([, body]) => body).join('')}`
}

/** An ordinary object to its readers; each entry is parsed on first use. */
export function readTable<T>(bytes: Buffer): Readonly<Record<string, T>> {
  let at = bytes.indexOf(10) + 1
  const sizes = JSON.parse(bytes.toString('utf8', 0, at)) as Readonly<Record<string, number>>
  const table: Record<string, T> = {}
  for (const [name, size] of Object.entries(sizes)) {
    const start = at
    at += size
    Object.defineProperty(table, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = JSON.parse(bytes.toString('utf8', start, start + size)) as T
        Object.defineProperty(table, name, { value, enumerable: true })
        return value
      },
    })
  }
  return table
}
