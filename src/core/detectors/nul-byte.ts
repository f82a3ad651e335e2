// Does a NUL byte stand in the text, where a shell and a person would read different words?
import type { Detector } from './detector.ts'
import { spanOf } from './detector.ts'

export const nulByte: Detector = (input) => {
  const at = input.text.indexOf('\0')
  return at < 0 ? null : { span: spanOf(input, at, at + 1), detail: 'a NUL byte cuts the text' }
}
