// How does a program that was written for one of the five systems go on with this gate? Their names and shapes, over the gate as it is.
export * as leashd from './leashd/index.ts'
