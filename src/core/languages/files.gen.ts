// Which languages find the files that code takes in by ways of their own? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { CodeFiles } from './_code/files.ts'
import { files as javascript } from './javascript/files.ts'
import { files as python } from './python/files.ts'

export const CODE_FILES: readonly CodeFiles[] = [javascript, python]
