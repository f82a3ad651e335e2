// What dc prints of texts and numbers that are written out. Null is for everything else that it computes.

const TOKENS = /\[[^[\]]*\]|_?\d+|\s+|[^]/g
const MOST = 4_000

export function dcOutput(text: string): string | null {
  const stack: (string | number)[] = []
  const tokens = text.match(TOKENS) ?? []
  if (tokens.length > MOST) return null
  let out = ''
  for (const token of tokens) {
    const top = stack.at(-1)
    if (/^\s/.test(token)) continue
    if (token.startsWith('[') && token.endsWith(']')) stack.push(token.slice(1, -1))
    else if (/^_?\d/.test(token)) stack.push(Number(token.replace('_', '-')))
    else if (token === 'q') return out
    else if (top === undefined) return null
    else if (token === 'p') out += `${top}\n`
    else if (token === 'n' || token === 'P') {
      stack.pop()
      out += token === 'P' && typeof top === 'number' ? String.fromCharCode(top & 255) : String(top)
    } else if (token === 'a') {
      stack.pop()
      stack.push(typeof top === 'number' ? String.fromCharCode(top & 255) : top.slice(0, 1))
    } else return null
  }
  return out
}
