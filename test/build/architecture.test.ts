// Who may import whom, and what must never appear where? Tables first; each check is a function over files and is shown to fail on a seeded violation.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Path from the repository's root → text. */
type Files = ReadonlyMap<string, string>

const MECHANISMS = [
  'src/core',
  'src/gate',
  'src/hosts',
  'src/channels',
  'src/stores',
  'src/audit',
  'src/learn',
  'src/config',
  'src/observe',
  'src/install',
  'src/ask',
  'src/answer',
  'src/live',
  'package.json',
]
/** A process may use everything but another process. */
const PROCESS = [...MECHANISMS, 'src/index.ts']

/** Which folders a folder of `src` may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  // Plain functions with fixed lists.
  'src/compat/functions': ['src/core', 'src/config/package-files.ts'],
  'src/gate': ['src/core', 'src/audit', 'src/config', 'src/learn', 'src/observe'],
  'src/observe': ['src/core/model.ts', 'src/core/text'],
  // What hosts share: how their events are heard, and the ways to answer in them.
  'src/hosts/_frame': ['src/core/model.ts', 'src/core/text/strict-json.ts', 'src/gate/seams.ts', 'src/audit/stories.ts'],
  'src/hosts': ['src/core/model.ts', 'src/gate/seams.ts'],
  'src/channels': ['src/core/model.ts', 'src/gate/seams.ts', 'src/gate/make-folder.ts'],
  'src/stores': [
    'src/core/model.ts',
    'src/core/text',
    'src/gate/seams.ts',
    'src/gate/approvals.ts',
    'src/gate/grants.ts',
    'src/gate/modes.ts',
    'src/gate/records.ts',
    'src/gate/make-folder.ts',
    'src/gate/bytes.ts',
  ],
  'src/audit': ['src/core', 'src/gate/seams.ts'],
  'src/learn': ['src/core', 'src/gate/seams.ts'],
  'src/config': [
    'src/core',
    'src/gate/seams.ts',
    'src/gate/make-folder.ts',
    'src/gate/bytes.ts',
    'src/gate/caches.ts',
    'src/gate/cache-key.ts',
    'src/gate/cache-keeping.ts',
    'src/gate/seal.ts',
    'src/audit/settings.ts',
  ],
  'src/install': ['src/core', 'src/gate', 'src/hosts', 'src/config', 'src/stores', 'src/audit', 'package.json'],
  'src/live': ['src/core/model.ts', 'src/gate', 'src/hosts/_frame', 'src/config', 'src/stores', 'src/audit', 'src/install'],
  'src/ask': ['src/core', 'src/gate', 'src/hosts', 'src/channels', 'src/config', 'src/stores', 'src/audit'],
  'src/answer': [
    'src/core',
    'src/ask',
    'src/gate',
    'src/hosts',
    'src/channels',
    'src/config',
    'src/stores',
    'src/audit',
    'src/learn',
    'src/observe',
    'src/install',
    'package.json',
  ],
  'src/hook': PROCESS,
  'src/plugin': PROCESS,
  'src/http': PROCESS,
  'src/desk': PROCESS,
  'src/proxy': PROCESS,
  'src/terminal': PROCESS,
  'src/lookout': PROCESS,
  'src/cli': [...PROCESS, 'src/compat'],
  'src/index.ts': [...MECHANISMS, 'src/compat/functions'],
  // Other systems' names over the gate as it is.
  'src/compat': MECHANISMS,
}

/**
 * Rooms of the core from the ground up: one may import itself and those below it, not its neighbours. Languages are read by themselves, without the machine;
 * bash alone walks it.
 */
const ROOMS: readonly (readonly string[])[] = [
  ['terms.ts'],
  ['asked.ts'],
  ['model.ts'],
  ['text'],
  ['value', 'secrets', 'detectors', 'disk/places'],
  ['meaning', 'languages', 'rules'],
  ['match'],
  ['log', 'policy'],
  ['self', 'languages/_source'],
  ['disk', 'judge'],
  ['machine'],
  ['languages/bash', 'languages/awk', 'languages/just', 'languages/make'],
  ['tools'],
  ['readers'],
  ['interpret.ts'],
]

