// How do bytes become text? By what Node's buffers call in the end, which costs a short-lived process less than the way there.

interface Slices {
  readonly base64urlSlice?: (this: Uint8Array) => string
  readonly latin1Slice?: (this: Uint8Array) => string
  readonly utf8Slice?: (this: Uint8Array) => string
}
const { base64urlSlice, latin1Slice, utf8Slice } = Buffer.prototype as Slices
const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** One character a byte. */
export const latinOf = (bytes: Uint8Array): string => (latin1Slice === undefined ? bufferOf(bytes).toString('latin1') : latin1Slice.call(bytes))

export const textOf = (bytes: Uint8Array): string => (utf8Slice === undefined ? bufferOf(bytes).toString('utf8') : utf8Slice.call(bytes))

export const base64urlOf = (bytes: Uint8Array): string => (base64urlSlice === undefined ? bufferOf(bytes).toString('base64url') : base64urlSlice.call(bytes))
