// Is every address of a name seen, also when the name server lies, changes its mind or says nothing? Asked of a real server on loopback.
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNameServer } from '../../../test/name-server.ts'
import type { NameServer } from '../../../test/name-server.ts'
import { quickest } from '../../../test/processor-time.ts'
import { classOf } from './address-class.ts'
import { pinnedLookup, resolveHost } from './resolve.ts'

let names: NameServer
/** On a busy machine an answer may take a while; only who says nothing is given up. */
const given = () => ({ servers: names.servers, within: 10_000 })

beforeAll(async () => {
  names = await startNameServer()
})
afterAll(() => names.stop())

describe('resolveHost', () => {
  it.each([
    ['good.test', 'public', 2],
    ['loop.test', 'loopback', 1],
    ['meta.test', 'metadata', 1],
    ['multi.test', 'private', 2],
    ['mixed.test', 'loopback', 2],
    ['mapped.test', 'metadata', 1],
    ['nat64.test', 'special', 1],
    ['nobody.test', 'unresolvable', 0],
    ['127.0.0.1', 'loopback', 1],
    ['[::1]', 'loopback', 1],
  ])('%s is %s', async (name, kind, count) => {
    const resolved = await resolveHost(name, given())
    expect([resolved.class, resolved.addresses.length]).toEqual([kind, count])
  })

  it('sees a name that changes its mind, each time', async () => {
    expect((await resolveHost('rebind.test', given())).class).toBe('public')
    expect((await resolveHost('rebind.test', given())).class).toBe('loopback')
  })

  it('gives up in time', async () => {
    const ask = async (): Promise<void> => expect((await resolveHost('silent.test', { ...given(), within: 150 })).class).toBe('unresolvable')
    expect(await quickest(ask, 3)).toBeLessThan(1000)
  })

  it.each(['$(id).evil.test', 'a b.test', 'a;b.test', '*.test', '', 'x'.repeat(64) + '.test', 'a..test', 'ünï.test', '\0'])(
    'asks nobody about %j',
    async (name) => {
      names.asked.length = 0
      expect((await resolveHost(name, given())).class).toBe('unresolvable')
      expect(names.asked).toEqual([])
    },
  )
})

describe('pinnedLookup', () => {
  it('connects to what was checked, and never to what is inside', async () => {
    const web = createServer((_, response) => response.end('inside'))
    await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
    const { port } = web.address() as AddressInfo
    const fetched = (name: string): Promise<string> =>
      new Promise((done) => {
        get({ host: name, port, lookup: pinnedLookup(given()), agent: false }, (response) => done(`status ${response.statusCode ?? 0}`)).on(
          'error',
          (error: NodeJS.ErrnoException) => done(error.code ?? ''),
        )
      })
    expect(await fetched('loop.test')).toBe('EACCES')
    expect(await fetched('multi.test')).toBe('EACCES')
    await new Promise((done) => web.close(done))
  })

  it('hands over all checked addresses', async () => {
    const found = await new Promise((done) => pinnedLookup(given())('good.test', { all: true }, (error, addresses) => done(error ?? addresses)))
    expect(found).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ])
  })
})

describe('classOf', () => {
  it.each([
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.1.1',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fe80::1%lo',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '2001:2::1',
    'x',
    '',
  ])('%s is not public', (address) => expect(classOf(address)).not.toBe('public'))
  it.each(['8.8.8.8', '172.32.0.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) =>
    expect(classOf(address)).toBe('public'),
  )
})