/** Families: a member (a folder or a file directly below) never imports a sibling. Only the generated list imports them all. */
const FAMILIES = ['src/hosts', 'src/channels', 'src/stores']
/** A folder of what the members of a family share is none of them. */
const isShared = (member: string | undefined): boolean => member?.startsWith('_') === true
const isRegistry = (file: string): boolean => file.endsWith('.gen.ts')

/** Third-party packages, each imported by one file. A name here fixes which one. */
const IMPORTED_BY: Readonly<Record<string, string>> = {
  unbash: 'src/core/languages/bash/parse.ts',
  re2js: 'src/config/user-regex.ts',
  'jsonc-parser': 'src/install/jsonc.ts',
  'smol-toml': 'src/config/toml.ts',
  hono: 'src/desk/app.ts',
  '@hono/node-server': 'src/desk/listener.ts',
}
const TEST_PACKAGES = ['vitest', 'fast-check']

/** What a pure core cannot say. Checked in code, not in comments or strings. */
const IMPURE: readonly RegExp[] = [
  /\bprocess\s*[.[]/,
  /\bDate\.now\b/,
  /\bnew Date\b(?!\s*\()|\bnew Date\(\s*\)|\bDate\(\s*\)/,
  /\bMath\.random\b/,
  /\bperformance\s*\./,
  /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask)\b/,
  /\bBuffer\b/,
  /\brequire\s*\(/,
  /\bfetch\s*\(/,
  /\b(?:globalThis|window|document|localStorage)\b/,
  /\bcrypto\s*\./,
  /\bconsole\s*\./,
  /\beval\s*\(|\bnew Function\b/,
]

const LONGEST_FILE = 400
/** Files that may be longer, each with the reason. */
const LONGER: Readonly<Record<string, string>> = {}

interface Import {
  readonly from: string
  readonly to: string
  /** A file of ours, not a package. */
  readonly local: boolean
}

/** Code with comments blanked, and string contents too unless `strings` are wanted. Lengths and lines stay. */
function withoutComments(text: string, strings: 'keep' | 'blank' = 'keep'): string {
  let out = ''
  let at = 0
  const blank = (piece: string) => piece.replaceAll(/[^\n]/g, ' ')
  while (at < text.length) {
    const rest = text.slice(at, at + 2)
    const char = text[at] ?? ''
    let end = at + 1
    if (rest === '//' || rest === '/*') {
      const close = rest === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2)
      end = close < 0 ? text.length : close + (rest === '//' ? 0 : 2)
      out += blank(text.slice(at, end))
    } else if (char === "'" || char === '"') {
      while (end < text.length && text[end] !== char && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1
      end = Math.min(end + 1, text.length)
      out += strings === 'keep' ? text.slice(at, end) : blank(text.slice(at, end))
    } else if (char === '/' && /[(,=:[!&|?{};\n]\s*$|^\s*$/.test(out.slice(-40))) {
      // A regular expression: its quotes and slashes open nothing.
      let inClass = false
      while (end < text.length && text[end] !== '\n' && (inClass || text[end] !== '/')) {
        if (text[end] === '[') inClass = true
        else if (text[end] === ']') inClass = false
        end += text[end] === '\\' ? 2 : 1
      }
      end = Math.min(end + 1, text.length)
      out += strings === 'keep' ? text.slice(at, end) : blank(text.slice(at, end))
    } else out += char
    at = end
  }
  return out
}

const SPECIFIER = /(?:\bfrom\s+|\bimport\s*\(\s*|^\s*import\s+)(['"])([^'"\n]+)\1/gm

function importsOf(files: Files): Import[] {
  return [...files].flatMap(([from, text]) =>
    [...withoutComments(text).matchAll(SPECIFIER)].map((found) => {
      const name = found[2] ?? ''
      const local = name.startsWith('.')
      return { from, to: local ? posix.join(posix.dirname(from), name) : name, local }
    }),
  )
}

const isTest = (file: string) => file.endsWith('.test.ts')
const isBelow = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const only = (files: Files, keep: (file: string) => boolean): Files => new Map([...files].filter(([file]) => keep(file)))
const productOf = (files: Files) => only(files, (file) => file.startsWith('src/') && file.endsWith('.ts') && !isTest(file))

function brokenImportRules(files: Files, table = MAY_IMPORT): string[] {
  return importsOf(productOf(files)).flatMap(({ from, to, local }) => {
    const home = Object.keys(table).find((folder) => isBelow(from, folder))
    if (home === undefined) return [`${from}: its folder is not in the table of who may import whom`]
    if (!local || isBelow(to, home)) return []
    return (table[home] ?? []).some((allowed) => isBelow(to, allowed)) ? [] : [`${from} imports ${to}`]
  })
}

/** The room of a core's file that stands for the most of its path, and its height; undefined for what has none. */
function roomOf(file: string): { readonly name: string; readonly height: number } | undefined {
  const rooms = ROOMS.flatMap((names, height) => names.map((name) => ({ name, height })))
  return rooms.filter(({ name }) => isBelow(file, `src/core/${name}`)).toSorted((a, b) => b.name.length - a.name.length)[0]
}

function upwardImports(files: Files): string[] {
  return importsOf(only(productOf(files), (file) => isBelow(file, 'src/core'))).flatMap(({ from, to }) => {
    if (!isBelow(to, 'src/core')) return []
    const [room, other] = [roomOf(from), roomOf(to)]
    if (room === undefined || other === undefined) return [`${room === undefined ? from : to}: its folder is not among the rooms of the core`]
    return room.name === other.name || other.height < room.height ? [] : [`${from} imports ${to}: ${other.name} does not lie below ${room.name}`]
  })
}

function siblingImports(files: Files): string[] {
  const memberOf = (file: string, family: string) => file.slice(family.length + 1).split('/')[0]
  return importsOf(productOf(files)).flatMap(({ from, to }) => {
    const family = isRegistry(from) ? undefined : FAMILIES.find((folder) => isBelow(from, folder))
    return family !== undefined && isBelow(to, family) && memberOf(from, family) !== memberOf(to, family) && !isShared(memberOf(to, family))
      ? [`${from} imports its sibling ${to}`]
      : []
  })
}

function strayPackages(files: Files): string[] {
  const importers = new Map<string, Set<string>>()
  for (const { from, to, local } of importsOf(productOf(files))) {
    if (local || to.startsWith('node:')) continue
    importers.set(packageOf(to), (importers.get(packageOf(to)) ?? new Set()).add(from))
  }
  return [...importers].flatMap(([name, from]) => {
    if (TEST_PACKAGES.includes(name)) return [`${name} is for tests, imported by ${[...from].join(', ')}`]
    if (from.size > 1) return [`${name} is imported by ${from.size} files: ${[...from].toSorted().join(', ')}`]
    const due = IMPORTED_BY[name]
    return due === undefined || from.has(due) ? [] : [`${name} is imported by ${[...from].join(', ')}, not by ${due}`]
  })
}

/** Cycles between files of the core, type imports included: a reader cannot start anywhere in one. */
function cycles(files: Files): string[] {
  const core = only(productOf(files), (file) => isBelow(file, 'src/core'))
  const next = new Map<string, string[]>()
  for (const { from, to } of importsOf(core)) if (core.has(to)) next.set(from, [...(next.get(from) ?? []), to])
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) {
      const loop = path.slice(start)
      const first = loop.indexOf(loop.toSorted()[0] ?? '')
      found.add([...loop.slice(first), ...loop.slice(0, first)].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of core.keys()) visit(file, [])
  return [...found]
}

function impurities(files: Files): string[] {
  const core = only(productOf(files), (file) => isBelow(file, 'src/core'))
  const imported = importsOf(core).flatMap(({ from, to }) => (to.startsWith('node:') ? [`${from} imports ${to}`] : []))
  const said = [...core].flatMap(([file, text]) => {
    const lines = withoutComments(text, 'blank').split('\n')
    return lines.flatMap((line, index) => IMPURE.flatMap((token) => (token.test(line) ? [`${file}:${index + 1} says ${token.exec(line)?.[0]}`] : [])))
  })
  return [...imported, ...said]
}

/** Who adds actions to the log, and who may change one that is there: what is known of it only afterwards. */
const ADDS: readonly string[] = ['src/core/log', 'src/core/machine/act.ts']
const AMENDS: readonly string[] = [
  ...ADDS,
  'src/core/machine/code-effects.ts',
  'src/core/machine/publish-login.ts',
  'src/core/self/computed.ts',
  'src/core/self/unseen-input.ts',
]
function strayActions(files: Files): string[] {
  const core = only(productOf(files), (file) => isBelow(file, 'src/core'))
  return [...core].flatMap(([file, text]) =>
    [...withoutComments(text, 'blank').matchAll(/\b(?:log\s*\??\.\s*(add|unknown|amend|replace)|new (Log))\s*\(/gi)].flatMap(([said, deed = 'add']) =>
      (/^(?:add|unknown)$/.test(deed) ? ADDS : AMENDS).some((place) => isBelow(file, place)) ? [] : [`${file} says ${said}…)`],
    ),
  )
}

function tooLong(files: Files, longer = LONGER): string[] {
  const counts = [...only(files, (file) => file.startsWith('src/') && file.endsWith('.ts'))].map(
    ([file, text]) => [file, text.trimEnd().split('\n').length] as const,
  )
  const long = counts.filter(([, lines]) => lines > LONGEST_FILE)
  const stale = Object.keys(longer).filter((file) => !long.some(([name]) => name === file))
  return [
    ...long.filter(([file]) => !(file in longer)).map(([file, lines]) => `${file} has ${lines} lines`),
    ...stale.map((file) => `${file} is listed as long and is not`),
  ]
}

function questionless(files: Files): string[] {
  return [...only(files, (file) => file.startsWith('src/') && file.endsWith('.ts'))].flatMap(([file, text]) => {
    const [first = '', second = ''] = text.split('\n')
    return /^\/\/ \S/.test(first.startsWith('#!') ? second : first) ? [] : [`${file} does not begin with a comment that says what it answers`]
  })
}

/** A lock file that names a registry works only where that registry is. */
function registryTraces(files: Files): string[] {
  const lock = files.get('package-lock.json')
  if (lock === undefined) return ['package-lock.json is missing']
  const settings = files.get('.npmrc') ?? ''
  return [
    ...(/"resolved"\s*:/.test(lock) ? ['package-lock.json has `resolved` fields'] : []),
    ...(/\bregistry\.[a-z0-9-]+\.[a-z]+/i.test(lock) ? ['package-lock.json names a registry'] : []),
    ...(/^\s*(?:@[^:=\s]+:)?registry\s*=|^\s*\/\//m.test(settings) ? ['.npmrc names a registry'] : []),
  ]
}

const ROOT = join(import.meta.dirname, '../..')
function readRepository(): Files {
  const entries = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  const sources = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts')).map((entry) => join(entry.parentPath, entry.name))
  const names = [...sources.map((file) => posix.join(...file.slice(ROOT.length + 1).split(/[\\/]/))), 'package-lock.json', '.npmrc']
  return new Map(names.map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]))
}

const repository = readRepository()
const seed = (files: Readonly<Record<string, string>>): Files => new Map(Object.entries(files))

/** Name, check, and files that break it with what must be said. */
const CHECKS: readonly (readonly [string, (files: Files) => readonly string[], readonly (readonly [Readonly<Record<string, string>>, string])[]])[] = [
  [
    'folders import only what the table allows',
    brokenImportRules,
    [
      [{ 'src/core/judge/judge.ts': "import { open } from '../../gate/gate.ts'" }, 'src/core/judge/judge.ts imports src/gate/gate.ts'],
      [{ 'src/cli/main.ts': "import { serve } from '../desk/serve.ts'" }, 'src/cli/main.ts imports src/desk/serve.ts'],
      [{ 'src/hook/run.ts': "await import('../proxy/pipe.ts')" }, 'src/hook/run.ts imports src/proxy/pipe.ts'],
      [{ 'src/hosts/codex/read.ts': "import { judge } from '../../core/judge/judge.ts'" }, 'src/hosts/codex/read.ts imports src/core/judge/judge.ts'],
      [{ 'src/hosts/codex/read.ts': "import { decide } from '../../gate/decide.ts'" }, 'src/hosts/codex/read.ts imports src/gate/decide.ts'],
      [{ 'src/gate/gate.ts': "import { HOSTS } from '../hosts/registry.gen.ts'" }, 'src/gate/gate.ts imports src/hosts/registry.gen.ts'],
      [{ 'src/core/a.ts': "export * from '../../scripts/x.ts'" }, 'src/core/a.ts imports scripts/x.ts'],
      [{ 'src/utils/a.ts': "import { b } from './b.ts'" }, 'src/utils/a.ts: its folder is not in the table of who may import whom'],
    ],
  ],
  [
    'in the core imports lead down',
    upwardImports,
    [
      [
        { 'src/core/disk/a.ts': "import type { Shell } from '../machine/b.ts'" },
        'src/core/disk/a.ts imports src/core/machine/b.ts: machine does not lie below disk',
      ],
      [
        { 'src/core/machine/a.ts': "import { x } from '../readers/b.ts'" },
        'src/core/machine/a.ts imports src/core/readers/b.ts: readers does not lie below machine',
      ],
      [
        { 'src/core/languages/sql/a.ts': "import { x } from '../../machine/b.ts'" },
        'src/core/languages/sql/a.ts imports src/core/machine/b.ts: machine does not lie below languages',
      ],
      [
        { 'src/core/machine/a.ts': "import { x } from '../languages/bash/b.ts'" },
        'src/core/machine/a.ts imports src/core/languages/bash/b.ts: languages/bash does not lie below machine',
      ],
      [{ 'src/core/log/a.ts': "import { x } from '../policy/b.ts'" }, 'src/core/log/a.ts imports src/core/policy/b.ts: policy does not lie below log'],
      [
        { 'src/core/disk/places/a.ts': "import { x } from '../disk.ts'" },
        'src/core/disk/places/a.ts imports src/core/disk/disk.ts: disk does not lie below disk/places',
      ],
      [{ 'src/core/misc/a.ts': "import { x } from '../text/b.ts'" }, 'src/core/misc/a.ts: its folder is not among the rooms of the core'],
    ],
  ],
  [
    'members of a family do not import each other',
    siblingImports,
    [
      [{ 'src/hosts/codex/read.ts': "import { x } from '../cursor/read.ts'" }, 'src/hosts/codex/read.ts imports its sibling src/hosts/cursor/read.ts'],
      [{ 'src/stores/files.ts': "import type { X } from './memory.ts'" }, 'src/stores/files.ts imports its sibling src/stores/memory.ts'],
      [{ 'src/hosts/registry.ts': "import { x } from './codex/index.ts'" }, 'src/hosts/registry.ts imports its sibling src/hosts/codex/index.ts'],
      [{ 'src/hosts/_frame/hear.ts': "import { x } from '../codex/index.ts'" }, 'src/hosts/_frame/hear.ts imports its sibling src/hosts/codex/index.ts'],
      [{ 'src/hosts/codex/index.ts': "import { HOSTS } from '../registry.gen.ts'" }, 'src/hosts/codex/index.ts imports its sibling src/hosts/registry.gen.ts'],
    ],
  ],
  [
    'each third-party package is imported by one file',
    strayPackages,
    [
      [
        { 'src/core/a.ts': "import { parse } from 'yaml'", 'src/config/b.ts': "import type { Node } from 'yaml/types'" },
        'yaml is imported by 2 files: src/config/b.ts, src/core/a.ts',
      ],
      [{ 'src/core/a.ts': "import { parse } from 'unbash'" }, 'unbash is imported by src/core/a.ts, not by src/core/languages/bash/parse.ts'],
      [{ 'src/core/a.ts': "import fc from 'fast-check'" }, 'fast-check is for tests, imported by src/core/a.ts'],
    ],
  ],
  [
    'no cycles in the core',
    cycles,
    [
      [
        {
          'src/core/a.ts': "import { b } from './b.ts'",
          'src/core/b.ts': "import { c } from './deep/c.ts'",
          'src/core/deep/c.ts': "import type { A } from '../a.ts'",
        },
        'src/core/a.ts → src/core/b.ts → src/core/deep/c.ts',
      ],
    ],
  ],
  [
    'the core is pure',
    impurities,
    [
      [{ 'src/core/a.ts': "import { readFileSync } from 'node:fs'" }, 'src/core/a.ts imports node:fs'],
      [{ 'src/core/a.ts': '// fine\nconst now = Date.now()' }, 'src/core/a.ts:2 says Date.now'],
      [{ 'src/core/a.ts': 'const now = new Date()' }, 'src/core/a.ts:1 says new Date()'],
      [{ 'src/core/a.ts': 'const home = process.env.HOME' }, 'src/core/a.ts:1 says process.'],
      [{ 'src/core/a.ts': 'const x = Math.random()' }, 'src/core/a.ts:1 says Math.random'],
      [{ 'src/core/a.ts': "const b = Buffer.from('x')" }, 'src/core/a.ts:1 says Buffer'],
      [{ 'src/core/a.ts': "const x = /'/.test(y) ? setTimeout(z) : ''" }, 'src/core/a.ts:1 says setTimeout'],
    ],
  ],
  [
    'only `act` adds actions',
    strayActions,
    [
      [{ 'src/core/readers/a.ts': "shell.trace.log.add(doer, { does: 'signal', target, broad })" }, 'src/core/readers/a.ts says log.add(…)'],
      [{ 'src/core/tools/a.ts': 'const { log } = trace\nlog.unknown(doer, because, could, detail)' }, 'src/core/tools/a.ts says log.unknown(…)'],
      [{ 'src/core/machine/a.ts': 'trace.log.amend(action, { places: [] })' }, 'src/core/machine/a.ts says log.amend(…)'],
      [{ 'src/core/machine/a.ts': 'const mine = new Log()' }, 'src/core/machine/a.ts says new Log(…)'],
    ],
  ],
  ['no file is too long', tooLong, [[{ 'src/core/a.ts': 'x\n'.repeat(LONGEST_FILE + 1) }, `src/core/a.ts has ${LONGEST_FILE + 1} lines`]]],
  [
    'each file says which question it answers',
    questionless,
    [[{ 'src/core/a.ts': 'export const a = 1\n' }, 'src/core/a.ts does not begin with a comment that says what it answers']],
  ],
  [
    'the lock file names no registry',
    registryTraces,
    [
      [{ 'package-lock.json': '{ "resolved": "x" }' }, 'package-lock.json has `resolved` fields'],
      [{ 'package-lock.json': 'https://registry.example.org/a' }, 'package-lock.json names a registry'],
      [{ 'package-lock.json': '{}', '.npmrc': '@a:registry=https://x' }, '.npmrc names a registry'],
    ],
  ],
]

describe.each(CHECKS)('%s', (_name, check, seeds) => {
  test('holds in this repository', () => {
    expect(check(repository)).toEqual([])
  })
  test.each(seeds.map(([files, complaint]) => [complaint, files] as const))('can fail: %s', (complaint, files) => {
    expect(check(seed(files))).toContain(complaint)
  })
})

describe('the checks do not cry wolf', () => {
  test('prose, strings and tests are not code', () => {
    const files = seed({
      'src/core/a.ts': '// setTimeout( and process.env\nconst names = [\'process.env\', "Buffer"] /* Date.now */\nconst day = new Date(text)',
      'src/core/a.test.ts': "import { readFileSync } from 'node:fs'\nimport fc from 'fast-check'",
      'src/core/b.ts': "// import { x } from '../gate/x.ts'\nimport type { A } from './a.ts'",
    })
    expect([...impurities(files), ...brokenImportRules(files), ...strayPackages(files), ...cycles(files)]).toEqual([])
  })
  test('a long file may be listed, and only while it is long', () => {
    const long = seed({ 'src/core/a.ts': 'x\n'.repeat(LONGEST_FILE + 1) })
    expect(tooLong(long, { 'src/core/a.ts': 'one table' })).toEqual([])
    expect(tooLong(seed({ 'src/core/a.ts': 'x' }), { 'src/core/a.ts': 'one table' })).toEqual(['src/core/a.ts is listed as long and is not'])
  })
  test('there is something to check', () => {
    expect(importsOf(productOf(repository)).length).toBeGreaterThan(0)
  })
})

/** Counts by measure: `cycles`, `names`, `functions`, `files`, `imports`, `quiet`. */
type Found = Readonly<Record<string, ReadonlyMap<string, number>>>
type Ratchet = Readonly<Record<string, Readonly<Record<string, string>>>>
const { measured, nextRecord, ratchetComplaints } = (await import(new URL('../../scripts/ratchet.mjs', import.meta.url).href)) as {
  readonly measured: (root: string) => Found
  readonly nextRecord: (found: Found, record: Ratchet, why?: string) => { readonly record: Ratchet | null; readonly grown: readonly string[] }
  readonly ratchetComplaints: (found: Found, record: Ratchet) => readonly string[]
}
const { measures } = (await import(new URL('../../scripts/ratchet.measures.mjs', import.meta.url).href)) as {
  readonly measures: (files: Files, programs: ReadonlySet<string>, languages?: ReadonlySet<string>) => Found
}

describe('what may only shrink in the core', () => {
  const record = JSON.parse(readFileSync(join(ROOT, 'test/build/ratchet.json'), 'utf8')) as Ratchet
  const found = (files: Readonly<Record<string, string>>): Found =>
    measures(seed(files), new Set(['jq', 'gojq', 'npm', 'find', 'remove-item']), new Set(['snobol']))
  const recordOf = (files: Readonly<Record<string, string>>): Ratchet => nextRecord(found(files), {}).record ?? {}
  const FEW = { 'src/core/a.ts': "const a = name === 'jq'\n" }

  test('cycles between folders, names in code, long functions and files, wide imports and quiet limits are those recorded, or fewer', () => {
    expect(ratchetComplaints(measured(ROOT), record)).toEqual([])
  })
  test('all reasons for growth can be read', () => {
    const whys = Object.values(record).flatMap((kind) => Object.values(kind).map((entry) => entry.split(' ').slice(2).join(' ')))
    expect(whys.filter((why) => why !== '' && why.length < 20)).toEqual([])
  })

  const names = (text: string): number => found({ 'src/core/a.ts': text })['names']?.get('src/core/a.ts') ?? 0
  test.each([
    ["if (name === 'jq') run()", 1],
    ["const set = new Set(['jq', 'gojq', 'other'])", 2],
    ["const set = wordSet('jq gojq other')", 2],
    ["const set = new Set('jq gojq other'.split(' '))", 2],
    ['const table = { jq: 1, gojq: 2 }', 2],
    ['const pattern = /^(?:jq|gojq)$/', 2],
    ["const a = 'Remove-Thing' + 'BASH_ENV' + 'subprocess.run'", 3],
    // Types, imports, sentences, file names, words of our own: nothing of that is knowledge about programs.
    ["type Name = 'jq'\nimport { x } from 'jq'\nconst a = 'jq reads JSON and npm does not'\nconst b = ['package.json', 'find', { find: 1 }]\n// 'jq'", 0],
  ])('names of programs and the like in %s: %i', (text, count) => {
    expect(names(text)).toBe(count)
  })

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['another name', { 'src/core/a.ts': "const a = name === 'jq' || name === 'gojq'\n" }, 'src/core/a.ts has 2 names'],
    ['a name in another file', { ...FEW, 'src/core/b.ts': "const b = 'npm'\n" }, 'src/core/b.ts has 1 names'],
    [
      'a cycle between folders',
      {
        ...FEW,
        'src/core/x/b.ts': "import { c } from '../y/c.ts'\n",
        'src/core/y/c.ts': 'export const c = 1\n',
        'src/core/y/d.ts': "import type { B } from '../x/b.ts'\n",
      },
      'src/core/x → src/core/y: such an import leads in a circle',
    ],
    ['another quiet limit', { ...FEW, 'src/core/q.ts': 'const MOST = /* quiet */ 8\n' }, 'src/core/q.ts#MOST: more than that is left out, and nobody is told'],
    ['a language by its name outside its folder', { ...FEW, 'src/core/b.ts': "const b = language === 'snobol'\n" }, 'src/core/b.ts has 1 names of languages'],
    ['a longer file', { 'src/core/a.ts': "const a = name === 'jq'\n\n\n0\n" }, 'src/core/a.ts has 4 lines'],
    ['another import', { ...FEW, 'src/core/f.ts': "import { a } from './a.ts'\n" }, 'src/core/f.ts imports 1 files of the core'],
    ['a longer function', { ...FEW, 'src/core/f.ts': 'function f() {\n\n}\n' }, 'src/core/f.ts#f has 3 lines'],
  ])('can fail: %s', (_what, files, complaint) => {
    expect(ratchetComplaints(found(files), recordOf({ ...FEW, 'src/core/f.ts': 'function f() {}\n' })).join('\n')).toContain(complaint)
  })
  test('fewer are recorded without a word, more only with a reason, and no number is changed by hand', () => {
    const more = { 'src/core/a.ts': "const a = ['jq', 'npm']\n" }
    expect(nextRecord(found(FEW), recordOf(more)).record?.['names']).toEqual(recordOf(FEW)['names'])
    expect(ratchetComplaints(found(FEW), recordOf(more)).join()).toContain('run node scripts/ratchet.mjs')
    expect(nextRecord(found(more), recordOf(FEW))).toMatchObject({ record: null, grown: [expect.stringContaining('src/core/a.ts has 2 names')] })
    const told = nextRecord(found(more), recordOf(FEW), 'both are spoken of in one place')
    expect(told.record?.['names']?.['src/core/a.ts']).toMatch(/^2 [0-9a-f]{6} both are spoken of in one place$/)
    expect(ratchetComplaints(found(more), told.record ?? {})).toEqual([])
    const forged = { ...recordOf(FEW), names: { 'src/core/a.ts': (recordOf(FEW)['names']?.['src/core/a.ts'] ?? '').replace('1', '2') } }
    expect(ratchetComplaints(found(more), forged)).toEqual(['names: the record of src/core/a.ts was changed by hand'])
  })
  test('a language may say its own name in its folder, and its data says the rest', () => {
    const said = (file: string): number | undefined => found({ [file]: "const b = 'snobol'\n" })['languages']?.get(file)
    expect(said('src/core/languages/snobol/code.ts')).toBeUndefined()
    expect(said('src/core/languages/_code/record.ts')).toBe(1)
  })
  test('what moves to another file is no growth', () => {
    expect(nextRecord(found({ 'src/core/moved.ts': "const a = name === 'jq'\n" }), recordOf(FEW)).grown).toEqual([])
  })
})
