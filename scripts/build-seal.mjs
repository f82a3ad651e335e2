// What code makes the tags of our caches (src/gate/seal.ts)? WebAssembly, put together here, so that a megabyte is looked at in a fraction of a millisecond: NH of blocks of 1 KB, twice with keys shifted (as UMAC, RFC 4418, has it), and SipHash-2-4 of the length and of what NH made of them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where things lie in the memory: the key of SipHash, those of NH, then what is looked at. */
const KEY_AT = 0
const NH_AT = 16
const DATA_AT = 2048
const BLOCK = 1024
/** The second run of NH has its keys from here on. */
const SHIFT = 16

const [I32, I64, V128] = [0x7f, 0x7e, 0x7b]
const leb = (value) => {
  const bytes = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}
const signed = (value) => {
  const bytes = []
  for (let rest = BigInt.asIntN(64, value); ; rest >>= 7n) {
    const low = Number(rest & 127n)
    if (rest >> 6n === 0n || rest >> 6n === -1n) return [...bytes, low]
    bytes.push(low | 128)
  }
}
const section = (id, bytes) => [id, ...leb(bytes.length), ...bytes]
const named = (text) => [text.length, ...[...text].map((letter) => letter.charCodeAt(0))]
const list = (items) => [...leb(items.length), ...items.flat()]

const get = (local) => [0x20, local]
const set = (local) => [0x21, local]
const word = (value) => [0x41, ...signed(BigInt(value))]
const long = (value) => [0x42, ...signed(value)]
const [ADD32, ADD64, XOR64, OR64, LEFT64, RIGHT64, BELOW32, LOAD64] = [0x6a, 0x7c, 0x85, 0x84, 0x86, 0x88, 0x49, 0x29]
const load = (address, offset) => [...address, LOAD64, 3, ...leb(offset)]
const loop = (body, again) => [0x03, 0x40, ...body, ...again, 0x0d, 0, 0x0b]
const simd = (code) => [0xfd, ...leb(code)]
const [ADD32X4, ADD64X2, LOW, HIGH, LANE] = [0xae, 0xce, 0xde, 0xdf, 0x1d]
const loadVector = (address, offset) => [...address, ...simd(0), 0, ...leb(offset)]

/** The four words of SipHash's state are globals 0 to 3. */
const state = (index) => [0x23, index]
const setState = (index) => [0x24, index]
const TWO_ROUNDS = [0x10, 1]

/** A function of its own, and no more rounds anywhere: V8 compiles each line of it when it is first run. */
function twoRounds() {
  const words = [0, 1, 2, 3]
  const [v0, v1, v2, v3] = words
  const add = (a, b) => [...get(a), ...get(b), ADD64, ...set(a)]
  // Shifted both ways: V8's first compiler calls out of the code for a rotation.
  const turn = (a, by) => [...get(a), ...long(BigInt(by)), LEFT64, ...get(a), ...long(BigInt(64 - by)), RIGHT64, OR64]
  const mix = (a, by, b) => [...turn(a, by), ...get(b), XOR64, ...set(a)]
  const first = [add(v0, v1), mix(v1, 13, v0), turn(v0, 32), set(v0), add(v2, v3), mix(v3, 16, v2)]
  const second = [add(v0, v3), mix(v3, 21, v0), add(v2, v1), mix(v1, 17, v2), turn(v2, 32), set(v2)]
  const round = [...first, ...second].flat()
  return [
    ...list([[4, I64]]),
    ...words.flatMap((word) => [...state(word), ...set(word)]),
    ...round,
    ...round,
    ...words.flatMap((word) => [...get(word), ...setState(word)]),
    0x0b,
  ]
}

