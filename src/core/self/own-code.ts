// Does code speak of this gate's files or keys, and nothing that was read of it reaches them? Then it may change or show them all the same.
import type { Action, Place, RunAction, Scene, Word } from '../model.ts'
import { isWithin } from '../text/path.ts'
import { namesFiles, namesKeys } from './own-ground.ts'
import type { PlaceBook } from '../disk/places/places.ts'
import type { Trace } from '../log/trace.ts'

/** What changes files, starts programs or calls what nobody follows, in whichever language. */
const CHANGES =
  /\b(?:unlink|remove\w*|rm\w*|rename\w*|replace\w*|write\w*|truncate\w*|chmod\w*|chown\w*|\w{0,20}copy\w*|cp\w*|\w{0,20}move\w*|mv|symlink\w*|link\w*|extract\w*|unpack\w*|un(?:zip|tar)\w*|clone\w*|mount\w*|delete\w*|touch|utimes?|system|exec(?!Path)\w*|spawn\w*|popen|syscall|inplace|dump|save\w*|store|fopen|file_put_contents|sponge|sc|ri|cdll|dlopen|O_(?:WRONLY|RDWR|TRUNC|CREAT)|exe|outfile|dumpfile|lo_export|load_extension)\b|\.x\s{0,4}\(|\bopen\b[^;\n]{0,200}["'](?:[wax]|r\+|\+?>)|-pi\b|\$\^I|`/i
/** A folder that others use too, as one part of a longer path: it is meant whole only by what walks. */
const FOLDERS = /(["'`])\/?\.(?:config|cache|local(?:\/(?:state|share))?)\/?\1/g
const PUTS_WHOLE =
  /\b(?:rename|renameSync|symlink\w*|extract\w*|unpack\w*|un(?:zip|tar)\w*|clone\w*|mount\w*|\w{0,20}copy_?(?:fs|tree|dir|entry)?|dir(?:copy|move)|x)\s{0,4}\(/i
const WALKS = /\b(?:find|glob|i?rglob|walk\w*|readdir\w*|listdir|scandir|iterdir|children|entries|each_child|opendir|Dir)\b|\*/

/** Code that says where they are, by the run that was given it. */
function* speaking(trace: Trace): Generator<{ readonly by: number; readonly places: readonly Place[] }> {
  const { scene, books, notes } = trace
  for (const { by, text } of notes.codes) {
    if (by === null) continue
    if (namesKeys(text)) yield { by, places: MAY_BE_KEYS }
    else if (CHANGES.test(text) && namesFiles(WALKS.test(text) || PUTS_WHOLE.test(text) ? text : text.replaceAll(FOLDERS, ' '), scene, books.places))
      yield { by, places: MAY_BE }
  }
}
/** Something of ours that a run may change. */
export interface Touch {
  readonly run: RunAction
  readonly target: Word | null
  readonly places: readonly Place[]
  /** What kind of change it is, where it is not the program's own. */
  readonly what?: string
}

/** Whether a text says where they are, and speaks of changing, starting or opening something. */
export const speaksOfChange = (text: string, scene: Scene, places: PlaceBook): boolean =>
  namesKeys(text) || ((/[>]|\brm\b/.test(text) || CHANGES.test(text)) && namesFiles(text, scene, places))
const MAY_BE_KEYS: readonly Place[] = ['may-be-our-keys']
const MAY_BE: readonly Place[] = ['may-be-self']

/** Of runs whose code names ours where no action that was read of it is about them. */
export function* touchesSpoken(trace: Trace): Generator<Touch> {
  if (trace.notes.codes.length === 0) return
  for (const { by, places } of speaking(trace)) {
    const run = trace.actions[by]
    if (run?.does !== 'run' || run.at !== 'here' || run.later === true || isFollowed(trace, by)) continue
    yield { run, target: null, places }
  }
}

/** The same, where more may happen than was read: whoever stands watch looks afterwards. */
export const speaksOfOurs = (trace: Trace): boolean => trace.notes.codes.length > 0 && !speaking(trace).next().done

const OURS: ReadonlySet<Place> = new Set(['self', 'may-be-self', 'our-entry', 'contains-self', 'our-keys', 'contains-our-keys', 'may-be-our-keys'])

/** Something below the home that is hidden, or ours, was read of it. */
function isFollowed({ actions, scene }: Trace, by: number): boolean {
  const under = new Set([by])
  for (const action of actions) {
    if (action.by === null || !under.has(action.by)) continue
    under.add(action.id)
    if (isOurs(action) || ('resolved' in action && action.resolved?.startsWith(`${scene.home}/.`) === true && !isWithin(action.resolved, scene.project)))
      return true
  }
  return false
}
const isOurs = (action: Action): boolean => 'places' in action && action.places.some((place) => OURS.has(place))
