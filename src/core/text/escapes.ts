// What do backslash escapes stand for, as `echo -e`, printf and tr read them?

const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
}
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|(0?[0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(.))/gs
/** The format of printf takes three digits, the first zero among them. */
const FORMAT = /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(.))/gs

/** `format`: as the format of printf and the sets of tr have it; else as `echo -e` and `%b`. What nobody knows stays as it is. */
export const unescape = (text: string, form: 'echo' | 'format' = 'echo'): string =>
  text.replace(form === 'format' ? FORMAT : ESCAPE, (whole, hex?: string, octal?: string, short?: string, long?: string, char?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255)
    const code = hex ?? short ?? long
    if (code === undefined) return NAMED[char ?? ''] ?? whole
    const point = Number.parseInt(code, 16)
    return point > 0x10ffff ? whole : String.fromCodePoint(point)
  })
