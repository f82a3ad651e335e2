// What does a JavaScript or TypeScript syntax tree say, in the small tree that all languages share?
import { isMark, numberValue } from './parts.ts'
import { JAVASCRIPT, unescaped } from '../_code/strings.ts'
import { childrenOf, hasWayOut, opaque } from '../_code/syntax.ts'
import type { Argument, Code, Parameter, Parsed, SyntaxNode, SyntaxTree } from '../_code/syntax.ts'
import { readTree } from '../_code/tree.ts'

export function parseJavascript(tree: SyntaxTree, source: string): Parsed {
  const reader = readTree(source, isMark, (node) => converted(node))
  const { textOf, at, convert, meaningful, all, terms } = reader

  function converted(node: SyntaxNode): Code {
    const where = at(node)
    switch (node.name) {
      case 'Script':
      case 'SingleExpression':
      case 'Block':
      case 'StaticBlock':
        return { is: 'block', body: all(childrenOf(node)), ...where }
      case 'ExpressionStatement':
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
      case 'NonNullExpression': {
        const inner = meaningful(node)
        return inner.length === 1 ? convert(inner[0]!) : { is: 'block', body: inner.map(convert), ...where }
      }
      // `process.env.HOME!`: TypeScript is told that there is one.
      case 'PostfixExpression':
        return textOf(node).endsWith('!') ? convert(childrenOf(node)[0]!) : opaque(where, all(childrenOf(node)))
      case 'SequenceExpression':
        return { is: 'block', body: all(childrenOf(node)), ...where }
      case 'String':
        return { is: 'constant', value: unescaped(textOf(node).slice(1, -1), JAVASCRIPT), ...where }
      case 'TemplateString':
        return template(node, null)
      case 'TaggedTemplateExpression': {
        const [tag, text] = meaningful(node)
        if (tag === undefined || text === undefined) return opaque(where, [])
        const called = convert(tag)
        return text.name === 'TemplateString' ? template(text, called) : opaque(where, [called, convert(text)])
      }
      case 'Number':
        return { is: 'constant', value: numberValue(textOf(node)), ...where }
      case 'BooleanLiteral':
        return { is: 'constant', value: textOf(node) === 'true', ...where }
      case 'null':
        return { is: 'constant', value: null, ...where }
      case 'RegExp':
        return { is: 'regex', ...where }
      case 'VariableName':
      case 'VariableDefinition':
      case 'this':
      case 'super':
        return { is: 'name', name: textOf(node), ...where }
      case 'MemberExpression':
        return member(node)
      case 'DynamicImport': {
        const inner = meaningful(node)
        return inner[0] === undefined ? opaque(where, []) : call(where, { is: 'name', name: 'require', ...where }, [convert(inner[0])])
      }
      case 'CallExpression':
      case 'NewExpression': {
        const parts = meaningful(node)
        const callee = parts[0]
        if (callee === undefined) return opaque(where, [])
        // `import('x')` parses as a call whose callee is the bare keyword.
        if (callee.name === 'ArgList') return { is: 'call', callee: { is: 'name', name: 'require', ...where }, args: argumentsOf(callee), ...where }
        const list = parts.find((child) => child.name === 'ArgList')
        return { is: 'call', callee: convert(callee), args: list === undefined ? [] : argumentsOf(list), ...where }
      }
      case 'BinaryExpression':
        return binary(node)
      case 'UnaryExpression': {
        const [operator] = childrenOf(node)
        const sign = operator === undefined ? '' : textOf(operator)
        const inner = all(childrenOf(node).slice(1))
        const value = inner[0]
        if (sign === '-' && value?.is === 'constant' && typeof value.value === 'number') return { ...value, value: -value.value }
        if (sign === 'await' && value !== undefined) return value
        return opaque(where, inner, sign === '!' || sign === 'typeof')
      }
      case 'ArrayExpression':
        return { is: 'list', items: spreadable(childrenOf(node)), ...where }
      case 'ArrayPattern':
        return { is: 'list', items: withDefaults(spreadable(childrenOf(node)), childrenOf(node)), ...where }
      case 'ObjectExpression':
        return object(node)
      case 'ObjectPattern':
        return { is: 'map', entries: meaningful(node).flatMap(patternEntry), ...where }
      case 'ConditionalExpression': {
        const [test, yes, no] = all(childrenOf(node))
        return test === undefined || yes === undefined || no === undefined ? opaque(where, []) : { is: 'choice', test, options: [yes, no], ...where }
      }
      case 'ArrowFunction':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'MethodDeclaration':
        return functionCode(node)
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const parts = childrenOf(node)
        const name = parts.find((child) => child.name === 'VariableDefinition')
        const body = parts.find((child) => child.name === 'ClassBody')
        return { is: 'class', name: name === undefined ? null : textOf(name), methods: body === undefined ? [] : all(childrenOf(body)), ...where }
      }
      case 'PropertyDeclaration': {
        const parts = childrenOf(node)
        const name = parts.find((child) => child.name === 'PropertyDefinition' || child.name === 'PrivatePropertyDefinition')
        const equals = parts.findIndex((child) => child.name === 'Equals')
        if (name === undefined || equals < 0 || parts[equals + 1] === undefined) return opaque(where, [])
        return { is: 'assign', target: { is: 'name', name: textOf(name), ...where }, value: convert(parts[equals + 1]!), op: '=', declares: true, ...where }
      }
      case 'VariableDeclaration':
        return declaration(node)
      case 'AssignmentExpression': {
        const parts = childrenOf(node)
        const target = parts[0]
        const value = parts.at(-1)
        if (target === undefined || value === undefined || target === value) return opaque(where, [])
        const op = parts[1] !== undefined && textOf(parts[1]) === '+=' ? '+=' : '='
        return { is: 'assign', target: convert(target), value: convert(value), op, declares: false, ...where }
      }
      case 'ImportDeclaration':
        return importing(node)
      case 'ExportDeclaration':
        return exporting(node)
      case 'ForStatement':
        return forLoop(node)
      case 'WhileStatement':
      case 'DoStatement': {
        const parts = meaningful(node)
        const test = node.name === 'DoStatement' ? parts.at(-1) : parts[0]
        const body = node.name === 'DoStatement' ? parts[0] : parts[1]
        if (test === undefined || body === undefined) return opaque(where, [])
        const always = /^\(\s*(?:true|1|!0)\s*\)$/.test(textOf(test))
        return { is: 'loop', target: null, over: convert(test), body: convert(body), endless: always && !hasWayOut(textOf(body)), ...where }
      }
      case 'IfStatement': {
        const [test, ...bodies] = meaningful(node)
        if (test === undefined) return opaque(where, [])
        return { is: 'branches', tests: [convert(test)], bodies: bodies.map(convert), total: bodies.length > 1, ...where }
      }
      case 'SwitchStatement': {
        const [test, body] = meaningful(node)
        return { is: 'block', body: [...(test === undefined ? [] : [convert(test)]), ...(body === undefined ? [] : all(childrenOf(body)))], ...where }
      }
      case 'TryStatement':
      case 'CatchClause':
      case 'FinallyClause':
      case 'LabeledStatement':
        return { is: 'block', body: all(childrenOf(node)), ...where }
      case 'ReturnStatement': {
        const inner = all(childrenOf(node))
        return { is: 'return', value: inner[0] ?? null, ...where }
      }
      case 'TypeAnnotation':
      case 'TypeArgList':
      case 'TypeParamList':
      case 'InterfaceDeclaration':
      case 'TypeAliasDeclaration':
        return opaque(where, [])
      default:
        return opaque(where, all(childrenOf(node)))
    }
  }

  function call(where: { start: number; end: number }, callee: Code, values: readonly Code[]): Code {
    return { is: 'call', callee, args: values.map((value) => ({ name: null, value, spread: false })), ...where }
  }

  function template(node: SyntaxNode, tag: Code | null): Code {
    const parts: Code[] = []
    let position = node.from + 1
    const plain = (from: number, to: number): void => {
      if (to > from) parts.push({ is: 'constant', value: unescaped(source.slice(from, to), JAVASCRIPT), start: from, end: to })
    }
    for (const child of childrenOf(node)) {
      if (child.name !== 'Interpolation') continue
      plain(position, child.from)
      const inner = meaningful(child)
      if (inner[0] !== undefined) parts.push(convert(inner[0]))
      position = child.to
    }
    plain(position, source[node.to - 1] === '`' && node.to - 1 > node.from ? node.to - 1 : node.to)
    return { is: 'template', parts, tag, ...at(node) }
  }

  function member(node: SyntaxNode): Code {
    const parts = meaningful(node)
    const where = at(node)
    const [of, key] = parts
    if (of === undefined) return opaque(where, [])
    if (key === undefined) return convert(of)
    const name = key.name === 'PropertyName' || key.name === 'PrivatePropertyName'
    return { is: 'member', of: convert(of), key: name ? textOf(key) : convert(key), ...where }
  }

  function binary(node: SyntaxNode): Code {
    const { operator, parts } = terms(node, ['as', 'satisfies'])
    if (operator === null) return opaque(at(node), parts)
    if (operator === '') return parts[0]!
    if (operator === '||' || operator === '??') return { is: 'choice', test: null, options: parts, ...at(node) }
    if (operator === '&&') return { is: 'choice', test: { is: 'block', body: parts.slice(0, -1), ...at(node) }, options: [parts.at(-1)!], ...at(node) }
    if (/^(?:[<>=!]|in$|instanceof)/.test(operator) && operator !== '<<' && !operator.startsWith('>>')) return opaque(at(node), parts, true)
    return { is: 'binary', op: operator, parts, ...at(node) }
  }

  const spreadable = (nodes: readonly SyntaxNode[]): Code[] => reader.spreadable(nodes, ['Spread'])

  function object(node: SyntaxNode): Code {
    const entries: { key: string | Code | null; value: Code }[] = []
    for (const property of childrenOf(node)) {
      if (property.name !== 'Property') continue
      const parts = childrenOf(property)
      const first = parts.find((child) => !['async', 'Star', 'get', 'set'].includes(child.name))
      if (first === undefined) continue
      if (first.name === 'Spread') {
        if (parts[1] !== undefined) entries.push({ key: null, value: convert(parts[1]) })
        continue
      }
      if (parts.some((child) => child.name === 'ParamList')) {
        entries.push({ key: keyText(first), value: functionCode(property) })
        continue
      }
      const colon = parts.findIndex((child) => child.name === ':')
      const value = colon < 0 ? undefined : parts[colon + 1]
      if (first.name === '[') {
        if (parts[1] !== undefined && value !== undefined) entries.push({ key: convert(parts[1]), value: convert(value) })
      } else if (value !== undefined) entries.push({ key: keyText(first), value: convert(value) })
      else entries.push({ key: keyText(first), value: { is: 'name', name: textOf(first), ...at(first) } })
    }
    return { is: 'map', entries, ...at(node) }
  }
  const keyText = (node: SyntaxNode): string => (node.name === 'String' ? unescaped(textOf(node).slice(1, -1)) : textOf(node))

  function patternEntry(node: SyntaxNode): { key: string | Code | null; value: Code }[] {
    if (node.name !== 'PatternProperty') return []
    const parts = childrenOf(node)
    const first = parts[0]
    if (first === undefined) return []
    if (first.name === 'Spread') return parts[1] === undefined ? [] : [{ key: null, value: convert(parts[1]) }]
    const colon = parts.findIndex((child) => child.name === ':')
    const value = colon < 0 ? first : parts[colon + 1]
    if (value === undefined || value.name === '[') return []
    const given = parts.findIndex((child) => child.name === 'Equals')
    return [
      {
        key: first.name === '[' && parts[1] !== undefined ? convert(parts[1]) : keyText(first),
        value: withDefault(convert(value), given < 0 ? undefined : parts[given + 1]),
      },
    ]
  }
  const withDefault = (target: Code, value: SyntaxNode | undefined): Code =>
    value === undefined ? target : { is: 'assign', target, value: convert(value), op: '=', declares: true, ...at(value) }
  /** `[a = x, b]`: what stands after a mark of equality is no item of its own. */
  function withDefaults(items: readonly Code[], nodes: readonly SyntaxNode[]): Code[] {
    const values = new Map<number, SyntaxNode>()
    const starts = new Set<number>()
    nodes.forEach((node, i) => {
      const [before, value] = [nodes[i - 1], nodes[i + 1]]
      if (node.name !== 'Equals' || before === undefined || value === undefined) return
      values.set(before.to, value)
      starts.add(value.from)
    })
    return items.filter(({ start }) => !starts.has(start)).map((item) => withDefault(item, values.get(item.end)))
  }

  function argumentsOf(list: SyntaxNode): Argument[] {
    return spreadable(childrenOf(list)).map((code): Argument =>
      code.is === 'spread' ? { name: null, value: code.of, spread: true } : { name: null, value: code, spread: false },
    )
  }

  function functionCode(node: SyntaxNode): Code {
    const parts = childrenOf(node)
    const name = parts.find((child) => child.name === 'VariableDefinition' || child.name === 'PropertyDefinition' || child.name === 'PrivatePropertyDefinition')
    const list = parts.find((child) => child.name === 'ParamList')
    const body = parts.at(-1)
    return {
      is: 'function',
      name: name === undefined || node.name === 'ArrowFunction' ? null : textOf(name),
      parameters: list === undefined ? [] : parametersOf(list),
      body: body === undefined || body === list ? opaque(at(node), []) : convert(body),
      ...at(node),
    }
  }

  function parametersOf(list: SyntaxNode): Parameter[] {
    const parameters: Parameter[] = []
    const children = childrenOf(list).filter((child) => child.name !== 'TypeAnnotation')
    let rest = false
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!
      if (child.name === 'Spread') rest = true
      else if (child.name === 'VariableDefinition' || child.name === 'ObjectPattern' || child.name === 'ArrayPattern') {
        const fallback = children[i + 1]?.name === 'Equals' ? children[i + 2] : undefined
        parameters.push({ target: convert(child), fallback: fallback === undefined ? null : convert(fallback), rest })
        if (fallback !== undefined) i += 2
        rest = false
      }
    }
    return parameters
  }

  function declaration(node: SyntaxNode): Code {
    const body: Code[] = []
    const children = childrenOf(node).filter((child) => child.name !== 'TypeAnnotation')
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!
      if (child.name !== 'VariableDefinition' && child.name !== 'ObjectPattern' && child.name !== 'ArrayPattern') continue
      const value = children[i + 1]?.name === 'Equals' ? children[i + 2] : undefined
      if (value === undefined) continue
      body.push({ is: 'assign', target: convert(child), value: convert(value), op: '=', declares: true, ...at(node) })
      i += 2
    }
    return body.length === 1 ? body[0]! : { is: 'block', body, ...at(node) }
  }

  function importing(node: SyntaxNode): Code {
    const where = at(node)
    const body: Code[] = []
    const children = childrenOf(node)
    const from = children.find((child) => child.name === 'String')
    if (from === undefined) return opaque(where, [])
    const module = keyText(from)
    const bind = (name: string, imported: string | null): void => {
      body.push({
        is: 'assign',
        target: { is: 'name', name, ...where },
        value: { is: 'module', name: module, member: imported, ...where },
        op: '=',
        declares: true,
        ...where,
      })
    }
    for (const child of children) {
      if (child.name === 'VariableDefinition') bind(textOf(child), null)
      else if (child.name === 'ImportGroup' || child.name === 'ExportGroup') {
        for (const item of textOf(child).slice(1, -1).split(',')) {
          const [name, , alias] = item.trim().split(/\s+/)
          if (name !== undefined && name !== '') bind(alias ?? name, name === 'default' ? null : name)
        }
      }
    }
    // Only types are taken in: nothing runs.
    if (/^import\s+type\b/.test(textOf(node))) return opaque(where, [])
    return { is: 'block', body: body.length === 0 ? [{ is: 'module', name: module, member: null, ...where }] : body, ...where }
  }

  function exporting(node: SyntaxNode): Code {
    const where = at(node)
    const children = childrenOf(node)
    if (children.some((child) => child.name === 'String')) {
      const value: Code = { is: 'module', name: keyText(children.find((child) => child.name === 'String')!), member: null, ...where }
      if (!children.some((child) => child.name === 'Star')) return importing(node)
      return { is: 'assign', target: { is: 'name', name: '*', ...where }, value, op: '=', declares: true, ...where }
    }
    const body = all(children)
    const value = body.at(-1)
    if (value === undefined || !children.some((child) => child.name === 'default')) return { is: 'block', body, ...where }
    return { is: 'assign', target: { is: 'name', name: 'default', ...where }, value, op: '=', declares: true, ...where }
  }

  function forLoop(node: SyntaxNode): Code {
    const parts = meaningful(node)
    const spec = parts[0]
    const bodyNode = parts.at(-1)
    if (spec === undefined || bodyNode === undefined || spec === bodyNode) return opaque(at(node), all(parts))
    const body = convert(bodyNode)
    if (spec.name === 'ForOfSpec' || spec.name === 'ForInSpec') {
      const [target, over] = meaningful(spec)
      if (target === undefined || over === undefined) return body
      return {
        is: 'loop',
        target: convert(target),
        over: spec.name === 'ForOfSpec' ? convert(over) : opaque(at(over), [convert(over)], true),
        body,
        endless: false,
        ...at(node),
      }
    }
    const endless = /^\(\s*;\s*;\s*\)$/.test(textOf(spec)) && !hasWayOut(textOf(bodyNode))
    const setup: Code = { is: 'block', body: all(childrenOf(spec)), ...at(spec) }
    return { is: 'loop', target: null, over: setup, body, endless, ...at(node) }
  }

  return reader.parsed(tree)
}
