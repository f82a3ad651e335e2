// What does git put where an agent's settings lie, or this gate's own files, without anybody seeing what it says: out of its index, its commits, a patch?
import type { Word } from '../model.ts'
import { askFile } from '../disk/globs.ts'
import { contentOf, locate } from '../disk/paths.ts'
import { act, actAll } from '../machine/act.ts'
import type { Shell } from '../machine/process.ts'
import type { Line } from '../machine/shell.ts'
import { holdsSettings, switchesIn } from '../machine/switched.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { AGENT_SETTINGS } from '../self/agent-settings.ts'
import { compileGlob } from '../text/glob.ts'
import { normalise, parentOf } from '../text/path.ts'
import { hasGlob, knownStart, wordFrom } from '../value/fields.ts'
import { literal } from '../value/text.ts'
import { doerOf } from '../log/process.ts'

const MOST = 32
const TOO_MANY = 'git brings more files than are looked at'

export function noteBrought(there: Shell, line: Line): void {
  if (there.at !== 'here') return
  const { parsed, command } = line
  const few = (words: readonly Word[]): readonly Word[] => there.trace.budget.cut(words, MOST, doerOf(there, command.span), TOO_MANY)
  const [subcommand, ...own] = parsed.operands
  switch (subcommand?.text ?? '') {
    case 'update-index':
      for (const word of few([...indexed(line), ...listed(line)])) noteUnseen(there, line, word)
      return
    case 'subtree':
      for (const word of valuesOf(parsed.options, '--prefix')) noteUnseen(there, line, word)
      return
    case 'submodule':
      if (own[0]?.text === 'add' && own[2] !== undefined) noteUnseen(there, line, own[2])
      return
    case 'checkout':
    case 'restore': {
      const from = subcommand?.text === 'restore' ? (valuesOf(parsed.options, '--source')[0] ?? null) : (own[0] ?? null)
      const targets = subcommand?.text === 'restore' ? own : own.slice(1)
      // What HEAD or the index holds is the project's own.
      if (from === null || /^(?:HEAD|@)$/.test(from.text ?? '')) return
      for (const word of few(targets)) noteUnseen(there, line, word)
      return
    }
    case 'apply':
    case 'am': {
      if (subcommand?.text === 'apply' && has(parsed.options, ['--check', '--stat', '--numstat', '--summary'])) return
      const [folder] = valuesOf(parsed.options, '--directory')
      if (folder !== undefined) noteUnseen(there, line, folder)
      notePatch(there, line, own, folder)
    }
  }
}

/** `--index-info`: mode, object, then the path behind a tab. */
function listed({ command: { stdin }, parsed }: Line): readonly Word[] {
  if (stdin === null || !parsed.options.some(({ name }) => name === '--index-info')) return []
  const text = stdin.text ?? stdin.parts?.map((part) => (part.kind === 'unknown' ? ' ' : part.text)).join('') ?? ''
  return [...text.matchAll(/\t([^\t\n]+)$/gm)].map(([, path = '']) => literal(path))
}

/** `--cacheinfo MODE,OBJECT,PATH`, or in three words. */
function indexed({ parsed }: Line): readonly Word[] {
  if (!has(parsed.options, ['--cacheinfo'])) return []
  const joined = valuesOf(parsed.options, '--cacheinfo').flatMap((word) => {
    const start = word.text ?? word.parts?.map((part) => (part.kind === 'unknown' ? '\0' : part.text)).join('') ?? ''
    const comma = start.lastIndexOf(',')
    return comma < 0 ? [] : [word.text === null ? literal(start.slice(comma + 1)) : wordFrom(word, comma + 1)]
  })
  return [...joined, ...parsed.operands.slice(1)]
}

/** A file or a folder that comes to lie there, and says nobody knows what. */
function noteUnseen(there: Shell, { command }: Line, given: Word): void {
  const word = withoutMagic(given)
  const { places, resolved, whole = resolved } = locate(there, word)
  if (whole !== null && hasGlob(word) && takesSettings(there, whole)) return void act({ do: 'change', what: 'hooks-unsure', target: word }, there, command.span)
  if (places.includes('self')) return void act({ do: 'write', path: word, how: 'copy' }, there, command.span)
  if (holdsSettings(there, resolved)) return void act({ do: 'change', what: 'hooks-unsure', target: word }, there, command.span)
  actAll(switchesIn(there, word, null), there, command.span)
}

/** `:(glob).claude/**`, `:/.claude`: what git reads before a path, and behind it. */
function withoutMagic(word: Word): Word {
  const text = word.text ?? ''
  const bare = text.replace(/^:(?:\([^)]*\)|[/!^]+)/, '').replace(/\/\*{1,2}$/, '')
  return bare === text || bare === '' ? word : literal(bare)
}

/** A pattern by which files of a project's agents are taken. */
function takesSettings({ trace: { scene } }: Shell, pattern: string): boolean {
  const like = compileGlob(pattern)
  return AGENT_SETTINGS.some((name) => [name, parentOf(name)].some((one) => one !== '.' && one !== '' && like(`${scene.project}/${one}`)))
}

/** A patch says which files it makes or changes, and what it adds to them. */
function notePatch(there: Shell, { command }: Line, files: readonly Word[], folder?: Word): void {
  const cut = <T>(list: readonly T[], most: number): readonly T[] => there.trace.budget.cut(list, most, doerOf(there, command.span), TOO_MANY)
  const texts = cut(files, MOST).map((word) => {
    const { resolved } = locate(there, word)
    const content = contentOf(there, word)
    if (content === null && resolved !== null && !resolved.includes('\0')) askFile(there, resolved)
    return content?.text ?? (content === null && resolved !== null ? there.trace.lay?.[resolved] : null) ?? null
  })
  for (const text of files.length === 0 ? [command.stdin?.text ?? null] : texts) {
    for (const { path, added } of text === null ? [] : cut(changedBy(text), MOST_CHANGED)) {
      const word = literal(folder?.text == null ? path : normalise(`${folder.text}/${path}`, ''))
      if (locate(there, word).places.includes('self')) act({ do: 'write', path: word, how: 'edit' }, there, command.span)
      else actAll(switchesIn(there, word, added), there, command.span)
    }
  }
}

/** `patch < x.diff`, `patch -i x.diff`. */
export function readPatch(line: Line): null {
  const { shell, parsed } = line
  const [folder] = valuesOf(parsed.options, '--directory')
  if (shell.at !== 'here' || (parsed.operands.length === 1 && folder === undefined)) return null
  notePatch(shell, line, [...valuesOf(parsed.options, '--input'), ...parsed.operands.slice(1)], folder)
  return null
}

const LONGEST_PATCH = 262_144
const MOST_CHANGED = 200

function changedBy(patch: string): readonly { readonly path: string; readonly added: string }[] {
  if (patch.length > LONGEST_PATCH) return []
  return patch
    .split(/^\+\+\+ /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.split('\n')
      const path = knownStart(literal(head))
        .replace(/\t.*$/, '')
        .replace(/^"?(?:[a-z]\/)?/, '')
        .replace(/"$/, '')
      return { path, added: lines.flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : [])).join('\n') }
    })
}
