// The shapes that YAML of programs/ is made of, and how a mistake in it is reported.

export type Table = Record<string, unknown>
export const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)
/** One text, or several. */
export const list = (value: unknown): readonly string[] =>
  value === undefined ? [] : Array.isArray(value) ? value.map(String) : [typeof value === 'string' ? value : JSON.stringify(value)]
/** Where, and what is wrong there. */
export type Report = (path: readonly (string | number)[], message: string) => void

export function tables(value: unknown, path: readonly (string | number)[], problem: Report): readonly Table[] {
  if (value === undefined) return []
  const rows = Array.isArray(value) ? value : [value]
  return rows.filter((row): row is Table => {
    if (isTable(row)) return true
    problem(path, 'expected a list of mappings')
    return false
  })
}
