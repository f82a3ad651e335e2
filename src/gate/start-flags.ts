// How should V8 run a process that lives for some milliseconds? Without compiling to machine code what will not run again.
export const ENGINE_FLAGS = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode', '--no-regexp-peephole-optimization', '--regexp-tier-up-ticks=50'] as const

/** For its own start: it does not hash its own names anew (a tenth of it; whoever makes names collide gains a late answer, which is a denial), and has room enough that nothing is collected. */
export const START_FLAGS = ['--no-rehash-snapshot', '--min-semi-space-size=4'] as const

/** Back to what Node was built with. */
export const NODE_FLAGS = [
  '--rehash-snapshot',
  '--min-semi-space-size=0',
  '--opt',
  '--sparkplug',
  '--flush-bytecode',
  '--regexp-peephole-optimization',
  '--regexp-tier-up-ticks=1',
]
