// Which letters does the `xn--` form of a host label stand for? (RFC 3492)

const BASE = 36
const T_MIN = 1
const T_MAX = 26

/** The label without its `xn--`, decoded; null when it is not punycode. */
export const decodePunycode = (text: string): string | null => {
  const dash = text.lastIndexOf('-')
  const out = dash > 0 ? text.slice(0, dash).split('') : []
  let code = 128
  let at = 0
  let bias = 72
  let i = dash > 0 ? dash + 1 : 0
  while (i < text.length) {
    const before = at
    let weight = 1
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(text.charCodeAt(i++))
      if (digit === null) return null
      at += digit * weight
      const threshold = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias
      if (digit < threshold) break
      weight *= BASE - threshold
      if (weight > 0x7fffffff) return null
    }
    const length = out.length + 1
    bias = adapt(at - before, length, before === 0)
    code += Math.floor(at / length)
    at %= length
    if (code > 0x10ffff) return null
    out.splice(at++, 0, String.fromCodePoint(code))
  }
  return out.join('')
}

const digitOf = (code: number): number | null => {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26
  return null
}

const adapt = (delta: number, length: number, first: boolean): number => {
  let rest = first ? Math.floor(delta / 700) : delta >> 1
  rest += Math.floor(rest / length)
  let k = 0
  while (rest > ((BASE - T_MIN) * T_MAX) >> 1) {
    rest = Math.floor(rest / (BASE - T_MIN))
    k += BASE
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + 38))
}
