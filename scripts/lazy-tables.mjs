// How does the hook's engine start without making tables that the call at hand never looks into? Each is made where it is first used: V8 then reads, parses and builds only those.
import { parseAst } from 'rolldown/parseAst'
import { changed, mustMeanTheSame, withoutDeclarations } from './rewrite.mjs'
import { children, freeNames, isFunction } from './scopes.mjs'

/** Shorter ones, used in several places, cost less as they are than a function that makes them. */
const LEAST = 80
const GLOBALS = new Set(['Set', 'Map', 'RegExp', 'Object', 'String', 'Number', 'undefined', 'Infinity'])

/** `text`: a script as the bundler minifies it, whose constants are made without effects: ours all are. */
export function lazyTables(text) {
  const { body } = parseAst(text, { sourceType: 'script' })
  const items = itemsOf(body)
  const uses = usesOf(items)
  const tables = [...tablesOf(items, uses)]
  /** What is written where its name stood. */
  const written = new Map()
  const thunks = []
  const kept = []
  let count = 0
  for (const table of tables) {
    const places = uses.get(table.name) ?? []
    const at = `$made[${count}]`
    const alone = [...table.names.keys()].every(({ name }) => GLOBALS.has(name))
    const length = table.node.end - table.node.start
    // Elsewhere a name in it might mean something else, so it is made where it stood, by a function.
    if (places.length === 1 && alone) written.set(table.name, `(${at}??=${text.slice(table.node.start, table.node.end)})`)
    else if (length >= LEAST) {
      written.set(table.name, `$make${count}()`)
      thunks.push([table, `const $make${count}=()=>${at}??=`])
    } else kept.push(table)
    count++
  }
  // What stays is made at the start, and with it what it names.
  const isKept = new Set(kept)
  const gone = new Set(tables.filter((table) => !isKept.has(table)))

  const changesIn = (names) =>
    [...names].flatMap(([identifier, isShorthand]) => {
      const to = written.get(identifier.name)
      return to === undefined ? [] : [{ start: identifier.start, end: identifier.end, text: isShorthand ? `${identifier.name}:${to}` : to }]
    })
  const changes = items.flatMap((item) => (gone.has(item) ? [] : changesIn(item.names)))
  changes.push(...withoutDeclarations(body, new Set([...gone].map(({ node }) => node))))
  const made = thunks.map(([{ node, names }, start]) => `${start}(${changed(text, node, changesIn(names))});`).join('')
  const result = `const $made=[];${made}${changed(text, { start: 0, end: text.length }, changes)}`
  mustMeanTheSame(text, [result])
  return result
}

/** Declarations and other statements at the top, each with the names it uses. */
function itemsOf(body) {
  const items = []
  for (const statement of body) {
    const parts =
      statement.type === 'VariableDeclaration'
        ? statement.declarations.map(({ id, init }) => ({ node: init, name: statement.kind === 'const' && id.type === 'Identifier' ? id.name : null }))
        : [{ node: statement, name: null }]
    for (const { node, name } of parts) {
      if (!node) continue
      const names = new Map()
      freeNames(node, (identifier, isShorthand) => names.set(identifier, isShorthand))
      const within = functionsIn(node)
      /** Whether it uses the name while the engine is loaded, not in a function that is called later. */
      const usesNow = (wanted) =>
        [...names.keys()].some(({ name: one, start }) => one === wanted && !within.some((inner) => inner.start <= start && start < inner.end))
      items.push({ node, name, names, usesNow, isLater: isFunction(node) })
    }
  }
  return items
}

/** The outermost ones. */
function functionsIn(node) {
  if (isFunction(node)) return [node]
  return [...children(node)].flatMap(functionsIn)
}

function usesOf(items) {
  const uses = new Map()
  for (const item of items) {
    for (const { name } of item.names.keys()) {
      if (!uses.has(name)) uses.set(name, [])
      uses.get(name).push(item)
    }
  }
  return uses
}

/** Constants that nothing looks into while the engine is loaded. */
function tablesOf(items, uses) {
  const declared = new Set(items.flatMap(({ name, node }) => (name === null ? (node.type === 'FunctionDeclaration' ? [node.id.name] : []) : [name])))
  let tables = new Set(items.filter(({ name, node, isLater }) => name !== null && !isLater && isPlain(node, declared)))
  for (let size = -1; size !== tables.size;) {
    size = tables.size
    tables = new Set([...tables].filter(({ name }) => (uses.get(name) ?? []).every((user) => user.isLater || tables.has(user) || !user.usesNow(name))))
  }
  return tables
}

/** Words, numbers, patterns, and collections of them; what our own functions make of these. */
function isPlain(node, declared) {
  const plain = (one) => isPlain(one, declared)
  switch (node.type) {
    case 'Literal':
      return true
    case 'Identifier':
      return declared.has(node.name) || GLOBALS.has(node.name)
    case 'TemplateLiteral':
      return node.expressions.every(plain)
    case 'ArrayExpression':
      return node.elements.every((one) => one !== null && plain(one))
    case 'SpreadElement':
    case 'UnaryExpression':
      return plain(node.argument)
    case 'BinaryExpression':
      return plain(node.left) && plain(node.right)
    case 'ObjectExpression':
      return node.properties.every((one) =>
        one.type === 'SpreadElement' ? plain(one) : one.kind === 'init' && !one.computed && (isFunction(one.value) || plain(one.value)),
      )
    case 'NewExpression':
      return node.callee.type === 'Identifier' && GLOBALS.has(node.callee.name) && node.arguments.every(plain)
    case 'CallExpression':
      return (isWordList(node.callee) || (node.callee.type === 'Identifier' && plain(node.callee))) && node.arguments.every(plain)
    default:
      return false
  }
}

/** `a b c`.split(' ') */
const isWordList = (callee) =>
  callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'split' && ['Literal', 'TemplateLiteral'].includes(callee.object.type)
