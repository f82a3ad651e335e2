// Do our own kinds find what they are for, leave ordinary text alone, and end in time on any input?
import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containsLikelySecret, findSecrets, redactSecrets } from '../core/secrets/scan.ts'
import { loadSecretFolder, loadSecrets, secretsData } from './load-secrets.ts'
import { packKeywords, packSecrets, readSecrets } from './secret-table.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const { specs, book, problems } = await loadSecretFolder(ROOT)

describe('our kinds', () => {
  test('have no problems: every hit is found, every miss is not', () => {
    expect(problems).toEqual([])
  })
  test('are many', () => {
    expect(specs.length).toBeGreaterThanOrEqual(250)
  })
  test('ship as tables that find the same', async () => {
    const data = await secretsData(ROOT)
    const table = Buffer.from(packSecrets(data))
    const shipped = readSecrets(packKeywords(data), () => (start, length) => table.subarray(start, start + length))
    for (const { hits = [] } of specs) for (const hit of hits) expect(findSecrets(hit, shipped)).toEqual(findSecrets(hit, book))
  })
  test('a file that is none is named, with its place', () => {
    expect(loadSecrets([{ name: 'a.yaml', text: 'kinds: 3' }]).problems).toEqual([
      { file: 'a.yaml', line: 1, column: 1, message: 'a file of kinds has `theme`, `title` and `kinds`' },
    ])
    expect(loadSecrets([{ name: 'b.yaml', text: 'theme: b\ntitle: B\nkinds:\n  - id: x-key\n' }]).problems[0]).toMatchObject({ file: 'b.yaml', line: 4 })
  })
})

describe('secrets in ordinary places', () => {
  test.each([
    ['AWS_ACCESS_KEY_ID=AKIAQ7RK2MWZ9TFXHG7D', 'aws-access-key-id'],
    ['aws_secret_access_key = k3vQpZs4uJdHfGaVtBiNoKxRyMlCwEz2jUf5hSgD', 'aws-secret-access-key'],
    ['git clone https://ghp_k3vQpZs4uJdHfGaVtBiNoKxRyMlCwEz2jUf5@forge.test/a.git', 'github-token'],
    ['//registry.internal.test/:_authToken=k3vQpZs4uJdHfGaVtBiN', 'npmrc-auth'],
    ['curl -H "Authorization: Bearer k3vQpZs4uJdHfGaVtBiN" https://api.internal.test', 'secret-assignment'],
    ["curl -H 'X-Api-Key: k3vQpZs4uJdHfGaVtBiN' https://api.internal.test", 'secret-assignment'],
    ['wget "https://api.internal.test/v1/data?api_key=8f14e45fceea167a5a36dedd4bea2543&page=1"', 'secret-assignment'],
    ['deploy --token k3vQpZs4uJdHfGaVtBiN --region eu', 'secret-assignment'],
    ['deploy --password=q7Rk2mWz9TfX', 'password-assignment'],
    ['psql postgresql://app:q7Rk2mWz9TfX@db.internal.test/app', 'url-password'],
    ['mongodb+srv://app:hG7dk2Lp4Rq@cluster.internal.test/app', 'url-password'],
    ['const apiKey = "k3vQpZs4uJdHfGaVtBiN"', 'secret-assignment'],
    ["apiKey: process.env.KEY ?? 'x', clientSecret: 'nLr9eQpZs4uJdHfGaVtBiNoKx'", 'secret-assignment'],
    ['client_secret: "nLr9eQpZs4uJdHfGaVtBiNoKx"', 'secret-assignment'],
    ['{\\"token\\":\\"k3vQpZs4uJdHfGaVtBiN\\"}', 'secret-assignment'],
    ['spring.datasource.password=q7Rk2mWz9TfX', 'password-assignment'],
    ['password: q7Rk2mWz9TfX', 'password-assignment'],
    ['DB_PASS="S0mmer-2031!"', 'password-assignment'],
    ['ENV DB_PASSWORD=q7Rk2mWz9TfX', 'password-assignment'],
    ['  - name: TOKEN\n    token: "k3vQpZs4uJdHfGaVtBiN"', 'secret-assignment'],
    ['buildConfigField "String", "API_KEY", "\\"k3vQpZs4uJdHfGaVtBiN\\""', 'secret-assignment'],
    ['define("DB_PASSWORD", "q7Rk2mWz9TfX");', 'password-assignment'],
    ['PrivateKey = k3vQpZs4uJdHfGaVtBiNoKxRyMlCwEz2jUf5hSgDk6o=', 'wireguard-key'],
    ['TWILIO_AUTH_TOKEN=8f14e45fceea167a5a36dedd4bea2543', 'twilio-token'],
    ['acme api token: 8f14e45fceea167a5a36dedd4bea2543', 'secret-assignment'],
    ['the key is in ACME_KEY=123e4567-e89b-42d3-a456-426614174abc', 'key-assignment'],
  ])('%s', (text, kind) => {
    expect(findSecrets(text, book).map((finding) => finding.kind)).toContain(kind)
  })
})

