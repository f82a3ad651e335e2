// How should V8 run a process that lives for some milliseconds? Without compiling to machine code what will not run again.
export const ENGINE_FLAGS = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode', '--no-regexp-peephole-optimization', '--regexp-tier-up-ticks=50']

/** Back to what Node was built with, where the installed script started it with others: they have done their work by then. */
export const NODE_FLAGS = ['--rehash-snapshot', '--min-semi-space-size=0']
