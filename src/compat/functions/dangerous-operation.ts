// Is this command one of the operations that people confirm by hand? A fixed list, whatever the settings say; false when unsure.
import { structureOf } from './structure.ts'
import type { SimpleCommand } from './structure.ts'

/**
 * True for forced pushes, hard resets, recursive removals, sudo, publishing, dropped tables, container prunes.
 * @example isDangerousOperation('git push --force origin main') // true
 * @example isDangerousOperation('echo "rm -rf /"') // false
 */
export function isDangerousOperation(command: string): boolean {
  return dangerOf(command) !== null
}

/** What makes a command one of them, or null. Never throws. */
export function dangerOf(command: string): string | null {
  if (typeof command !== 'string' || command.trim() === '') return null
  try {
    // `DROP TABLE t` is no shell command, but people paste it as one.
    if (/^\s*(?:DROP\s+(?:DATABASE|TABLE)|TRUNCATE\s+TABLE)\s/i.test(command)) return 'drops or empties a table or database'
    for (const one of structureOf(command).commands) {
      const danger = dangerIn(one)
      if (danger !== null) return danger
    }
    return null
  } catch {
    return null
  }
}

/** Programs whose words are text for people or patterns for searches. */
const SAYS = new Set([
  'echo',
  'printf',
  'grep',
  'rg',
  'ag',
  'ack',
  'egrep',
  'fgrep',
  'man',
  'which',
  'type',
  'help',
  'cat',
  'less',
  'more',
  'head',
  'tail',
  'sed',
  'awk',
  'jq',
  'test',
  '[',
])

function dangerIn({ words, elevated }: SimpleCommand): string | null {
  const [program = '', ...rest] = words
  if (elevated) return 'acts with the rights of root'
  if (SAYS.has(program)) return null
  const flags = rest.filter((word) => word.startsWith('-'))
  const names = rest.filter((word) => !word.startsWith('-'))
  const has = (...some: readonly string[]): boolean => flags.some((flag) => some.includes(flag))
  /** `-rf`, `-fr` and `-r -f` hold the letter `r`. */
  const letter = (one: string): boolean => flags.some((flag) => /^-[A-Za-z]+$/.test(flag) && flag.includes(one))
  if (has('--help', '--dry-run', '--version')) return null
  switch (program) {
    case 'git':
      return gitDanger(rest)
    case 'rm':
      return letter('r') || letter('R') || has('--recursive') ? 'removes folders with everything in them' : null
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'cargo':
    case 'poetry':
    case 'uv':
    case 'bun':
    case 'go':
    case 'hatch':
    case 'flit':
      return names[0] === 'publish' || (program === 'yarn' && names[0] === 'npm' && names[1] === 'publish') ? 'publishes a package' : null
    case 'pip':
    case 'pip3':
    case 'twine':
      return names[0] === 'upload' ? 'publishes a package' : null
    case 'gem':
      return names[0] === 'push' ? 'publishes a package' : null
    case 'docker':
    case 'podman':
      return containerDanger(names, letter('f') || has('--force'))
  }
  return rest.some(
    (word) => word.length < 100_000 && /(?:^|[;\s('"])(?:DROP\s+(?:DATABASE|TABLE)|TRUNCATE\s+TABLE)\s+(?:IF\s+EXISTS\s+)?["'`[]?\w/i.test(word),
  ) && QUERIES.has(program)
    ? 'drops or empties a table or database'
    : null
}

const QUERIES = new Set([
  'psql',
  'mysql',
  'mariadb',
  'sqlite3',
  'sqlcmd',
  'duckdb',
  'clickhouse-client',
  'clickhouse',
  'cockroach',
  'cqlsh',
  'usql',
  'pgcli',
  'mycli',
  'litecli',
  'bq',
  'snowsql',
  'osql',
  'isql',
  'rails',
  'wp',
  'prisma',
  'npx',
  'supabase',
  'turso',
  'wrangler',
  'heroku',
  'kubectl',
  'docker',
])

function gitDanger(rest: readonly string[]): string | null {
  let at = 0
  while (at < rest.length && (rest[at] ?? '').startsWith('-')) at += /^-[Cc]$|^--(?:git-dir|work-tree|namespace)$/.test(rest[at] ?? '') ? 2 : 1
  const [verb, ...args] = rest.slice(at)
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  if (verb === 'push' && options.some((word) => word === '--force' || /^-[A-Za-eg-z]*f/.test(word))) return 'overwrites remote history'
  if (verb === 'reset' && options.includes('--hard')) return 'throws away uncommitted work'
  if (verb === 'rebase' && options.includes('--skip')) return 'leaves out a commit'
  return verb === 'filter-branch' ? 'rewrites history' : null
}

function containerDanger(names: readonly string[], forced: boolean): string | null {
  const [first, second] = names[0] === 'container' || names[0] === 'image' ? names.slice(1) : names
  if (first === 'system' && second === 'prune') return 'removes unused containers, networks and images'
  if (forced && (first === 'rm' || first === 'rmi')) return 'removes a running container or a used image'
  return null
}
