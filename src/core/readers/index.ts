// The programs whose command line is a language of its own, by the name their entry gives as `reader`.
import { readApplyPatch } from './apply-patch.ts'
import { readAwk } from '../languages/awk/awk.ts'
import { readEd, readPager, readSed, readVim } from './editors.ts'
import { readCompose } from './compose.ts'
import { readCrontab } from './crontab.ts'
import { readDd } from './dd.ts'
import { readDownload } from './download.ts'
import { readFd } from './fd.ts'
import { readFind } from './find.ts'
import { readGit } from './git.ts'
import { readPatch } from './git-brought.ts'
import { readEnv, readRunParts, readXargs } from './items.ts'
import { readJust } from '../languages/just/justfile.ts'
import { readParallel } from './parallel.ts'
import { readExpect, readKeyCodes, readKeys, readTypedText, readTypingScript } from './keys.ts'
import { readPasted, readScreen, readTmux, readTmuxText, readTypedFile } from './multiplexers.ts'
import { readMake } from '../languages/make/make.ts'
import { readPython } from './python-module.ts'
import type { Reader } from '../machine/shell.ts'
import { readScripts } from './scripts.ts'
import { readNamedScripts } from './scripts-across.ts'
import { readSocat } from './socat.ts'
import { readSsh } from './ssh.ts'
import { readTar } from './tar.ts'
import { readTasks } from './tasks.ts'

const READERS: Readonly<Record<string, Reader>> = {
  'apply-patch': readApplyPatch,
  awk: readAwk,
  ed: readEd,
  compose: readCompose,
  crontab: readCrontab,
  dd: readDd,
  download: readDownload,
  env: readEnv,
  expect: readExpect,
  fd: readFd,
  find: readFind,
  git: readGit,
  just: readJust,
  'key-codes': readKeyCodes,
  keys: readKeys,
  make: readMake,
  pager: readPager,
  patch: readPatch,
  parallel: readParallel,
  'named-scripts': readNamedScripts,
  'python-module': readPython,
  'run-parts': readRunParts,
  scripts: readScripts,
  sed: readSed,
  socat: readSocat,
  ssh: readSsh,
  tar: readTar,
  tasks: readTasks,
  'typed-text': readTypedText,
  'typed-file': readTypedFile,
  'typing-script': readTypingScript,
  pasted: readPasted,
  screen: readScreen,
  tmux: readTmux,
  'tmux-text': readTmuxText,
  vim: readVim,
  xargs: readXargs,
}

export function readerOf(name: string): Reader | undefined {
  return READERS[name]
}
