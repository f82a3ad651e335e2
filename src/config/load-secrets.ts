// Our own kinds of secrets: from the YAML folder to the book the scanner uses and what the package ships.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { compileSecrets, describeSecrets } from '../core/secrets/compile.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretBook, SecretSpec } from '../core/secrets/model.ts'
import type { FileProblem } from './packs.ts'
import { readYaml } from './yaml.ts'

export interface SecretFile {
  readonly name: string
  readonly text: string
}
export interface LoadedSecrets {
  readonly specs: readonly SecretSpec[]
  readonly book: SecretBook
  readonly problems: readonly FileProblem[]
}

/** The kinds of these files. Problems name the file and the place, never the example. Imported kinds have no examples. */
export function loadSecrets(files: readonly SecretFile[], options: { readonly examples?: boolean } = {}): LoadedSecrets {
  const specs: SecretSpec[] = []
  const places = new Map<string, Omit<FileProblem, 'message'>>()
  const problems: FileProblem[] = []
  for (const { name: file, text } of files) {
    const yaml = readYaml(text)
    problems.push(...yaml.problems.map((one) => ({ file, ...one })))
    if (yaml.problems.length > 0) continue
    const content = yaml.value as { readonly theme?: unknown; readonly kinds?: unknown } | null
    if (typeof content?.theme !== 'string' || !Array.isArray(content.kinds)) {
      problems.push({ file, line: 1, column: 1, message: 'a file of kinds has `theme`, `title` and `kinds`' })
      continue
    }
    ;(content.kinds as readonly SecretSpec[]).forEach((spec, i) => {
      specs.push(spec)
      if (typeof spec?.id === 'string' && !places.has(spec.id)) places.set(spec.id, { file, ...yaml.at(['kinds', i]) })
    })
  }
  const compiled = compileSecrets(specs, options)
  problems.push(...compiled.problems.map(({ id, message }) => ({ ...(places.get(id) ?? { file: '?', line: 1, column: 1 }), message: `\`${id}\`: ${message}` })))
  return { specs, book: compiled.book, problems }
}

/** The kinds of the folder `secrets` below `root`. */
export async function loadSecretFolder(root: string): Promise<LoadedSecrets> {
  const folder = path.join(root, 'secrets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  return loadSecrets(await Promise.all(names.map(async (name) => ({ name: `secrets/${name}`, text: await readFile(path.join(folder, name), 'utf8') }))))
}

/** What the package ships; `readBook` makes a book of it. Throws on any problem. */
export async function secretsData(root: string): Promise<SecretBookData> {
  const { specs, problems } = await loadSecretFolder(root)
  if (problems.length > 0) throw new Error(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'))
  return describeSecrets(specs)
}
