// How should V8 run a process that lives for some milliseconds? Without compiling to machine code what will not run again.
export const ENGINE_FLAGS = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode', '--no-regexp-peephole-optimization', '--regexp-tier-up-ticks=50'] as const

/** For its own start: it does not hash its own names anew (a tenth of it; whoever makes names collide gains a late answer, which is a denial), has room enough that nothing is collected, and makes no machine code of what checks its caches. */
export const START_FLAGS = ['--no-rehash-snapshot', '--min-semi-space-size=4', '--no-wasm-dynamic-tiering'] as const
