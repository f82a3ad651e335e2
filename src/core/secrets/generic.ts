// Could the value given to a promising name be a secret of any kind?
import { wordSet } from '../text/word-set.ts'
import type { Assignment } from './assignment.ts'
import { decodeBase64 } from '../text/decode.ts'
import { isOpenJwt } from './jwt.ts'
import { hasOwner } from './names.ts'
import type { Promised } from './names.ts'
import { isCode, isHarmless, isPlaceholder, isSequence, isStored, isTranslated, isUuid } from './placeholder.ts'
import { isRandom, surprise } from './randomness.ts'

const COMMON = wordSet(
  'password passwd pass pwd secret token admin administrator root user username guest default postgres mysql mariadb mongo redis rabbitmq minio wordpress drupal ' +
    'test testing tests testpass testpassword dev develop development local localhost demo qwerty letmein welcome string number boolean null none undefined true false ' +
    'empty required optional hidden text unknown nil void object array any never some value values private public secrets credentials basic bearer apikey disabled enabled ' +
    'prompt inherit include same-origin omit stdin keyring keychain vault auto manual never always changeit pass123 password1 password12 password123 secret123 admin123 test123 ' +
    'current-password new-password one-time-code str bytes int float bool char varchar nvarchar pass1234 test1234 passw0rd minioadmin rootpassword mysecretpassword',
)
/** Passwords of test users. */
const TEST_PASSWORD = /^(?:test|demo|admin|password|secret|user|guest|hello|welcome|qwerty|letmein)[a-z]{0,20}[\d!@#$%^&*._-]{0,8}$/i
/** `secret-2-levels`, `generatedpassword1`: words, one of which says what stands here. */
const SAYS_WHAT_IT_IS =
  /^(?:[a-z]{1,16}[-_.]){0,4}(?:secret|password|passwd|token|test|testing|demo)(?:[-_.](?:[a-z]{1,16}|\d{1,3})){1,4}$|^[a-z]{0,24}password[\d!@#$%^&*._-]{0,8}$/i
const WORDS_ONLY = /^[A-Za-z]+(?:[-_. /:][A-Za-z]+)*\d{0,2}$/
const HEX = /^[0-9a-f]+$/i
/** Such a token tells one request or step from another. */
const NUMBERS_A_STEP = /(?:request|client|change|update|action|lock|operation|lease|sequence)[-_]?token$/i
/** How OpenPGP numbers keys: in capitals, whole or the last half. */
const KEY_NUMBER = /^(?:0x)?(?:[0-9A-F]{16}|[0-9A-F]{40})$/
const DIGITS = /^\d+$/
const STRONG_SYMBOL = /[!@#$%^&*+=?~|;,]/

const digitsIn = (value: string): number => {
  let count = 0
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code >= 48 && code <= 57) count++
  }
  return count
}
const hasLetter = (value: string): boolean => /[A-Za-z]/.test(value)

/** A word everybody uses where a password is wanted, or no literal at all. */
export const isStandIn = (value: string): boolean => isEverybodys(value) || isPlaceholder(value) || (value.length <= 24 && isEverybodys(inLetters(value)))

const isEverybodys = (value: string): boolean => COMMON.has(value.toLowerCase()) || TEST_PASSWORD.test(value) || SAYS_WHAT_IT_IS.test(value)
/** `P@ssw0rd` is `password`. */
const inLetters = (value: string): string => value.replace(/[@4013$5]/g, (char) => LOOKS_LIKE[char] as string)
const LOOKS_LIKE: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '0': 'o', '1': 'i', '3': 'e', $: 's', '5': 's' }

/** `user:password` in base64, as every manual has it. */
export const isSampleLogin = (value: string): boolean => {
  const password = /^[^:]{0,80}:(.{0,120})$/.exec(decodeBase64(value) ?? '')?.[1]
  return password !== undefined && isStandIn(password)
}

