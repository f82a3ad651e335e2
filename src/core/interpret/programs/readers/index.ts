// The programs whose command line is a language of its own, by the name their entry gives as `reader`.
import type { Word } from '../../../model.ts'
import { readAwk, readSed, readVim } from './editors.ts'
import { readFind } from './find.ts'
import { readGit } from './git.ts'
import { readEnv, readParallel, readXargs } from './items.ts'
import { readMake, readSsh, readTar } from './remote.ts'
import type { Line } from '../selectors.ts'

/** One command line, with the id of its run. */
export type Reader = (line: Line & { readonly id: number }) => Word | null

export const READERS: Readonly<Record<string, Reader>> = {
  awk: readAwk, env: readEnv, find: readFind, git: readGit, make: readMake, parallel: readParallel, sed: readSed, ssh: readSsh, tar: readTar, vim: readVim, xargs: readXargs,
}
