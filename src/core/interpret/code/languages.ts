// Which tables and habits belong to which language?
import { JAVASCRIPT_CALLS } from './calls-javascript.ts'
import { PYTHON_CALLS } from './calls-python.ts'
import { SCRIPT_CALLS } from './calls-scripts.ts'
import { ANY_CALLS } from './calls.ts'
import type { Language, Meaning, Table } from './meaning.ts'
import { joinPaths } from './paths.ts'
import { percent } from './texts.ts'
import {
  alternatives,
  asText,
  concat,
  constant,
  either,
  ENVIRONMENT,
  fromOf,
  isDecoded,
  list,
  literal,
  numberOf,
  text,
  thing,
  union,
  unknown,
  variable,
} from './values.ts'
import type { From, Value } from './values.ts'

const environment = (mayBeEmpty: boolean) => (): Value => thing('environment', mayBeEmpty ? text('') : null, [ENVIRONMENT])
type Values = Readonly<Record<string, () => Value>>
/** Words of the call, whichever. */
const words = (): Value => list([variable('argv')], true)

const VALUES: Readonly<Record<string, Values>> = {
  python: {
    'os.environ': environment(false),
    'os.environb': environment(false),
    'os.sep': () => text('/'),
    'os.linesep': () => text('\n'),
    'os.curdir': () => text('.'),
    'os.pardir': () => text('..'),
    'sys.executable': () => text('/usr/bin/python3'),
    'sys.argv': words,
    __file__: () => variable('__file__'),
    __name__: () => text('__main__'),
    'tempfile.tempdir': () => text('/tmp'),
  },
  javascript: {
    'process.env': environment(false),
    'process.argv': words,
    'Bun.env': environment(false),
    'import.meta.env': environment(false),
    __dirname: () => variable('__dirname'),
    __filename: () => variable('__filename'),
    'import.meta.dirname': () => variable('__dirname'),
    'path.sep': () => text('/'),
    'os.EOL': () => text('\n'),
    'process.execPath': () => variable('execPath'),
    'process.argv0': () => variable('execPath'),
    undefined: () => constant(null),
  },
  ruby: { ENV: environment(true), ARGV: words, __dir__: () => variable('__dirname'), $0: () => variable('0') },
  perl: { '%ENV': environment(true), $ENV: environment(true), '@ARGV': words, $ARGV: words },
  php: {
    $_ENV: environment(true),
    $argv: words,
    $_SERVER: environment(true),
    __DIR__: () => variable('__dirname'),
    DIRECTORY_SEPARATOR: () => text('/'),
    PHP_EOL: () => text('\n'),
  },
  lua: {},
}

/** Other spellings, as beginnings of names. */
const SPELLINGS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  python: [
    ['builtins.', ''],
    ['__builtins__.', ''],
    ['__builtin__.', ''],
    ['posixpath', 'os.path'],
    ['ntpath', 'os.path'],
    ['posix.', 'os.'],
    ['pathlib.PosixPath', 'pathlib.Path'],
    ['pathlib.PurePath', 'pathlib.Path'],
    ['pathlib.PurePosixPath', 'pathlib.Path'],
    ['pymysql', 'MySQLdb'],
    ['urllib2.', 'urllib.request.'],
    ['commands.', 'subprocess.'],
    ['aiofiles.open', 'open'],
    ['io.open', 'open'],
    ['codecs.open', 'open'],
    ['anyio.Path', 'pathlib.Path'],
    ['asyncio.subprocess', 'subprocess'],
  ],
  javascript: [
    ['node:', ''],
    ['bun:', ''],
    ['fs/promises', 'fs'],
    ['fs.promises', 'fs'],
    ['fs-extra', 'fs'],
    ['graceful-fs', 'fs'],
    ['original-fs', 'fs'],
    ['globalThis.', ''],
    ['global.', ''],
    ['window.', ''],
    ['path.posix', 'path'],
    ['path/posix', 'path'],
    ['timers/promises', 'timers'],
    ['node-fetch', 'fetch'],
    ['cross-fetch', 'fetch'],
    ['undici.fetch', 'fetch'],
    ['child_process.spawn.sync', 'child_process.spawn'],
    ['cross-spawn', 'child_process.spawn'],
    ['Bun.$', '$'],
    ['zx.$', '$'],
    ['zx.fs', 'fs'],
    ['bun.$', '$'],
    ['mysql2', 'mysql'],
    ['rimraf.rimraf', 'rimraf'],
    ['rimraf.sync', 'rimraf'],
    ['rimraf.rimrafSync', 'rimraf'],
    ['execa.execaSync', 'execa.execa'],
    ['shelljs/global', 'shelljs'],
    ['del.deleteSync', 'del'],
    ['del.deleteAsync', 'del'],
    ['https.', 'http.'],
  ],
}

const POWERFUL = new Set(['os', 'subprocess', 'shutil', 'pty', 'child_process', 'vm', 'Kernel', '__builtins__', 'builtins'])
/** Values of these kinds have their own methods; a loose reading by the last name would mistake them. */
const OWN_KINDS = new Set(['text', 'list', 'map', 'constant', 'regex', 'function', 'environment'])

const known = new Map<string, Language>()
export function languageOf(name: string): Language {
  const found = known.get(name)
  if (found !== undefined) return found
  const made = makeLanguage(name)
  known.set(name, made)
  return made
}

