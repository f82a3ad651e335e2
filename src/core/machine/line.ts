// One command line as readers are given it: who runs it, its words, and what its entry makes of them.
import type { Parsed } from '../meaning/options.ts'
import type { Performed, Shell } from './process.ts'

export interface Line {
  readonly shell: Shell
  readonly command: Performed
  readonly parsed: Parsed
}
