// Shows that a Windows command is judged alike however it is spelt: by an alias, with parameters cut short, in another order, quoted, put together or wrapped.
import { describe, expect, it } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate('standard')

/** A cmdlet's names, its parameters with the shortest spelling PowerShell still knows, and their values. */
interface Act {
  readonly names: readonly string[]
  readonly given: readonly (readonly [name: string, least: number, value?: string])[]
}
const DANGEROUS: readonly Act[] = [
  {
    names: ['Remove-Item', 'ri', 'del', 'erase'],
    given: [
      ['Path', 3, String.raw`C:\Users\dev\Documents`],
      ['Recurse', 1],
      ['Force', 2],
    ],
  },
  {
    names: ['Clear-Content', 'clc'],
    given: [
      ['Path', 3, String.raw`C:\Windows\System32\drivers\etc\hosts`],
      ['Force', 2],
    ],
  },
  {
    names: ['Set-ItemProperty', 'sp'],
    given: [
      ['Path', 3, String.raw`HKLM:\Software\X`],
      ['Name', 1, 'a'],
      ['Value', 1, '1'],
    ],
  },
  {
    names: ['Stop-Service', 'spsv'],
    given: [
      ['Name', 3, 'W3SVC'],
      ['Force', 2],
    ],
  },
  {
    names: ['Stop-Process', 'spps'],
    given: [
      ['Name', 3, 'node'],
      ['Force', 2],
    ],
  },
  {
    names: ['Copy-Item', 'cpi'],
    given: [
      ['Path', 3, 'x.exe'],
      ['Destination', 3, String.raw`C:\Windows\System32\x.exe`],
      ['Force', 2],
    ],
  },
  { names: ['Set-MpPreference'], given: [['DisableRealtimeMonitoring', 25, '$true']] },
  {
    names: ['New-LocalUser'],
    given: [
      ['Name', 3, 'eve'],
      ['NoPassword', 10],
    ],
  },
  {
    names: ['Set-ExecutionPolicy'],
    given: [
      ['ExecutionPolicy', 3, 'Unrestricted'],
      ['Scope', 2, 'LocalMachine'],
      ['Force', 2],
    ],
  },
  {
    names: ['Format-Volume'],
    given: [
      ['DriveLetter', 6, 'D'],
      ['FileSystem', 6, 'NTFS'],
      ['Force', 2],
    ],
  },
  {
    names: ['Remove-DistributionGroup'],
    given: [
      ['Identity', 8, 'all'],
      ['BypassSecurityGroupManagerCheck', 31],
    ],
  },
]
const HARMLESS: readonly Act[] = [
  {
    names: ['Remove-Item', 'ri', 'del'],
    given: [
      ['Path', 3, 'node_modules'],
      ['Recurse', 1],
      ['Force', 2],
    ],
  },
  {
    names: ['Remove-Item', 'ri'],
    given: [
      ['Path', 3, String.raw`C:\Users\dev\Documents`],
      ['Recurse', 1],
      ['WhatIf', 2],
    ],
  },
  {
    names: ['Get-ChildItem', 'gci', 'dir'],
    given: [
      ['Path', 3, 'src'],
      ['Filter', 3, '*.cs'],
      ['Recurse', 1],
    ],
  },
  {
    names: ['Get-Content', 'gc', 'type'],
    given: [
      ['Path', 3, 'README.md'],
      ['TotalCount', 3, '5'],
    ],
  },
  {
    names: ['Select-String', 'sls'],
    given: [
      ['Path', 3, 'src'],
      ['Pattern', 3, 'TODO'],
    ],
  },
  {
    names: ['Invoke-WebRequest', 'iwr'],
    given: [
      ['Uri', 3, 'http://localhost:3000/health'],
      ['UseBasicParsing', 4],
    ],
  },
  {
    names: ['New-Item', 'ni'],
    given: [
      ['ItemType', 1, 'Directory'],
      ['Path', 3, 'out'],
      ['Force', 2],
    ],
  },
  { names: ['Test-Path'], given: [['Path', 3, String.raw`C:\Windows`]] },
]

