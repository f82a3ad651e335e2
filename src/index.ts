// What may a program that embeds the gate use?
export type * from './core/model.ts'
