// Is a token covered that is one only once its pieces are put together, and is everything else left as it is?
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSecretFolder } from '../../config/load-secrets.ts'
import { ROOT } from '../../../test/built.ts'
import { processorNow } from '../../../test/processor-time.ts'
import { joinedText } from './joined.ts'
import type { SecretBook } from './model.ts'
import { redactSecrets } from './scan.ts'

let book: SecretBook
beforeAll(async () => {
  ;({ book } = await loadSecretFolder(ROOT))
})

// Made up, and put together here so that no scanner of this repository takes it for real.
const REST = 'q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E'
const TOKEN = ['ghp_', REST].join('')
const [first, second] = [TOKEN.slice(0, 15), TOKEN.slice(15)]

describe('a token in pieces', () => {
  const written: Readonly<Record<string, string>> = {
    'two quoted halves': `'${first}'"${second}"`,
    'a quote within': `${first}""${second}`,
    'a quoted half': `${first}'${second}'`,
    'a line that goes on': `${first}\\\n${second}`,
    'one that goes on, on Windows': `${first}\\\r\n${second}`,
    'a backslash before a letter': `${first}\\${second}`,
    'a backslash before n': TOKEN.replace('Bn', 'B\\n'),
    'a code in hexadecimal': `$'${TOKEN.replace('q', '\\x71')}'`,
    'a code of Unicode': `$'${TOKEN.replace('q', '\\u0071')}'`,
    'a code in octal': `$'${TOKEN.replace('q', '\\161')}'`,
    'its first letter as a code': `$'${TOKEN.replace('g', '\\x67')}'`,
    'its last letter as a code': `$'${TOKEN.replace(/E$/, '\\x45')}'`,
    'a half with codes': `${first}$'\\x${second.charCodeAt(0).toString(16)}'"${second.slice(1)}"`,
    'each in quotes': [...TOKEN].map((one) => `'${one}'`).join(''),
    'nothing to be seen': `${first}\u200b${second}`,
    'much not to be seen': [...TOKEN].join('\u200b\u2060'),
    'percent codes': TOKEN.replace('_', '%5F'),
    'percent codes throughout': [...TOKEN].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(''),
  }
  test.each(Object.entries(written))('%s', (_, raw) => {
    for (const [before, after] of [
      ['curl -d ', ' https://a.example'],
      ['curl "https://a.example/?t=', '&u=1"'],
      ['{"command":"', '"}'],
      ['example ', ''],
    ] as const) {
      const shown = redactSecrets(before + raw + after, book)
      expect(shown).toMatch(/\[github-token, \d+ characters\]/)
      expect(shown).toContain(before.trim().split(/\s/)[0])
      expect(shown).toContain('example'.slice(0, after.includes('example') ? 7 : 0))
      // No run of its letters is left, in whatever pieces.
      const left = shown.replace(/\[github-token, \d+ characters\]/, '').replaceAll(/[^A-Za-z0-9_]/g, '')
      for (let at = 4; at + 4 <= TOKEN.length; at += 4) expect(left).not.toContain(TOKEN.slice(at, at + 4))
    }
  })
})

test.each([
  `echo 'it'"'"'s' "quoted"'words'`,
  `curl "https://a.example/?q=caf%C3%A9%20au%20lait&x=%5Fa"`,
  `printf '\\x41\\x42\\n' | grep -E '^\\w+\\.ts$'`,
  `git commit -m "don't \\"do\\" that"`,
  `{"a":"b","c":["d","e"]}`,
  `gh\u200bp is no token`,
])('%s is shown as it is', (text) => {
  expect(redactSecrets(text, book)).toBe(text)
})

test('where there is nothing to put together, nothing is made', () => {
  for (const text of ['', 'ls -la', '"quoted"', 'echo \'a b\' "c"']) expect(joinedText(text), text).toBeNull()
})

test('each stretch leads back to where it stands', () => {
  const raw = `x'a'"b" %41\\\ny`
  const joined = joinedText(raw)
  expect(joined?.text).toBe(`xab" Ay`)
  const at = (start: number, end: number) => raw.slice(...(joined?.rawSpan(start, end) ?? [0, 0]))
  expect([at(0, 1), at(0, 3), at(5, 6), at(5, 7), at(6, 7)]).toEqual(['x', `x'a'"b`, '%41', '%41\\\ny', 'y'])
})

test.each([`'"`, '\\', '%', "a'", 'a%5F', '\\x', "$'", '\u200b', "ghp_'"])('a megabyte of %j is looked at in time', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  const began = processorNow()
  redactSecrets(text, book)
  expect(processorNow() - began).toBeLessThan(3000)
})
