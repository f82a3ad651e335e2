// Which of the hosts' settings files that a call would change really hold our entry? What is recorded may be out of date, or not all.
import type { Action, ChangeAction, Facts, Need, PathAction, Reading, Scene } from '../core/model.ts'
import { isOurCommand, namesGate } from '../core/self/our-entry.ts'
import { isWithin } from '../core/text/path.ts'

const isChanging = (action: Action): action is PathAction | ChangeAction =>
  action.at === 'here' && (action.does === 'write' || action.does === 'delete' || action.does === 'change')

/** The files to look at: none for most calls. */
export function wiringNeeds({ actions }: Reading, { wired = [] }: Scene): readonly Need[] {
  const files = new Set<string>()
  let byGit = false
  for (const action of actions) {
    if (!isChanging(action)) continue
    const { places } = action
    const path = action.does === 'change' ? null : action.resolved
    const whole = path === null || places.includes('linked') || places.includes('pattern')
    if (places.includes('our-entry') || places.includes('contains-our-entry')) {
      for (const file of wired) if (whole || isWithin(file, path)) files.add(file)
      byGit ||= action.does === 'change' && (action.what === 'uncommitted-work' || action.what === 'our-entry')
    } else if (path !== null && !whole && places.includes('host-wiring') && path.startsWith('/') && !path.includes('\0')) files.add(path)
  }
  return [...files].flatMap((path): readonly Need[] => [{ kind: 'file', path }, ...(byGit ? [{ kind: 'extent', path } as const] : [])])
}

/** As `wired` with what was seen: those that no longer name us are nobody's, and others that do count too. */
export function wiredAsSeen(wired: readonly string[], { files = {}, unread = {} }: Facts): readonly string[] {
  const holds = (file: string): boolean => {
    const text = files[file]
    // Not looked at, or there and not readable: as it was recorded.
    return text === undefined || (text === null ? unread[file] !== undefined : namesGate(text))
  }
  const others = Object.entries(files).flatMap(([file, text]) => (text !== null && !wired.includes(file) && isOurCommand(text) ? [file] : []))
  return [...wired.filter(holds), ...others]
}
