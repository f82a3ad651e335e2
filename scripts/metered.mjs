// How is the parser of shell code kept from working for ever? Each round of each of its loops, and each call of its functions, burns fuel that we hand out.
import { parseAst } from 'rolldown/parseAst'
import { changed } from './changed.mjs'

const PARSER = /[\\/]node_modules[\\/]unbash[\\/]dist[\\/](?<name>[\w-]+)\.js$/
const BURN = 'if ($fuel.left-- <= 0) $spent();'
const LOOPS = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'])
/** Characters: what is shorter than this calls others, or is done at once. */
const SMALL = 200
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Where the fuel is kept. A parser that has none left stops where it is. */
const FUEL = `
export const fuel = { left: Infinity }
export function spent() {
  throw new RangeError('out of fuel')
}
export const fuelLeft = () => fuel.left
export const setFuel = (left) => void (fuel.left = left)
`

/** For every bundler that takes the parser in: the tests' too. */
export const metered = () => ({
  name: 'metered-parser',
  transform(code, id) {
    const name = PARSER.exec(id.split('?', 1)[0])?.groups?.name
    if (name === undefined) return null
    if (name === 'limits') return { code: code + FUEL, map: null }
    const entry = name === 'parser' ? "export { fuelLeft, setFuel } from './limits.js'\n" : ''
    return { code: `import { fuel, spent as $spent } from './limits.js'\nconst $fuel = fuel\n${entry}${burning(code)}`, map: null }
  },
})

function burning(code) {
  const changes = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    if (LOOPS.has(node.type) || (FUNCTIONS.has(node.type) && node.end - node.start > SMALL)) burnIn(node.body, changes)
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(parseAst(code, { sourceType: 'module' }).body)
  return changed(code, { start: 0, end: code.length }, changes)
}

function burnIn(body, changes) {
  if (body.type === 'BlockStatement') return void changes.push({ start: body.start + 1, end: body.start + 1, text: BURN })
  // Only statements can stand before another; a function that is one expression takes its time in those it calls.
  if (!body.type.endsWith('Statement')) return
  changes.push({ start: body.start, end: body.start, text: `{${BURN}` }, { start: body.end, end: body.end, text: '}' })
}
