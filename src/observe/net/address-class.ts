// Does an address lead out to the internet, or to somewhere inside? Answered by the blocks that are set aside for special use.
import { BlockList, isIP } from 'node:net'

export type AddressClass = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'special'

const FOUR: Readonly<Record<Exclude<AddressClass, 'public'>, readonly string[]>> = {
  metadata: [
    '169.254.169.254/32',
    '169.254.170.2/32',
    '169.254.170.23/32',
    '169.254.0.23/32',
    '169.254.42.42/32',
    '100.100.100.200/32',
    '192.0.0.192/32',
    '168.63.129.16/32',
  ],
  loopback: ['127.0.0.0/8', '0.0.0.0/32'],
  'link-local': ['169.254.0.0/16'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15'],
  special: ['0.0.0.0/8', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
}
const SIX: typeof FOUR = {
  metadata: ['fd00:ec2::254/128', 'fd00:ec2::23/128', 'fd20:ce::254/128', 'fd00:42::42/128', 'fe80::a9fe:a9fe/128'],
  loopback: ['::1/128', '::/128'],
  'link-local': ['fe80::/10'],
  private: ['fc00::/7', 'fec0::/10'],
  special: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
}
/** Only this block of IPv6 is given out for use on the internet. */
const GLOBAL_SIX = listOf(['2000::/3'], 'ipv6')
const ORDER = ['metadata', 'loopback', 'link-local', 'private', 'special'] as const
const LISTS = ORDER.map((name) => ({ name, four: listOf(FOUR[name], 'ipv4'), six: listOf(SIX[name], 'ipv6') }))

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', length] = range.split('/')
    list.addSubnet(address, Number(length), family)
  }
  return list
}

/** Addresses inside addresses (mapped, NAT64, 6to4) are never `public`: they lead where their inner address leads, or nowhere. */
export function classOf(address: string): AddressClass {
  const plain = address.split('%', 1)[0] ?? ''
  const family = isIP(plain)
  if (family === 0) return 'special'
  if (family === 4) return LISTS.find(({ four }) => four.check(plain, 'ipv4'))?.name ?? 'public'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return worseOf(classOf(mapped))
  const found = LISTS.find(({ six }) => six.check(plain, 'ipv6'))?.name
  return found ?? (GLOBAL_SIX.check(plain, 'ipv6') && !address.includes('%') ? 'public' : 'special')
}

const worseOf = (inner: AddressClass): AddressClass => (inner === 'public' ? 'special' : inner)
