// What does reading a member, or going through the elements, of a value give?
import { wordSet } from '../../text/word-set.ts'
import {
  concat,
  either,
  ENVIRONMENT,
  fromOf,
  literal,
  list,
  map,
  named,
  NAMES,
  NOTHING,
  numberOf,
  PLAIN,
  SECRET,
  text,
  thing,
  union,
  unknown,
  variable,
} from './values.ts'
import type { ListValue, TextValue, ThingValue, Value } from './values.ts'
import { baseName, dirName } from './paths.ts'
import type { Language, Meaning } from './call.ts'
import { saysSecret } from '../../secrets/secret-names.ts'

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|AUTH)/i
const PUBLIC_NAME = /(?:PUBLIC|_ID$|_FILE$|_PATH$|KEYBOARD|AUTHOR|SSH_AUTH_SOCK)/i

/** One variable of the environment, by name. */
export function environmentVariable(name: string | null, mayBeEmpty: boolean, all = false): TextValue {
  if (name === null) return { ...variable('', all ? [ENVIRONMENT] : [], mayBeEmpty), parts: [{ kind: 'unknown', name: null, mayBeEmpty }] }
  if (name === 'HOME' || name === 'USERPROFILE') return variable('HOME')
  const from = !SECRET_NAME.test(name) || PUBLIC_NAME.test(name) ? [] : saysSecret(name) ? [SECRET, PLAIN] : [SECRET]
  return variable(name, from, mayBeEmpty)
}

export function memberOf(of: Value, key: Value, plain: boolean, language: Language): Value {
  const name = literal(key)
  switch (of.is) {
    case 'named': {
      if (name === null) return anyMember(of, language)
      if (of.self !== null) return plain ? named(`*#${name}`, unknown(fromOf(of))) : unknown(fromOf(of))
      // `os.__dict__['system']`, `sys.modules['os']`: the long way to the same.
      const holder = of.name === 'sys.modules' && !plain ? '' : `${of.name.endsWith('.__dict__') ? of.name.slice(0, -9) : of.name}.`
      const whole = language.canonical(holder + name)
      return language.value(whole) ?? named(whole)
    }
    case 'text': {
      const index = plain ? null : numberOf(key)
      const known = literal(of)
      if (index !== null) return known === null ? unknown(of.from, of.decoded) : text(known.at(index) ?? '', of.from, of.decoded)
      return name === null ? unknown(of.from, of.decoded) : name === 'length' || name === 'size' ? NOTHING : named(`text#${name}`, of)
    }
    case 'list': {
      const index = numberOf(key)
      if (index !== null) return of.sample ? either(of.items) : (of.items.at(index) ?? NOTHING)
      return name === null ? either(of.items) : name === 'length' ? NOTHING : named(`list#${name}`, of)
    }
    case 'map': {
      if (name === null) return of.entries.size === 0 ? unknown(of.rest) : either([...of.entries.values()].slice(0, 6))
      const held = of.entries.get(name) ?? of.of?.methods.get(name)
      if (held !== undefined) return held.is === 'function' && of.of !== null ? { ...held, self: of } : held
      return plain ? named(of.of === null ? `map#${name}` : `*#${name}`, of) : unknown(of.rest)
    }
    case 'class':
      return (name === null ? undefined : of.methods.get(name)) ?? NOTHING
    case 'function':
      return named(`function#${name ?? ''}`, of)
    case 'thing':
      return thingMember(of, key, name, plain)
    case 'constant':
      return named(`constant#${name ?? ''}`, of)
    case 'either':
      return either(of.options.map((one) => memberOf(one, key, plain, language)))
    case 'unknown':
      if (name === null || (!plain && !isTelling(language.find(`*#${name}`)))) return unknown(of.from, of.decoded, of.mayBeEmpty)
      return name === 'length' || name === 'size' ? NOTHING : named(`*#${name}`, of)
  }
}

/** A name that says enough by itself, where the words say the rest. */
const isTelling = (meaning: Meaning | null): boolean => meaning?.when === 'command-line' || meaning?.when === 'far-path'