/** Does this value keep the promise of its name? `before` is what stands before the name on its line. */
export function couldBeSecret(
  promise: Promised,
  value: string,
  how: Pick<Assignment, 'sign' | 'quoted' | 'tight' | 'open'>,
  name: string,
  before: string,
): boolean {
  if (promise === 'key' && (digitsIn(value) < 2 || isStored(value) || (isDigest(value) && !/keys?(?![a-z])/i.test(name)))) return false
  if (value.length < 6 || value.length > 2048 || /\s/.test(value) || isStandIn(value) || isHarmless(value) || isTranslated(value) || isOpenJwt(value))
    return false
  if (isAboutKept(value, how, name, before)) return false
  if (how.open || (!how.quoted && isCode(value)) || (how.quoted && /\)$|^\.{0,2}\/|^https?:|^\w+\(/.test(value))) return false
  // `API_KEY=abcdef0123…` stands in every manual; with an owner's name before it, it may be somebody's.
  if (isSequence(value) && !hasOwner(`${before} ${name}`)) return false
  if (how.sign === ' ' && !name.startsWith('-')) return isGenerated(value, 16) && digitsIn(value) >= 2
  if (how.sign === ',' || how.sign === '(') return how.quoted && isGenerated(value, 12) && digitsIn(value) >= 2 && (promise === 'secret' || !isUuid(value))
  if (promise === 'password') return isPassword(value, how, name)
  if (promise === 'secret') return (isGenerated(value, 10) && !isSampleLogin(value)) || (DIGITS.test(value) && value.length >= 14 && isRandomEnough(value))
  return isGenerated(value, 16)
}

/** `session:8f14e45f…` names what is kept there, `checksum/secret` says what is in it, and a key is fetched by its number. */
const isAboutKept = (value: string, { sign, tight, quoted }: Pick<Assignment, 'sign' | 'quoted' | 'tight'>, name: string, before: string): boolean =>
  (sign === ':' && tight && !quoted && /^(?:session|token)s?$/i.test(name) && (isUuid(value) || HEX.test(value))) ||
  /(?:checksum|digest|hash)[/.]$|::$|\barn:[\w*:-]{0,30}$/i.test(before) ||
  (isUuid(value.replace(/^urn:uuid:/, '')) && NUMBERS_A_STEP.test(name)) ||
  (KEY_NUMBER.test(value) && (sign === ' ' || /gpg|pgp|recv|fingerprint/i.test(name)))

/** As long as a SHA-1 or SHA-256: under a name that says little, that is what it is. */
const isDigest = (value: string): boolean => (value.length === 40 || value.length === 64) && HEX.test(value)

const isRandomEnough = (digits: string): boolean => new Set(digits).size >= 5

/** Made by a machine: unlike words, or hexadecimal of some length, or a UUID. */
export function isGenerated(value: string, least: number): boolean {
  if (value.length < least || DIGITS.test(value)) return false
  if (isUuid(value)) return true
  const digits = digitsIn(value)
  if (HEX.test(value.replaceAll('-', '')) && value.length >= 16) return digits >= 4 && new Set(value).size >= 6
  if (WORDS_ONLY.test(value) && surprise(value) < 6) return false
  if (isRandom(value, 'high')) return value.length >= 16 || digits >= 1
  return value.length >= 16 && digits >= 4 && hasLetter(value) && isRandom(value, 'low') && !/[-_. /:]/.test(value)
}

/** A password may be chosen by a person: letters with digits or symbols, or a plain word where nothing else can be meant. */
function isPassword(value: string, how: Pick<Assignment, 'quoted' | 'sign' | 'tight'>, name: string): boolean {
  // Nobody's password is that long: it is encrypted.
  if (value.length > 200) return false
  if (isGenerated(value, 8)) return true
  if (value.length > 64 || !hasLetter(value)) return false
  const digits = digitsIn(value)
  const symbols = STRONG_SYMBOL.test(value)
  if (WORDS_ONLY.test(value) && digits === 0) {
    // NAME_PASSWORD=word, as shells and .env files write it.
    return !how.quoted && how.sign === '=' && how.tight && /^[A-Z0-9_]{6,}$/.test(name) && name.includes('_') && /^[a-z]{8,}$/.test(value)
  }
  if (how.quoted) return (digits >= 1 || symbols) && value.length >= 8
  return (digits >= 2 || symbols) && value.length >= 8 && surprise(value) >= 4.4
}
