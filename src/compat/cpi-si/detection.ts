// CPI-SI's three detectors, read from its three files: each file counts for itself, and where one is missing or broken the fixed lists hold for it.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { loadIncluded } from '../../config/included.ts'
import { packageData } from '../../config/package-files.ts'
import { compileUserRegex } from '../../config/user-regex.ts'
import type { JsonObject } from '../../core/model.ts'
import type { PackSource } from '../../core/rules/source.ts'
import { describeSecrets } from '../../core/secrets/compile.ts'
import type { SecretSpec } from '../../core/secrets/model.ts'
import { containsLikelySecret as scans } from '../../core/secrets/scan.ts'
import type { Gate } from '../../gate/gate.ts'
import { isCriticalFile } from '../functions/critical-file.ts'
import { isDangerousOperation } from '../functions/dangerous-operation.ts'
import { containsLikelySecret } from '../functions/likely-secret.ts'
import { callOf } from '../call.ts'
import { gateFrom } from '../gate-of.ts'

export type DetectorFile = 'dangerous-patterns.jsonc' | 'critical-paths.jsonc' | 'secret-patterns.jsonc'
export type FileState = 'loaded' | 'missing' | 'broken'
export interface LoadedFile {
  readonly file: string
  readonly state: FileState
  /** What is wrong with it, or was not taken over; a line each. */
  readonly notes: readonly string[]
  readonly packs: readonly PackSource[]
  readonly kinds: readonly SecretSpec[]
}
export interface Detection {
  /** False when unsure. */
  readonly isDangerousOperation: (command: string) => boolean
  /** False when unsure. */
  readonly isCriticalFile: (filePath: string) => boolean
  /** True when unsure. The text is looked at and forgotten. */
  readonly containsLikelySecret: (text: string) => boolean
  /** All three files are in use. */
  readonly configLoaded: boolean
  readonly files: Readonly<Record<DetectorFile, LoadedFile>>
}
export interface DetectionOptions {
  /** Where the files lie: its own place below `$HOME` unless said. */
  readonly folder?: string
}

const FILES: readonly DetectorFile[] = ['dangerous-patterns.jsonc', 'critical-paths.jsonc', 'secret-patterns.jsonc']
const BELOW_HOME = '.claude/cpi-si/system/data/config/safety'

/** Without `$HOME`, the account's home; where that is not known either, nowhere: the fixed lists hold. */
export function configFolder(home = process.env['HOME']): string | null {
  if (home !== undefined && home !== '') return path.join(home, BELOW_HOME)
  try {
    return path.join(homedir(), BELOW_HOME)
  } catch {
    return null
  }
}

/** Never throws: what cannot be read is told in `files`, and the fixed lists hold for it. */
export function loadDetection({ folder = configFolder() ?? '' }: DetectionOptions = {}): Detection {
  const files = Object.fromEntries(FILES.map((name) => [name, loadFile(path.join(folder, name))])) as Record<DetectorFile, LoadedFile>
  const { 'dangerous-patterns.jsonc': dangerous, 'critical-paths.jsonc': critical, 'secret-patterns.jsonc': secrets } = files
  return {
    isDangerousOperation: dangerous.state === 'loaded' ? judged(dangerous, 'Bash', (command) => ({ command })) : isDangerousOperation,
    isCriticalFile: critical.state === 'loaded' ? judged(critical, 'Write', (file) => ({ file_path: file, content: '' })) : isCriticalFile,
    containsLikelySecret: secrets.state === 'loaded' ? scanned(secrets) : containsLikelySecret,
    configLoaded: FILES.every((name) => files[name].state === 'loaded'),
    files,
  }
}

function loadFile(file: string): LoadedFile {
  const none = { file, packs: [], kinds: [] }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = (error as { readonly code?: string }).code === 'ENOENT'
    return { ...none, state: isMissing ? 'missing' : 'broken', notes: isMissing ? [] : [`${file} cannot be read`] }
  }
  try {
    const { packs, kinds, problems, notes } = loadIncluded(file, text, compileUserRegex)
    if (problems.length > 0) return { ...none, state: 'broken', notes: problems.map(({ line, message }) => `${file}:${line}: ${message}`) }
    return { file, state: 'loaded', notes, packs, kinds }
  } catch {
    return { ...none, state: 'broken', notes: [`${file} cannot be read`] }
  }
}

/** By the file's own patterns; the floor counts besides. */
function judged({ packs }: LoadedFile, tool: string, inputOf: (given: string) => JsonObject): (given: string) => boolean {
  const gate: Gate = gateFrom({ packs })
  return (given) => {
    if (typeof given !== 'string' || given === '') return false
    try {
      return gate.check(callOf('cpi-si', tool, inputOf(given), { session: '', cwd: '/' }), { cwd: '/' }).decision.verdict !== 'allow'
    } catch {
      return false
    }
  }
}

/** By the file's beginnings, and every kind that the package knows. */
function scanned({ kinds }: LoadedFile): (text: string) => boolean {
  const book = packageData().secrets?.(describeSecrets(kinds, { examples: false })) ?? null
  return (text) => {
    if (typeof text !== 'string') return false
    return book === null ? containsLikelySecret(text) : scans(text, book)
  }
}
