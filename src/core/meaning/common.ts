// Adds to a command the options that all of its kind have: `common` of a file of programs/, by the style.
import { isTable, list } from './source-shape.ts'

interface Common {
  readonly options: readonly string[]
  readonly dry: readonly string[]
}
/** Options that all commands of a style have: `common` of a file, by the style, and which of them make a dry run. */
export function commonOptions(families: readonly { readonly content: unknown }[]): ReadonlyMap<string, Common> {
  return new Map(
    families.flatMap(({ content }) =>
      Object.entries(isTable(content) && isTable(content['common']) ? content['common'] : {}).map(([style, of]) => [
        style,
        { options: list(isTable(of) ? of['options'] : undefined), dry: list(isTable(of) ? of['dry'] : undefined) },
      ]),
    ),
  )
}
/** A cmdlet is told by the dash in its name: `powershell` itself is a program. */
export function withCommon(name: string, source: unknown, common: ReadonlyMap<string, Common>): unknown {
  const more = isTable(source) && name.includes('-') ? common.get(String(source['style'])) : undefined
  if (!isTable(source) || more === undefined) return source
  const own = new Set(list(source['options']).flatMap((spec) => spec.replace(/[=?]$/, '').trim().split(/\s+/)))
  const added = more.options.filter(
    (spec) =>
      !spec
        .replace(/[=?]$/, '')
        .split(/\s+/)
        .some((spelling) => own.has(spelling)),
  )
  return { ...source, options: [...list(source['options']), ...added], dry: [...list(source['dry']), ...more.dry] }
}
