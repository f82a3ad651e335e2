// How is the text of a module changed in places, by what its parser says of them?

/** `changes`: places in the whole text, with what is to stand there. */
export function changed(text, { start, end }, changes) {
  let made = ''
  let at = start
  for (const one of changes.toSorted((a, b) => a.start - b.start)) {
    if (one.start < at) throw new Error('two changes of one place')
    made += text.slice(at, one.start) + one.text
    at = one.end
  }
  return made + text.slice(at, end)
}
