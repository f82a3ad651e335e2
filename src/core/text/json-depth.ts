// Does JSON text nest too deep? What comes after may walk the value by recursion.

export const DEEPEST_JSON = 200

/** Brackets outside strings; where there are few anywhere, nobody need look where they stand. */
export function isTooDeep(text: string): boolean {
  if (text.split('{', DEEPEST_JSON).length + text.split('[', DEEPEST_JSON).length <= DEEPEST_JSON) return false
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at++
      else if (code === 34) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 91 || code === 123) {
      if (++depth > DEEPEST_JSON) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}
