// Does a package manager put a folder's package where everybody's programs are, and is it called like this gate?
import type { Word } from '../../../model.ts'
import { contentOf, HOLE, locate } from '../../paths.ts'
import { doerOf } from '../../shell/state.ts'
import { add, NO_PLACES } from '../../trace.ts'
import { askFile } from '../matching.ts'
import { has } from '../options.ts'
import type { ReaderLine } from './run-shell.ts'

const LINKS = /^(?:link|ln)$/
const INSTALLS = /^(?:install|i|in|add|global)$/
const OUR_NAME = /"name"\s*:\s*"prudent"/

/** `npm i -g ./x`, `npm link`, `yarn global add ../x`: the name stands in the folder's own file. */
export function noteGlobalPackage(line: ReaderLine): void {
  const { shell, command, parsed, id } = line
  const [verb, ...given] = parsed.operands
  const links = LINKS.test(verb?.text ?? '')
  if (!links && !(INSTALLS.test(verb?.text ?? '') && (verb?.text === 'global' || has(parsed.options, ['--global', '-g'])))) return
  const folders = given.filter(({ text }) => text === null || /^(?:\.{0,2}\/|\.\.?$|~|file:)/.test(text)).slice(0, MOST)
  const named = folders.length === 0 && given.every(({ text }) => text === 'add') ? HERE : folders
  for (const word of named) {
    const text = word.text?.replace(/^file:/, '') ?? null
    const { resolved } = text === null ? { resolved: null } : locate(shell, { text })
    const file = resolved === null || resolved.includes(HOLE) ? null : `${resolved}/package.json`
    if (file !== null && shell.at === 'here') askFile(shell, file)
    const content = file === null ? null : (contentOf(shell, { text: file })?.text ?? null)
    const what = content === null ? 'global-package' : OUR_NAME.test(content) ? 'replace-self' : null
    // Who links the package they work on says nothing new.
    if (what === null || (what === 'global-package' && word === HERE[0]) || (what === 'global-package' && text === '.')) continue
    add(shell.trace, { ...doerOf(shell, command.span), by: id }, { does: 'change', what, target: word, places: NO_PLACES, value: null, recursive: false })
  }
}
const HERE: readonly Word[] = [{ text: '.' }]
const MOST = 16
