// Is this text with dots really a JSON Web Token, and one that opens something?
import { decodeBase64 } from '../text/decode.ts'

/** What the claims of a token in documentation say. */
const SAMPLE = /"sub"\s{0,4}:\s{0,4}"(?:1234567890|user|test|subject)"|"name"\s{0,4}:\s{0,4}"(?:John|Jane) Doe"/
/** The key of an app's own front end: whoever loads the page has it. */
const FOR_ALL = /"role"\s{0,4}:\s{0,4}"anon"/

/** Its header must decode to an object that names an algorithm or a type. */
export function isJwt(token: string): boolean {
  const [, header, claims = ''] = /(eyJ[A-Za-z0-9_-]{1,4000})(?:\.([A-Za-z0-9_-]{1,4000}))?/.exec(token) ?? []
  const text = header === undefined ? null : decodeBase64(header)
  if (text === null || !/"(?:alg|typ|enc|kid)"\s{0,4}:/.test(text) || !isObject(text)) return false
  return !saysOpen(claims)
}

/** A token whose claims say that it opens nothing: a sample, or a key for everybody. */
export const isOpenJwt = (token: string): boolean => saysOpen(/^eyJ[A-Za-z0-9_-]{1,4000}\.([A-Za-z0-9_-]{1,4000})/.exec(token)?.[1] ?? '')

function saysOpen(claims: string): boolean {
  const said = claims === '' ? '' : (decodeBase64(claims) ?? '')
  return FOR_ALL.test(said) || SAMPLE.test(said)
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
