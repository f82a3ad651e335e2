// What does the name of a variable, field, header or option promise about its value?
import { wordSet } from '../text/word-set.ts'

/** A password may be a word; a secret or token is generated; a key may be anything and needs more proof. */
export type Promised = 'password' | 'secret' | 'key'

const PASSWORD = wordSet('password passwd passwort pwd pass passphrase passcode pw psw passw senha userpass rootpass passkey')
const SECRET = wordSet(
  'secret secrets token tokens tkn credential credentials cred creds apikey apitoken apisecret bearer authorization auth jwt pat sas accesskey secretkey authkey ' +
    'privatekey clientsecret accesstoken authtoken secrete signingkey masterkey licensekey encryptionkey connectionstring sessionid cookie session appkey apppassword',
)
const WEAK = wordSet('key keys access private api otp seed salt psk login webhook sid')
/** Before `key`: it opens something. */
const OPENING = wordSet(
  'api access secret private auth master encryption encrypt signing sign admin service license licence storage subscription deploy ssh shared integration consumer ' +
    'cipher crypto aes hmac jwt token bot webhook preshared rest app application account client server session decryption root personal write ingest management',
)
/** Such a key or token is public, or names a thing. */
const HARMLESS = wordSet(
  'public pub primary foreign sort partition cache row range object map react storage-key query translation i18n idempotency dictionary shortcut hot arrow ' +
    'csrf xsrf authenticity nonce page next continuation cursor sync pagination start end stop eos bos pad unk mask special input output prompt completion max min num ' +
    'total count cached reasoning by publishable issuekey lookup composite unique index hash compare sorted press keyboard escape enter tab shift ctrl alt ' +
    'keyframe symbol sequence dedupe routing message event metric group item record field column path context locale label test-id data site redis etag hit miss',
)
/** After the last promising word: the value is about the secret, not the secret. */
const ABOUT = wordSet(
  'id ids name names path paths file files filename url uri urls type kind types length len size count expiry expires expiration expired ttl age header headers field ' +
    'prefix suffix hash hashes hashed digest version arn ref reference status state policy provider providers location format endpoint host port user username email ' +
    'index label title description desc limit mode method class store manager source sources dir directory folder algorithm alg required enabled disabled valid invalid ' +
    'error errors env variable hint help confirm confirmation strength reset minlength maxlength rotation resolver reader writer loader getter factory handler service ' +
    'client request response callback function fn func option options config configuration settings setting schema spec list map set array object pattern regex regexp ' +
    'usage uses bucket budget cost price rate stdin stdout helper generator validator param params parameter parameters scope scopes audience issuer domain realm issue ' +
    'placeholder example management encoder tokenizer input check checker hasher page form button link text message info metadata meta model',
)
const NEUTRAL = wordSet(
  'other some foo bar baz prod production dev develop development staging stage test testing live sandbox default new old main primary secondary current value val ' +
    'base str string raw b64 base64 plain plaintext cleartext encoded user admin root',
)
const NUMBER = /^v?\d+$/
const isNeutral = (word: string): boolean => NEUTRAL.has(word) || NUMBER.test(word)
/** The name itself says that the value is made up. */
const UNREAL = wordSet(
  'fake dummy mock mocked stub stubbed example sample invalid wrong bad bogus placeholder nonexistent nonexisting incorrect malformed non not mismatch mismatched ' +
    'matching unmatched unknown unauthorized unauthorised expired revoked forged tampered positive negative too',
)
const GLUED_PASSWORD = ['password', 'passwd', 'passphrase']
const GLUED_SECRET = ['secret', 'token', 'apikey', 'accesskey', 'secretkey', 'authkey', 'privatekey', 'licencekey', 'licensekey', 'credential', 'credentials']
/** A word is letters or digits alone. */
const endsIn = (word: string, endings: readonly string[]): boolean => endings.some((ending) => word.endsWith(ending))
/** A name of two words without a seam: `acmeSECRETkey`. */
const GLUED_NAME = /(?:secret|private|access|api|auth)(?:key|token)$/
const GLUED_HARMLESS =
  /(?:[cx]srf[a-z]{0,16}|next|page|sync|cursor|continuation|public|authenticity|requestverification|publickey|publishable|primary|foreign|cache|sort|site)(?:token|key)$/
/** Inside the last word or from the beginning of one: `statuspage_key` is no `page_key`. */
const isHarmlessGlued = (words: readonly string[]): boolean =>
  [1, 2, 3].some((count) => {
    const joined = words.slice(-count).join('')
    const at = joined.search(GLUED_HARMLESS)
    return count === 1 ? at >= 0 : at === 0
  })
/** Meant for everybody's eyes, whoever the vendor is: it stands in pages and in apps. */
const FOR_ALL = /(?:public|publishable|site)_?key$/i
const KEY = /key$/i
const CAMEL = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g

const wordsOf = (name: string): string[] => {
  const words: string[] = []
  for (const [word] of name.slice(-120).matchAll(CAMEL)) words.push(word.toLowerCase())
  return words
}

/** Does the name say whose it is, beyond what it is? `ACME_API_KEY` does, `api_key` does not. */
export const hasOwner = (name: string): boolean =>
  wordsOf(name).some(
    (word) => word.length > 2 && !PASSWORD.has(word) && !SECRET.has(word) && !WEAK.has(word) && !OPENING.has(word) && !isNeutral(word) && word !== 'oauth',
  )

export const isForAll = (name: string): boolean => KEY.test(name) && FOR_ALL.test(name)

/** The promise of the last word that makes one; null when a later word takes it back. */
export function promiseOf(name: string): Promised | null {
  const words = wordsOf(name)
  const glued = name
    .slice(-40)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const isGlued = endsIn(glued, ['key', 'token'])
  if ((isGlued && isHarmlessGlued(words)) || words.some((word) => UNREAL.has(word))) return null
  if (isGlued && GLUED_NAME.test(glued)) return 'secret'
  for (let i = words.length - 1; i >= 0 && i >= words.length - 4; i--) {
    const word = words[i] ?? ''
    const before = words[i - 1] ?? ''
    if (PASSWORD.has(word) || endsIn(word, GLUED_PASSWORD)) return HARMLESS.has(before) ? null : 'password'
    if (SECRET.has(word) || endsIn(word, GLUED_SECRET))
      return (HARMLESS.has(before) && !endsIn(word, ['secret'])) || (word === 'tokens' && i === words.length - 1 && words.length > 1) ? null : 'secret'
    if (word === 'key' || word === 'keys') {
      if (HARMLESS.has(before)) return null
      return OPENING.has(before) && word === 'key' ? 'secret' : 'key'
    }
    if (WEAK.has(word)) return HARMLESS.has(before) ? null : 'key'
    if (ABOUT.has(word) || !isNeutral(word)) return null
  }
  return null
}
