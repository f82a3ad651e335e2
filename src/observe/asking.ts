// Is a question to a person open? The names of those whose end nobody has written down yet say until when.
import { readdirSync } from 'node:fs'

const OPEN = /^\d{13,15}-(\d{13,15})-/

export function isAsking(folder: string, now = Date.now()): boolean {
  try {
    return readdirSync(folder).some((name) => Number(OPEN.exec(name)?.[1] ?? 0) > now)
  } catch {
    return false
  }
}
