// What does a Python syntax tree say, in the small tree that all languages share?
import { formatString, importedNames, isMark, numberValue, sliceBounds, stringText } from './parts.ts'
import { childrenOf, hasWayOut, opaque } from '../_code/syntax.ts'
import type { Argument, Code, Parameter, Parsed, SyntaxNode, SyntaxTree } from '../_code/syntax.ts'
import { readTree } from '../_code/tree.ts'

export function parsePython(tree: SyntaxTree, source: string): Parsed {
  const reader = readTree(source, isMark, (node) => converted(node))
  const { textOf, at, convert, meaningful, all, terms } = reader

  function converted(node: SyntaxNode): Code {
    const where = at(node)
    switch (node.name) {
      case 'Script':
      case 'Body':
      case 'StatementGroup':
        return { is: 'block', body: all(childrenOf(node)), ...where }
      case 'ExpressionStatement': {
        const inner = meaningful(node)
        return inner.length === 1 ? convert(inner[0]!) : opaque(where, inner.map(convert))
      }
      case 'ParenthesizedExpression':
      case 'AwaitExpression': {
        const inner = childrenOf(node).find((child) => !isMark(child))
        return inner === undefined ? opaque(where, []) : convert(inner)
      }
      case 'String':
        return { is: 'constant', value: stringText(textOf(node)), ...where }
      case 'ContinuedString':
        return { is: 'template', parts: all(childrenOf(node)), tag: null, ...where }
      case 'FormatString':
        return formatString(node, source, convert)
      case 'Number':
        // `1.0` is not written as `1`.
        return /^[\d_]+$|^0[xbo]/i.test(textOf(node)) ? { is: 'constant', value: numberValue(textOf(node)), ...where } : opaque(where, [], true)
      case 'Boolean':
        return { is: 'constant', value: textOf(node) === 'True', ...where }
      case 'None':
        return { is: 'constant', value: null, ...where }
      case 'VariableName':
      case 'self':
        return { is: 'name', name: textOf(node), ...where }
      case 'MemberExpression':
        return member(node)
      case 'CallExpression': {
        const [callee, list] = childrenOf(node)
        if (callee === undefined) return opaque(where, [])
        return { is: 'call', callee: convert(callee), args: list === undefined ? [] : argumentsOf(list), ...where }
      }
      // `print x` and `exec x` as statements were Python 2's way; the parser knows them still.
      case 'PrintStatement': {
        const args = all(childrenOf(node)).map((value): Argument => ({ name: null, value, spread: false }))
        return { is: 'call', callee: { is: 'name', name: 'print', ...where }, args, ...where }
      }
      case 'BinaryExpression':
        return binary(node)
      case 'UnaryExpression': {
        const [operator, value] = childrenOf(node)
        if (value === undefined) return opaque(where, [])
        const inner = convert(value)
        if (operator !== undefined && textOf(operator) === '-' && inner.is === 'constant' && typeof inner.value === 'number')
          return { ...inner, value: -inner.value }
        return opaque(where, [inner], operator?.name === 'not')
      }
      case 'TupleExpression':
      case 'ArrayExpression':
      case 'SetExpression':
        return { is: 'list', items: starred(childrenOf(node)), ...where }
      case 'DictionaryExpression':
        return dictionary(node)
      case 'ConditionalExpression': {
        const [yes, test, no] = all(childrenOf(node))
        return yes === undefined || no === undefined || test === undefined ? opaque(where, []) : { is: 'choice', test, options: [yes, no], ...where }
      }
      case 'LambdaExpression': {
        const parts = childrenOf(node)
        const list = parts.find((child) => child.name === 'ParamList')
        const body = parts.at(-1)
        return {
          is: 'function',
          name: null,
          parameters: list === undefined ? [] : parametersOf(list),
          body: body === undefined ? opaque(where, []) : convert(body),
          ...where,
        }
      }
      case 'ArrayComprehensionExpression':
      case 'ComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'DictionaryComprehensionExpression':
        return comprehension(node)
      case 'NamedExpression': {
        const [target, value] = all(childrenOf(node))
        return target === undefined || value === undefined ? opaque(where, []) : { is: 'assign', target, value, op: '=', declares: true, ...where }
      }
      case 'AssignStatement':
        return assignment(node)
      case 'UpdateStatement': {
        const parts = childrenOf(node)
        const [target, value] = all(parts.filter((child) => child.name !== 'UpdateOp'))
        if (target === undefined || value === undefined) return opaque(where, [])
        const operator = parts.find((child) => child.name === 'UpdateOp')
        const plus = operator !== undefined && textOf(operator) === '+='
        return { is: 'assign', target, value: plus ? value : opaque(where, [target, value]), op: plus ? '+=' : '=', declares: true, ...where }
      }
      case 'ImportStatement':
        return importedNames(node, source)
      case 'ForStatement':
        return forLoop(node)
      case 'WhileStatement': {
        const parts = childrenOf(node).filter((child) => !isMark(child))
        const test = parts[0]
        const body = parts.find((child) => child.name === 'Body')
        if (test === undefined || body === undefined) return opaque(where, [])
        const always = /^\(?(?:True|1)\)?$/.test(textOf(test))
        return {
          is: 'loop',
          target: null,
          over: convert(test),
          body: { is: 'block', body: all(parts.slice(1)), ...where },
          endless: always && !hasWayOut(textOf(body)),
          ...where,
        }
      }
      case 'IfStatement':
      case 'MatchStatement': {
        const parts = childrenOf(node).filter((child) => !isMark(child) || child.name === 'else')
        const bodies = parts.filter((child) => child.name === 'Body' || child.name === 'MatchBody')
        const tests = parts.filter((child) => child.name !== 'Body' && child.name !== 'MatchBody' && child.name !== 'else')
        return { is: 'branches', tests: tests.map(convert), bodies: bodies.map(convert), total: parts.some((child) => child.name === 'else'), ...where }
      }
      case 'TryStatement':
        return { is: 'block', body: all(childrenOf(node).filter((child) => child.name === 'Body')), ...where }
      case 'WithStatement':
        return withStatement(node)
      case 'FunctionDefinition': {
        const parts = childrenOf(node)
        const name = parts.find((child) => child.name === 'VariableName')
        const list = parts.find((child) => child.name === 'ParamList')
        const body = parts.find((child) => child.name === 'Body')
        return {
          is: 'function',
          name: name === undefined ? null : textOf(name),
          parameters: list === undefined ? [] : parametersOf(list),
          body: body === undefined ? opaque(where, []) : convert(body),
          ...where,
        }
      }
      case 'DecoratedStatement':
        return { is: 'block', body: all(childrenOf(node)), ...where }
      case 'Decorator': {
        // Called with what follows it, which stays what it is: most only note it somewhere.
        const made = opaque(where, [])
        return { is: 'call', callee: decorating(node), args: [{ name: null, value: made, spread: false }], ...where }
      }
      case 'ClassDefinition': {
        const parts = childrenOf(node)
        const name = parts.find((child) => child.name === 'VariableName')
        const body = parts.find((child) => child.name === 'Body')
        return { is: 'class', name: name === undefined ? null : textOf(name), methods: body === undefined ? [] : all(childrenOf(body)), ...where }
      }
      case 'ReturnStatement':
      case 'YieldStatement':
      case 'YieldExpression': {
        const inner = all(childrenOf(node))
        const value: Code | null = inner.length === 0 ? null : inner.length === 1 ? inner[0]! : { is: 'list', items: inner, ...where }
        if (node.name === 'ReturnStatement' || value === null) return { is: 'return', value, ...where }
        return { is: 'return', value: { is: 'list', items: [value], ...where }, ...where }
      }
      case 'TypeDef':
        return opaque(where, all(childrenOf(node)), true)
      case 'Comment':
        return opaque(where, [])
      default:
        return opaque(where, all(childrenOf(node)))
    }
  }

  /** `@a.b(c)`: its parts stand in a row. */
  function decorating(node: SyntaxNode): Code {
    let made: Code | null = null
    for (const child of childrenOf(node)) {
      if (child.name === 'ArgList') made = { is: 'call', callee: made ?? opaque(at(child), []), args: argumentsOf(child), ...at(child) }
      else if (made !== null && (child.name === 'PropertyName' || child.name === 'VariableName'))
        made = { is: 'member', of: made, key: textOf(child), ...at(child) }
      else if (child.name !== 'At' && !isMark(child)) made = convert(child)
    }
    return made ?? opaque(at(node), [])
  }

  function member(node: SyntaxNode): Code {
    const parts = childrenOf(node)
    const where = at(node)
    const of = parts[0]
    if (of === undefined) return opaque(where, [])
    const property = parts.find((child, i) => i > 0 && child.name === 'PropertyName')
    if (property !== undefined) return { is: 'member', of: convert(of), key: textOf(property), ...where }
    const inside = parts.slice(1).filter((child) => child.name !== '[' && child.name !== ']')
    if (inside.some((child) => child.name === ':')) {
      const range = sliceBounds(source.slice(of.to, node.to))
      if (range === null) return opaque(where, [convert(of), ...all(inside)])
      return { is: 'slice', of: convert(of), ...range, ...where }
    }
    const key = inside.find((child) => !isMark(child))
    return key === undefined ? opaque(where, [convert(of)]) : { is: 'member', of: convert(of), key: convert(key), ...where }
  }

  function binary(node: SyntaxNode): Code {
    const { operator, parts } = terms(node)
    if (operator === null) return opaque(at(node), parts)
    if (operator === 'or') return { is: 'choice', test: null, options: parts, ...at(node) }
    if (/^(?:[<>=!]|in$|is|not)/.test(operator) && operator !== '<<' && operator !== '>>') return opaque(at(node), parts, true)
    return { is: 'binary', op: operator, parts, ...at(node) }
  }

  const starred = (nodes: readonly SyntaxNode[]): Code[] => reader.spreadable(nodes, ['*', '**'])

  function dictionary(node: SyntaxNode): Code {
    const entries: { key: string | Code | null; value: Code }[] = []
    let key: Code | null = null
    let spread = false
    for (const child of childrenOf(node)) {
      if (child.name === '**') spread = true
      else if (!isMark(child)) {
        const value = convert(child)
        if (spread) entries.push({ key: null, value })
        else if (key === null) {
          key = value
          continue
        } else entries.push({ key, value })
        key = null
        spread = false
      }
    }
    return { is: 'map', entries, ...at(node) }
  }

  function argumentsOf(list: SyntaxNode): Argument[] {
    const args: Argument[] = []
    const children = childrenOf(list)
    if (children.some((child) => child.name === 'for')) return [{ name: null, value: comprehension(list), spread: false }]
    let spread = false
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!
      if (child.name === '*' || child.name === '**') spread = true
      else if (!isMark(child)) {
        const isNamed = child.name === 'VariableName' && children[i + 1]?.name === 'AssignOp'
        const value = isNamed ? children[i + 2] : child
        if (isNamed) i += 2
        if (value !== undefined && !isMark(value)) args.push({ name: isNamed ? textOf(child) : null, value: convert(value), spread })
        spread = false
      }
    }
    return args
  }

  function parametersOf(list: SyntaxNode): Parameter[] {
    const parameters: Parameter[] = []
    const children = childrenOf(list)
    let rest = false
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!
      if (child.name === '*' || child.name === '**') rest = true
      else if (child.name === 'VariableName' || child.name === 'self') {
        let next = i + 1
        if (children[next]?.name === 'TypeDef') next++
        const fallback = children[next]?.name === 'AssignOp' ? children[next + 1] : undefined
        parameters.push({ target: convert(child), fallback: fallback === undefined ? null : convert(fallback), rest })
        if (fallback !== undefined) i = next + 1
        rest = false
      } else if (child.name === ',') rest = false
    }
    return parameters
  }

  /** Targets between two marks: one, or several with commas. */
  function target(nodes: readonly SyntaxNode[]): Code {
    const kept = nodes.filter((child) => child.name !== 'TypeDef')
    const items = starred(kept)
    if (items.length === 1 && !kept.some((child) => child.name === ',')) return items[0]!
    return { is: 'list', items, start: kept[0]?.from ?? 0, end: kept.at(-1)?.to ?? 0 }
  }

  function comprehension(node: SyntaxNode): Code {
    const children = childrenOf(node)
    const first = children.findIndex((child) => child.name === 'for' || child.name === 'async')
    const loops: { target: Code; over: Code }[] = []
    const tests: Code[] = []
    let i = first
    while (i >= 0 && i < children.length) {
      const word = children[i]!.name
      if (word === 'for') {
        const inAt = children.findIndex((child, j) => j > i && child.name === 'in')
        if (inAt < 0 || inAt + 1 >= children.length) break
        loops.push({ target: target(children.slice(i + 1, inAt)), over: convert(children[inAt + 1]!) })
        i = inAt + 2
      } else if (word === 'if' && i + 1 < children.length) {
        tests.push(convert(children[i + 1]!))
        i += 2
      } else i++
    }
    const items = all(children.slice(0, Math.max(first, 0)))
    const item: Code = items.length === 1 ? items[0]! : { is: 'list', items, ...at(node) }
    return { is: 'comprehension', loops, tests, item, ...at(node) }
  }

  function assignment(node: SyntaxNode): Code {
    const groups: SyntaxNode[][] = [[]]
    for (const child of childrenOf(node)) {
      if (child.name === 'AssignOp') groups.push([])
      else groups.at(-1)!.push(child)
    }
    const where = at(node)
    if (groups.length < 2) return opaque(where, [])
    let value: Code = target(groups.at(-1)!)
    for (const group of groups.slice(0, -1).reverse()) value = { is: 'assign', target: target(group), value, op: '=', declares: true, ...where }
    const types = groups[0]!.filter((child) => child.name === 'TypeDef' && textOf(child).includes('('))
    return types.length === 0 ? value : { is: 'block', body: [...all(types), value], ...where }
  }

  function forLoop(node: SyntaxNode): Code {
    const children = childrenOf(node).filter((child) => child.name !== 'async')
    const inAt = children.findIndex((child) => child.name === 'in')
    const bodyAt = children.findIndex((child) => child.name === 'Body')
    if (inAt < 0 || bodyAt < 0) return opaque(at(node), all(children))
    const over = target(children.slice(inAt + 1, bodyAt))
    const endless = /^(?:itertools\.)?(?:count\(|cycle\(|repeat\(|iter\(int)/.test(source.slice(over.start, over.end)) && !hasWayOut(textOf(children[bodyAt]!))
    return {
      is: 'loop',
      target: target(children.slice(1, inAt)),
      over,
      body: { is: 'block', body: all(children.slice(bodyAt)), ...at(node) },
      endless,
      ...at(node),
    }
  }

  function withStatement(node: SyntaxNode): Code {
    const body: Code[] = []
    const children = childrenOf(node)
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!
      if (isMark(child)) continue
      const value = convert(child)
      const name = children[i + 1]?.name === 'as' ? children[i + 2] : undefined
      if (name === undefined) body.push(value)
      else {
        body.push({ is: 'assign', target: convert(name), value, op: '=', declares: true, ...at(child) })
        i += 2
      }
    }
    return { is: 'block', body, ...at(node) }
  }

  return reader.parsed(tree)
}
