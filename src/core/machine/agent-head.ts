// What does a text for an agent say at its head: which tools it may use unasked, in which mode it runs, which hooks it brings? Rules say what of that is a right.
import type { Word } from '../model.ts'
import { isList, isTable } from '../text/plain-data.ts'
import type { Data } from '../text/plain-data.ts'
import { readToml } from '../text/toml-text.ts'
import { readYaml } from '../text/yaml-text.ts'
import type { Effect } from './effect.ts'

/** Longer heads, and more of them than this, are nobody's. */
const LONGEST = 60_000
const MOST_SAID = 64
const DEEPEST = 4

type Said = ReadonlyMap<string, string>

/** Texts have one, and agents that are described as data are one; what else lies beside them has none. */
const HAS_HEAD = /\.(?:md|mdc|mdx|markdown)$|\/(?:agents?|commands?|droids|modes)\/[^/]{1,200}\.toml$|\/[^./]{1,200}$/i

/** What is new in it is said, each with its key; or that nobody can tell. */
export function* changesOfHead(file: Word, content: string, before: string | null): Generator<Effect> {
  const name = file.text ?? ''
  if (!HAS_HEAD.test(`/${name}`)) return
  const now = headOf(name, content)
  const was = before === null ? null : headOf(name, before)
  if (now === null) yield unreadHead(file)
  for (const [key, value] of now ?? []) if (was?.get(key) !== value) yield says(key, value)
}

/** Of a piece of such a text, whatever looks like a key and its value. */
export function* changesOfHeadPiece(piece: string): Generator<Effect> {
  if (piece.length > LONGEST) yield unreadHead({ text: '' })
  const plain = piece.slice(0, LONGEST).replaceAll(/\\[nrt]/g, '\n')
  const said = new Map<string, string>()
  if (!collect(readYaml(plain), '', 0, said)) yield unreadHead({ text: '' })
  for (const [key, value] of said) yield says(key, value)
  let count = 0
  for (const [, key = '', value = ''] of plain.matchAll(/(?<![\w.-])["']?([A-Za-z][\w-]{2,40})["']?[ \t]{0,9}[:=][ \t]{0,9}([^\n]{0,200})/g)) {
    if (count++ > MOST_SAID) return yield unreadHead({ text: key })
    yield says(key, value.replaceAll(/["'[\]{},]/g, ' ').trim())
  }
}

/** Nobody can tell what it gives. */
export const unreadHead = (file: Word): Effect => ({ do: 'change', what: 'unread-head', target: file })

const says = (key: string, value: string): Effect => ({ do: 'change', what: 'agent-head', target: { text: key }, value: { text: value } })

/** Keys in spellings that only a whole reader of YAML knows: nobody writes them by hand. */
const ODD = /^\s*\?(?:\s|$)|^\s*(?:-\s+)?"(?:[^"\\\n]|\\.)*\\(?:[^"\\\n]|\\.)*"\s*:|^\s*<<\s*:|^(?:\{|&\w+\s|!)|[{,]\s*"[^"\n]*\\[xuU][^"\n]*"\s*:/m

/** Every key with what it says, `hooks.PreToolUse` below another; null for what cannot be read. */
function headOf(name: string, content: string): Said | null {
  const text = content.replace(/^\uFEFF/, '')
  const said = new Map<string, string>()
  if (/\.toml$/i.test(name)) return collect(readToml(text), '', 0, said) ? said : null
  const rest = /^\s{0,20}---[^\n]{0,80}\n([^]*)$/.exec(text)?.[1]
  if (rest === undefined) return said
  // Some take it to end wherever three dashes stand.
  const line = rest.search(/^---/m)
  const end = line < 0 ? rest.lastIndexOf('---') : line
  if (end < 0) return said
  const head = rest.slice(0, end)
  if (head.length > LONGEST || ODD.test(head)) return null
  return collect(readYaml(head), '', 0, said) ? said : null
}

/** False when there is more than anybody writes. */
function collect(data: Data | null | undefined, path: string, depth: number, said: Map<string, string>): boolean {
  if (data === null) return false
  if (data === undefined) return true
  if (said.size >= MOST_SAID || depth > DEEPEST) return false
  if (isTable(data)) return Object.entries(data).every(([key, value]) => collect(value, path === '' ? key : `${path}.${key}`, depth + 1, said))
  if (path !== '') said.set(path, isList(data) ? data.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ') : data)
  return true
}
