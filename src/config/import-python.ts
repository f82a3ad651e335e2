// How is a regular expression of Python spelled here, and what of it has no counterpart?

export type Translated = { readonly ok: true; readonly pattern: string } | { readonly ok: false; readonly message: string }

const refused = (source: string, why: string): Translated => ({
  ok: false,
  message: `\`${source.length > 60 ? `${source.slice(0, 57)}...` : source}\` cannot be used: ${why}`,
})

/** Named groups, ends of the text, comments and flags are spelled our way; what looks back at what it found, or is free in its layout, is refused. */
export function fromPython(source: string): Translated {
  let pattern = ''
  let inClass = false
  // Where every line has its ends, `\A` and `\Z` have no spelling that all our engines know.
  const byLine = /^\(\?[a-zL]*m/.test(source)
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? ''
    if (char === '\\') {
      const next = source[at + 1] ?? ''
      const far = /^U([0-9A-Fa-f]{8})/.exec(source.slice(at + 1, at + 10))
      if (far !== null && Number.parseInt(far[1] ?? '', 16) <= 0x10_ff_ff) {
        const named = String.fromCodePoint(Number.parseInt(far[1] ?? '', 16))
        pattern += /[\w\s]/.test(named) || named > '\u007F' ? named : `\\${named}`
        at += 9
        continue
      }
      if (!inClass && byLine && /[AZ]/.test(next)) return refused(source, '`\\A` and `\\Z` beside `(?m)` have no counterpart: write two patterns')
      if (next === 'N') return refused(source, '`\\N{…}` names a character: write the character itself')
      if (!inClass && /[1-9]/.test(next)) return refused(source, 'a backreference cannot be matched in linear time: spell the repetition out')
      pattern += !inClass && next === 'A' ? '^' : !inClass && next === 'Z' ? '$' : /[aA]/.test(next) && !inClass ? '\\x07' : char + next
      at++
    } else if (inClass) {
      inClass = char !== ']'
      // A class in a class is none there: the bracket is itself.
      pattern += char === '[' ? '\\[' : char
    } else if (char === '[') {
      inClass = true
      // A bracket that closes at once is itself in the class.
      const [head = ''] = /^\[\^?\]?/.exec(source.slice(at, at + 3)) ?? []
      pattern += head.endsWith(']') ? `${head.slice(0, -1)}\\]` : head
      at += head.length - 1
    } else if (char === '(' && source[at + 1] === '?') {
      const rest = source.slice(at)
      const comment = /^\(\?#[^)]*\)/.exec(rest)
      const flags = /^\(\?([aiLmsux]+)\)/.exec(rest)
      if (comment !== null) at += comment[0].length - 1
      else if (rest.startsWith('(?P<')) {
        pattern += '(?<'
        at += 3
      } else if (rest.startsWith('(?P=')) return refused(source, 'a backreference cannot be matched in linear time: spell the repetition out')
      else if (rest.startsWith('(?(')) return refused(source, 'it asks what it has found before: write two patterns')
      else if (rest.startsWith('(?>')) return refused(source, 'an atomic group has no counterpart: write it without `?>`')
      else if (flags !== null) {
        const [whole, letters = ''] = flags
        if (letters.includes('x')) return refused(source, 'its layout is free (`x`): write it without blanks and comments')
        const kept = letters.replaceAll(/[aLu]/g, '')
        if (kept !== '' && at > 0) return refused(source, 'flags stand at the beginning: move them there')
        pattern += kept === '' ? '' : `(?${kept})`
        at += whole.length - 1
      } else pattern += char
    } else if (char === '$' && !byLine) {
      // There, a line break at the very end of the text is no part of it.
      pattern += '\\n?$'
    } else if (char === '{' && /^\{,\d+\}/.test(source.slice(at))) pattern += '{0'
    else if (/[*+?}]/.test(char) && source[at + 1] === '+') return refused(source, 'a possessive repeat has no counterpart: write it without the second `+`')
    else pattern += char
  }
  return { ok: true, pattern }
}
