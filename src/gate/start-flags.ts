// How should V8 run a process that lives for some milliseconds? Without compiling to machine code what will not run again.
export const ENGINE_FLAGS = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode', '--no-regexp-peephole-optimization', '--regexp-tier-up-ticks=50'] as const

/**
 * For its own start: it does not hash its own names anew (a tenth of it; whoever makes names collide gains a late answer, which is a denial), does not sum up
 * the snapshot that its own program file holds, has room enough that nothing is collected, starts no helpers for what it does in one thread, and makes neither
 * machine code of what checks its caches nor room around it in which to catch its faults.
 */
export const START_FLAGS = [
  '--no-rehash-snapshot',
  '--no-verify-snapshot-checksum',
  '--min-semi-space-size=4',
  '--single-threaded',
  '--v8-pool-size=1',
  '--no-wasm-dynamic-tiering',
  '--disable-wasm-trap-handler',
] as const

/** Where there is such a file: no settings of OpenSSL are read, which take time and may name code to load. */
export const NO_OPENSSL_SETTINGS = '--openssl-config=/dev/null'
