// A script's file given to an interpreter or shell: read where it is known, asked for where not.
import type { Span, Word } from '../model.ts'
import { bringCopied } from '../disk/copies.ts'
import { askFile, filesLike } from '../disk/globs.ts'
import { contentOf, locate } from '../disk/paths.ts'
import { hasGlob } from '../value/fields.ts'
import { isNamed } from '../value/placeholders.ts'
import { NONE, unknownWord } from '../value/text.ts'
import { act } from './act.ts'
import { notRead } from './effect.ts'
import { execute } from './execute.ts'
import { moduleAt } from './modules.ts'
import { noteLoosening } from './own-program.ts'
import { writtenUnseen } from './passing.ts'
import type { Shell } from './process.ts'
import { isForShell } from './shebang.ts'
import { executeAll, noteNotThere, noteUnread } from './unread-files.ts'

/** A file given to an interpreter: known if this text wrote it. */
export function executeFile(shell: Shell, language: string, file: Word, span: Span, stdin: Word | null, args: readonly Word[]): Word {
  const like = filesLike(shell, file)
  if (like !== null) {
    noteLoosening(shell, args, file, span)
    if (like.paths.length === 0) act({ do: 'execute', language, text: null, origin: 'file', decoded: false, takes: file.from ?? NONE }, shell, span)
    return executeAll(shell, like, file, span, (one) => executeFile(shell, language, one, span, stdin, args))
  }
  const named = locate(shell, file).resolved
  if (named === null || named.includes('\0') || hasGlob(file)) noteLoosening(shell, args, file, span)
  bringCopied(shell, named)
  const module = contentOf(shell, file) === null ? moduleAt(shell, language, named) : null
  const resolved = module ?? named
  const content =
    (isForShell(language) ? writtenUnseen(shell, resolved) : null) ?? (module === null ? contentOf(shell, file) : (shell.disk.contentAt(module) ?? null))
  if (content !== null) return execute(shell, { language, code: content, origin: 'file', span, stdin, args, ...(resolved === null ? {} : { file: resolved }) })
  if (resolved !== null && !resolved.includes('\0')) askFile(shell, resolved)
  act({ do: 'execute', language, text: null, origin: 'file', decoded: false, takes: file.from ?? NONE }, shell, span)
  if (resolved !== null) {
    noteUnread(shell, language, resolved, span)
    noteNotThere(shell, language, resolved, span)
  }
  // `"$DIR/x.sh"` says what is run, only not from where.
  if (resolved === null)
    act(
      notRead(
        'script-file',
        isNamed(file) ? 'low' : 'high',
        isNamed(file) ? 'a script whose folder is not known' : 'a script whose name is not known',
        file.from ?? NONE,
      ),
      shell,
      span,
    )
  return unknownWord('output', true, file.from)
}
