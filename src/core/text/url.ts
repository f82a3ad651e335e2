// Which machine does a URL name, and would two programs agree about it? Pure text, no throwing, linear.

export interface UrlReading {
  /** Lower case; null when the text is a bare host, an address or `user@host:path`. */
  readonly scheme: string | null
  /** Lower case, without brackets' content changed, port or user; null when none is there. */
  readonly host: string | null
  /** Programs read this spelling differently, or people do not see what it says. */
  readonly odd: boolean
  readonly user: 'none' | 'name' | 'password'
  /** The path a `file:` URL opens. */
  readonly file: string | null
}

/** Schemes whose authority every program looks for, however many slashes there are. */
const SPECIAL = new Set(['http', 'https', 'ws', 'wss', 'ftp'])
/** Schemes that need no `//` to be one. */
const PLAIN = new Set([
  ...SPECIAL,
  'file',
  'jar',
  'netdoc',
  'data',
  'javascript',
  'vbscript',
  'view-source',
  'about',
  'chrome',
  'php',
  'phar',
  'expect',
  'gopher',
  'dict',
  'ldap',
  'blob',
  'mailto',
])
const NOTHING: UrlReading = { scheme: null, host: null, odd: false, user: 'none', file: null }
const LONGEST = 8192
/** Characters that resolvers drop: a name with one in it looks like another. */
const DROPPED = /\u034f|[\ufe00-\ufe0f]|[\u00ad\u180b-\u180e\u200b-\u200d\u2060\ufeff]/g
const BLANKS = /[\t\n\r]/g

export function readUrl(given: string): UrlReading {
  const cut = given.length > LONGEST ? given.slice(0, LONGEST) : given
  const trimmed = cut.trim()
  const text = trimmed.replace(BLANKS, '')
  const match = /^([A-Za-z0-9][A-Za-z0-9+.-]{0,31}):/.exec(text)
  const scheme = match?.[1]?.toLowerCase() ?? null
  const rest = match === null ? text : text.slice(match[0].length)
  if (scheme === null || !(rest.startsWith('//') || PLAIN.has(scheme))) return bareHost(trimmed)
  const broken = text.length !== trimmed.length
  if (scheme === 'file' || scheme === 'netdoc') return { ...NOTHING, scheme, odd: broken || rest.includes('\\'), file: filePath(rest) }
  if (scheme === 'jar' || scheme === 'view-source') return { ...readUrl(rest), scheme, odd: true }
  if (SPECIAL.has(scheme)) {
    const slashes = /^[\\/]*/.exec(rest)?.[0] ?? ''
    const read = readAuthority(rest.slice(slashes.length), true)
    return { ...read, scheme, odd: read.odd || broken || (slashes !== '//' && rest !== '') }
  }
  if (!rest.startsWith('//')) return { ...NOTHING, scheme, odd: broken }
  const read = readAuthority(rest.slice(2), false)
  return { ...read, scheme, odd: read.odd || broken || /^\d/.test(scheme) }
}

/** `host`, `host:port/x`, `user@host:path`: what ssh, git, ping and curl without a scheme take. */
function bareHost(text: string): UrlReading {
  const host = /^(?:[^/@\s]*@)?(\[[0-9a-fA-F:.%]+\]|[^/:?#\s@]+)/.exec(text)?.[1]?.toLowerCase() ?? null
  return {
    ...NOTHING,
    host,
    odd: host !== null && (hostIsOdd(host) || /^\[[^\]]*$/.test(host) || /^(?:localhost|[\d.]{1,15}):(?:\+|\d{1,12}[a-z])/i.test(text)),
  }
}

function readAuthority(text: string, special: boolean): UrlReading {
  const end = text.search(special ? /[/?#\\]/ : /[/?#]/)
  const authority = end < 0 ? text : text.slice(0, end)
  const after = end < 0 ? '' : text.slice(end)
  const at = authority.lastIndexOf('@')
  const userinfo = at < 0 ? null : authority.slice(0, at)
  const address = authority.slice(at + 1)
  const host = (/^\[[^\]]*\]?/.exec(address)?.[0] ?? /^[^:]*/.exec(address)?.[0] ?? '').toLowerCase()
  const port = address.slice(host.length)
  const odd =
    after.startsWith('\\') ||
    /^[?#]\\?@/.test(after) ||
    (special && /[\s\\]/.test(authority)) ||
    /^\[[^\]]*$/.test(host) ||
    (special && /[;,&|<>]/.test(address) && !address.includes('${')) ||
    (special && /^:[^:]*:|^:\+|^:\d{1,12}[a-z]/i.test(port)) ||
    (userinfo !== null && userIsOdd(userinfo, host)) ||
    hostIsOdd(host)
  return {
    ...NOTHING,
    host: host === '' ? null : host,
    odd,
    user: userinfo === null || userinfo === '' ? 'none' : userinfo.includes(':') ? 'password' : 'name',
  }
}

/** A user that looks like a host is there to be taken for one. */
const userIsOdd = (user: string, host: string): boolean =>
  user.includes('@') ||
  /%(?:00|09|0a|0d|20|23|2f|3f|40|5c)/i.test(user) ||
  /(?:^|\.)(?:com|org|net|io|dev|app|gov|edu|ai|co|cloud|test|example)(?::\d{0,5})?$/i.test(user) ||
  /^www\./i.test(user) ||
  /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{0,5})?$/.test(user) ||
  (user.includes('.') && /^(?:\[|[\d.]+$|localhost$)/.test(host))

function hostIsOdd(host: string): boolean {
  if (host === '' || host.includes('\0')) return false
  if (host.startsWith('[')) return /%(?:00|2e)/i.test(host)
  if (/%[0-9a-f]{2}/i.test(host) || /[\u3002\uff0e\uff61]/.test(host)) return true
  const ascii = /^[\x20-\x7e]*$/.test(host)
  if (!ascii && host.length <= 400) {
    const plain = plainHost(host)
    if (plain !== host && /^[\x20-\x7e]*$/.test(plain)) return true
  }
  // A last label of digits must be an address; one that cannot be is read in as many ways as there are programs.
  return /^0o[0-7]|\.0o[0-7]/i.test(host)
}

/** The host as resolvers see it: full-width, circled and mathematical letters are plain ones, invisible characters are none. */
export const plainHost = (host: string): string =>
  host.length > 400
    ? host
    : host
        .replace(DROPPED, '')
        .normalize('NFKC')
        .replace(/[\u3002\uff0e\uff61]/g, '.')
        .toLowerCase()

function filePath(rest: string): string {
  const slashed = rest.replaceAll('\\', '/')
  const path = slashed.startsWith('//') ? slashed.slice(2).replace(/^(?:localhost|127\.0\.0\.1)(?=\/)/, '') : slashed
  const plain = path.replace(/[?#].*$/s, '')
  const rooted = /^\/+[A-Za-z]:\//.test(plain) ? plain.replace(/^\/+/, '') : plain.replace(/^\/{2,}/, '/')
  try {
    return decodeURIComponent(rooted)
  } catch {
    return rooted
  }
}
