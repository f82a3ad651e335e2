// Which channels are there? Made from the folders by scripts/build-registries.mjs: add a folder, not a line.
import type { Channel } from '../gate/seams.ts'
import { channel as resident } from './resident/index.ts'

export const CHANNELS: readonly Channel[] = [resident]
