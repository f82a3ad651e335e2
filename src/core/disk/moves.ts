// What else may lie under a name that this text has given away? What was there before a link was to be made, and what was moved there.
import type { Word } from '../model.ts'
import { isWithin } from '../text/path.ts'
import { altered } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'

const MOST = 64

/** The shell as it is if none of the links on the way was made: something lay there already. Null where there is none such. */
export function unlinked(shell: Shell, path: string): Shell | null {
  if (![...shell.unsure.keys()].some((link) => isWithin(path, link))) return null
  const links = new Map(shell.links)
  for (const [link, before] of shell.unsure) {
    if (before === null) links.delete(link)
    else links.set(link, before)
  }
  return altered(shell, { links, unsure: new Map() })
}

/** `free`: nothing lay there, so that the name stands for what was moved and nothing else. */
export function noteMove(shell: Shell, source: string, target: string, free: boolean): void {
  if (shell.moved.length >= MOST || source.includes('\0') || target.includes('\0')) return
  const name = source.slice(source.lastIndexOf('/') + 1)
  shell.moved.push({ to: target, source, free })
  if (!free) shell.moved.push({ to: `${target === '/' ? '' : target}/${name}`, source, free })
}

/** What is deleted with this path under the name that it had. */
export function movedInto({ moved }: Shell, path: string): readonly Word[] {
  return moved.flatMap(({ to, source }) => (isWithin(to, path) ? [{ text: source }] : isWithin(path, to) ? [{ text: source + path.slice(to.length) }] : []))
}

/** Whether it is what was moved there, and nothing else. */
export const isRenamed = ({ moved }: Shell, path: string): boolean => moved.some(({ to, free }) => free && isWithin(path, to))
