// How is the text of a script changed in places, by what its parser says of them?
import { parseAst } from 'rolldown/parseAst'
import { freeNames } from './scopes.mjs'

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

/** Cuts these values, with their names, out of the lists they are declared in. */
export function withoutDeclarations(body, gone) {
  const changes = []
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue
    const list = statement.declarations
    const stays = list.map(({ init }) => !gone.has(init))
    if (!stays.includes(true)) {
      changes.push({ start: statement.start, end: statement.end, text: '' })
      continue
    }
    const last = stays.lastIndexOf(true)
    for (const [at, one] of list.entries()) {
      if (stays[at]) continue
      if (at < last) changes.push({ start: one.start, end: list[at + 1].start, text: '' })
      else changes.push({ start: list[at - 1].end, end: one.end, text: '' })
    }
  }
  return changes
}

/** Names that a script uses and does not declare. */
export function outerNames(text) {
  const names = new Set()
  freeNames({ type: 'BlockStatement', body: parseAst(text, { sourceType: 'script' }).body }, ({ name }) => names.add(name))
  return names
}

/** No name may be left without what it named. `more`: names that whoever runs it gives. */
export function mustMeanTheSame(before, results, more = []) {
  const had = new Set([...outerNames(before), ...more])
  for (const result of results) for (const name of outerNames(result)) if (!had.has(name)) throw new Error(`\`${name}\` lost its declaration`)
}
