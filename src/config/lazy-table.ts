// How is a large table stored so that only the entries in use are read and parsed?

/** First line: how many bytes each entry takes, in order. Then the entries, one after the other. */
export function packTable(table: Readonly<Record<string, unknown>>): string {
  const bodies = Object.entries(table).map(([name, value]) => [name, JSON.stringify(value)] as const)
  const sizes = Object.fromEntries(bodies.map(([name, body]) => [name, Buffer.byteLength(body)]))
  return `${JSON.stringify(sizes)}\n${bodies.map(([, body]) => body).join('')}`
}

/** Bytes from a position, as many as there are up to a number. */
export type Slice = (start: number, length: number) => Buffer

const FIRST_LOOK = 64 * 1024

/** An ordinary object to its readers; each entry is read and parsed on first use. */
export function readTable<T>(from: Buffer | Slice): Readonly<Record<string, T>> {
  const slice = typeof from === 'function' ? from : (start: number, length: number) => from.subarray(start, start + length)
  let head = slice(0, FIRST_LOOK)
  for (let length = FIRST_LOOK * 4; !head.includes(10) && head.length > 0; length *= 4) {
    const more = slice(0, length)
    if (more.length === head.length) break
    head = more
  }
  const end = head.indexOf(10)
  const sizes = JSON.parse(head.toString('utf8', 0, end)) as Readonly<Record<string, number>>
  const starts = new Map<string, number>()
  let at = end + 1
  for (const name of Object.keys(sizes)) {
    starts.set(name, at)
    at += sizes[name] as number
  }
  const kept = new Map<string, T>()
  const find = (name: string): T | undefined => {
    const start = starts.get(name)
    if (start === undefined) return undefined
    if (!kept.has(name)) kept.set(name, JSON.parse(slice(start, sizes[name] as number).toString('utf8')) as T)
    return kept.get(name)
  }
  return lazyRecord(
    find,
    (name) => starts.has(name),
    () => [...starts.keys()],
  )
}

const BUCKETS = 512

/** Many small entries: each is found through the bucket that its name falls into. */
export function packBuckets(table: Readonly<Record<string, unknown>>): string {
  const buckets: Record<string, Record<string, unknown>> = {}
  for (const [name, value] of Object.entries(table)) (buckets[bucketOf(name)] ??= {})[name] = value
  return packTable(buckets)
}

export function readBuckets<T>(from: Buffer | Slice): Readonly<Record<string, T>> {
  const buckets = readTable<Readonly<Record<string, T>>>(from)
  const find = (name: string): T | undefined => {
    const bucket = buckets[bucketOf(name)]
    return bucket !== undefined && Object.hasOwn(bucket, name) ? bucket[name] : undefined
  }
  return lazyRecord(
    find,
    (name) => find(name) !== undefined,
    () => Object.values(buckets).flatMap((bucket) => Object.keys(bucket)),
  )
}

function bucketOf(name: string): string {
  let sum = 0
  for (let at = 0; at < name.length; at++) sum = (Math.imul(sum, 31) + name.charCodeAt(at)) | 0
  return `b${(sum >>> 0) % BUCKETS}`
}

/** An object whose entries are found when they are asked for. */
export const lazyRecord = <T>(find: (name: string) => T | undefined, has: (name: string) => boolean, names: () => string[]): Readonly<Record<string, T>> =>
  new Proxy<Record<string, T>>(Object.create(null) as Record<string, T>, {
    get: (_target, name) => (typeof name === 'string' ? find(name) : undefined),
    has: (_target, name) => typeof name === 'string' && has(name),
    ownKeys: names,
    getOwnPropertyDescriptor: (_target, name) =>
      typeof name === 'string' && has(name) ? { value: find(name), enumerable: true, configurable: true, writable: false } : undefined,
  })
