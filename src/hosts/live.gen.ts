// Which hosts can be started for a trial? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { LiveHost } from '../gate/host-live.ts'
import { live as claudeCode } from './claude-code/live.ts'

export const LIVES: readonly LiveHost[] = [claudeCode]
