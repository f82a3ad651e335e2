// Where does the hook keep what it must remember from one process to the next?
import { stateFolder } from '../stores/json-lines/layout.ts'
import type { Request } from './contract.ts'
import { homeOf } from './policy.ts'

export const stateFolderOf = (request: Request): string => stateFolder(request.env, process.platform, homeOf(request))
