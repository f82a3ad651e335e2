// Where is kept what must be remembered from one process to the next?
import { stateFolder } from '../stores/json-lines/layout.ts'
import type { Surroundings } from './given.ts'

export const stateFolderOf = (at: Surroundings): string => stateFolder(at.folders, process.platform, at.home)
