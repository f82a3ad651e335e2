// Fills in the macros of a text: those that options define, and those that it defines itself, as m4 and the preprocessor of C do. Null is for what is not computed.

const LONGEST = 20_000
const MOST = 50
const NAME = /[A-Za-z_]\w*/g

/** `X=rm`, `X` of an option; null where one is not known. */
export function defined(options: readonly (string | null)[]): ReadonlyMap<string, string> | null {
  const macros = new Map<string, string>()
  for (const option of options) {
    const [, name, value = '1'] = /^([A-Za-z_]\w*)(?:=([^]*))?$/.exec(option ?? '') ?? []
    if (name === undefined) return null
    macros.set(name, value)
  }
  return macros
}

export function expandMacros(text: string, given: ReadonlyMap<string, string>): string | null {
  if (text.length > LONGEST) return null
  const macros = new Map(given)
  let left = text
  for (;;) {
    const found = /define\(`?(\w+)'?,\s*`?([^'`()]*)'?\)(?:dnl\n)?|^#[ \t]*define[ \t]+(\w+)[ \t]+([^\n]*)\n/m.exec(left)
    if (found === null) break
    macros.set(found[1] ?? found[3] ?? '', found[2] ?? found[4] ?? '')
    left = left.slice(0, found.index) + left.slice(found.index + found[0].length)
    if (macros.size > MOST) return null
  }
  // What takes arguments, includes files or works something out is not followed.
  if (
    macros.size === 0 ||
    /`|^[ \t]*#|\b(?:define|undefine|ifelse|include|esyscmd|syscmd|eval|format|translit|substr|changequote|divert|patsubst|incr|len)\s*\(/m.test(left)
  )
    return null
  for (let depth = 0; depth < 3; depth++) left = left.replace(NAME, (name) => macros.get(name) ?? name).slice(0, LONGEST)
  return left
}