/** The same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}
type Dice = <T>(of: readonly T[]) => T
const SEED = 20_261
const EACH = 30

const quoted = (dice: Dice, value: string): string =>
  value.startsWith('$') ? value : dice(/^[\w.:/\\]+$/.test(value) ? [value, `'${value}'`, `"${value}"`] : [`'${value}'`, `"${value}"`])
const cased = (dice: Dice, text: string): string => dice([text, text.toLowerCase(), text.toUpperCase()])

function spelt(dice: Dice, { names, given }: Act): string {
  const name = cased(dice, dice(names))
  const parts = given
    .map(([parameter, least, value]) => {
      const short = parameter.slice(0, least + dice([0, 0, 1, 2, 99]))
      const option = `-${cased(dice, short)}`
      return value === undefined ? option : `${option}${dice([' ', ' ', ':'])}${quoted(dice, value)}`
    })
    .toSorted(() => dice([-1, 1]))
    .join(' ')
  const half = Math.ceil(name.length / 2)
  return dice([
    `${name} ${parts}`,
    `${name} ${parts}`,
    `& '${name}' ${parts}`,
    `& ('${name.slice(0, half)}' + '${name.slice(half)}') ${parts}`,
    `& ("{1}{0}" -f '${name.slice(half)}','${name.slice(0, half)}') ${parts}`,
    `$x = '${name}'; & $x ${parts}`,
    `$p = @{ ${given.map(([parameter, , value = '$true']) => `${parameter} = ${value.startsWith('$') ? value : `'${value}'`}`).join('; ')} }; ${name} @p`,
  ])
}

const doubled = (text: string): string => text.replaceAll("'", "''")
const utf16 = (text: string): string => btoa(Array.from(text, (c) => `${c}\0`).join(''))
const OPEN: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `iex '${doubled(text)}'`,
  (text) => `Invoke-Expression -Command '${doubled(text)}'`,
  (text) => `& { ${text} }`,
  (text) => `. ([scriptblock]::Create('${doubled(text)}'))`,
  (text) => `Invoke-Command -ScriptBlock { ${text} }`,
  (text) => `if ($true) { ${text} }`,
  (text) => `try { ${text} } catch { }`,
  (text) => `foreach ($i in 1..2) { ${text} }`,
  (text) => `switch (1) { 1 { ${text} } }`,
  (text) => `1 | % { ${text} }`,
  (text) => `pwsh -NoProfile -Command '${text.replaceAll("'", String.raw`'\''`)}'`,
]
/** What hides its text is asked about whatever it says. */
const HIDDEN: readonly ((text: string) => string)[] = [
  (text) => `powershell -NoProfile -EncodedCommand ${utf16(text)}`,
  (text) => `cmd /c "powershell -e ${utf16(text)}"`,
  (text) => `Start-Process powershell -ArgumentList '-NoProfile','-enc','${utf16(text)}'`,
]

function spellings(act: Act, wraps: readonly ((text: string) => string)[], seed: number): readonly string[] {
  const random = numbers(seed)
  const dice: Dice = (of) => of[Math.floor(random() * of.length)]!
  return [...new Set(Array.from({ length: EACH }, () => dice(wraps)(spelt(dice, act))))]
}
const plain = ({ names, given }: Act): string =>
  `${names[0]} ${given.map(([parameter, , value]) => (value === undefined ? `-${parameter}` : `-${parameter} ${value}`)).join(' ')}`

const RANK = { allow: 0, ask: 1, deny: 2 } as const

describe(`spellings of Windows commands (seed ${SEED})`, () => {
  it.each(DANGEROUS.map((act, at) => [plain(act), act, SEED + at] as const))('no spelling is judged milder: %s', (command, act, seed) => {
    const verdict = check(command).decision.verdict
    expect(verdict).not.toBe('allow')
    expect(spellings(act, [...OPEN, ...HIDDEN], seed).filter((text) => RANK[check(text).decision.verdict] < RANK.ask)).toEqual([])
  })
  it.each(HARMLESS.map((act, at) => [plain(act), act, SEED + at] as const))('no spelling is flagged: %s', (command, act, seed) => {
    expect(check(command).decision.verdict).toBe('allow')
    expect(spellings(act, OPEN, seed).filter((text) => check(text).decision.verdict !== 'allow')).toEqual([])
  })
})
