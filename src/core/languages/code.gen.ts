// Which languages have a reader of code of their own? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { CodeReader } from './_code/reader.ts'
import { reader as cmake } from './cmake/code.ts'
import { reader as javascript } from './javascript/code.ts'
import { reader as python } from './python/code.ts'
import { reader as tcl } from './tcl/code.ts'

export const CODE_READERS: readonly CodeReader[] = [cmake, javascript, python, tcl]
