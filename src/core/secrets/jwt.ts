// Is this text with dots really a JSON Web Token?
import { decodeBase64 } from '../text/decode.ts'

/** Its header must decode to an object that names an algorithm or a type. */
export function isJwt(token: string): boolean {
  const header = /eyJ[A-Za-z0-9_-]{1,4000}/.exec(token)?.[0]
  const text = header === undefined ? null : decodeBase64(header)
  if (text === null || !/"(?:alg|typ|enc|kid)"\s{0,4}:/.test(text)) return false
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
