// Does a package manager put a package where everybody's programs are, or take one away, and is it this gate's, or may it be?
import type { Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { normalise } from '../text/path.ts'
import { readLoosely } from '../text/loose-json.ts'
import { globalRoot } from '../self/own-paths.ts'
import { contentOf, HOLE, locate } from '../disk/paths.ts'
import { knownStart } from '../value/fields.ts'
import type { Shell } from '../machine/process.ts'
import { literal, NONE } from '../value/text.ts'
import { bringCopied } from '../disk/copies.ts'
import { askFile } from '../disk/globs.ts'
import { findProgram } from '../meaning/entries.ts'
import { isGlobal, valuesOf } from '../meaning/options.ts'
import { folderFor } from '../machine/project-files.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { act } from '../machine/act.ts'

/** As npm's entry spells them: it takes any beginning of a command for the whole. */
const VERBS = ['link', 'install', 'remove', 'update'] as const
type Verb = (typeof VERBS)[number]

const OURS = 'prudent'
/** As npm tells a folder, an archive or an address from a name. */
const FOLDER = /^(?:file:|[.~/]|[A-Za-z]:[\\/])|\/$/
const ELSEWHERE = /^[a-z][a-z+]*:|^[^@/\s]+\/[^/\s]+|\.(?:tgz|tar(?:\.gz)?)$|^git@/i

type Found = 'replace-self' | 'remove-self' | 'global-package'

/** `npm i -g ./x`, `npm link`, `yarn global add ../x`, `npm_config_global=1 npm i x`: the name stands in the folder's own file. */
export function noteGlobalPackage(line: ReaderLine): void {
  const { shell, command, parsed, id } = line
  const [first, ...rest] = parsed.operands
  const isYarn = first?.text === 'global'
  const said = isYarn ? rest[0]?.text : first?.text
  const spelled = findProgram(shell.trace.books.meaning, 'npm').lists
  const verb = VERBS.find((one) => spelled?.[one]?.some((like) => compileGlob(like)(said ?? '')) === true)
  if (shell.at === 'here' && isInRoot(line)) act({ do: 'change', what: 'in-global-root', target: HERE, by: id }, shell, command.span)
  if (verb === undefined || shell.at !== 'here') return
  if (!isYarn && !(verb === 'link' || isForEverybody(line))) return
  const given = isYarn ? rest.slice(1) : rest
  const note = (what: Found | null, target: Word): void => {
    if (what !== null) act({ do: 'change', what, target, by: id }, shell, command.span)
  }
  if (given.length === 0) {
    if (verb === 'update') note('global-package', literal(OURS))
    else if (verb !== 'remove') note(foundIn(shell, HERE, true), HERE)
  }
  for (const word of given) note(verb === 'remove' ? removed(word) : foundAs(shell, word, verb), word)
}
const HERE: Word = { text: '.' }

/** By an option, by npm's variables, or because the folder that it works in is the one of everybody's packages. */
function isForEverybody(line: ReaderLine): boolean {
  const {
    shell,
    parsed: { options },
  } = line
  if (isGlobal(options)) return true
  for (const [name, { words }] of shell.vars) {
    const [, setting] = /^npm_config_(global|location)$/i.exec(name) ?? []
    const value = words[0]?.text ?? null
    if (setting !== undefined && value !== 'false' && value !== '' && (setting.toLowerCase() === 'global' || value === null || value === 'global')) return true
  }
  return isInRoot(line)
}
/** It works in the folder of everybody's packages. */
function isInRoot({ shell, parsed: { options } }: ReaderLine): boolean {
  const root = globalRoot(shell.trace.scene)
  if (root === null) return false
  const folder = folderFor(
    shell,
    MOVES.flatMap((option) => valuesOf(options, option)),
  )
  return folder !== null && [`${folder}/node_modules`, `${folder}/lib/node_modules`].includes(root)
}
const MOVES = ['--prefix', '-C', '--dir', '--cwd']

/** `a@1`, `@b/c@npm:d@2`: what it is called here, and where it comes from. */
function specOf(text: string): { readonly name: string; readonly from: string } {
  const at = text.indexOf('@', 1)
  const isNamed = at > 0 && !/[\\/:]/.test(text.slice(0, at).replace(/^@[^/]*\//, ''))
  return isNamed ? { name: text.slice(0, at), from: text.slice(at + 1) } : { name: text, from: '' }
}
const isOurs = (name: string): boolean => name.trim().toLowerCase() === OURS

const removed = ({ text }: Word): Found | null => (text === null ? 'global-package' : isOurs(specOf(text).name) ? 'remove-self' : null)

function foundAs(shell: Shell, word: Word, verb: Verb): Found | null {
  const { text } = word
  if (text === null) return FOLDER.test(knownStart(word)) || verb !== 'link' ? 'global-package' : null
  const { name, from } = specOf(text)
  const source = from === '' ? name : from
  // What is linked by its name comes into the project.
  const isSource = FOLDER.test(source) || ELSEWHERE.test(source)
  if (verb === 'link' && !isSource) return null
  if (from !== '' && isOurs(name)) return isSource ? 'replace-self' : 'global-package'
  if (isOurs(name)) return 'global-package'
  if (FOLDER.test(source) && !/\.(?:tgz|tar(?:\.gz)?)$/i.test(source)) return foundIn(shell, { text: source.replace(/^file:(?:\/\/)?/, '') }, source === '.')
  return isSource && !source.startsWith('@') && !source.startsWith('npm:') ? 'global-package' : null
}

/** By what its own file says. Who links or installs the package they work on says nothing new, unless something changed that file unseen. */
function foundIn(shell: Shell, folder: Word, isHere: boolean): Found | null {
  const { resolved } = locate(shell, folder)
  if (resolved === null || resolved.includes(HOLE)) return isHere ? null : 'global-package'
  const file = `${resolved}/package.json`
  bringCopied(shell, file)
  askFile(shell, file)
  const content = contentOf(shell, { text: file })
  if (content === null) return isHere && !shell.disk.wasWritten(file) && !isEdited(shell, file) ? null : 'global-package'
  if (content.text === null) return 'global-package'
  const manifest = readLoosely(content.text)
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) return 'global-package'
  const { name, bin, directories } = manifest as { readonly name?: unknown; readonly bin?: unknown; readonly directories?: unknown }
  const programs = [...keysOf(bin), ...inFolder(shell, resolved, directories)]
  return (typeof name === 'string' && (isOurs(name) || name.trim() === RUNTIME)) ||
    programs.some((one) => [RUNTIME, OURS].includes(one.split('/').at(-1) ?? ''))
    ? 'replace-self'
    : null
}
const keysOf = (bin: unknown): readonly string[] => (typeof bin === 'object' && bin !== null ? Object.keys(bin) : [])

/** Every file of the folder that `directories.bin` names is a program: of those, the ones called as ours are. */
function inFolder(shell: Shell, folder: string, directories: unknown): readonly string[] {
  const { bin } = typeof directories === 'object' && directories !== null ? (directories as { readonly bin?: unknown }) : {}
  if (typeof bin !== 'string') return NONE
  return [RUNTIME, OURS].filter((name) => {
    const file = normalise(`${bin}/${name}`, folder)
    bringCopied(shell, file)
    askFile(shell, file)
    return shell.disk.wasWritten(file) || isEdited(shell, file) || contentOf(shell, { text: file }) !== null
  })
}
const isEdited = ({ trace }: Shell, file: string): boolean => trace.actions.some((action) => action.does === 'write' && action.resolved === file)
/** A program of this name comes to lie where the one lies that runs us. */
const RUNTIME = 'node'
