// Is the machine a URL names read as programs read it, and is a misleading spelling noticed?
import { describe, expect, it } from 'vitest'
import { readUrl } from './url.ts'
import { processorNow } from '../../../test/processor-time.ts'

describe('readUrl', () => {
  it.each([
    ['https://example.com/a?b=c@d#e', 'https', 'example.com'],
    ['HTTP://Example.COM:8080/', 'http', 'example.com'],
    ['https://bob@example.com/x', 'https', 'example.com'],
    ['https://john.doe@bitbucket.org/x', 'https', 'bitbucket.org'],
    ['http://[::1]:3000/x', 'http', '[::1]'],
    ['http://münchen.example/', 'http', 'münchen.example'],
    ['example.com:8080/x', null, 'example.com'],
    ['git@github.com:a/b.git', null, 'github.com'],
    ['mongodb://a.example:27017,b.example:27017/x', 'mongodb', 'a.example'],
    ['https://example.com?email=a@b.example', 'https', 'example.com'],
    ['https://example.com/a;b,c', 'https', 'example.com'],
  ])('%s is plain', (text, scheme, host) => expect(readUrl(text)).toMatchObject({ scheme, host, odd: false }))

  it.each([
    'http:127.0.0.1/',
    'http:/127.0.0.1/',
    'http:///127.0.0.1/',
    'http:\\\\127.0.0.1/',
    'ht\ntp://127.0.0.1/',
    'http://127.0.\t0.1/',
    'http://a.example\\@127.0.0.1/',
    'http://127.0.0.1\\@a.example/',
    'http://x@a.example:80@b.example/',
    'http://127.0.0.1#@a.example/',
    'http://a.example?@127.0.0.1/',
    'http://127.0.0.1:80:80/',
    'http://a.example:80;b.example/',
    'http://1.1.1.1 &@2.2.2.2/',
    'http://%31%32%37.0.0.1/',
    'http://127。0。0。1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://loc\u00adalhost/',
    'http://good.com@127.0.0.1/',
    'http://a.example%00@127.0.0.1',
    'http://[::1',
    'jar:http://127.0.0.1!/',
    'http://0o177.0.0.1/',
    '0://a.example/',
  ])('%j is odd', (text) => expect(readUrl(text).odd).toBe(true))

  it('finds the user and whether a password stands beside it', () => {
    expect(readUrl('https://bob:pw@a.example/').user).toBe('password')
    expect(readUrl('https://bob@a.example/').user).toBe('name')
    expect(readUrl('https://a.example/:@').user).toBe('none')
  })

  it.each([
    ['file:///etc/passwd', '/etc/passwd'],
    ['file://localhost/etc/a%20b', '/etc/a b'],
    ['FILE:/etc/hosts', '/etc/hosts'],
    ['file:///C:/Users/a.txt', 'C:/Users/a.txt'],
    ['netdoc:///etc/passwd', '/etc/passwd'],
    ['file:///a/b?x#y', '/a/b'],
  ])('%s opens %s', (text, file) => expect(readUrl(text)).toMatchObject({ host: null, file }))

  it('ends in time on long hostile text', () => {
    const started = processorNow()
    for (const text of ['http://' + '@'.repeat(1e6), 'a'.repeat(1e6) + ':', 'http://' + '%31'.repeat(3e5), '://'.repeat(3e5)]) readUrl(text)
    expect(processorNow() - started).toBeLessThan(300)
  })
})
