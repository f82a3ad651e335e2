// Which stretches of a text look generated, though nothing beside them says what they are?
import type { Candidate } from './candidate.ts'
import { isGenerated } from './generic.ts'
import { SORTS } from './model.ts'
import type { SecretBook } from './model.ts'
import { isCode, isHarmless, isMask, isPlaceholder, isSequence, isStored, isUuid } from './placeholder.ts'
import { isRandom } from './randomness.ts'

const SORT = SORTS.indexOf('random')
const SHORTEST = 20
/** What is longer is data: pictures, certificates, bundles. */
const LONGEST = 200

/** Letters, digits, and what base64 has besides. */
const isPart = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 45 || code === 43 || code === 47

/** Only for books that have such a kind: each character is looked at once. */
export function findRandom(text: string, book: SecretBook, found: Candidate[], most: number): void {
  const kind = book.sorts.indexOf(SORT)
  if (kind < 0) return
  for (let start = 0; start < text.length && found.length < most; start++) {
    if (!isPart(text.charCodeAt(start))) continue
    let end = start + 1
    while (end < text.length && isPart(text.charCodeAt(end))) end++
    if (end - start >= SHORTEST && end - start <= LONGEST && !isNamed(text, start, end) && looksGenerated(text.slice(start, end)))
      found.push({ kind, rank: 5, start, end })
    start = end
  }
}

/** Part of a path, of an address or of a file's name. */
const isNamed = (text: string, start: number, end: number): boolean => /[.:@~\\%#?&]/.test(text.charAt(start - 1)) || /[.@\\%(]/.test(text.charAt(end))

/** Hexadecimal alone is what digests and commits are written in: as good as any word here. */
function looksGenerated(value: string): boolean {
  if (/^[0-9a-f-]+$/i.test(value) || isUuid(value) || isMask(value) || isPlaceholder(value) || isHarmless(value) || isSequence(value)) return false
  if (isCode(value) || isStored(value) || !/\d\D*\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  // Names are put together of words: one piece at least is long and none.
  const pieces = value.split(/[-_/+]+/)
  return (
    pieces.some((piece) => piece.length >= 12 && /\d/.test(piece) && !/^[0-9a-f]+$/i.test(piece) && isRandom(piece, 'high')) &&
    isGenerated(value, SHORTEST) &&
    isRandom(value, 'high')
  )
}