const sip = {
  start: (key) =>
    [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n].flatMap((constant, index) => [
      ...load(word(0), key + 8 * (index % 2)),
      ...long(constant),
      XOR64,
      ...setState(index),
    ]),
  /** `message`: leaves a word. `keep`: a local to hold it. */
  absorb: (message, keep) => [
    ...message,
    ...set(keep),
    ...state(3),
    ...get(keep),
    XOR64,
    ...setState(3),
    ...TWO_ROUNDS,
    ...state(0),
    ...get(keep),
    XOR64,
    ...setState(0),
  ],
  finish: [
    ...state(2),
    ...long(0xffn),
    XOR64,
    ...setState(2),
    ...TWO_ROUNDS,
    ...TWO_ROUNDS,
    ...state(0),
    ...state(1),
    XOR64,
    ...state(2),
    XOR64,
    ...state(3),
    XOR64,
  ],
}

/** `tag(length)`: of so many bytes, those behind them being nothing up to the next block. */
function tag() {
  const [length, at, inside, message, one, other] = [0, 1, 2, 3, 4, 5]
  const { start, absorb, finish } = sip
  const absorbHalves = (sum) => [0, 1].flatMap((lane) => absorb([...get(sum), ...simd(LANE), lane], message))
  const address = [...get(at), ...get(inside), ADD32]
  /** Vectors by the locals they are held in: each is loaded once, for both runs. */
  const [data, keys] = [
    [6, 7],
    [8, 9, 10],
  ]
  const loaded = [
    ...data.flatMap((local, index) => [...loadVector(address, 16 * index), ...set(local)]),
    ...keys.flatMap((local, index) => [...loadVector(get(inside), NH_AT + SHIFT * index), ...set(local)]),
  ]
  const sums = (shift) => data.map((local, index) => [...get(local), ...get(keys[index + shift]), ...simd(ADD32X4)])
  /** Of both sums, which are in `left` and `right`. */
  const [left, right] = [11, 12]
  const piece = (sum, shift) => {
    const [first, second] = sums(shift)
    return [
      ...first,
      ...set(left),
      ...second,
      ...set(right),
      ...[LOW, HIGH].flatMap((half) => [...get(sum), ...get(left), ...get(right), ...simd(half), ...simd(ADD64X2), ...set(sum)]),
    ]
  }
  const nothing = [...simd(12), ...Array.from({ length: 16 }, () => 0)]
  const block = [
    ...[one, other].flatMap((sum) => [...nothing, ...set(sum)]),
    ...word(0),
    ...set(inside),
    ...loop([...loaded, ...piece(one, 0), ...piece(other, 1)], [...get(inside), ...word(32), ADD32, 0x22, inside, ...word(BLOCK), BELOW32]),
    ...absorbHalves(one),
    ...absorbHalves(other),
  ]
  const body = [
    ...start(KEY_AT),
    ...absorb([...get(length), 0xad], message),
    ...word(DATA_AT),
    ...set(at),
    ...get(length),
    ...word(DATA_AT),
    ADD32,
    ...set(length),
    ...loop(block, [...get(at), ...word(BLOCK), ADD32, 0x22, at, ...get(length), BELOW32]),
    ...finish,
  ]
  return [
    ...list([
      [2, I32],
      [1, I64],
      [9, V128],
    ]),
    ...body,
    0x0b,
  ]
}

function sealCode() {
  const bodies = [tag(), twoRounds()]
  const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
  return Uint8Array.from([
    ...magic,
    ...section(
      1,
      list([
        [0x60, 1, I32, 1, I64],
        [0x60, 0, 0],
      ]),
    ),
    ...section(2, list([[...named('our'), ...named('memory'), 2, 0, 1]])),
    ...section(3, list([[0], [1]])),
    ...section(6, list([0, 1, 2, 3].map(() => [I64, 1, ...long(0n), 0x0b]))),
    ...section(7, list([[...named('tag'), 0, 0]])),
    ...section(10, list(bodies.map((body) => [...leb(body.length), ...body]))),
  ])
}

/** As text that any bundle can hold. */
export function buildSeal(root) {
  const text = `// Made by scripts/build-seal.mjs, which says what it does.
export const SEAL_CODE =
  '${Buffer.from(sealCode()).toString('base64')}'
export const KEY_BYTES = ${NH_AT + BLOCK + SHIFT}
export const DATA_AT = ${DATA_AT}
`
  writeFileSync(join(root, 'src/gate/seal-code.gen.ts'), text)
}
