// Which outer name does each identifier of a script mean? As the language scopes them, for what the bundler writes.

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
export const isFunction = (node) => FUNCTIONS.has(node.type)

export function* children(node) {
  for (const key in node) {
    const value = node[key]
    if (value === null || typeof value !== 'object') continue
    if (Array.isArray(value)) {
      for (const one of value) if (typeof one?.type === 'string') yield one
    } else if (typeof value.type === 'string') yield value
  }
}

/** Calls `see(identifier, isShorthand)` for each use of a name that nothing inside `node` declares. */
export function freeNames(node, see) {
  walk(node, [], see, null)
}

function walk(node, scopes, see, parent) {
  switch (node.type) {
    case 'Identifier':
      if (!scopes.some((names) => names.has(node.name))) see(node, parent?.type === 'Property' && parent.shorthand)
      return
    case 'MemberExpression':
      walk(node.object, scopes, see, node)
      if (node.computed) walk(node.property, scopes, see, node)
      return
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      if (node.computed) walk(node.key, scopes, see, node)
      if (node.value) walk(node.value, scopes, see, node)
      return
    case 'LabeledStatement':
      return walk(node.body, scopes, see, node)
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const own = new Set(node.type === 'ArrowFunctionExpression' ? [] : ['arguments'])
      if (node.type === 'FunctionExpression' && node.id) own.add(node.id.name)
      for (const one of node.params) bound(one, own)
      if (node.body.type === 'BlockStatement') {
        hoisted(node.body, own)
        lexical(node.body.body, own)
      }
      const inner = [...scopes, own]
      for (const one of node.params) walk(one, inner, see, node)
      if (node.body.type === 'BlockStatement') for (const one of node.body.body) walk(one, inner, see, node.body)
      else walk(node.body, inner, see, node)
      return
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const inner = node.id ? [...scopes, new Set([node.id.name])] : scopes
      if (node.superClass) walk(node.superClass, inner, see, node)
      walk(node.body, inner, see, node)
      return
    }
    case 'BlockStatement':
    case 'StaticBlock':
      return inside(node, node.body, scopes, see)
    case 'SwitchStatement':
      walk(node.discriminant, scopes, see, node)
      return inside(
        node,
        node.cases.flatMap(({ consequent }) => consequent),
        scopes,
        see,
        node.cases.flatMap(({ test }) => (test ? [test] : [])),
      )
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement': {
      const own = new Set()
      lexical([node.init, node.left].filter(Boolean), own)
      const inner = own.size > 0 ? [...scopes, own] : scopes
      for (const child of children(node)) walk(child, inner, see, node)
      return
    }
    case 'CatchClause': {
      const own = new Set()
      if (node.param) bound(node.param, own)
      const inner = [...scopes, own]
      if (node.param) walk(node.param, inner, see, node)
      return walk(node.body, inner, see, node)
    }
    default:
      for (const child of children(node)) walk(child, scopes, see, node)
  }
}

function inside(node, statements, scopes, see, more = []) {
  const own = new Set()
  lexical(statements, own)
  const inner = own.size > 0 ? [...scopes, own] : scopes
  for (const one of [...more, ...statements]) walk(one, inner, see, node)
}

/** Names that a pattern binds. */
export function bound(pattern, into) {
  if (pattern === null) return
  if (pattern.type === 'Identifier') into.add(pattern.name)
  else if (pattern.type === 'AssignmentPattern') bound(pattern.left, into)
  else if (pattern.type === 'RestElement') bound(pattern.argument, into)
  else if (pattern.type === 'ArrayPattern') for (const one of pattern.elements) bound(one, into)
  else if (pattern.type === 'ObjectPattern') for (const one of pattern.properties) bound(one.type === 'Property' ? one.value : one, into)
}

/** `let`, `const`, classes and functions of a list of statements. */
function lexical(statements, into) {
  for (const one of statements) {
    if (one.type === 'VariableDeclaration') for (const { id } of one.declarations) bound(id, into)
    else if ((one.type === 'FunctionDeclaration' || one.type === 'ClassDeclaration') && one.id) into.add(one.id.name)
  }
}

/** What `var` declares anywhere in a function. */
function hoisted(node, into) {
  if (node.type === 'VariableDeclaration' && node.kind === 'var') for (const { id } of node.declarations) bound(id, into)
  for (const child of children(node)) if (!isFunction(child)) hoisted(child, into)
}
