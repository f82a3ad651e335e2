// Compiles what an entry says of circumstances: where a program acts at all, where what it sends away goes, what it may change besides, what may vary in it, and words for its reader.
import type { Acts, Besides, Goes, Vary } from './entries.ts'
import { isTable, list } from './source-shape.ts'
import type { Report, Table } from './source-shape.ts'

const ACTS_KEYS = ['options', 'variables', 'settings', 'words', 'loaders']

export function compileActs(source: Table, path: readonly (string | number)[], problem: Report, canonical: (option: string) => string): Acts {
  for (const key of Object.keys(source)) if (!ACTS_KEYS.includes(key)) problem([...path, key], `unknown key \`${key}\`; known are ${ACTS_KEYS.join(', ')}`)
  const variables = list(source['variables'])
  if (variables.length === 0) problem([...path, 'variables'], 'name the variables by which a pipeline is known')
  return {
    options: list(source['options']).map(canonical),
    variables,
    settings: list(source['settings']),
    words: list(source['words']),
    loaders: list(source['loaders']),
  }
}

const GOES_KEYS = ['to', 'of', 'names', 'folder', 'settings', 'unless']

export function compileGoes(value: unknown, path: readonly (string | number)[], problem: Report, canonical: (option: string) => string): Goes {
  const source: Table = isTable(value) ? value : {}
  for (const key of Object.keys(source)) if (!GOES_KEYS.includes(key)) problem([...path, key], `unknown key \`${key}\`; known are ${GOES_KEYS.join(', ')}`)
  const { to } = source
  if (to !== 'remote' && to !== 'registry') problem([...path, 'to'], 'expected `remote` or `registry`')
  if (to === 'registry' && typeof source['of'] !== 'string') problem([...path, 'of'], 'name the file that says which package it is')
  const settings = list(source['settings'])
  if (settings.some((one) => !/^\S+ \S+$/.test(one)))
    problem([...path, 'settings'], 'expected a file and the key in it that says where to, as `.npmrc registry`')
  return {
    to: to === 'registry' ? to : 'remote',
    of: typeof source['of'] === 'string' ? source['of'] : '',
    names: list(source['names']).map(canonical),
    folder: list(source['folder']).map(canonical),
    settings,
    unless: list(source['unless']).map(canonical),
  }
}

const BESIDES: readonly Besides[] = ['nothing', 'new', 'project']

/** One for all, or the words with each. What is not understood is as good as anything. */
export function compileBesides(source: unknown, path: readonly (string | number)[], problem: Report): Besides | Record<string, Besides> {
  const keys = isTable(source) ? Object.keys(source) : [source]
  if (!keys.every((key) => BESIDES.some((one) => one === key))) problem(path, `expected one of ${BESIDES.join(', ')}, or a mapping from these to first words`)
  const words = isTable(source) ? BESIDES.flatMap((one) => list(source[one]).map((word) => [word, one] as const)) : []
  return BESIDES.find((one) => one === source) ?? Object.fromEntries(words)
}

export function compileLists(source: unknown, path: readonly (string | number)[], problem: Report): Record<string, readonly string[]> {
  if (isTable(source)) return Object.fromEntries(Object.entries(source).map(([name, words]) => [name, list(words)]))
  problem(path, 'expected a mapping from names to lists of words')
  return {}
}

const VARIED = ['first', 'second', 'third', 'operands']

export function compileVary(
  source: Table,
  path: readonly (string | number)[],
  problem: Report,
  canonical: (option: string) => string,
): Readonly<Record<string, Vary>> {
  const given = Object.entries(isTable(source['vary']) ? source['vary'] : {})
  if (given.length === 0) problem(path, 'expected a mapping from `first`, `second`, `third`, `operands` or an option to `integer`, `ref` or `path`')
  if (source['runs'] !== undefined) problem(path, 'nothing may vary of a program that runs others')
  return Object.fromEntries(
    given.flatMap(([key, vary]) => {
      if ((vary === 'integer' || vary === 'ref' || vary === 'path') && (VARIED.includes(key) || key.startsWith('-'))) return [[canonical(key), vary] as const]
      problem([...path, key], 'expected `integer`, `ref` or `path`, for a position or an option')
      return []
    }),
  )
}
