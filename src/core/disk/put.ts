// Has this text put any file anywhere? Without, nothing that a program takes in is new.
import type { Shell } from '../machine/process.ts'

export const hasPut = ({ written, trace, at }: Shell): boolean => at === 'here' && (written.size > 0 || trace.copies.length > 0)
