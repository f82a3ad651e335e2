// How does the hook's engine start without V8 looking at functions that the call at hand never runs? They stand in files of their own, which are opened when the first of them is called.
import { parseAst } from 'rolldown/parseAst'
import { changed, mustMeanTheSame, outerNames, withoutDeclarations } from './rewrite.mjs'
import { bound, children, freeNames, isFunction } from './scopes.mjs'

/** Shorter ones cost no more where they are. */
const LEAST = 40
/** What the engine is called with, besides its own names. */
const GIVEN = ['require', '__filename', '__dirname']

/**
 * `text`: the engine's body, as the bundler writes it. `partOf`: the name of the part to which the function that ends there belongs; null for the engine itself.
 * `colder`: the part that is seldom opened.
 * `always`: exports that work without any part, and so does all they call by name.
 * `mark`: tells parts of this engine from those of another. The engine calls `$open(name)` for what a part's file holds: a function that is given the names it uses, and gives back its own.
 */
export function intoParts(text, partOf, colder, mark, always = []) {
  const { body } = parseAst(text, { sourceType: 'script' })
  const items = itemsOf(body)
  const declared = new Set([...namesOf(body), ...GIVEN])
  const fixed = (name) => !declared.has(name) || !assigned.has(name)
  const assigned = assignedIn(body)
  const stays = new Set([...usedAtStart(items), ...reachedFrom(body, items, always), ...body.flatMap((one) => onlyOutside(one, new Set(constructedIn(one))))])
  /** @type {Map<string, { name: string, node: object, declares: boolean, part: string, at: number }[]>} */
  const parts = new Map()
  for (const item of items) {
    const { name, node } = item
    if (name === null || stays.has(name) || node.end - node.start < LEAST || !canMove(node, fixed)) continue
    item.part = partOf(node.end)
  }
  beWhereTheyAreHeld(items, colder)
  for (const item of items) {
    if (item.part === null) continue
    if (!parts.has(item.part)) parts.set(item.part, [])
    item.at = parts.get(item.part).push(item)
  }
  const moved = new Map([...parts.values()].flat().map((item) => [item.name, item]))

  /** Names in it of what stands elsewhere. */
  const changesIn = (node, part) => {
    const changes = []
    freeNames(node, ({ start, end, name }, isShorthand) => {
      const to = moved.get(name)
      if (to === undefined || to.part === part) return
      const reached = `$part_${to.part}()[${to.at}]`
      changes.push({ start, end, text: isShorthand ? `${name}:${reached}` : reached })
    })
    return changes
  }
  const isMoved = new Set(moved.values())
  const changes = items.flatMap((item) => (isMoved.has(item) ? [] : changesIn(item.node, null)))
  changes.push(...withoutDeclarations(body, new Set([...isMoved].map(({ node }) => node))))
  for (const { node, declares } of isMoved) if (declares) changes.push({ start: node.start, end: node.end, text: '' })

  const known = new Set([...declared, ...[...parts.keys()].map((part) => `$part_${part}`)])
  const opening = []
  const files = [...parts].map(([part, list]) => {
    const made = list.map(({ node, name, declares }) => {
      const written = changed(text, node, changesIn(node, part))
      return declares ? written : `const ${name}=${written};`
    })
    const inside = `${made.join('')}return["${mark}",${list.map(({ name }) => name).join(',')}]`
    const needs = [...outerNames(`(function(){${inside}})`)].filter((name) => known.has(name))
    opening.push(`$part_${part}=()=>$parts.${part}??=$whole($open("${part}")(${needs.join(',')}))`)
    return { part, text: `(function(${needs.join(',')}){${inside}\n})` }
  })
  const whole = `$parts={},$whole=$list=>{if($list[0]!=="${mark}")throw new Error("the gate is not whole: install prudent again");return $list}`
  const result = `const ${[whole, ...opening].join(',')};${changed(text, { start: 0, end: text.length }, changes)}`
  mustMeanTheSame(text, [result, ...files.map((file) => file.text)], ['$open', 'Error'])
  return { text: result, files }
}

