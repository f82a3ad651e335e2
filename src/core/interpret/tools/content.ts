// What will this text become once it lies in that file? Scripts, recipes, hooks and CI steps are commands to come.
import type { Span } from '../../model.ts'
import { noteManifest } from '../manifests.ts'
import { execute } from '../programs/execute.ts'
import { doerOf, fork, setVariable } from '../shell/state.ts'
import type { Shell } from '../shell/state.ts'
import { addUnknown, unknownWord } from '../trace.ts'
import { commandsIn, isRun } from './commands-in.ts'

/** As much as a shell text may be. */
const LONGEST = 262_144
const MOST_COMMANDS = 200

/**
 * Reads content as the commands it will become. Nothing happens for documents, data and ordinary source.
 * A part of a file (an edit, a patch) does not show what its variables hold: they count as set.
 */
export function readContent(shell: Shell, path: string, content: string, span: Span, isPart = false): void {
  const doer = doerOf(shell, span)
  if (content.length > LONGEST) {
    // Documents and data may be as long as they like.
    if (isRun(path, content))
      addUnknown(shell.trace, { ...doer, certain: false, later: true }, 'too-large', 'high', `${content.length} characters that will be run`)
    return
  }
  noteManifest(shell, doer, path, content)
  const later = { ...fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span }), later: true }
  for (const { language, code, variables } of commandsIn(path, content).slice(0, MOST_COMMANDS)) {
    const own = { ...later, vars: new Map(later.vars) }
    if (isPart && language !== 'container-shell')
      for (const [, name = ''] of code.matchAll(/\$\{?([A-Za-z_]\w{0,60})/g)) if (!(name in CONVENTIONAL)) setVariable(own, name, unknownWord(name, false))
    for (const [name, value] of variables ?? []) setVariable(own, name, value === null ? unknownWord(name, false) : { text: value })
    execute(own, { language, code: { text: code }, origin: 'file', span, stdin: null })
  }
}

/** Set by the shell itself, whatever a script does. */
const CONVENTIONAL: Readonly<Record<string, true>> = { HOME: true, PWD: true, OLDPWD: true, USER: true, TMPDIR: true, PATH: true }
