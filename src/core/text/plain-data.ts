// What a settings file says once its format is forgotten, and how to take it apart without surprises.

/** Numbers and booleans stay the text they are written as. */
export type Data = string | readonly Data[] | Table
export interface Table {
  readonly [key: string]: Data | undefined
}

export const isTable = (data: Data | undefined): data is Table => typeof data === 'object' && !Array.isArray(data)
export const isList = (data: Data | undefined): data is readonly Data[] => Array.isArray(data)
export const textOf = (data: Data | undefined): string | null => (typeof data === 'string' ? data : null)

/** `tool.poe.tasks` below a table. */
export function below(data: Data | undefined, path: string): Data | undefined {
  let at = data
  for (const key of path.split('.')) at = isTable(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return at
}

export const entriesOf = (data: Data | undefined): readonly (readonly [string, Data])[] =>
  isTable(data) ? Object.entries(data).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])) : []

/** One text or several. */
export const textsOf = (data: Data | undefined): readonly string[] =>
  typeof data === 'string' ? [data] : isList(data) ? data.flatMap((one) => textOf(one) ?? []) : []

/** Keys are whatever a file says: no prototype to trip over. */
export const newTable = (): Record<string, Data | undefined> => Object.create(null) as Record<string, Data | undefined>

/** JSON, with comments and commas too many as people write them; null where it is none. */
export function readJson(text: string): Data | null {
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(plain) as Data
  } catch {
    try {
      return JSON.parse(withoutComments(plain)) as Data
    } catch {
      return null
    }
  }
}

function withoutComments(text: string): string {
  let out = ''
  for (let at = 0; at < text.length;) {
    const two = text.slice(at, at + 2)
    const [end, ends] = two === '//' ? [text.indexOf('\n', at), 0] : two === '/*' ? [text.indexOf('*/', at + 2), 2] : [at, 0]
    if (two === '//' || two === '/*') at = end < 0 ? text.length : end + ends
    else if (text[at] === '"') {
      let close = at + 1
      while (close < text.length && text[close] !== '"') close += text[close] === '\\' ? 2 : 1
      out += text.slice(at, close + 1)
      at = close + 1
    } else {
      const char = text[at++] ?? ''
      // A comma before the end of a list or an object says nothing.
      if ((char === '}' || char === ']') && /,\s*$/.test(out.slice(-200))) out = out.slice(0, out.lastIndexOf(','))
      out += char
    }
  }
  return out
}
