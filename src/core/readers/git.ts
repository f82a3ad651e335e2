// What would git throw away, read or run that its options alone do not say?
import type { Place, Word } from '../model.ts'
import { normalise } from '../text/path.ts'
import { isFound } from '../disk/observed.ts'
import { askLinks, locate } from '../disk/paths.ts'
import { hasGlob, joinWords, knownStart, wordFrom } from '../value/fields.ts'
import { altered, fork } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { literal, NO_PLACES, unknownWord } from '../value/text.ts'
import { execute } from '../machine/execute.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Line } from '../machine/shell.ts'
import { aliasOnDisk } from './git-aliases.ts'
import { entryLost, noteEntry } from './git-entry.ts'
import { applySetting, settingsOf } from './git-settings.ts'
import type { Setting } from './git-settings.ts'
import { noteKeysStaged, noteOver } from './git-over.ts'
import { noteStaged } from './git-staged.ts'
import { act } from '../machine/act.ts'
import { lookup } from '../machine/env.ts'
import { noteBrought } from './git-brought.ts'
import { noteRefspecs } from './git-refspecs.ts'

type WithId = Line & { readonly id: number }

export function readGit(line: WithId): Word | null {
  const { shell, command, parsed, id } = line
  const settings = settingsOf(line)
  const there: Shell = altered(shell, { cwd: folderOf(line, settings) })
  const inner = fork(there, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span })
  for (const setting of settings) applySetting(inner, line, setting)
  const subcommand = parsed.operands[0]
  noteLoss(there, line, settings)
  noteEntry(there, line)
  noteOver(there, line)
  noteApplied(there, line)
  noteBrought(there, line)
  const shown = noteReads(there, line)
  noteRefspecs(there, line)
  noteRemote(there, line)
  runTransports(inner, line)
  if (subcommand?.text === 'clone') noteClone(shell, parsed.operands.slice(1))
  if (subcommand?.text === 'for-each-repo') {
    const at = parsed.positions[1]
    if (at !== undefined)
      return shell.read.perform(inner, { words: [literal('git'), ...command.words.slice(at)], assigns: command.assigns, stdin: null, span: command.span })
  }
  if (shown.length > 0) return unknownWord('git', true, [id, ...shown])
  return parsed.depth > 0 || subcommand === undefined ? null : runAlias(inner, line, subcommand, settings)
}

/** `-C`, `--work-tree` and GIT_WORK_TREE: the folder it works in. */
function folderOf({ shell, command, parsed }: Line, settings: readonly Setting[]): Word {
  let folder = shell.cwd
  const tree =
    command.assigns.find((assign) => assign.name === 'GIT_WORK_TREE')?.value ??
    (shell.vars.has('GIT_WORK_TREE') ? lookup(shell, 'GIT_WORK_TREE')?.words[0] : undefined) ??
    settings.find(({ name, kept }) => name === 'core.worktree' && !kept)?.value ??
    setBefore(shell, 'core.worktree')
  for (const step of [...valuesOf(parsed.options, '-C'), ...valuesOf(parsed.options, '--work-tree'), ...(tree == null ? [] : [tree])]) {
    folder =
      step.text !== null && (folder.text !== null || step.text.startsWith('/'))
        ? literal(normalise(step.text, folder.text ?? '/'))
        : step.text === null
          ? below(folder, step)
          : unknownWord('folder', false)
  }
  return folder
}

/** A folder of which only the beginning is known, from where we stand. */
function below(folder: Word, step: Word): Word {
  const [first] = step.parts ?? []
  const relative = folder.text !== null && first?.kind === 'text' && !first.text.startsWith('/') && !first.text.startsWith('~')
  return relative ? { ...step, parts: [{ kind: 'text', text: `${folder.text}/` }, ...(step.parts ?? [])] } : step
}

/** `git config alias.x … && git x` */
function setBefore({ trace }: Shell, name: string): Word | null {
  const set = trace.actions.findLast((action) => action.does === 'change' && action.what === 'git-setting' && action.target?.text === name)
  return set?.does === 'change' ? set.value : null
}