describe('ordinary text', () => {
  test.each([
    '"integrity": "sha512-k3vQpZs4uJdHfGaVtBiNoKxRyMlCwEz2jUf5hSgDk6oPvAq0tIb9rXnWcLm3eYsZu7JdHfGaVtBiNoKxRyMlCw=="',
    'checksum = "8f14e45fceea167a5a36dedd4bea25438f14e45fceea167a5a36dedd4bea2543"',
    'uses: actions/checkout@8f14e45fceea167a5a36dedd4bea25438f14e45f # v4',
    'git checkout 8f14e45fceea167a5a36dedd4bea25438f14e45f',
    'golang.org/x/net v0.58.0 h1:k3vQpZs4uJdHfGaVtBiNoKxRyMlCwEz2jUf5hSgDk6o=',
    'id: 123e4567-e89b-42d3-a456-426614174abc',
    'jobCredentialsId: "123e4567-e89b-42d3-a456-426614174abc"',
    'NPM_TOKEN: ${{ secrets.NPM_TOKEN }}',
    'export TOKEN=$(vault read -field=token secret/app)',
    'token = os.environ["ACME_TOKEN"]',
    'const password = await prompt("Password: ")',
    'password: process.env.DB_PASSWORD,',
    'if (user.password !== confirmPassword) throw new Error("passwords do not match")',
    'expect(tokens.accessToken).toBe(undefined)',
    'access_token: token.accessToken,',
    'max_tokens=4096 temperature=0.2',
    'PRIMARY KEY (user_id, account_id_2)',
    '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk">',
    'AKIAIOSFODNN7EXAMPLE',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'sk-ant-api03-...',
    'api_key: "<your api key>"',
    'POSTGRES_PASSWORD=postgres docker compose up',
    'postgres://postgres:postgres@localhost:5432/test',
    'http://localhost:3000/login?next=/account',
    'ssh -i ~/.ssh/deploy_key deploy@build.internal.test',
    'kubectl get secret app-credentials-v2 -o yaml',
    'public_key = "k3vQpZs4uJdHfGaVtBiNoKxRyMlCwEz2jUf5"',
    'The access token expires after 3600 seconds; refresh tokens last 30 days.',
    'docker login --username ci --password-stdin registry.internal.test',
    'cache-key: node-modules-${{ hashFiles("package-lock.json") }}',
    'secretKeyRef: { name: app-v2, key: database-url-1 }',
    'import { tokenCounter2, secretStore1 } from "./tokens-2024/secret-store.ts"',
    'password_hash_iterations = 600000',
    'author: "k3vin", keyboard: "us-intl-104"',
  ])('%s', (text) => {
    expect(findSecrets(text, book)).toEqual([])
    expect(containsLikelySecret(text, book)).toBe(false)
    expect(redactSecrets(text, book)).toBe(text)
  })
})

describe('laws', () => {
  const hits = specs.flatMap(({ hits = [] }) => hits)
  const secretsOf = (text: string): string[] => findSecrets(text, book).map(({ start, end }) => text.slice(start, end))

  test('no finding and no redacted text holds a secret, wherever it stands', () => {
    fc.assert(
      fc.property(fc.constantFrom(...hits), fc.string(), fc.string(), (hit, before, after) => {
        const text = `${before}\n${hit}\n${after}`
        const secrets = secretsOf(text).filter((secret) => secret.length >= 8)
        const said = JSON.stringify(findSecrets(text, book)) + redactSecrets(text, book)
        for (const secret of secrets) expect(said.includes(secret)).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })
  test('findings are in order and do not overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...hits), { maxLength: 8 }), (parts) => {
        let end = 0
        for (const finding of findSecrets(parts.join('\n'), book)) {
          expect(finding.start).toBeGreaterThanOrEqual(end)
          end = finding.end
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('hostile text of a megabyte', () => {
  const SIZE = 1_000_000
  const fill = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE)
  const keywords = [...new Set(specs.flatMap((spec) => spec.keywords))]
  const BOUND_MS = 200
  // Processor time, the best of four: what other processes do meanwhile is no fault of ours.
  const costOf = (text: string): number => {
    const times = Array.from({ length: 4 }, () => {
      const began = process.cpuUsage()
      findSecrets(text, book)
      return process.cpuUsage(began).user / 1000
    })
    return Math.min(...times)
  }

  test.each([
    ['one letter', 'a'],
    ['one capital', 'A'],
    ['every keyword', keywords.join(' ')],
    ['keywords with quotes', keywords.map((keyword) => `${keyword}="`).join('\n')],
    ['double quotes', '"'],
    ['single quotes', "'"],
    ['assignments without end', 'key='],
    ['quotes that open', 'password: "a'],
    ['glued names', 'token_'],
    ['token starts', 'eyJ_'],
    ['keys without body', '-----BEGIN PRIVATE KEY-----'],
    ['addresses without host', '://a:'],
    ['digests', '0123456789abcdef'],
    ['manifests', 'kind: Secret\ndata:\n'],
    ['connection strings', 'pwd=a;server='],
    ['ends of tokens', '.atlasv1.'],
  ])('%s', (_what, piece) => {
    expect(costOf(fill(piece))).toBeLessThan(BOUND_MS)
  })
})