/** Who passes a function on without calling it would open its part for nothing: it stands with them. */
function beWhereTheyAreHeld(items, colder) {
  const byName = new Map(items.filter(({ part }) => part !== null).map((item) => [item.name, item]))
  const held = items.flatMap((item) => {
    const called = new Set(calledIn(item.node))
    const names = []
    freeNames(item.node, (identifier) => {
      if (!called.has(identifier) && byName.has(identifier.name)) names.push(byName.get(identifier.name))
    })
    return names.map((what) => ({ what, by: item }))
  })
  for (let isSettled = false; !isSettled;) {
    isSettled = true
    for (const { what, by } of held) {
      if (what.part === null || what.part === by.part || by.part === colder) continue
      what.part = what.part === colder ? by.part : null
      isSettled = false
    }
  }
}

/** `new f` of what is an element of a list would mean something else. */
function* constructedIn(node) {
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier') yield node.callee.name
  for (const child of children(node)) yield* constructedIn(child)
}

function* calledIn(node) {
  if (node.type === 'CallExpression') yield node.callee
  for (const child of children(node)) yield* calledIn(child)
}

/** Functions declared at the top, by their names; everything else there without one. */
function itemsOf(body) {
  const items = []
  for (const statement of body) {
    if (statement.type === 'FunctionDeclaration') items.push({ node: statement, name: statement.id.name, declares: true, part: null })
    else if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations)
        if (init)
          items.push({
            node: init,
            name: statement.kind === 'const' && id.type === 'Identifier' && isFunction(init) ? id.name : null,
            declares: false,
            part: null,
          })
    } else items.push({ node: statement, name: null, declares: false, part: null })
  }
  return items
}

function namesOf(body) {
  const names = new Set()
  for (const one of body) {
    if (one.type === 'FunctionDeclaration' || one.type === 'ClassDeclaration') names.add(one.id.name)
    else if (one.type === 'VariableDeclaration') for (const { id } of one.declarations) bound(id, names)
  }
  return names
}

/** Names that change: who is given what they hold does not see that. Of whatever scope. */
function assignedIn(body) {
  const names = new Set()
  const go = (node, found) => {
    if (node.type === 'AssignmentExpression') bound(node.left, found)
    if (node.type === 'UpdateExpression') bound(node.argument, found)
    if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') bound(node.left, found)
    for (const child of children(node)) go(child, found)
  }
  for (const one of body) {
    const found = new Set()
    go(one, found)
    for (const name of onlyOutside(one, found)) names.add(name)
    // Declared now, given a value later.
    if (one.type === 'VariableDeclaration') for (const { id, init } of one.declarations) if (!init) bound(id, names)
  }
  return names
}

/** Of these, the names that mean something outside it: the same letters may be its own. */
function onlyOutside(node, names) {
  if (names.size === 0) return []
  const outside = new Set()
  freeNames(node, ({ name }) => outside.add(name))
  return [...names].filter((name) => outside.has(name))
}

/** Names that are looked at while the engine is loaded: what they stand in would be opened at once. */
function usedAtStart(items) {
  const names = new Set()
  for (const { node, name } of items) if (name === null) freeNames(node, (identifier) => names.add(identifier.name))
  return names
}

/** Names that these exports lead to. */
function reachedFrom(body, items, exported) {
  const byName = new Map(items.map((item) => [item.name, item]))
  const reached = new Set()
  const go = (node) =>
    freeNames(node, ({ name }) => {
      if (reached.has(name)) return
      reached.add(name)
      if (byName.has(name)) go(byName.get(name).node)
    })
  for (const [name, value] of exportsOf(body)) if (exported.includes(name)) go(value)
  return reached
}

/** `exports.one=…,exports.two=…` */
function* exportsOf(body) {
  for (const { type, expression } of body) {
    if (type !== 'ExpressionStatement') continue
    for (const one of expression.type === 'SequenceExpression' ? expression.expressions : [expression])
      if (one.type === 'AssignmentExpression' && one.left.object?.name === 'exports') yield [one.left.property.name, one.right]
  }
}

/** What is called as an element of a list gets another `this`, and what is given a name does not see it change. */
function canMove(node, isFixed) {
  const says = (one) =>
    one.type === 'ThisExpression' ||
    [...children(one)].some((child) => !(child.type === 'FunctionExpression' || child.type === 'FunctionDeclaration') && says(child))
  if (says(node)) return false
  let can = true
  freeNames(node, ({ name }) => (can &&= isFixed(name)))
  return can
}
