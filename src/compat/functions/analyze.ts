// What is this command made of, and how sensitive is this path? Facts for people, by fixed rules.
import { structureOf } from './structure.ts'

export type RiskLevel = 'low' | 'medium' | 'high' | 'critical'
export interface CommandAnalysis {
  readonly original: string
  /** Each simple command, words joined by spaces. */
  readonly commands: readonly string[]
  readonly hasPipe: boolean
  readonly hasChain: boolean
  readonly hasSudo: boolean
  readonly hasSubshell: boolean
  readonly hasRedirect: boolean
  /** Piped, chained, or with a subshell. */
  readonly isCompound: boolean
  readonly riskFactors: readonly string[]
  readonly riskLevel: RiskLevel
}

/**
 * low: simple; medium: compound; high: one risk factor; critical: two or more.
 * @example analyzeCommand('curl https://a.example/x | sudo bash').riskLevel // 'critical'
 */
export function analyzeCommand(command: string): CommandAnalysis {
  const original = typeof command === 'string' ? command : ''
  const empty: CommandAnalysis = {
    original,
    commands: [],
    hasPipe: false,
    hasChain: false,
    hasSudo: false,
    hasSubshell: false,
    hasRedirect: false,
    isCompound: false,
    riskFactors: [],
    riskLevel: 'low',
  }
  try {
    return original.trim() === '' ? empty : analyze(original)
  } catch {
    return { ...empty, riskFactors: ['could not be read'], riskLevel: 'high' }
  }
}

function analyze(original: string): CommandAnalysis {
  const { commands, pipelines, hasPipe, hasChain, hasSubshell, hasRedirect, parsed } = structureOf(original)
  const hasSudo = commands.some(({ elevated }) => elevated)
  const is = (program: string, test: (words: readonly string[]) => boolean): boolean =>
    commands.some(({ words }) => words[0] === program && test(words.slice(1)))
  const factors: string[] = []
  if (hasSudo) factors.push('sudo')
  if (hasSubshell) factors.push('subshell')
  if (hasPipe && hasRedirect) factors.push('pipe with redirect')
  if (is('rm', (words) => words.some((word) => /^-[A-Za-z]*[rR]|^--recursive/.test(word)) && words.some((word) => /^-[A-Za-z]*f|^--force/.test(word))))
    factors.push('rm -rf')
  if (is('chmod', (words) => words.some((word) => /^0?777$/.test(word)))) factors.push('chmod 777')
  if (
    pipelines.some((programs) =>
      programs.some(
        (program, at) =>
          /^(?:curl|wget|fetch)$/.test(program) && programs.slice(at + 1).some((next) => /^(?:(?:ba|z|k|da|a)?sh|python\d?|node|perl|ruby)$/.test(next)),
      ),
    )
  )
    factors.push('download to shell')
  if (
    /\bDROP\s+(?:TABLE|DATABASE|SCHEMA)\b|\bTRUNCATE\s+(?:TABLE\s+)?\w/i.test(original) &&
    !commands.every(({ words }) => words[0] === 'echo' || words[0] === 'printf')
  )
    factors.push('DROP or TRUNCATE')
  if (!parsed) factors.push('could not be parsed')
  const isCompound = hasPipe || hasChain || hasSubshell
  return {
    original,
    commands: commands.map(({ words }) => words.join(' ')),
    hasPipe,
    hasChain,
    hasSudo,
    hasSubshell,
    hasRedirect,
    isCompound,
    riskFactors: factors,
    riskLevel: factors.length >= 2 ? 'critical' : factors.length === 1 ? 'high' : isCompound ? 'medium' : 'low',
  }
}

export type Sensitivity = 'normal' | 'elevated' | 'high' | 'critical'
export type PathOperation = 'read' | 'write' | 'edit' | 'delete'
export interface PathAnalysis {
  readonly path: string
  readonly operation: PathOperation
  readonly isCredential: boolean
  /** It climbs out of where it begins, by `..`. */
  readonly hasTraversal: boolean
  readonly sensitivity: Sensitivity
  /** Empty when there is nothing to say. */
  readonly reason: string
}

const CREDENTIAL_FOLDERS = new Set(['.ssh', '.aws', '.gnupg', '.azure', '.kube', '.docker'])
/** In a folder of this name lies what it says, but for code about secrets. */
const SECRET_FOLDER = /^\.?secrets?$/i
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|cs|php|swift|c|cc|cpp|h|md|mdx|html|css|sh|sql|vue|svelte)$/i
const CREDENTIAL_NAMES =
  /^(?:\.env(?:\.(?!example$|sample$|template$|dist$)[\w.-]+)?|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.(?:json|ya?ml|xml|ini|toml|db))?|secrets?(?:\.(?:json|ya?ml|toml|ini|env|txt))?|token\.json|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.pgpass|\.htpasswd|.+\.(?:pem|key|p12|pfx|keystore|jks|kdbx|ppk|p8))$/i

const isAmongSecrets = (names: readonly string[]): boolean => names.slice(0, -1).some((one) => SECRET_FOLDER.test(one)) && !CODE.test(names.at(-1) ?? '')

/**
 * Credentials are critical, traversal is high, writing an ordinary file is elevated over reading it.
 * @example analyzePath('~/.ssh/id_rsa', 'read').sensitivity // 'critical'
 * @example analyzePath('src/secrets-manager.test.ts', 'write').sensitivity // 'elevated'
 */
export function analyzePath(path: string, operation: PathOperation = 'read'): PathAnalysis {
  const text = typeof path === 'string' ? path : ''
  const names = text
    .slice(0, 65_536)
    .split(/[\\/]+/)
    .filter((name) => name !== '' && name !== '.')
  const name = names.at(-1) ?? ''
  const isCredential = !name.endsWith('.pub') && (CREDENTIAL_NAMES.test(name) || names.some((one) => CREDENTIAL_FOLDERS.has(one)) || isAmongSecrets(names))
  const hasTraversal = names.includes('..')
  const changes = operation !== 'read'
  const sensitivity = isCredential || text.includes('\0') ? 'critical' : hasTraversal ? 'high' : changes ? 'elevated' : 'normal'
  const reason = text.includes('\0')
    ? 'carries a NUL byte'
    : isCredential
      ? 'holds credentials'
      : hasTraversal
        ? 'climbs out of its folder'
        : changes
          ? `an ordinary file would be ${operation === 'delete' ? 'deleted' : 'changed'}`
          : ''
  return { path: text, operation, isCredential, hasTraversal, sensitivity, reason }
}