/** An alias given with the command itself (`git -c alias.x='!cmd' x`), or kept in a file. */
function runAlias(shell: Shell, { command, parsed }: WithId, subcommand: Word, settings: readonly Setting[]): Word | null {
  const name = subcommand.text?.toLowerCase() ?? ''
  const mark = `git alias ${name}`
  const value =
    settings.find((one) => !one.kept && one.name === `alias.${name}`)?.value ?? setBefore(shell, `alias.${name}`) ?? aliasOnDisk(shell, shell.cwd.text, name)
  if (value === null || shell.calling.includes(mark)) return null
  const inner = altered(shell, { calling: [...shell.calling, mark] })
  const rest = command.words.slice((parsed.positions[0] ?? 0) + 1)
  const start = knownStart(value)
  // What follows an alias is given to its last command.
  if (start.startsWith('!')) {
    const code = rest.length === 0 ? wordFrom(value, 1) : joinWords([wordFrom(value, 1), literal('"$@"')])
    return execute(inner, { language: 'shell', code, origin: 'argument', span: command.span, stdin: null, args: rest })
  }
  if (value.text === null) return execute(inner, { language: 'shell', code: value, origin: 'argument', span: command.span, stdin: null, args: rest })
  const words = value.text
    .trim()
    .split(/\s+/)
    .map((word) => literal(word.replace(/^(['"])(.*)\1$/, '$2')))
  return inner.read.perform(inner, { words: [literal('git'), ...words, ...rest], assigns: [], stdin: null, span: command.span })
}

/** Work that is in no commit yet and would be gone: each path, or the folder when it is the whole tree. */
function noteLoss(there: Shell, line: WithId, settings: readonly Setting[]): void {
  const lost = lossOf(line, settings)
  if (lost === null) return
  const what = 'uncommitted-work'
  const clean = (target: Word): readonly Place[] => (onlyEdits(line) && isFound(there, 'unchanged', locate(there, target).resolved) ? ['unchanged'] : [])
  const entry = entryLost(there, line.parsed)
  const aside = there.trust === 'project' && has(line.parsed.options, ['--work-tree']) ? besides : none
  // The folder it works in may be a link, and so may what is on the way to a file.
  for (const target of lost === 'tree' ? [literal('.')] : lost) askLinks(there, target)
  if (lost === 'tree') {
    const { places } = locate(there, literal('.'))
    act(
      {
        do: 'change',
        what,
        target: there.cwd,
        places: [...places.filter((place) => place !== 'regenerable'), ...entry(literal('.')), ...clean(there.cwd), ...aside(places)],
      },
      there,
      line.command.span,
    )
    return
  }
  for (const target of lost) {
    const { places } = locate(there, target)
    act(
      { do: 'change', what, target, places: [...places.filter((place) => place !== 'our-entry'), ...entry(target), ...clean(target), ...aside(places)] },
      there,
      line.command.span,
    )
  }
}

/** `git apply` writes what the patch names below the folder: only where that is not the project's own is it news. */
function noteApplied(there: Shell, { command, parsed, id }: WithId): void {
  if (parsed.operands[0]?.text !== 'apply' || has(parsed.options, ['--cached'])) return
  const [folder] = valuesOf(parsed.options, '--directory')
  const target = folder ?? literal('.')
  const { places } = locate(there, target)
  const inside = places.includes('inside-project') || places.includes('project')
  const unsafe = has(parsed.options, ['--unsafe-paths'])
  if (inside && !unsafe) return
  // Without a fence its names may lead out of any folder.
  if (unsafe) act({ do: 'write', path: target, how: 'edit', marks: MAY_HOLD, by: id }, there, command.span)
  else act({ do: 'put', how: 'edit', from: [], to: target, brings: 'contents', by: id }, there, command.span)
}
const MAY_HOLD: readonly Place[] = ['may-hold-self']

const none = (): readonly Place[] => NO_PLACES

/** A committed script that has git work in a folder below the project's own loses no more than if it deleted that, which it may. */
const besides = (places: readonly Place[]): readonly Place[] =>
  places.includes('inside-project') && !places.includes('project') && !places.includes('inside-vcs') ? OWN_TASK : NO_PLACES
const OWN_TASK: readonly Place[] = ['own-task']

/** Whether edits are all that it can lose: no commits, no stashes, no files that git does not know. */
function onlyEdits({ parsed: { operands } }: WithId): boolean {
  const [subcommand, target] = operands
  if (subcommand?.text === 'reset') return target === undefined || target.text === 'HEAD'
  return subcommand?.text === 'checkout' || subcommand?.text === 'restore' || subcommand?.text === 'switch'
}

function lossOf({ command, parsed }: WithId, settings: readonly Setting[]): readonly Word[] | 'tree' | null {
  const { options, operands, positions } = parsed
  const [subcommand, ...own] = operands
  if (subcommand === undefined) return null
  const hasAny = (...names: string[]): boolean => has(options, names)
  // `git {} --hard`: whatever it is, it is told to force.
  if (subcommand.text === null) return hasAny('--hard', '--force', '-f', '-D', '--discard-changes') ? 'tree' : null
  const fromFile = hasAny('--pathspec-from-file')
  switch (subcommand.text) {
    case 'reset':
      // A tool's `mode: hard` comes as a word.
      return hasAny('--hard', '--merge', '--h', '--ha', '--har') || own[0]?.text === 'hard' ? 'tree' : null
    case 'switch':
      return hasAny('--force', '--discard-changes') ? 'tree' : null
    case 'checkout': {
      if (hasAny('--force')) return 'tree'
      if (hasAny('-b', '-B', '--orphan', '--detach', '--track', '--patch')) return null
      if (fromFile) return 'tree'
      const dashes = command.words.findIndex((word, at) => at > (positions[0] ?? 0) && word.text === '--')
      if (hasAny(...SIDES)) return some((dashes >= 0 ? command.words.slice(dashes + 1) : own).filter(isWide))
      if (dashes >= 0) return some(command.words.slice(dashes + 1))
      return own.length > 1 ? own.slice(1) : some(own.filter(looksLikePath))
    }
    case 'restore':
      if (hasAny('--patch') || (hasAny('--staged') && !hasAny('--worktree'))) return null
      if (hasAny(...SIDES)) return some(own.filter(isWide))
      return fromFile ? 'tree' : some(own.filter((word) => word.text !== '-'))
    case 'clean': {
      const forced =
        hasAny('--force') || command.words.some((word) => word.text === null && /^-[a-z]/.test(knownStart(word)) && !knownStart(word).startsWith('-e'))
      const unneeded = settings.some(({ name, value, kept }) => !kept && name === 'clean.requireforce' && /^(?:false|no|off|0)$/i.test(value.text ?? ''))
      return forced || (unneeded && !hasAny('--interactive')) ? (own.length > 0 ? own : 'tree') : null
    }
    case 'stash':
      return own[0]?.text === 'drop' || own[0]?.text === 'clear' ? 'tree' : null
    case 'rm': {
      if (hasAny('--cached')) return null
      return hasAny('--force') ? own : some(own.filter(isWide))
    }
    case 'read-tree':
      return hasAny('--reset') && hasAny('--update') ? 'tree' : null
    case 'branch':
      return hasAny('-D') || (hasAny('--delete') && hasAny('--force')) ? 'tree' : null
    case 'checkout-index':
      return hasAny('--force') && !hasAny('--prefix', '--temp') ? (own.length > 0 ? own : 'tree') : null
    case 'submodule':
      return own[0]?.text === 'deinit' && hasAny('--force') ? 'tree' : null
    default:
      return null
  }
}

/** They settle conflicts, one file at a time; of all other files under a folder the changes go all the same. */
const SIDES = ['--ours', '--theirs', '--side-ours', '--side-theirs', '--merge', '--conflict']
const isWide = (word: Word): boolean => hasGlob(word) || /^(?:\.{1,2}\/?$|:\/?$|\/$|\*)/.test(word.text ?? '')

const some = (words: readonly Word[]): readonly Word[] | null => (words.length === 0 ? null : words)

const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|jsonc?|ya?ml|toml|xml|html?|s?css|sass|less|vue|svelte|astro|pyi?|ipynb|rb|go|rs|java|kts?|scala|swift|c|h|cc|cpp|cxx|hpp|mm?|cs|fs|vb|php|p[lm]|lua|r|jl|exs?|erl|hs|elm|cljs?|edn|dart|zig|nim|(?:ba|z)?sh|fish|ps1|bat|cmd|sql|prisma|graphql|gql|proto|mdx?|rst|txt|[ct]sv|log|lock|env|cfg|conf|ini|properties|gradle|sbt|tf|tfvars|hcl|nix|png|jpe?g|gif|svg|ico|webp|pdf|snap|patch|diff|tex|sol|mod|sum|db|sqlite|[a-z]{1,12}(?:rc|ignore))$/i

/** `git checkout x`: a branch or a file? A file has an ending that branches seldom have. */
function looksLikePath(word: Word): boolean {
  if (hasGlob(word)) return true
  const { text } = word
  if (text === null) return false
  return (
    /^(?:\.{1,2}(?:\/|$)|:|\/)|[*?]|\/$/.test(text) ||
    FILE_ENDING.test(text.slice(-40)) ||
    /(?:^|\/)(?:Makefile|Dockerfile|Gemfile|LICENSE|Jenkinsfile|Procfile)$/.test(text)
  )
}

const SHOWS = new Set(['show', 'diff', 'log', 'cat-file', 'whatchanged'])
const ONLY_NAMES = [
  '--stat',
  '--shortstat',
  '--numstat',
  '--summary',
  '--name-only',
  '--name-status',
  '--quiet',
  '--no-patch',
  '--oneline',
  '--exists',
  '--type',
  '--size',
]

/** `git show HEAD:.env` prints the file as it was; so does a diff of it. */
function noteReads(there: Shell, line: WithId): readonly number[] {
  const { command, parsed } = line
  const found: number[] = []
  const read = (word: Word): void => {
    const id = act({ do: 'read', path: word, how: 'whole' }, there, command.span)
    if (id !== null) found.push(id)
  }
  const subcommand = parsed.operands[parsed.operands[0]?.text === 'stash' ? 1 : 0]?.text ?? ''
  if (subcommand === 'add' || subcommand === 'stage') {
    noteStaged(there, line)
    if (!has(parsed.options, ['--update', '--dry-run'])) noteKeysStaged(there, line)
    return found
  }
  if (!SHOWS.has(subcommand) || (has(parsed.options, ONLY_NAMES) && !has(parsed.options, ['--patch']))) return found
  const dashes = command.words.findIndex((word) => word.text === '--')
  for (const [at, word] of parsed.operands.entries()) {
    if (at === 0) continue
    const start = knownStart(word)
    const colon = start.indexOf(':')
    const isNamed = dashes >= 0 && (parsed.positions[at] ?? 0) > dashes
    if (colon > 0 && !isNamed && !start.includes('://')) read(wordFrom(word, colon + 1))
    // As it is staged.
    else if (colon === 0 && !isNamed && /^:(?:[0-3]:)?[^(!^:]/.test(start)) read(wordFrom(word, start.indexOf(':', 1) === 2 ? 3 : 1))
    else if (
      subcommand === 'diff'
        ? word.text !== null && !word.text.includes('..') && looksLikePath(word)
        : isNamed && (subcommand === 'show' || has(parsed.options, ['--patch']))
    )
      read(word)
  }
  return found
}

const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/|^(?:[^/\\:@\s]+@)?[^/\\:\s]{2,}:/

/** A remote that this text itself adds is only another name for its address. */
function noteRemote(there: Shell, { command, parsed, id }: WithId): void {
  const [subcommand, ...own] = parsed.operands
  if (subcommand?.text === 'remote' && (own[0]?.text === 'add' || own[0]?.text === 'set-url')) {
    const [name, address] = own.slice(1)
    if (name?.text != null && address !== undefined) there.remotes.set(name.text, address)
    return
  }
  if (subcommand?.text !== 'push' || parsed.options.some(({ name }) => name === '--dry-run') || there.remotes.size === 0) return
  for (const name of [own[0]?.text ?? 'origin', ...valuesOf(parsed.options, '--repo').map((word) => word.text ?? '')]) {
    const address = there.remotes.get(name)
    if (address !== undefined && ADDRESS.test(knownStart(address))) act({ do: 'connect', url: address, sends: true, by: id }, there, command.span)
  }
}

/** `ext::sh -c …`: an address that is a command. `% ` is a space inside a word. */
function runTransports(inner: Shell, { command, parsed }: WithId): void {
  for (const word of [...parsed.operands, ...valuesOf(parsed.options, '--remote'), ...valuesOf(parsed.options, '--repo')]) {
    const text = word.text
    if (text === null || !/^ext::/i.test(text)) continue
    const code = text.slice(5)
    if (/["'`$;|&]/.test(code))
      execute(inner, { language: 'shell', code: literal(code.replaceAll('% ', ' ')), origin: 'argument', span: command.span, stdin: null })
    else {
      const words = code
        .replaceAll('% ', '\0')
        .split(' ')
        .filter((one) => one !== '')
        .map((one) => literal(one.replaceAll('\0', ' ').replaceAll('%%', '%')))
      inner.read.perform(inner, { words, assigns: [], stdin: null, span: command.span })
    }
  }
}

/** A clone makes its folder: what is in it can be fetched again. */
function noteClone(shell: Shell, [url, folder]: readonly Word[]): void {
  const name = /([^/:]+?)(?:\/?\.git)?\/*$/.exec(url?.text?.slice(-400) ?? '')?.[1]
  const target = folder ?? (name === undefined ? undefined : literal(name))
  if (target === undefined) return
  const { resolved, places } = locate(shell, target)
  if (resolved !== null && !resolved.includes('\0') && places.includes('inside-project')) shell.disk.make(resolved, shell.strict)
}
