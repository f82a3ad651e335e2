// Does covering a secret up leave the commands around it for all to see?
import { describe, expect, it } from 'vitest'
import { redactSecrets } from '../../src/core/secrets/scan.ts'
import { buildGate } from '../built-gate.ts'

const { sources } = await buildGate()
const covered = (text: string): string => redactSecrets(text, sources.secrets())

const SECRETS = [
  'curl -u admin:Zx81kQaa99',
  'sshpass -p q7Rk2mWz9TfX',
  'mysql -u root -phG7dk2Lp4Rq',
  'export DB_PASSWORD=q7Rk2mWz9TfX',
  'echo machine api.internal.test login deploy password q7Rk2mWz9TfX',
  'psql postgres://u:q7Rk2mWz9TfX@h.test/a',
]

describe('what stands after a secret', () => {
  it.each(SECRETS.flatMap((secret) => [';', '|', '&&', '`', ')'].map((mark) => [secret, mark] as const)))('%s%s is shown', (secret, mark) => {
    for (const command of ['./run.bin', 'rm -rf ~']) {
      const text = covered(`${secret}${mark}${command}`)
      expect(text.endsWith(command)).toBe(true)
      expect(text).toContain('characters]')
    }
  })
  it.each(["curl -u 'till:hG7;dk2|Lp4Rq' https://a.test", 'sshpass -p "q7Rk2;mWz9TfX" ssh a.test', 'curl -u deploy:q7Rk2\\;mWz9TfX https://a.test'])(
    'what is quoted belongs to it: %s',
    (text) => expect(covered(text)).not.toMatch(/Lp4Rq|mWz9TfX/),
  )
})
