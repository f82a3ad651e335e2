// A name server on loopback with names that are good, lie, change their mind or say nothing: what tests ask instead of the network.
import { createSocket } from 'node:dgram'

const ZONE: Readonly<Record<string, { A?: readonly string[]; AAAA?: readonly string[] }>> = {
  'good.test': { A: ['93.184.215.14'], AAAA: ['2606:4700:4700::1111'] },
  'loop.test': { A: ['127.0.0.1'] },
  'meta.test': { A: ['169.254.169.254'] },
  'multi.test': { A: ['93.184.215.14', '10.0.0.1'] },
  'mixed.test': { A: ['93.184.215.14'], AAAA: ['::1'] },
  'mapped.test': { AAAA: ['::ffff:a9fe:a9fe'] },
  'nat64.test': { AAAA: ['64:ff9b::7f00:1'] },
}

export interface NameServer {
  readonly servers: readonly string[]
  /** `name type`, in the order asked. */
  readonly asked: string[]
  readonly stop: () => Promise<void>
}

export async function startNameServer(): Promise<NameServer> {
  const asked: string[] = []
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const answer = answerTo(query, asked)
    if (answer !== null) server.send(answer, port, address)
  })
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done))
  return { servers: [`127.0.0.1:${server.address().port}`], asked, stop: () => new Promise<void>((done) => void server.close(done)) }
}

/** The few bytes of DNS that an answer needs (RFC 1035 §4). */
function answerTo(query: Buffer, asked: string[]): Buffer | null {
  const labels: string[] = []
  let at = 12
  while ((query[at] ?? 0) > 0) {
    labels.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)).toString('latin1'))
    at += 1 + (query[at] ?? 0)
  }
  // Below `example.com` too: `.test` itself is known to lead inside.
  const name = labels
    .join('.')
    .toLowerCase()
    .replace(/\.example\.com$/, '.test')
  const type = query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A'
  asked.push(`${name} ${type}`)
  if (name === 'silent.test') return null
  const times = asked.filter((one) => one === `${name} A`).length
  // The first look is harmless, the second is not.
  const records = name === 'rebind.test' ? (type === 'A' ? [times === 1 ? '93.184.215.14' : '127.0.0.1'] : []) : (ZONE[name]?.[type] ?? [])
  const question = query.subarray(12, at + 5)
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
  const answers = records.map((address) => {
    const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : sixBytes(address)
    return Buffer.concat([Buffer.from([0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]), data])
  })
  return Buffer.concat([header, question, ...answers])
}

function sixBytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const groups = address.includes('::') ? [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right] : left
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
}
