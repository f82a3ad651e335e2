// What time is it in the life of this process, and how does it wait without an event loop? (`performance` would load a dozen modules.)

/** Milliseconds since the process was started. */
export const uptime = (): number => process.uptime() * 1000

let cell: Int32Array | undefined

export function pause(millis: number): void {
  cell ??= new Int32Array(new SharedArrayBuffer(4))
  Atomics.wait(cell, 0, 0, millis)
}