/** One of a module's functions, nobody knows which. */
export const anyMember = (of: Value, language: Language): Value => {
  const whole = of.is !== 'named' || of.self !== null ? null : `${of.name.endsWith('.__dict__') ? of.name.slice(0, -9) : of.name}${ANY_MEMBER}`
  return whole === null || whole.length > LONGEST || language.find(whole) === null ? unknown(fromOf(of)) : named(whole)
}
export const ANY_MEMBER = '.?'
const LONGEST = 100

const ENVIRONMENT_METHODS = wordSet(
  'get copy items keys values update pop setdefault to_h to_hash each each_pair map select fetch toObject has delete ' +
    'key? include? any? inspect to_a sort find filter slice dig reject count to_json',
)

function thingMember(of: ThingValue, key: Value, name: string | null, plain: boolean): Value {
  if (of.kind === 'environment') {
    if (plain && name !== null && ENVIRONMENT_METHODS.has(name)) return named(`environment#${name}`, of)
    return environmentVariable(name, of.text !== null, fromOf(key).includes(NAMES))
  }
  if (of.kind === 'path' && of.text !== null) {
    if (name === 'parent') return thing('path', dirName(of.text))
    if (name === 'name') return baseName(of.text)
    if (name === 'parents') return list([thing('path', dirName(of.text))], true)
  }
  if ((of.kind === 'file' || of.kind === 'folder') && (name === 'name' || name === 'path' || name === 'filename')) return of.text ?? NOTHING
  if (of.kind === 'entry' && of.text !== null) return name === 'path' ? of.text : name === 'name' ? baseName(of.text) : named(`entry#${name ?? ''}`, of)
  if (of.kind === 'process' && (name === 'stdin' || name === 'stdout' || name === 'stderr')) return of
  if (of.kind === 'session' && of.text !== null && name !== null) return named(`${literal(of.text) ?? ''}.${name}`, of)
  if (!plain || name === null) return unknown(fromOf(of))
  if (name === 'length' || name === 'status_code' || name === 'returncode' || name === 'status' || name === 'ok' || name === 'pid') return NOTHING
  return named(`${of.kind}#${name}`, of)
}

/** What a loop over the value sees. `sample`: the items show the kind, not the number. */
export function elementsOf(value: Value): ListValue {
  switch (value.is) {
    case 'list':
      return value
    case 'text': {
      const known = literal(value)
      return known === null || known.length > 2000
        ? list([unknown(value.from, value.decoded)], true)
        : list([...known].map((char) => text(char, value.from, value.decoded)))
    }
    case 'map': {
      const keys: Value[] = [...value.entries.keys()].map((key) => text(key))
      return value.rest.length === 0 ? list(keys) : list([...keys, unknown(value.rest)], true)
    }
    case 'either': {
      const all = value.options.map(elementsOf)
      return list(
        all.flatMap((one) => one.items).slice(0, 2000),
        all.some((one) => one.sample),
      )
    }
    case 'thing':
      if (value.kind === 'environment') return list([unknown([NAMES])], true)
      if (value.kind === 'folder' && value.text !== null) return list([thing('path', concat(value.text, text('/')))], true)
      return list([unknown(fromOf(value))], true)
    default:
      return list([unknown(fromOf(value))], true)
  }
}

/** Pairs of key and value, as `items()`, `Object.entries` and `each` give them. */
export function pairsOf(value: Value): ListValue {
  if (value.is === 'map') {
    const pairs: Value[] = [...value.entries].map(([key, one]) => list([text(key), one]))
    return value.rest.length === 0 ? list(pairs) : list([...pairs, list([unknown([NAMES]), unknown(value.rest)])], true)
  }
  const from = value.is === 'thing' && value.kind === 'environment' ? union(fromOf(value), [ENVIRONMENT]) : fromOf(value)
  return list([list([unknown([NAMES]), unknown(from)])], true)
}

/** A copy that later assignments to one do not change in the other. */
export function copyOf(value: Value): Value {
  if (value.is === 'map') return map(new Map(value.entries), value.rest, value.of)
  if (value.is === 'list') return list([...value.items], value.sample)
  return value
}
