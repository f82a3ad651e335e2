// What is the keyed digest of a text, without loading the system's cryptography? That alone costs a short-lived process more than everything else here.

/** Parts of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const ROUND: readonly number[] = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
  0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
  0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
  0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
  0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]
const START: readonly number[] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

const BLOCK = 64
/** Bytes of it, and of a digest. */
const STATE = 32
let rounds: Int32Array | undefined
let words: Int32Array | undefined

/** SHA-256 (FIPS 180-4). For short texts: long ones are faster with the system's own. */
export const sha256 = (message: Uint8Array): Uint8Array => finish(Int32Array.from(START), message, 0)

/** The digest of so many bytes that are in the state already, and this. */
function finish(state: Int32Array, message: Uint8Array, before: number): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  const length = before + message.length
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29))
  view.setUint32(padded.length - 4, (length << 3) >>> 0)
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, view, at)
  return bytesOf(state)
}

function bytesOf(state: Int32Array): Uint8Array {
  const out = new DataView(new ArrayBuffer(STATE))
  for (let i = 0; i < 8; i++) out.setInt32(i * 4, state[i] as number)
  return new Uint8Array(out.buffer)
}

/** Written out: where nothing is optimised, each function for a turn of the bits would cost more than the turn. */
function compress(state: Int32Array, view: DataView, at: number): void {
  const k = (rounds ??= Int32Array.from(ROUND))
  const w = (words ??= new Int32Array(64))
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number
    const y = w[i - 2] as number
    w[i] =
      (w[i - 16] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i - 7] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))
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
    const one =
      (h + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) + ((e & f) ^ (~e & g)) + (k[i] as number) + (w[i] as number)) | 0
    const two = ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c))) | 0
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

/** Of HMAC-SHA256 (RFC 2104), what a key of at most one block decides by itself: the state after its first block, inside and outside. Half of the work for a short text. */
export function keyedStates(key: Uint8Array): Uint8Array {
  const states = new Uint8Array(2 * STATE)
  const keyed = (pad: number): Uint8Array => {
    const block = new Uint8Array(BLOCK).fill(pad)
    for (let i = 0; i < key.length; i++) block[i] = (key[i] as number) ^ pad
    const state = Int32Array.from(START)
    compress(state, new DataView(block.buffer), 0)
    return bytesOf(state)
  }
  states.set(keyed(0x36))
  states.set(keyed(0x5c), STATE)
  return states
}

export const hmacSha256 = (states: Uint8Array, message: Uint8Array): Uint8Array =>
  finish(stateIn(states, STATE), finish(stateIn(states, 0), message, BLOCK), BLOCK)

function stateIn(bytes: Uint8Array, from: number): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from)
  const state = new Int32Array(8)
  for (let i = 0; i < 8; i++) state[i] = view.getInt32(i * 4)
  return state
}
