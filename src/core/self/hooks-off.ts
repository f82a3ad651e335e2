// Does a text for an agent's settings switch its hooks off? By what it says once it is read, however it is spelled.
import type { Steers } from '../meaning/traits.ts'
import type { Json } from '../model.ts'
import { readLoosely } from '../text/loose-json.ts'

/** `unsure`: it may, and nobody can read it; or it sets what later sessions load code by. */
export type Switched = 'off' | 'unsure' | null

/** Longer settings are nobody's. */
const LONGEST = 262_144
const DEEPEST = 40

const IF_TRUE = /^(?:disable_?all_?hooks|hooks_?disabled|disable_?hooks|allow_?managed_?hooks_?only)$/i
const IF_FALSE = /^(?:enable_?hooks|(?:chat\.)?use_?hooks|codex_hooks|hooks(?:config)?\.enabled|features\.hooks)$/i
/** Libraries and shells load by it, whatever the agent. */
const LOADED_BY =
  /^(?:XDG_\w{1,20}_HOME|PRUDENT_\w{1,40}|LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|OPENSSL_(?:CONF|MODULES|ENGINES)|BASH_ENV|SHELLOPTS|GLIBC_TUNABLES)$/
const LOADS = /--(?:require|import|loader|experimental-loader)\b|(?:^|\s)-r\s/

export function hooksOff(text: string, steers: Steers): Switched {
  if (text.length > LONGEST) return 'unsure'
  if (!/hook|\\u|\\U|env|plugin/i.test(text)) return null
  const read = readLoosely(text)
  return read !== undefined && typeof read === 'object' ? inJson(read, '', 0, steers) : inText(text)
}

const isTrue = (value: Json): boolean => value === true || value === 1 || value === 'true' || value === '1'
const isFalse = (value: Json): boolean => value === false || value === 0 || value === 'false' || value === '0'

function inJson(value: Json, parent: string, depth: number, steers: Steers): Switched {
  if (typeof value !== 'object' || value === null) return null
  if (depth > DEEPEST) return 'unsure'
  let found: Switched = null
  for (const [key, one] of Object.entries(value)) {
    const said = Array.isArray(value) ? inJson(one, parent, depth + 1, steers) : (inEntry(key, one, parent, steers) ?? inJson(one, key, depth + 1, steers))
    if (said === 'off') return 'off'
    found ??= said
  }
  return found
}

function inEntry(key: string, value: Json, parent: string, steers: Steers): Switched {
  const isHooks = /^hooks(?:_?config)?$/i.test(parent)
  if (IF_TRUE.test(key) && isTrue(value)) return 'off'
  if ((IF_FALSE.test(key) || /^hooks$/i.test(key) || (isHooks && key === 'enabled')) && isFalse(value)) return 'off'
  if (isHooks && key === 'disabled' && (isTrue(value) || JSON.stringify(value).includes('prudent'))) return 'off'
  if (key === 'strictPluginOnlyCustomization' && (isTrue(value) || JSON.stringify(value).includes('"hooks"'))) return 'off'
  if (/prudent/.test(key) && (isFalse(value) || value === null)) return 'off'
  return /^(?:env|environment)$/i.test(parent) ? inEnvironment(key, value, steers) : null
}

function inEnvironment(key: string, value: Json, steers: Steers): Switched {
  const how = steers(key)
  if (how === 'off') return isFalse(value) || value === '' ? null : 'off'
  return how === 'moves' || LOADED_BY.test(key) || (key === 'NODE_OPTIONS' && typeof value === 'string' && LOADS.test(value)) ? 'unsure' : null
}

const SAID =
  /\b(?:disable_?all_?hooks|hooks_?disabled|disable_?hooks|allow_?managed_?hooks_?only)\b["']?\s{0,9}[:=]\s{0,9}["']?(?:true|1)\b|\b(?:enable_?hooks|use_?hooks|codex_hooks|hooks)\b["']?\s{0,9}[:=]\s{0,9}["']?(?:false|0)\b/i
/** What is no JSON may be a part of some, TOML or YAML; escapes are taken for the letters they mean. */
function inText(text: string): Switched {
  const plain = text.replace(/\\u\{?([0-9a-f]{1,6})\}?/gi, (whole, code: string) => {
    const point = Number.parseInt(code.slice(0, 4), 16)
    return point > 31 && point < 0x7f ? String.fromCharCode(point) + code.slice(4) : whole
  })
  if (SAID.test(plain)) return 'off'
  return plain !== text && /disable|hook/i.test(plain) ? 'unsure' : null
}
