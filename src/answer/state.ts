// Where is kept what must be remembered from one process to the next?
import { existsSync } from 'node:fs'
import path from 'node:path'
import { stateFolder } from '../stores/json-lines/layout.ts'
import type { Surroundings } from './given.ts'

export const stateFolderOf = (at: Surroundings): string => stateFolder(at.folders, process.platform, at.home)

/** Whether anything was ever granted or let pass for a while: one look, before anything else of that is loaded. */
export const mayBeLifted = (state: string): boolean => existsSync(path.join(state, 'lifts'))
