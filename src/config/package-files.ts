// Where does the package keep what it ships, and how is each part read only when it is needed?
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CodeParsers } from '../core/languages/_code/parsers.ts'
import { boundedParsers } from './bounded-parsers.ts'
import type { Parser } from './bounded-parsers.ts'
import { storedPlaces } from '../core/disk/places/places.ts'
import type { ServerSpec } from '../core/meaning/entries.ts'
import { textOf } from '../gate/bytes.ts'
import { fromParts } from '../core/policy/policy.ts'
import type { Policy } from '../core/policy/policy.ts'
import { joinBooks, readBook } from '../core/secrets/compile.ts'
import type { SecretBook } from '../core/secrets/model.ts'
import type { Data } from './builtin.ts'
import type { Slice } from './lazy-table.ts'
import { readLanguages } from './language-table.ts'
import { readTable, wholeTable } from './lazy-table.ts'
import { readMeaning } from './meaning-table.ts'
import { readPolicy } from './policy-table.ts'
import type { Base, PolicyTable } from './policy-table.ts'
import { readSecrets, wholeBook } from './secret-table.ts'
import { readFrom, slicesOf } from './slices.ts'

/** The folder with `package.json`: the same from a source file, a bundle or a chunk of one. */
export function packageFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder) folder = path.dirname(folder)
  return folder
}

/** What a policy kept for a person is made from, and told apart by. */
export interface Shipped {
  readonly made: () => string
  /** That of those who set nothing. */
  readonly policyTable: () => PolicyTable
  /** The same, to be compared with. */
  readonly basePolicy: () => Base
}

/** The compiled data, each part read on first use. */
export function packageData(folder = packageFolder()): Data & Shipped & { readonly policy: () => Policy } {
  const file = (name: string): string => `${folder}/dist/data/${name}`
  const read = (name: string): string => textOf(wholeOf(file(name)))
  let meaning: Data['meaning'] | undefined
  let languages: Data['languages'] | undefined
  let places: Data['places'] | undefined
  let book: SecretBook | undefined
  let table: PolicyTable | undefined
  const policyTable = (): PolicyTable => (table ??= readTable(sliceOf(file('policy.txt'))))
  const kept = new Map<string, unknown>()
  const json = (name: string): unknown => {
    if (!kept.has(name)) kept.set(name, JSON.parse(read(name)))
    return kept.get(name)
  }
  return {
    get meaning() {
      meaning ??= readMeaning(sliceOf(file('meaning.txt')), () => json('servers.json') as readonly ServerSpec[])
      return meaning
    },
    get languages() {
      return (languages ??= readLanguages(sliceOf(file('languages.txt'))))
    },
    get places() {
      return (places ??= readPlaces(sliceOf(file('places.txt'))))
    },
    get packs() {
      return json('packs.json') as Data['packs']
    },
    get pieces() {
      return json('pieces.json') as NonNullable<Data['pieces']>
    },
    get presets() {
      return json('presets.json') as Data['presets']
    },
    secrets: (more) => {
      book ??= readSecrets(wholeOf(file('secret-keywords.bin')), () => sliceOf(file('secrets.txt')))
      return more === undefined ? book : readBook(joinBooks(wholeBook(book, sliceOf(file('secrets.txt'))), more))
    },
    made: () => read('made.txt'),
    policyTable,
    basePolicy: () => ({ lines: json('policy-lines.json') as Base['lines'], whole: () => wholeTable(wholeOf(file('policy.txt'))) }),
    policy: () => fromParts(readPolicy(policyTable())),
  }
}

function readPlaces(from: Slice): Data['places'] {
  const table = readTable<unknown>(from)
  return storedPlaces((name) => table[name])
}

const sliceOf = (file: string): Slice => slicesOf(openSync(file, 'r'))

function wholeOf(file: string): Uint8Array {
  const handle = openSync(file, 'r')
  try {
    return readFrom(handle, 0, fstatSync(handle).size)
  } finally {
    closeSync(handle)
  }
}

interface Configurable extends Parser {
  readonly configure: (options: { readonly dialect: string }) => Parser
}

/** Parsers of inline code: two files, each read when the first such code appears. */
export function packageParsers(folder = packageFolder()): CodeParsers {
  const load = (name: string): Configurable =>
    (createRequire(import.meta.url)(path.join(folder, 'dist/parsers', `${name}.cjs`)) as { readonly parser: Configurable }).parser
  let python: Parser | undefined
  let javascript: Parser | undefined
  return boundedParsers(
    () => (python ??= load('python')),
    () => (javascript ??= load('javascript').configure({ dialect: 'ts' })),
  )
}
