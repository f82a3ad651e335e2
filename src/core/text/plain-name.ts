// How is a name written in one way, whoever spelled it?
/** Letters of other alphabets that pass for Latin ones. */
const LOOKS = 'аaеeоoрpсcуyхxіiѕsјjԁdһhӏlԛqԝwкkмmтtαaοoρpεeιiνvκkτt'
const looksLike = (letter: string): string => {
  const at = LOOKS.indexOf(letter.toLowerCase())
  return at >= 0 && at % 2 === 0 ? LOOKS.charAt(at + 1) : letter
}

/** `readFile`, `read-file` and `fs.readFile` are one name, whatever alphabet its letters are from. */
export const plainName = (name: string): string =>
  isPlain(name)
    ? name
    : latin(name)
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replace(/[\s./:-]+/g, '_')
        .toLowerCase()

/** Small letters, digits and `_`, as most names have. */
function isPlain(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    if ((code < 97 || code > 122) && code !== 95 && (code < 48 || code > 57)) return false
  }
  return true
}

const latin = (name: string): string =>
  /^[ -~]*$/.test(name) ? name : Array.from(name.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ''), looksLike).join('')
