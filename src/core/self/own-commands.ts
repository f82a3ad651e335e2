// Says whether words are those of one of this gate's own commands that loosen it, for programs whose name is not known.
import type { Word } from '../model.ts'

/** What a command needs besides its name, before it changes anything. */
const UNASKED = /^(?:--yes|--(?:preset|prefer|host|http|service|project)(?:=.*)?)$/
const WITH_VALUE = /^--(?:preset|prefer|host)$/
/** Commands that loosen by their second word. */
export const LOOSENING: Readonly<Record<string, readonly string[]>> = {
  approvals: ['answer'],
  mode: ['on'],
  preset: ['bare', 'relaxed'],
}

/** The words behind the program. */
export function mayLoosen(words: readonly Word[]): boolean {
  const texts = words.map(({ text }) => text ?? '')
  const [verb = '', second = ''] = texts
  if (verb !== 'init' && verb !== 'uninstall') return Object.hasOwn(LOOSENING, verb) && LOOSENING[verb]?.includes(second) === true
  // Ours take options alone: what other programs install or take away they are told by name.
  const isPlain = texts.every((text, at) => at === 0 || text.startsWith('-') || WITH_VALUE.test(texts[at - 1] ?? ''))
  return isPlain && texts.some((text) => UNASKED.test(text))
}
