// Is this value only a stand-in: an example, a variable, a mask, a digest, a piece of code?
import { isPublished } from './published.ts'
import { surprise, variety } from './randomness.ts'

const STAND_INS = [
  'example|sample|placeholder|changeme|change[-_ ]me|replace[-_ ]?me|replace[-_ ]with|redacted|dummy|fake|todo|fixme|foobar|lorem|insert[-_]',
  'your[-_a-z]|my[-_]?(?:secret|token|key|password|api)|[-_]here\\b|not[-_]?(?:a[-_]|real|set|secret)|x{4}|\\*{3}|\\.{3}|…|•',
  'generate[-_]|some[-_]?(?:secret|token|key|password|value)|(?:secret|token|key|password)[-_]?(?:value|goes)|no[-_]?secret|mock|stub',
  // What documentation of token formats writes.
  'random[-_]?string|0{8}|1{8}|-{6}',
]
const STAND_IN = new RegExp(STAND_INS.join('|'), 'i')
/** The same for a value of a known format, where a letter sequence may be chance. */
const PLAIN_STAND_IN = /example|placeholder|changeme|redacted|your[-_]|x{5}|\*{3}|\.{3}|…|<|0{12}|abcdefghijklmnop/i

const VARIABLE =
  /^\$[A-Za-z_({]|\$\{|\$\(|\{\{|#\{|<%|%[A-Z_]{2,40}%|^<|^%[sdvqr]?$|^\{[A-Za-z_.]{0,60}\}$|\{\d?\}|\{:[^{}]{1,8}\}|^@\w|^&|^\*|^!|^:[a-z]|^\[|^ENC[[(]|^vault:|^op:\/\/|^arn:|^ref\+/
const DIGEST = /^(?:sha(?:1|224|256|384|512)|md5|h1|blake\w{1,4})[-:.~$]|^aws4-hmac-sha256$|^[0-9]+\.[0-9]+\.[0-9]/i
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** A UUID that lost some of its end is one that somebody typed or cut; one of single characters is made up. */
const CUT_UUID = /(?:^|[^0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-(?:[0-9a-f]{1,11}|[0-9a-f]{13,16})$/i
const MADE_UP_UUID = /^([0-9a-f])\1{7}-([0-9a-f])\2{3}-([0-9a-f])\3{3}-([0-9a-f])\4{3}-([0-9a-f])\5{11}$/i
/** Ids that sort by time (ULID), with or without the short name of what they are the id of. */
const SORTED_ID = /^(?:[a-z]{2,12}_)?0[0-7][0-9A-HJKMNP-TV-Z]{24}$/
const DOTTED_NAME = /^[A-Za-z_$][\w$]*(?:\??(?:\.|::|->)[A-Za-z_$][\w$]*)+[!?]?$/
const CODE =
  /^\/\*|^[A-Z][A-Za-z0-9]{2,40}(?:Token|Secret|Key|Bearer|Credentials?|Password|Auth)$|\(|\)$|::|=>|->|\[|;$|\?\.|&&|\|\||^(?:new|await|self|this|process|os|env|config|settings|options|args|params|req|request|ctx)[.\s]/
const PATH =
  /^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|\/[a-z_.-]+\/[a-z_.-]+\/?|^https?:|\.(?:json|ya?ml|toml|pem|key|crt|cert|txt|env|js|ts|py|go|rb|php|java|html?|md|sh|cfg|ini|conf|xml|png|svg|log)$/i

/** A value of a known format that nobody took for real. */
export const isMask = (value: string): boolean => isRepeated(value) || PLAIN_STAND_IN.test(value) || isPublished(value)

/** A value of an assignment that cannot be a secret, whatever its name says. */
export const isPlaceholder = (value: string): boolean =>
  isRepeated(value) || STAND_IN.test(value) || VARIABLE.test(value) || DIGEST.test(value) || isPublished(value)

/** Keys meant for everybody's eyes. */
export const isHarmless = (value: string): boolean =>
  /^pk_|publishable/i.test(value) || SORTED_ID.test(value) || CUT_UUID.test(value) || MADE_UP_UUID.test(value)

/** The name of a thing in a store: `uploads/2026/a1.png`, `session:8f14e45f`. */
export const isStored = (value: string): boolean => /^[a-z]{3,20}(?:[-_][a-z]{2,20}){0,4}[:/]/.test(value)

/** What people type when they make a value up: the alphabet or the digits in order. */
export const isSequence = (value: string): boolean => /0?123456789|abcdefgh|abcdef01|qwertyui|(?:abcd1234){2}/i.test(value)

/**
 * A translation: `"password": "パスワードは8文字以上"`. A language written without spaces is one long word, and nobody types it where a password is asked
 * for; letters beyond the alphabet and no digit are a word of another language.
 */
export const isTranslated = (value: string): boolean => BEYOND_ASCII.test(value) && (isUnspaced(value) || (/[^\0-\x7f\P{L}]/u.test(value) && !/\d/.test(value)))
const BEYOND_ASCII = /[^\0-\x7f]/
const isUnspaced = (value: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(value)

export const isUuid = (value: string): boolean => UUID.test(value)

/** An expression or a place rather than a literal. */
export const isCode = (value: string): boolean =>
  CODE.test(value) || (PATH.test(value) && surprise(value) < 5.6) || (DOTTED_NAME.test(value) && surprise(value) < 5.6)

/** Mostly one character over and over, or two or three in turn. */
function isRepeated(value: string): boolean {
  if (value.length >= 8 && variety(value) <= 3) return true
  let longest = 1
  let run = 1
  for (let i = 1; i < value.length; i++) {
    const code = value.charCodeAt(i)
    run = code === value.charCodeAt(i - 1) ? run + 1 : 1
    if (run > longest) longest = run
    // A group of nothing but one digit, ten times or more: somebody typed it.
    if (run >= 10 && code >= 48 && code <= 57 && !isAlphanumeric(value.charCodeAt(i - run)) && !isAlphanumeric(value.charCodeAt(i + 1))) return true
  }
  return longest >= 6 && longest * 2 >= value.length
}

const isAlphanumeric = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
