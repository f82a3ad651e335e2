// What would a file hold after a tool's edit? Null where that cannot be told for certain.
import type { Json, JsonObject } from '../model.ts'

const OLD = ['old_string', 'old_str', 'oldString', 'old_text', 'oldText', 'before', 'search', 'needle']
const NEW = ['new_string', 'new_str', 'newString', 'new_text', 'newText', 'after', 'replacement', 'replace', 'repl']
const WHOLE = ['content', 'file_text', 'file_content', 'CodeContent', 'contents']
const LISTS = ['edits', 'replacements']
const MOST_EDITS = 100
/** Editors that put a text in somewhere, or at the end. */
const ELSEWHERE = /insert|append|undo/i

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

function textAt(input: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    if (typeof value === 'string') return value
  }
  return null
}

/** For a tool that writes or edits one file. */
export function resultOf(before: string, input: JsonObject): string | null {
  const list = LISTS.map((name) => input[name]).find((value) => Array.isArray(value)) as readonly Json[] | undefined
  if (list !== undefined) {
    let text: string | null = before
    for (const edit of list.slice(0, MOST_EDITS)) text = text === null || !isObject(edit) ? null : replaced(text, edit)
    return list.length > MOST_EDITS ? null : text
  }
  if (textAt(input, OLD) !== null) return replaced(before, input)
  if (
    ['command', 'mode'].some((name) => typeof input[name] === 'string' && ELSEWHERE.test(input[name])) ||
    Object.keys(input).some((name) => ELSEWHERE.test(name))
  )
    return null
  return textAt(input, WHOLE)
}

/** What is there more than once, or not letter by letter, is found by each host in its own way. */
function replaced(text: string, edit: JsonObject): string | null {
  const old = textAt(edit, OLD)
  const fresh = textAt(edit, NEW)
  if (old === null || fresh === null || old === '') return null
  const at = text.indexOf(old)
  if (at < 0) return null
  if (edit['replace_all'] === true || edit['replaceAll'] === true) return text.replaceAll(old, () => fresh)
  return text.includes(old, at + 1) ? null : text.slice(0, at) + fresh + text.slice(at + old.length)
}

/** The same for one file of a patch, from its lines: each piece must be found exactly once. */
export function patchedText(before: string, lines: readonly string[]): string | null {
  let text: string | null = before
  let old: string[] = []
  let fresh: string[] = []
  const apply = (): void => {
    if (text !== null && old.join('\n') !== fresh.join('\n')) text = replaced(text, { old_string: old.join('\n'), new_string: fresh.join('\n') })
    old = []
    fresh = []
  }
  for (const line of lines) {
    const sign = line.charAt(0)
    if (line.startsWith('@@') || line.startsWith('*** ')) apply()
    else if (sign === '-') old.push(line.slice(1))
    else if (sign === '+') fresh.push(line.slice(1))
    else if (sign === ' ' || line === '') {
      old.push(line.slice(1))
      fresh.push(line.slice(1))
    }
  }
  apply()
  return text
}
