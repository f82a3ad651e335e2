// Finds names of programs that two entries claim: only one of them would count, and nobody would see which.
import { isTable, list } from './source-shape.ts'

interface Clash {
  readonly file: string
  readonly path: readonly string[]
  readonly message: string
}

/** An entry that holds only traits or tasks says them of a program that another entry may describe. */
const isClaim = (source: unknown): boolean =>
  !isTable(source) || !BESIDES.some((key) => source[key] !== undefined) || Object.keys(source).some((key) => !BESIDES.includes(key) && key !== 'note')
const BESIDES = ['traits', 'tasks']

export function nameClashes(families: readonly { readonly file: string; readonly content: unknown }[]): readonly Clash[] {
  const claims = new Map<string, string>()
  const clashes: Clash[] = []
  for (const { file, content } of families)
    for (const [name, source] of Object.entries(isTable(content) && isTable(content['programs']) ? content['programs'] : {})) {
      const claim = (claimed: string, how: string): void => {
        const before = claims.get(claimed)
        if (before !== undefined) clashes.push({ file, path: ['programs', name], message: `\`${claimed}\` is ${how}, and also ${before}` })
        else claims.set(claimed, how)
      }
      if (isClaim(source)) claim(name, `described in ${file}`)
      if (!isTable(source)) continue
      for (const other of list(source['also'])) claim(other, `another name of \`${name}\``)
      for (const other of list(source['like'])) claim(other, `like \`${name}\``)
    }
  return clashes
}
