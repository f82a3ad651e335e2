// What is the keyed digest of a text, without loading the system's cryptography? That alone costs a short-lived process more than everything else here.

const word = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0

interface Constants {
  readonly round: Int32Array
  readonly start: readonly number[]
}
let kept: Constants | undefined
const constants = (): Constants => (kept ??= makeConstants())

/** Parts of the roots of the first primes. */
function makeConstants(): Constants {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return { round: Int32Array.from(primes, (prime) => word(Math.cbrt(prime))), start: primes.slice(0, 8).map((prime) => word(Math.sqrt(prime))) }
}

const BLOCK = 64
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

/** SHA-256 (FIPS 180-4). For short texts: long ones are faster with the system's own. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0)
  const state = Int32Array.from(constants().start)
  const w = new Int32Array(64)
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, w, view, at)
  const out = new DataView(new ArrayBuffer(32))
  state.forEach((part, i) => out.setInt32(i * 4, part))
  return new Uint8Array(out.buffer)
}

function compress(state: Int32Array, w: Int32Array, view: DataView, at: number): void {
  const { round } = constants()
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number
    const y = w[i - 2] as number
    w[i] = ((w[i - 16] as number) + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (w[i - 7] as number) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0
  }
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (round[i] as number) + (w[i] as number)) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  state[0] = (state[0] as number) + a
  state[1] = (state[1] as number) + b
  state[2] = (state[2] as number) + c
  state[3] = (state[3] as number) + d
  state[4] = (state[4] as number) + e
  state[5] = (state[5] as number) + f
  state[6] = (state[6] as number) + g
  state[7] = (state[7] as number) + h
}

/** HMAC-SHA256 (RFC 2104) with a key of at most one block. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const inner = new Uint8Array(BLOCK + message.length).fill(0x36, 0, BLOCK)
  const outer = new Uint8Array(BLOCK + 32).fill(0x5c, 0, BLOCK)
  for (let i = 0; i < key.length; i++) {
    inner[i] = (key[i] as number) ^ 0x36
    outer[i] = (key[i] as number) ^ 0x5c
  }
  inner.set(message, BLOCK)
  outer.set(sha256(inner), BLOCK)
  return sha256(outer)
}
