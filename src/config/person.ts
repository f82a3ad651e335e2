// Finds the person's folders: those that `prudent init` wrote down, else the account's. Never those that environment variables name: an agent may set them.
import { lstatSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

export interface Person {
  /** Empty where nobody knows it: then nothing can be judged. */
  readonly home: string
  /** Variables that moved somebody's folders when `prudent init` was run. */
  readonly folders: Env
}

/** Null for a user id without an account, as containers have. */
export function accountHome(): string | null {
  try {
    const { homedir } = userInfo()
    return path.isAbsolute(homedir) ? homedir : null
  } catch {
    return null
  }
}

export const NO_HOME = 'the home folder is not known: this user id has no account, and the command that started this names none (`gate.no-home`)'

/** Of the words that the installed script starts the hook with: `--home DIR`, `--folder NAME=DIR`. The first of a kind counts, so a host's entry cannot override them. */
export function personIn(words: readonly string[]): Person {
  const after = (flag: string): readonly string[] => words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []))
  const folders: Record<string, string> = {}
  for (const word of after('--folder')) {
    const [name, folder] = cut(word)
    if (path.isAbsolute(folder)) folders[name] ??= folder
  }
  const told = after('--home').find((folder) => path.isAbsolute(folder))
  // A batch file may tell the way from itself.
  return { home: told?.includes('..') === true ? path.resolve(told) : (told ?? accountHome() ?? ''), folders }
}

const cut = (word: string): readonly [string, string] => {
  const at = word.indexOf('=')
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)]
}

/** Said where it would have made a difference: another home with settings of its own. */
export function differenceIn(env: Env, home: string): readonly string[] {
  const told = env['HOME']
  if (told === undefined || told === home || !path.isAbsolute(told)) return []
  try {
    if (lstatSync(path.join(told, '.config/prudent'), { throwIfNoEntry: false }) === undefined) return []
  } catch {
    return []
  }
  return [`HOME is \`${told}\` here, and the settings there do not count: those of \`${home}\` do`]
}

/** For code that a host loads: the folder it was installed for, where it is this user's; a project's file may have been made by somebody else. */
export function personHere(installedFor?: string): Person {
  return { home: installedFor !== undefined && isOurs(installedFor) ? installedFor : (accountHome() ?? ''), folders: {} }
}

function isOurs(folder: string): boolean {
  const stats = path.isAbsolute(folder) ? lstatSync(folder, { throwIfNoEntry: false }) : undefined
  return stats !== undefined && (process.getuid === undefined || stats.uid === process.getuid())
}
