// What does a TOML file say, and where can it not be read? The one place where TOML is read.
import { parse, TomlError } from 'smol-toml'

export type ReadToml =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly message: string }

/** Never throws. */
export function readToml(text: string): ReadToml {
  try {
    return { ok: true, value: parse(text) }
  } catch (error) {
    const at = error instanceof TomlError ? { line: error.line, column: error.column } : { line: 1, column: 1 }
    const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    const message = said.replace(/^Invalid TOML document: /, '').replace(/[.:]$/, '')
    return { ok: false, ...at, message: message === '' ? 'this is not TOML' : message }
  }
}
