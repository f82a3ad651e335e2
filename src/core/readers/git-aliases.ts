// What does a word mean to git that is none of its own subcommands? An alias in the files of its settings.
import type { Word } from '../model.ts'
import { parentOf } from '../text/path.ts'
import type { Shell } from '../machine/process.ts'
import { addNeed } from '../log/trace.ts'
import { literal } from '../value/text.ts'
import { gitValue } from '../text/git-value.ts'

/** Asks for the files that are not known. `there`: where git works. */
export function aliasOnDisk({ at, disk, trace }: Shell, there: string | null, name: string): Word | null {
  if (at !== 'here' || !/^[\w.-]{1,60}$/.test(name)) return null
  const { home, project } = trace.scene
  const folder = there?.startsWith('/') === true && !there.includes('\0') ? there : project
  const repositories = new Set([project, folder, parentOf(folder)])
  // The nearest file says it last.
  for (const path of [...[...repositories].map((one) => `${one}/.git/config`), `${home}/.gitconfig`, `${home}/.config/git/config`]) {
    const content = disk.contentAt(path)
    if (content === undefined) addNeed(trace, { kind: 'file', path })
    const found = content?.text == null ? null : aliasIn(content.text, name.toLowerCase())
    if (found !== null) return literal(found, content?.from)
  }
  return null
}

function aliasIn(text: string, name: string): string | null {
  let inside = false
  let found: string | null = null
  for (const row of text.replaceAll('\\\n', ' ').split('\n')) {
    const line = row.trim()
    if (line.startsWith('[')) inside = /^\[\s*alias\s*\]/i.test(line)
    const equals = inside ? line.indexOf('=') : -1
    if (
      equals > 0 &&
      line
        .slice(0, equals)
        .replace(/^\[[^\]]*\]/, '')
        .trim()
        .toLowerCase() === name
    )
      found = gitValue(line.slice(equals + 1).trim())
  }
  return found
}
