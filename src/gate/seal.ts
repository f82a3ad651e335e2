// Did we write this ourselves? A tag stands before it that nobody can make without our key: of every byte, and of the name it is kept under.
import { DATA_AT, SEAL_CODE } from './seal-code.gen.ts'

/** Bytes of a tag. */
export const TAG = 8
/** The name under which something is kept stands before it, while it is looked at, and the tag behind that. */
const FRONT = 256
/** As much as is looked at in one go: behind the last byte there is nothing, up to the next. */
const BLOCK = 1024
const PAGE = 65_536
/** Enough for what is looked at as a rule. Pages that nobody touches cost nothing. */
const PAGES = 40

export interface Seal {
  /** Room for a sealed file: what is read into it is what `opened` looks at. The next room is the same. */
  readonly room: (size: number) => Uint8Array
  /** What the file in the room holds behind its tag; null where that is not ours. */
  readonly opened: (name: string, size: number) => Uint8Array | null
  /** What is to be written: a tag, and that. */
  readonly sealed: (name: string, content: Uint8Array) => Uint8Array
}

interface Memory {
  readonly buffer: ArrayBuffer
  readonly grow: (pages: number) => number
}
/** As much of it as we use. */
interface Wasm {
  readonly Memory: new (about: { readonly initial: number }) => Memory
  readonly Module: new (code: Uint8Array) => object
  readonly Instance: new (code: object, given: object) => { readonly exports: { readonly tag: (length: number) => bigint } }
}

/** Throws where the system cannot run such code: then nothing is kept. */
export function sealWith(key: Uint8Array): Seal {
  const { Memory, Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly
  const memory = new Memory({ initial: PAGES })
  const { exports } = new Instance(new Module(Buffer.from(SEAL_CODE, 'base64')), { our: { memory } })
  new Uint8Array(memory.buffer).set(key)
  const start = DATA_AT + FRONT - TAG
  const room = (size: number): Uint8Array => {
    const missing = start + size + BLOCK - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    return new Uint8Array(memory.buffer, start, size)
  }
  /** The tag belongs there, of what stands behind it. */
  const tagOf = (name: string, size: number): bigint => {
    const all = new Uint8Array(memory.buffer)
    const label = Buffer.from(name).subarray(0, FRONT - TAG)
    all.fill(0, DATA_AT, start + TAG)
    all.set(label, DATA_AT)
    all.fill(0, start + size, start + size + BLOCK)
    return BigInt.asUintN(64, exports.tag(FRONT - TAG + size))
  }
  return {
    room,
    opened: (name, size) => {
      if (size <= TAG) return null
      const given = new DataView(memory.buffer, start, TAG).getBigUint64(0, true)
      return tagOf(name, size) === given ? new Uint8Array(memory.buffer, start + TAG, size - TAG) : null
    },
    sealed: (name, content) => {
      const size = TAG + content.length
      room(size).set(content, TAG)
      new DataView(memory.buffer, start, TAG).setBigUint64(0, tagOf(name, size), true)
      return new Uint8Array(memory.buffer, start, size).slice()
    },
  }
}
