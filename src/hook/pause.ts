// How does a process without an event loop wait a moment?
const cell = new Int32Array(new SharedArrayBuffer(4))

export const pause = (millis: number): void => void Atomics.wait(cell, 0, 0, millis)
