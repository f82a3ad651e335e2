// Are PowerShell's and cmd's names, registry paths and listings spelt as everywhere else?
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Word } from '../../model.ts'
import { listingOf, startedLine, windowsWords, withListing } from './commands.ts'
import { loadSources } from '../../../config/load-data.ts'
import { programsOf } from '../../machine/windows-programs.ts'
import { readPowershell, tongueOf } from '../read-windows.ts'

const t = String.raw
const { languages, meaning } = await loadSources(join(import.meta.dirname, '../../../..'))
const lookupOf = (dialect: 'powershell' | 'cmd') => ({ tongue: tongueOf(languages, dialect), programs: programsOf(meaning) })
const lookup = lookupOf('powershell')
const words = (text: string): Word[] => text.split(' ').map((one) => ({ text: one }))
const spell = (word: Word): string => word.text ?? word.parts?.map((part) => (part.kind === 'unknown' ? `{${part.name ?? ''}}` : part.text)).join('') ?? ''
const shown = (dialect: 'powershell' | 'cmd', text: string): string => windowsWords(lookupOf(dialect), words(text)).map(spell).join(' ')

describe('names', () => {
  test.each([
    ['RM x', 'remove-item x'],
    ['rm -rf x', 'rm -rf x'],
    ['ls -la', 'ls -la'],
    ['sc a.txt b', 'set-content a.txt b'],
    ['sc stop x', 'sc stop x'],
    ['Remove-Item x', 'remove-item x'],
    [t`.\go.ps1 -a`, './go.ps1 -a'],
    [t`gci Env:`, 'printenv'],
  ])('PowerShell: %s', (text, expected) => expect(shown('powershell', text)).toBe(expected))
  test.each([
    ['rmdir /s x', 'rd /s x'],
    ['ERASE x', 'del x'],
    ['find x', 'findstr x'],
  ])('cmd: %s', (text, expected) => expect(shown('cmd', text)).toBe(expected))
})

describe('words', () => {
  test.each([
    [t`rm HKLM:\Software\X`, 'remove-itemproperty HKLM/software/x'],
    [t`Get-Item Registry::HKEY_CURRENT_USER\A`, 'get-itemproperty HKCU/a'],
    [t`REG ADD HKEY_LOCAL_MACHINE\A`, 'reg ADD HKLM/a'],
  ])('registry: %s', (text, expected) => expect(shown('powershell', text)).toBe(expected))
  test('folders that every Windows has', () => {
    const read = readPowershell('rm $env:APPDATA/a; rm $env:windir/b; rm $env:Other/c', lookup.tongue).commands
    expect(read.map((command) => windowsWords(lookup, command.words).map(spell).join(' '))).toEqual([
      'remove-item {HOME}/AppData/Roaming/a',
      'remove-item C:/Windows/b',
      'remove-item {Other}/c',
    ])
  })
})

const NOTHING = { items: null, text: null }

describe('what comes down a pipeline', () => {
  const taken = (given: { readonly items: readonly Word[] | null; readonly text: Word | null }): readonly string[] =>
    withListing(lookup, words('remove-item -Recurse'), undefined, undefined, given).slice(2).map(spell)
  test('is a path each, by items or by lines', () => {
    expect(taken({ items: [{ text: 'a' }, { text: 'b c' }], text: { text: 'a b c\n' } })).toEqual(['a', 'b c'])
    expect(taken({ items: null, text: { text: 'a\r\nb c\n' } })).toEqual(['a', 'b c'])
    expect(taken({ items: null, text: { text: 'a' } })).toEqual(['a'])
    expect(taken(NOTHING)).toEqual([])
  })
})

describe('listings', () => {
  test('go down a pipeline', () => {
    const listing = listingOf(lookup, words('get-childitem src -Recurse'), undefined)
    expect(listing?.items.map(spell)).toEqual(['src/*'])
    expect(withListing(lookup, words('remove-item'), listing, undefined, NOTHING).map(spell)).toEqual(['remove-item', 'src/*', '-recurse'])
    expect(withListing(lookup, words('write-host a'), listing, undefined, NOTHING).map(spell)).toEqual(['write-host', 'a'])
  })
  test('keep their filter, and are some of those behind a condition', () => {
    const listing = listingOf(lookup, words('get-childitem -Filter *.log -Recurse'), undefined)
    expect(listing).toMatchObject({ recursive: false })
    expect(listing?.items.map(spell)).toEqual(['./**/*.log'])
    expect(listingOf(lookup, words('sort-object Name'), listing)).toBe(listing)
    expect(listingOf(lookup, words('where-object x'), listing)?.items.map(({ text }) => text)).toEqual([null])
    expect(listingOf(lookup, words('where-object x'), undefined)).toBeUndefined()
    expect(listingOf(lookup, words('foreach-object x'), listing)).toBeUndefined()
  })
})

test('the line Start-Process starts', () => {
  expect(startedLine(lookup, words('start-process cmd -Verb RunAs -ArgumentList /c x'))).toEqual({ line: 'cmd /c x', asRoot: true })
  expect(startedLine(lookup, words('start-process -FilePath a.exe -Wait'))).toEqual({ line: 'a.exe', asRoot: false })
  expect(startedLine(lookup, words('remove-item x'))).toBeNull()
})
