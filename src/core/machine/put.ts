// Says where what is copied, moved, linked or unpacked comes to lie, and tells the disk under which names it is known from then on.
import type { Word } from '../model.ts'
import { noteCopied } from '../disk/copies.ts'
import { landingOf } from '../disk/destinations.ts'
import { isFound } from '../disk/observed.ts'
import { locate, pathText } from '../disk/paths.ts'
import { leaveOut } from '../log/process.ts'
import { knownStart } from '../value/fields.ts'
import { isWithin, lastComponent, normalise, parentOf } from '../text/path.ts'
import type { BringEffect, PathEffect, PutEffect } from './effect.ts'
import { altered } from './process.ts'
import type { Shell } from './process.ts'

/** `write` makes the actions: of the target, and of what matters more than it. Null where nothing was said. */
export function put(shell: Shell, effect: PutEffect, write: (effect: PathEffect) => number | null): number | null {
  const { how, from, to, brings, exact = false, into = false, recursive = false, takes = [] } = effect
  const sources = from.length > 0 ? from : (effect.elsewhere ?? [])
  const target = into && to.text !== null ? { text: `${to.text}/` } : to
  const { words, marks } = landingOf(shell, { target, sources, how, brings, exact, slashMeansContents: effect.slashMeansContents === true })
  if (effect.ifOverOurs === true && marks.length === 0) return null
  const { resolved } = locate(shell, to)
  const isKnown = how === 'link' || how === 'move'
  // Before anything is said to be written there.
  const free = isKnown && isFound(shell, 'missing', resolved, true)
  const path = { do: 'write', how, recursive, takes } as const
  const id = write({ ...path, path: to, marks: [...marks, ...(effect.marks ?? [])] })
  for (const landed of words) write({ ...path, path: landed })
  const [only] = from
  if (how === 'link' && only !== undefined && !into) noteLink(shell, to, only, effect.hard === true, free)
  // In a folder that is there it lies under its target's name.
  if (how === 'link' && (into || (!free && !exact))) for (const source of from.slice(0, MOST_LINKED)) noteLinkIn(shell, to, source, effect.hard === true)
  if (shell.disk.hasLinks && resolved !== null && (how === 'move' || (how === 'copy' && recursive))) bringLinks(shell, from, resolved, free)
  noteCopied(shell, from, to)
  if (how === 'move' && resolved !== null)
    for (const source of from)
      if (!shell.disk.move(locate(shell, source).resolved ?? '\0', resolved, free && from.length === 1)) leaveOut(shell, 'more moves than are followed')
  return id
}

const MOST_LINKED = 20

/** Links in what is moved, or copied with all below, lead there from where it comes to lie. */
function bringLinks(shell: Shell, from: readonly Word[], to: string, free: boolean): void {
  for (const source of from.slice(0, MOST_LINKED)) {
    const path = normalise(pathText(shell, source), knownStart(shell.cwd))
    for (const link of shell.disk.links.filter((one) => isWithin(one, path)).slice(0, MOST_LINKED)) {
      const led = shell.disk.linkAt(link)
      for (const landed of led === undefined ? [] : free ? [to] : [to, `${to}/${lastComponent(path)}`]) {
        if (!shell.disk.link(landed + link.slice(path.length), led ?? '', true)) leaveOut(shell, 'more links than are followed')
      }
    }
  }
}

function noteLinkIn(shell: Shell, folder: Word, target: Word, hard: boolean): void {
  const [inside, led] = [locate(shell, folder).resolved, locate(shell, target).resolved]
  if (inside === null || led === null || inside.includes('\0') || lastComponent(led) === '') return
  noteLink(shell, { text: `${inside}/${lastComponent(led)}` }, target, hard, true)
}

function noteLink(shell: Shell, link: Word, target: Word, hard: boolean, free: boolean): void {
  const from = locate(shell, link).resolved
  // A symbolic link is followed from where it lies.
  const beside = hard || from === null || target.text === null || target.text.startsWith('/') || pathText(shell, link).endsWith('/')
  const { resolved: to, places } = locate(beside ? shell : altered(shell, { cwd: { text: parentOf(from) } }), target)
  if (from === null || to === null) return
  if (!shell.disk.link(from, to, free)) leaveOut(shell, 'more links than are followed')
  if (hard && !places.includes('inside-project')) shell.disk.share(from)
}

/** What nobody could read before comes to lie somewhere below: no action, for what it is nobody knows. */
export function bring(shell: Shell, { into, named }: BringEffect, by: number | null): void {
  if (shell.at !== 'here' || by === null) return
  const folder = into === null ? null : locate(shell, into).resolved
  shell.trace.notes.arrive({ folder, by, named: folder === null ? [] : named.flatMap(({ text }) => (text === null ? [] : [normalise(text, folder)])) })
}
