// How does the hook start without making tables that the call at hand never looks into? A table that a module keeps for itself is made where it is first used.
import { parseAst } from 'rolldown/parseAst'
import { changed } from './changed.mjs'

/** As our tables are named. */
const TABLE = /^[A-Z][A-Z\d_]+$/
const MADE = new Set(['ArrayExpression', 'CallExpression', 'NewExpression', 'ObjectExpression', 'TaggedTemplateExpression', 'TemplateLiteral'])
/** Shorter ones cost no more where they are. */
const LEAST = 80
/** Fields of what declares names. */
const DECLARES = new Set(['id', 'param', 'params'])
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'])

/** For the bundles of the hook. */
export const lazyTables = () => ({
  name: 'lazy-tables',
  transform: (code, id) => (/[\\/]src[\\/][^?]*\.ts$/.test(id) ? { code: withLazyTables(code), map: null } : null),
})

/** `code`: a module, as we write them. What makes its tables has no effects: ours all have none. */
export function withLazyTables(code) {
  const { body } = parseAst(code, { lang: 'ts', sourceType: 'module' })
  const tables = new Map()
  for (const { type, kind, declarations, start } of body)
    if (type === 'VariableDeclaration' && kind === 'const' && declarations.length === 1) {
      const [{ id, init, end }] = declarations
      const made = bare(init)
      if (TABLE.test(id.name) && (MADE.has(made.type) || made.regex)) tables.set(id.name, { made, name: id, init, start, end, uses: [], isEager: false })
    }
  for (const node of body) walk(node, tables, null)
  settle(tables)
  const changes = []
  for (const [name, { made, init, start, end, uses, isEager }] of tables) {
    if (isEager) continue
    // Each time anew, where it stands: V8 keeps what it made of it.
    const isInline = made.regex && uses.length === 1 && !/[gy]/.test(made.regex.flags)
    if (isInline) changes.push({ start, end, text: '' })
    else changes.push({ start, end: init.start, text: `let $${name}, ${name} = () => $${name} ??= (` }, { start: end, end, text: ')' })
    const text = isInline ? code.slice(made.start, made.end) : `${name}()`
    for (const { node, isShorthand } of uses) changes.push({ start: node.start, end: node.end, text: isShorthand ? `${name}: ${text}` : text })
  }
  return changed(code, { start: 0, end: code.length }, changes)
}

/** What is looked into while the module is loaded is made then, and what that is made of. */
function settle(tables) {
  for (let isSettled = false; !isSettled;) {
    isSettled = true
    for (const table of tables.values()) {
      const isInline = table.made.regex && table.uses.length === 1
      const isEager = table.isEager || (!isInline && table.end - table.init.start < LEAST) || table.uses.some(({ within }) => within?.isEager === true)
      if (isEager === table.isEager) continue
      table.isEager = true
      isSettled = false
    }
  }
}

/** Without what is said of its type. */
const bare = (node) => (node.type.startsWith('TS') && node.expression ? bare(node.expression) : node)

/** `within`: what is made later, a function or another table; null while the module is loaded. */
function walk(node, tables, within, parent = null) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) return node.forEach((one) => walk(one, tables, within, parent))
  if (typeof node.type !== 'string' || (node.type.startsWith('TS') && !node.expression)) return
  if (node.type === 'Identifier') {
    const table = tables.get(node.name)
    if (table === undefined || table.name.start === node.start) return
    if (within === null) table.isEager = true
    else table.uses.push({ node, within, isShorthand: parent.type === 'Property' && parent.shorthand })
    return
  }
  const table = node.type === 'VariableDeclarator' && within === null ? tables.get(node.id.name) : undefined
  const inside = table ?? (FUNCTIONS.has(node.type) ? node : within)
  for (const [key, value] of Object.entries(node)) {
    // A name that belongs to something is no use of a table; one that is declared is another's.
    if ((key === 'property' || key === 'key') && !node.computed) continue
    walk(value, tables, DECLARES.has(key) ? null : inside, node)
  }
}
