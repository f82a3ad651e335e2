// The names and shapes of the systems that this gate replaces, over the gate as it is, for programs that were written for them.
export * as anteroom from './anteroom/index.ts'
export * as cpiSi from './cpi-si/index.ts'
export * as leashd from './leashd/index.ts'
export * as wolffish from './wolffish/index.ts'