function tablesOf(name: string): readonly Table[] {
  if (name === 'python') return [ANY_CALLS, PYTHON_CALLS]
  if (name === 'javascript') return [ANY_CALLS, JAVASCRIPT_CALLS]
  const own = SCRIPT_CALLS[name]
  if (own !== undefined) return [ANY_CALLS, own]
  return [ANY_CALLS, ...Object.values(SCRIPT_CALLS), JAVASCRIPT_CALLS, PYTHON_CALLS]
}

function makeLanguage(name: string): Language {
  const meanings = new Map<string, Meaning>()
  for (const table of tablesOf(name)) for (const [call, meaning] of Object.entries(table)) meanings.set(call, meaning)
  const roots = new Set<string>()
  for (const call of meanings.keys()) if (call.includes('.')) roots.add(call.slice(0, call.indexOf('.')))
  for (const database of ['mongoose', 'pg', 'mysql', 'sqlite3', 'psycopg2', 'psycopg']) roots.delete(database)
  const values = VALUES[name] ?? (Object.assign({}, ...Object.values(VALUES)) as Values)
  const spellings = SPELLINGS[name] ?? []

  function canonical(spelled: string): string {
    let whole = spelled
    for (let round = 0; round < 2; round++) {
      for (const [other, ours] of spellings) {
        if (whole.startsWith(other) && (other.endsWith('.') || other.endsWith(':') || whole.length === other.length || whole[other.length] === '.'))
          whole = ours + whole.slice(other.length)
      }
    }
    return whole.endsWith('.default') ? whole.slice(0, -8) : whole
  }
  function find(called: string): Meaning | null {
    const exact = meanings.get(called) ?? (called.endsWith('Sync') ? meanings.get(called.slice(0, -4)) : undefined)
    if (exact !== undefined) return exact
    const hash = called.indexOf('#')
    if (hash >= 0 && OWN_KINDS.has(called.slice(0, hash))) return null
    const dot = called.lastIndexOf('.')
    if (hash < 0 && (dot < 0 || roots.has(called.slice(0, called.indexOf('.'))))) return null
    return meanings.get(`*#${called.slice(Math.max(hash, dot) + 1)}`) ?? null
  }
  return {
    name,
    meanings,
    canonical,
    find,
    powerful: POWERFUL,
    value: (spelled) => (Object.hasOwn(values, spelled) ? values[spelled]!() : null),
    binary: (op, parts) => binary(op, parts, name),
    selfFirst: name === 'python',
    selfName: name === 'javascript' ? 'this' : 'self',
    lastIsResult: name !== 'python' && name !== 'javascript' && name !== 'php' && name !== 'lua',
    shows: name !== 'python',
  }
}

function binary(op: string, parts: readonly Value[], language: string): Value {
  if (parts.length === 0) return text('')
  // Nobody writes a chain this long of anything but text.
  if (parts.length > 500 && op !== '+' && op !== '.' && op !== '..')
    return unknown(parts.slice(0, 500).reduce<From>((all, part) => union(all, fromOf(part)), []))
  return parts.slice(1).reduce((left, right) => two(op, left, right, language), parts[0]!)
}

function two(op: string, left: Value, right: Value, language: string): Value {
  const a = left.is === 'constant' ? numberOf(left) : null
  const b = right.is === 'constant' ? numberOf(right) : null
  if (a !== null && b !== null && op !== '.' && op !== '..') return arithmetic(op, a, b)
  if (op === '+') {
    if (left.is === 'list' && right.is === 'list') return list([...left.items, ...right.items].slice(0, 2000), left.sample || right.sample)
    if (left.is === 'unknown' && right.is === 'unknown') return unknown(union(left.from, right.from), left.decoded || right.decoded)
    if (left.is === 'list' || right.is === 'list') return unknown(union(fromOf(left), fromOf(right)))
    return concat(left, right)
  }
  if ((op === '.' && (language === 'perl' || language === 'php')) || op === '..' || op === '<<') return concat(left, right)
  if (
    op === '/' &&
    alternatives(left)
      .concat(alternatives(right))
      .some((one) => one.is === 'thing' && one.kind === 'path')
  ) {
    return either(alternatives(joinPaths([left, right], true)).map((one) => thing('path', one)))
  }
  if (op === '%' && left.is === 'text') return percent(left, right.is === 'list' ? right.items : [right])
  if (op === '*' || op === 'x') {
    const times = a ?? b
    const repeated = literal(a === null ? left : right)
    if (times !== null && repeated !== null && times >= 0 && times * repeated.length <= 10_000) return text(repeated.repeat(times))
  }
  const from: From = union(fromOf(left), fromOf(right))
  if (op === '|' && left.is === 'named' && right.is === 'named') return { is: 'named', name: `${left.name}|${right.name}`, self: null }
  return asText(unknown(from, isDecoded(left) || isDecoded(right)))
}

function arithmetic(op: string, a: number, b: number): Value {
  switch (op) {
    case '+':
      return constant(a + b)
    case '-':
      return constant(a - b)
    case '*':
      return constant(a * b)
    case '/':
      return constant(a / b)
    case '//':
      return constant(Math.floor(a / b))
    case '%':
      return constant(a % b)
    case '^':
      return constant(a ^ b)
    case '|':
      return constant(a | b)
    case '&':
      return constant(a & b)
    case '<<':
      return constant(a << b)
    case '>>':
      return constant(a >> b)
    case '**':
      return constant(a ** b)
    default:
      return unknown()
  }
}
