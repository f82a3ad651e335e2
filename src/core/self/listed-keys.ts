// Is what is read one of the files that were listed, so that it may be one of this gate's keys?
import type { PathAction, Scene, Word } from '../model.ts'
import { normalise } from '../text/path.ts'
import { hasTrait } from '../meaning/traits.ts'
import type { Trace } from '../log/trace.ts'
import { KEYS } from './own-files.ts'
import { keyPlaces } from './own-keys.ts'
import { literalsOf, spelledItem, SPELLED } from './said.ts'

/** Chosen by size, age or place in the list: a filter that spells other names means other files. */
export function isListedKey(trace: Trace, { path }: PathAction): boolean {
  const { actions, notes, scene, books } = trace
  const seen = new Set(path.from)
  let isListed = false
  for (const id of seen) {
    const listed = notes.listedBy(id)
    if (seen.size > MOST) break
    if (listed !== undefined) isListed ||= listed.items.some((item) => takesKeys(scene, item, listed.cwd))
    for (const one of actions[id]?.takes ?? []) seen.add(one)
  }
  if (!isListed) return false
  // What handed the list on may have chosen by name; what lists it names folders.
  const choices = [...seen].flatMap((id) => {
    const one = actions[id]
    const chooses = one?.does === 'run' && one.takes.length > 0 && hasTrait(books.meaning, one.program ?? '', 'passes-text')
    return chooses ? one.operands.flatMap(spelledIn) : []
  })
  return choices.length === 0 || choices.some((choice) => OUR_KEYS.includes(choice))
}
/** Longer chains nobody writes to choose a file. */
const MOST = 100
const spelledIn = (word: Word): readonly string[] => literalsOf(word).match(SPELLED) ?? []
const OUR_KEYS = `prudent ${KEYS.join(' ')}`

function takesKeys(scene: Scene, item: Word, cwd: string): boolean {
  const text = spelledItem(scene, item)
  return text !== '' && (text.startsWith('/') || cwd !== '') && keyPlaces(normalise(text, cwd), scene, false, item.deep).length > 0
}
