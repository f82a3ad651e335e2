// Is a script that nobody committed so plain that its own words choose its branch? Whoever wrote it a minute ago may have meant to hide which.
import { readOnce } from '../../log/trace.ts'
import { parseShell } from './parse.ts'
import type { Command } from './parse.ts'
import type { Shell } from '../../machine/process.ts'

/** What takes in or makes commands, or changes what commands, words and tests mean. */
const TURNS = new Set(
  'eval source . alias unalias shopt setopt unsetopt emulate enable builtin command coproc mapfile readarray zmodload bind fc hash wait'.split(' '),
)
/** What sets variables by their names. */
const NAMES = new Set('declare typeset local export readonly read unset let getopts vared print'.split(' '))
/** Nameref, number, letters of one case, array: the value is another than was given. */
const OTHERWISE = /^-\w*[nilucAa]/
const PLAIN_NAME = /^(?:-\w+|[A-Za-z_]\w*(?:=[\s\S]*)?)$/
const PROMPT = /^(?:"[^"$`\\]*"|'[^']*')$/
const AT_THE_END = new Set(['EXIT', 'INT', 'TERM', 'HUP'])
/** Old arithmetic, `{name}>file`, zsh's other names of arguments, and what bash does by itself. */
const BEHIND = /\$\[|\{\w+\}[<>]|\bargv\b|(?:^|[;&|({])[ \t]*\d+=|\b(?:PROMPT_COMMAND|BASH_\w+|PS4)=|nocase/m

export function isPlainScript({ trace }: Shell, text: string | null): boolean {
  if (text === null || BEHIND.test(text)) return false
  return readOnce(trace, 'plain', text, () => {
    const { script, doubt } = readOnce(trace, 'shell', text, () => parseShell(text))
    return script !== null && doubt === null && isPlain(script.commands, { left: MOST_NODES })
  })
}
const MOST_NODES = 4000

/** What runs inside of words has a shell of its own, and changes nothing here. */
function isPlain(node: unknown, count: { left: number }): boolean {
  if (typeof node !== 'object' || node === null) return true
  if (--count.left < 0) return false
  const part = node as { readonly type?: string }
  if (part.type === 'Word') return true
  if (part.type === 'Coproc' || part.type === 'Select') return false
  if (part.type === 'Command' && !isPlainCommand(node as Command)) return false
  return Object.values(node).every((child) => isPlain(child, count))
}

function isPlainCommand({ name, args }: Command): boolean {
  if (name === undefined) return true
  if (!/^[\w./:+-]+$|^\[$/.test(name.text) || TURNS.has(name.text)) return false
  const words = args.map(({ text }) => text)
  if (name.text === 'trap') return words.length > 1 && words.slice(1).every((word) => AT_THE_END.has(word))
  if (name.text === 'printf' || name.text === 'exec') return words[0]?.startsWith('-') !== true
  if (!NAMES.has(name.text)) return true
  const asks = name.text === 'read'
  return words.every((word) => (asks && (PROMPT.test(word) || /^-[rpns]{1,4}$/.test(word))) || (PLAIN_NAME.test(word) && !OTHERWISE.test(word)))
}
