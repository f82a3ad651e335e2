// Where is kept what must be remembered from one process to the next?
import { stateFolder } from '../stores/json-lines/layout.ts'
import type { Surroundings } from './given.ts'
import { homeOf } from './policy.ts'

export const stateFolderOf = (at: Surroundings): string => stateFolder(at.env, process.platform, homeOf(at))
