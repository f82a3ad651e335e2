// Where does the shell stand after `cd`, `pushd` and `popd`, and where if they fail?
import type { Word } from '../../model.ts'
import { normalise } from '../../text/path.ts'
import { isGone } from '../../disk/observed.ts'
import { given, isGiven } from '../../machine/trust.ts'
import { matchesOf } from '../../disk/matches.ts'
import { locate, pathText } from '../../disk/paths.ts'
import { unmovedFrom } from './branches.ts'
import { hasGlob, joinWords, knownStart } from '../../value/fields.ts'
import type { Performed, Shell } from '../../machine/process.ts'
import { literal, unknownWord } from '../../value/text.ts'
import { addFolders, folderOf, mayStay, remember, stand, standIn } from '../../machine/folders.ts'
import { lookup } from '../../machine/env.ts'

const NOTHING: Word = { text: '' }
/** `cd /d C:\\x` of cmd changes the drive too. */
const operands = ({ windows }: Shell, { words }: Performed): readonly Word[] =>
  words.slice(1).filter((word) => !/^[-+]/.test(knownStart(word)) && !(windows && /^\/d$/i.test(word.text ?? '')))

export function cd(shell: Shell, command: Performed): Word {
  const [target] = operands(shell, command)
  if (command.words.some((word) => word.text === '-')) moveTo(shell, shell.previous)
  else if (target === undefined) moveTo(shell, setFor(shell, command, 'HOME') ?? literal(shell.trace.scene.home))
  else moveBySearch(shell, command, target)
  return NOTHING
}

export function pushd(shell: Shell, command: Performed): Word {
  const [target] = operands(shell, command)
  if (target === undefined) moveTo(shell, shell.previous)
  else moveBySearch(shell, command, target)
  return NOTHING
}

export function popd(shell: Shell): Word {
  const back = shell.previous
  remember(shell, shell.cwd)
  standIn(shell, back)
  return NOTHING
}

/** In front of the command, or before it. */
const setFor = (shell: Shell, { assigns }: Performed, name: string): Word | undefined =>
  assigns.findLast((one) => one.name === name)?.value ?? lookup(shell, name)?.words[0]

/** `shopt -s cdable_vars`: a name that is no folder may be a variable that holds one. */
function moveBySearch(shell: Shell, command: Performed, target: Word): void {
  const value = shell.vars.has('BASHOPTS') && target.text !== null && shell.vars.has(target.text) ? lookup(shell, target.text)?.words[0] : undefined
  const stood = { cwd: shell.cwd, previous: shell.previous }
  moveTo(shell, bySearch(shell, shell.vars.has('CDPATH') || command.assigns.length > 0 ? setFor(shell, command, 'CDPATH') : undefined, target))
  if (value === undefined) return
  const named = folderOf(shell)
  standIn(shell, stood.cwd)
  remember(shell, stood.previous)
  moveTo(shell, value)
  addFolders(shell, [named])
}

/** `CDPATH` names folders that are searched before the one we stand in. */
function bySearch(shell: Shell, search: Word | undefined, target: Word): Word {
  if (search === undefined || search.text === '' || target === shell.previous || /^(?:\/|\.\.?(?:\/|$))/.test(knownStart(target))) return target
  if (search.text === null || target.text === null || hasGlob(target)) return somewhere(search.text === null ? search : target)
  const folders = search.text.split(':')
  if (folders.length > MOST_SEARCHED) return somewhere(target)
  for (const folder of folders) {
    const { resolved } = locate(shell, { text: `${folder || '.'}/${target.text}` })
    if (resolved === null || !isGone(shell, resolved)) return resolved === null ? somewhere(target) : literal(resolved)
  }
  return target
}
/** In which of more it is found, nobody can tell. */
const MOST_SEARCHED = 64

function moveTo(shell: Shell, target: Word): void {
  matchesOf(shell, target)
  const before = shell.cwd
  const stood = folderOf(shell)
  stand(shell, { cwd: before, wild: hasGlob(target) || (shell.wild && target.text?.startsWith('/') !== true && target !== shell.previous) })
  if (target.text !== null && before.text !== null) standIn(shell, literal(normalise(target.text, before.text)))
  else {
    const text = pathText(shell, target)
    const { resolved } = locate(shell, target)
    if (target.text !== null && /^[/~]/.test(target.text)) standIn(shell, literal(normalise(target.text, '/')))
    else if (resolved !== null && !resolved.includes('\0')) standIn(shell, literal(resolved))
    else
      standIn(
        shell,
        text === ''
          ? somewhere(target)
          : {
              text: null,
              parts: (ROOTED.test(text) ? target.parts : joinWords([before, literal('/'), target], '').parts) ?? target.parts ?? [],
              ...(target.from === undefined ? {} : { from: target.from }),
            },
      )
    if (target.text === null && shell.cwd.text === null && text.startsWith('\0')) standIn(shell, somewhere(target))
  }
  // No system has a folder of that length.
  if (shell.cwd.text !== null && shell.cwd.text.length > LONGEST_FOLDER) standIn(shell, unknownWord('folder'))
  remember(shell, before)
  // A pattern stands for folders that are there; of one that is not known at all, nobody can tell.
  const known = shell.cwd.text ?? (knownStart(target).startsWith('/') ? null : '')
  mayStay(shell, unmovedFrom(shell, stood, shell.wild ? '' : known))
}
const LONGEST_FOLDER = 4096
const ROOTED = /^(?:\/|[A-Za-z]:\/)/

/** A folder that is not known, and by whose fault. */
const somewhere = (target: Word): Word => (isGiven(target) ? given(unknownWord('folder', true, target.from)) : unknownWord('folder', true, target.from))
