// Which stores are there? Made from the folders by scripts/build-registries.mjs: add a folder, not a line.
import type { StoreKind } from '../gate/seams.ts'
import { store as jsonLines } from './json-lines/index.ts'
import { store as memory } from './memory/index.ts'

export const STORES: readonly StoreKind[] = [jsonLines, memory]
