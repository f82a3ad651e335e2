// Does the browser get the link without anybody else seeing it?
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { deskHere } from './desk-here.ts'
import { clear } from '../clear.ts'

test.runIf(process.platform === 'linux')('what opens the browser is given a file for its owner alone, which is gone once the link was used', async () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'prudent-opener-'))
  const seen = path.join(scratch, 'seen')
  mkdirSync(path.join(scratch, 'bin'))
  const opener = path.join(scratch, 'bin/xdg-open')
  writeFileSync(opener, `#!/bin/sh\n{ echo "$#" "$@"; stat -c %a "$1"; cat "$1"; } > ${seen}.draft\nmv ${seen}.draft ${seen}\n`)
  chmodSync(opener, 0o755)
  const env = { HOME: scratch, XDG_STATE_HOME: path.join(scratch, 'state'), DISPLAY: ':9', PATH: `${scratch}/bin:/usr/bin:/bin` }
  const desk = await deskHere({ env, open: true })
  try {
    await expect.poll(() => existsSync(seen), { timeout: 20_000 }).toBe(true)
    const [words = '', mode, ...page] = readFileSync(seen, 'utf8').split('\n')
    const [count, file = ''] = words.split(' ')
    expect([count, mode, words.includes('link=')]).toEqual(['1', '600', false])
    const code = /#link=([\w-]+)/.exec(page.join('\n'))?.[1] ?? ''
    expect(desk.printed.join('')).toContain(`#link=${code}`)
    expect(existsSync(file)).toBe(true)
    expect((await desk.ask('POST', '/api/session', { secret: code })).status).toBe(200)
    expect(existsSync(file)).toBe(false)
  } finally {
    await desk.close()
    clear(scratch)
  }
})
