// Which shell runs the scripts of package.json, and which options does node get with them? Flags, variables and `.npmrc` say so.
import type { Word } from '../model.ts'
import { contentOf } from '../disk/paths.ts'
import { addNeed } from '../log/trace.ts'
import { literal } from '../value/text.ts'
import { normalise } from '../text/path.ts'
import { loadNodeOptions } from '../machine/node-options.ts'
import { valuesOf } from '../meaning/options.ts'
import { addUnread, folderFor, quoted, runText, within } from '../machine/project-files.ts'
import type { Task } from '../machine/project-files.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { otherShell, runWith } from '../machine/run-with.ts'

/** What is said of one setting: the flag, else the variables, else the file. */
function settingOf(line: ReaderLine, name: string): readonly Word[] {
  const { shell, parsed } = line
  const flags = [...[`--${name}`, `--config.${name}`].flatMap((option) => valuesOf(parsed.options, option)), ...shortened(line, name)]
  if (flags.length > 0) return flags
  const set = shell.vars.size === 0 ? [] : inVariables(line, name)
  return set.length > 0 ? set : inFiles(line, name)
}

function inVariables({ shell }: ReaderLine, name: string): readonly Word[] {
  const variable = new RegExp(`^(?:(?:npm|pnpm|yarn)_config_|yarn_)${name.replaceAll('-', '[-_]')}$`, 'i')
  return [...shell.vars].flatMap(([key, { words }]) => (variable.test(key) ? words.slice(0, 1) : []))
}

const SHORTEST = 7
/** npm takes the beginning of a name for the whole: `--script-sh x`. */
function shortened({ command: { words } }: ReaderLine, name: string): readonly Word[] {
  const end = words.findIndex(({ text }) => text === '--')
  return words.slice(0, end < 0 ? words.length : end).flatMap((word, at) => {
    if (word.text?.startsWith('--') !== true) return []
    const [option = '', ...value] = word.text.split('=')
    if (option.length < SHORTEST || option === `--${name}` || !`--${name}`.startsWith(option)) return []
    return value.length > 0 ? [literal(value.join('='))] : words.slice(at + 1, at + 2)
  })
}

function inFiles(line: ReaderLine, name: string): readonly Word[] {
  const { shell, parsed } = line
  const folder = folderFor(
    shell,
    ['--prefix', '-C', '--dir', '--cwd'].flatMap((option) => valuesOf(parsed.options, option)),
  )
  if (folder === null) return []
  const variables = [...shell.vars].flatMap(([key, { words }]) => (/^npm_config_(?:user|global)config$/i.test(key) ? words.slice(0, 1) : []))
  const others = [...['--userconfig', '--globalconfig'].flatMap((option) => valuesOf(parsed.options, option)), ...variables]
  return [within(folder, '.npmrc'), ...others.flatMap(({ text }) => (text === null ? [] : [normalise(text, folder)]))].flatMap((path) => {
    const text = contentOf(shell, literal(path))?.text
    if (text == null) {
      addNeed(shell.trace, { kind: 'file', path })
      return []
    }
    const row = new RegExp(`^[ \\t]*["']?${name}["']?(?:\\[\\])?[ \\t]*=[ \\t]*["']?([^\\n"']*)`, 'm').exec(text)
    return row?.[1] === undefined ? [] : [literal(row[1].trim())]
  })
}

/** Null: one that reads scripts as they are read anyway. */
function shellOf(line: ReaderLine): string | null {
  const word = settingOf(line, 'script-shell').at(-1)
  if (word === undefined) return null
  return word.text === null ? '' : otherShell(word.text, '-c') === null ? null : `${quoted(word)} -c`
}

/** Whatever the package manager starts: the shell it would start it with, and the files that node would load. */
export function noteScriptSettings(line: ReaderLine): void {
  const folder = line.shell.cwd.text ?? '/'
  const shell = shellOf(line)
  if (shell === '') addUnread(line, null, 'a shell for scripts that cannot be read')
  else if (shell !== null) runText(line, { file: null, folder, name: 'script-shell' }, `${shell} ''`)
  for (const options of settingOf(line, 'node-options')) loadNodeOptions(line.shell, options, line.command.span)
}

export function runScript(line: ReaderLine, task: Task, text: string): Word | null {
  const shell = shellOf(line)
  if (shell !== null && shell !== '') runWith(line, { ...task, file: null }, shell, text)
  return runText(line, task, text)
}
