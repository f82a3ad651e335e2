// What does a value in one of git's settings files say?

/** Quotes group, `\` keeps the next character, `#` and `;` outside of quotes begin a comment. */
export function gitValue(text: string): string {
  let out = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at)
    if (one === '"') quoted = !quoted
    else if (one === '\\') out += text.charAt(++at)
    else if (!quoted && (one === '#' || one === ';')) break
    else out += one
  }
  return out.trim()
}
