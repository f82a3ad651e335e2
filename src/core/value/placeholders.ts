// Writes shell text of which some parts are unknown, with a variable in place of each.
import type { Word } from '../model.ts'

/** Shell text in which unknown parts are variables again, so that what surrounds them can be read; null when nothing is known. */
export function textWithHoles(code: Word, spelt: (name: string) => string = (name) => `\${${name}}`): string | null {
  if (code.text !== null) return code.text
  const known = code.parts?.some((part) => part.kind !== 'unknown' && part.text.trim() !== '') ?? false
  if (!known) return null
  return (
    code.parts
      ?.map((part) => (part.kind === 'unknown' ? spelt(part.name !== null && /^[A-Za-z_]\w*$/.test(part.name) ? part.name : '_unknown') : part.text))
      .join('') ?? null
  )
}

/** Whether the end of a path says which file it is. */
export function isNamed(file: Word): boolean {
  const last = file.parts?.at(-1)
  return last?.kind === 'text' && /\/[^/]+$/.test(last.text)
}
