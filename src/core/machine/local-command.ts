// Is the command that `npx x`, or a script of package.json, runs one that was installed? What lies in `node_modules/.bin` and was only put there is read.
import type { Word } from '../model.ts'
import { isRooted } from '../text/path.ts'
import { throughLinks } from '../disk/links.ts'
import { fork } from './process.ts'
import type { Performed, Shell } from './process.ts'
import { addNeed } from '../log/trace.ts'
import { execute } from './execute.ts'

/** A file of a package, from where the commands lie. */
const PACKAGED = String.raw`"\$basedir/\.\./(?:(?:\.\./)*node_modules/)?(?:\.pnpm/)?[\w@][\w.@+-]*(?:/[\w@][\w.@+-]*)*"`
/** The lines of what pnpm, and npm on Windows, put there instead of a link: it starts a file that is installed, and nothing else. */
const shimLine = (): RegExp =>
  new RegExp(
    [
      String.raw`#(?!!).*|#!/bin/sh|basedir=\$\(dirname "\$\(echo "\$0" \| sed -e 's,\\\\,/,g'\)"\)`,
      String.raw`case \x60uname\x60 in|\*CYGWIN\*(?:\|\*MINGW\*\|\*MSYS\*)?\)(?: basedir=\x60cygpath -w "\$basedir"\x60;;)?|;;|esac|else|fi`,
      String.raw`if command -v cygpath > /dev/null 2>&1; then|basedir=\x60cygpath -w "\$basedir"\x60`,
      String.raw`if \[ -z "\$NODE_PATH" \]; then|if \[ -x "\$basedir/node" \]; then|export NODE_PATH="[\w./:@+~$-]*"`,
      String.raw`(?:exec )?(?:(?:"\$basedir/node"|node) +(?:--[\w=-]+ +)?)?${PACKAGED} +"\$@"|ret=\$\?|exit \$(?:ret|\?)|`,
    ]
      .map((lines) => `^(?:${lines})$`)
      .join('|'),
  )
const LONGEST_SHIM = 8000

function isShim(text: string): boolean {
  const known = shimLine()
  return text.length <= LONGEST_SHIM && text.split('\n').every((line) => known.test(line.trim()))
}

export function runLocalCommand(shell: Shell, { words, stdin, span }: Pick<Performed, 'words' | 'stdin' | 'span'>): Word | null {
  const name = words[0]?.text
  const { cwd, trace } = shell
  if (name == null || !/^[\w@][\w.@+-]*$/.test(name) || shell.at !== 'here' || cwd.text === null || !isRooted(cwd.text) || cwd.text.includes('\0')) return null
  for (const folder of new Set([cwd.text, trace.scene.project])) {
    const path = `${folder}/node_modules/.bin/${name}`
    const file = throughLinks(shell.disk, path)
    const mark = `command ${path}`
    if (shell.calling.includes(mark)) return null
    const content = shell.disk.contentAt(file)
    addNeed(trace, { kind: 'file', path: file, loose: true })
    if (content === undefined || (content.text !== null && isShim(content.text))) continue
    return execute(fork(shell, { calling: [...shell.calling, mark] }), {
      language: 'script',
      code: content,
      origin: 'file',
      span,
      stdin,
      args: words.slice(1),
      file,
    })
  }
  return null
}

/** Whether a script of package.json is being read: what is installed comes first on its path. */
export const isInScript = ({ calling }: Shell): boolean => calling.some((mark) => mark.startsWith('script '))
