// Which keys were pressed? Pasted text and several keys at once are none: nobody answers by accident.

export type Key =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'next-page' | 'previous-page' | 'backspace' | 'enter' | 'escape' | 'interrupt' }
  /** Something that means nothing here; it still counts as a hand on the keyboard. */
  | { readonly kind: 'stray' }

const ESC = '\u001B'
const PASTE_BEGINS = `${ESC}[200~`
const PASTE_ENDS = `${ESC}[201~`
const NAMED: Readonly<Record<string, Exclude<Key['kind'], 'char'>>> = {
  '\u0003': 'interrupt',
  '\u0004': 'interrupt',
  '\r': 'enter',
  '\n': 'enter',
  '\u007F': 'backspace',
  '\b': 'backspace',
  [ESC]: 'escape',
  ' ': 'next-page',
  [`${ESC}[6~`]: 'next-page',
  [`${ESC}[B`]: 'next-page',
  [`${ESC}OB`]: 'next-page',
  [`${ESC}[5~`]: 'previous-page',
  [`${ESC}[A`]: 'previous-page',
  [`${ESC}OA`]: 'previous-page',
}
const STRAY: Key = { kind: 'stray' }
/** Of a paste that never ends. */
const MOST_PASTED = 64 * 1024

/** One key for one piece of input. */
export function makeKeys(): (input: string) => Key | null {
  let pasted: string | null = null
  return (input) => {
    if (pasted !== null || input.includes(PASTE_BEGINS)) {
      pasted = ((pasted ?? '') + input).slice(-MOST_PASTED)
      if (pasted.includes(PASTE_ENDS)) pasted = null
      return STRAY
    }
    if (input === '') return null
    const known = NAMED[input]
    if (known !== undefined) return { kind: known }
    return [...input].length === 1 && input >= '!' && input !== '\u007F' ? { kind: 'char', char: input } : STRAY
  }
}
