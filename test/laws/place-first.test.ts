// Does a protected place count whoever is handed it? Programs, subcommands and options that nobody described, over the places' own examples.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readYaml } from '../../src/config/yaml.ts'
import { buildGate, root } from '../built-gate.ts'

const { check } = await buildGate()

interface Place {
  readonly name: string
  readonly examples: { readonly is: readonly string[] }
}
const { places } = readYaml(readFileSync(path.join(root, 'places/credentials.yaml'), 'utf8')).value as { readonly places: readonly Place[] }
const examplesOf = (name: string): readonly string[] =>
  (places.find((place) => place.name === name)?.examples.is ?? []).filter((example) => /^~\/|^\$project\//.test(example) && !/[\s\\]/.test(example))
const inShell = (example: string): string => example.replace('$project/', './')
const absolute = (example: string): string => example.replace('$project', '/home/dev/app').replace(/^~/, '/home/dev')

const read = (command: string, file: string): boolean =>
  check(command).reading.actions.some((action) => action.does === 'read' && action.resolved === absolute(file))

/** How a word may be handed to a program of which nothing is known. */
const WAYS: readonly ((file: string) => string)[] = [
  (file) => `frobnicate ${inShell(file)}`,
  (file) => `frobnicate show ${inShell(file)}`,
  (file) => `frobnicate --verbose --input ${inShell(file)}`,
  (file) => `frobnicate --input=${absolute(file)}`,
  (file) => `frobnicate in=${absolute(file)} fast`,
  (file) => `frobnicate @${absolute(file)}`,
  (file) => `docker frobnicate ${inShell(file)}`,
  (file) => `cargo frobnicate ${inShell(file)}`,
]

describe('keys and passwords', () => {
  const files = ['credentials', 'private-key'].flatMap(examplesOf)
  test('there are enough of them', () => {
    expect(files.length).toBeGreaterThan(10)
  })
  test.each(WAYS.map((way) => [way('FILE'), way] as const))('are read by `%s`', (_, way) => {
    expect(files.filter((file) => !read(way(file), file))).toEqual([])
  })
  test.each(['--key', '--identity-file', '--config', '--client-cert', '--credentials', '--kubeconfig', '--exclude'])(
    'are only used, or left out, behind %s',
    (option) => {
      expect(files.filter((file) => read(`frobnicate ${option} ${inShell(file)}`, file) || read(`frobnicate ${option}=${absolute(file)}`, file))).toEqual([])
    },
  )
  test('are not read where they are only spoken of', () => {
    expect(files.filter((file) => read(`frobnicate -m "never commit ${file}"`, file) || read(`frobnicate "why is ${file} here"`, file))).toEqual([])
  })
})

test.each(['history', 'environment'])('%s files too', (what) => {
  const files = examplesOf(what === 'history' ? 'shell-history' : 'environment-file')
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((file) => !read(`frobnicate ${inShell(file)}`, file))).toEqual([])
})

test.each(['-o ', '--output ', '--output=', '--out=', '--dest-dir=', '--save-to=', 'of='])('`%s` says that it is written', (option) => {
  const verdict = (target: string): string => check(`frobnicate ${option}${target}`).decision.verdict
  expect(['/dev/sda', '/etc/passwd', '/home/dev/.ssh/authorized_keys'].filter((target) => verdict(target) === 'allow')).toEqual([])
  expect(['build/out.txt', './report.html', '/tmp/x.log', '/dev/null'].filter((target) => verdict(target) !== 'allow')).toEqual([])
})

describe('a well-known variable is the place that it usually holds', () => {
  const { variables } = readYaml(readFileSync(path.join(root, 'programs/variables.yaml'), 'utf8')).value as {
    readonly variables: Readonly<Record<string, string>>
  }
  const secret = Object.entries(variables).filter(([name]) =>
    /CREDENTIALS|KUBECONFIG|NETRC|PASS|KEY_FILE|DOCKER_CONFIG|GNUPGHOME|AUTH_FILE|HISTFILE$/.test(name),
  )
  test('there are enough of them', () => {
    expect(secret.length).toBeGreaterThan(8)
  })
  test.each(secret)('%s', (name, holds) => {
    const inside = /(?:docker|gnupg|password-store)$/.test(holds) ? '/config.json' : ''
    for (const spelt of [`$${name}`, `"\${${name}}"`])
      for (const command of ['cat', 'base64', 'frobnicate'])
        expect([command, spelt, check(`${command} ${spelt}${inside}`).reading.actions.some(({ does }) => does === 'read')]).toEqual([command, spelt, true])
  })
})
