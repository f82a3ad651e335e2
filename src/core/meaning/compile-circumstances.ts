// Compiles what an entry says of circumstances: where a program acts at all, and where what it sends away goes.
import type { Acts, Goes } from './entries.ts'
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
