// Who changes the machine's state? Each field of it has one module that writes it, and one module makes processes; every check is shown to fail on a seeded violation.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'

type Files = ReadonlyMap<string, string>
type Node = { readonly type: string } & Readonly<Record<string, unknown>>

/** The interfaces that the state is described by, and where. What a class keeps in private fields, nobody else can write. */
const STATE: Readonly<Record<string, readonly string[]>> = {
  'src/core/log/trace.ts': ['Trace'],
  'src/core/log/process.ts': ['Process'],
  'src/core/disk/disk.ts': ['Viewer'],
  'src/core/machine/shell.ts': ['Env', 'Folders', 'Flow', 'Traps', 'Trap', 'Ending', 'Descriptors', 'Vouched', 'Shell'],
}
/** Makes and copies processes: until it hands one out, nobody else has it. */
const MAKER = 'src/core/machine/process.ts'

/** Field → the one module that writes it once a process is made. A field that is not named here is never written. */
const WRITER: Readonly<Record<string, string>> = {
  vars: 'src/core/machine/env.ts',
  functions: 'src/core/machine/env.ts',
  aliases: 'src/core/machine/env.ts',
  exported: 'src/core/machine/env.ts',
  constants: 'src/core/machine/env.ts',
  locals: 'src/core/machine/env.ts',
  choice: 'src/core/machine/env.ts',
  choices: 'src/core/machine/env.ts',
  cwd: 'src/core/machine/folders.ts',
  wild: 'src/core/machine/folders.ts',
  elsewhere: 'src/core/machine/folders.ts',
  unmoved: 'src/core/machine/folders.ts',
  previous: 'src/core/machine/folders.ts',
  strict: 'src/core/machine/flow.ts',
  left: 'src/core/machine/flow.ts',
  refused: 'src/core/machine/flow.ts',
  endings: 'src/core/languages/bash/traps.ts',
  traps: 'src/core/languages/bash/traps.ts',
  sockets: 'src/core/machine/descriptors.ts',
  inputs: 'src/core/machine/descriptors.ts',
  outputs: 'src/core/machine/descriptors.ts',
  trust: 'src/core/machine/trust.ts',
  script: 'src/core/machine/trust.ts',
  alone: 'src/core/machine/trust.ts',
  remotes: 'src/core/readers/git.ts',
}

const STATE_TYPES = new Set([...Object.values(STATE).flat(), 'Open', 'Line', 'ReaderLine'])
/** Classes with private fields: what they are told, they write themselves. */
const KEEPERS = new Set(['log', 'budget', 'notes', 'disk'])
/** What these give back is a process. */
const MAKES = new Set(['fork', 'altered', 'maybe', 'started', 'asFile', 'takenIn', 'asOthers', 'vouchedFor', 'holdVariables', 'awaitLeft', 'withoutNames'])
const WHOLE = new Set(['Shell', 'Viewer', 'Process', 'Trace'])
const CHANGES = new Set(['set', 'add', 'delete', 'clear', 'push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill'])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) return value.forEach((one) => visit(one, see))
  if (!isNode(value)) return
  see(value)
  for (const [key, child] of Object.entries(value)) if (key !== 'parent' && typeof child === 'object') visit(child, see)
}
/** What stands behind brackets, casts and `!`. */
function bare(node: unknown): Node | null {
  let found = isNode(node) ? node : null
  while (found !== null && /^(?:TSAsExpression|TSNonNullExpression|TSSatisfiesExpression|ParenthesizedExpression|ChainExpression)$/.test(found.type))
    found = isNode(found['expression']) ? found['expression'] : null
  return found
}
const nameOf = (node: unknown): string | null => (isNode(node) && node.type === 'Identifier' ? String(node['name']) : null)
const isCore = (file: string): boolean => file.startsWith('src/core/') && file.endsWith('.ts') && !file.endsWith('.test.ts')
const trees = new Map<string, unknown>()
function treeOf(text: string): unknown {
  if (!trees.has(text)) trees.set(text, parseAst(text, { lang: 'ts', sourceType: 'module' }).body)
  return trees.get(text)
}

/** Field → whether it is said to be read-only, of all interfaces of the state. */
function fieldsOf(files: Files): ReadonlyMap<string, boolean> {
  const fields = new Map<string, boolean>()
  for (const [file, names] of Object.entries(STATE))
    visit(treeOf(files.get(file) ?? ''), (node) => {
      if (node.type !== 'TSInterfaceDeclaration' || !names.includes(nameOf(node['id']) ?? '')) return
      for (const one of (node['body'] as { readonly body: readonly Node[] }).body)
        if (one.type === 'TSPropertySignature') fields.set(nameOf(one['key']) ?? '', one['readonly'] === true && fields.get(nameOf(one['key']) ?? '') !== false)
    })
  return fields
}

const isOf = (annotation: unknown, types: ReadonlySet<string>): boolean => {
  let found = false
  visit(annotation, (node) => {
    if (node.type === 'TSTypeReference' && types.has(nameOf(node['typeName']) ?? '')) found = true
  })
  return found
}
/** Names that stand for whole processes in a file. */
function processNames(tree: unknown): ReadonlySet<string> {
  const names = new Set(['shell', 'trace'])
  visit(tree, (node) => {
    if (node.type === 'Identifier' && isOf(node['typeAnnotation'], WHOLE)) names.add(String(node['name']))
    const init = node.type === 'VariableDeclarator' ? bare(node['init']) : null
    if (init?.type === 'CallExpression' && MAKES.has(nameOf(init['callee']) ?? '')) names.add(nameOf(node['id']) ?? 'shell')
  })
  return names
}

/** Names that stand for state in a file: said to be of its types, or made of such. */
function stateNames(tree: unknown): ReadonlySet<string> {
  const names = new Set<string>(['shell'])
  const isState = (value: unknown): boolean => {
    const node = bare(value)
    if (node === null) return false
    if (node.type === 'Identifier') return names.has(String(node['name']))
    if (node.type === 'ConditionalExpression') return isState(node['consequent']) || isState(node['alternate'])
    if (node.type === 'CallExpression') return (node['arguments'] as readonly unknown[]).slice(0, 1).some(isState)
    return node.type === 'MemberExpression' && /^(?:shell|trace)$/.test(nameOf(node['property']) ?? '')
  }
  const ofType = (annotation: unknown): boolean => isOf(annotation, STATE_TYPES)
  visit(tree, (node) => {
    if (node.type === 'Identifier' && isNode(node['typeAnnotation']) && ofType(node['typeAnnotation'])) names.add(String(node['name']))
    if (node.type === 'VariableDeclarator' && isState(node['init'])) visit(node['id'], (one) => names.add(nameOf(one) ?? 'shell'))
    if (node.type === 'ObjectPattern' && ofType(node['typeAnnotation'])) visit(node['properties'], (one) => names.add(nameOf(one) ?? 'shell'))
  })
  return names
}

/** `file: field` of everything that is written to state, `file copies a process` where it is copied by hand. */
function writesOf(files: Files): readonly (readonly [string, string])[] {
  const fields = fieldsOf(files)
  const kept = keptFor(fields)
  return [...files].flatMap(([file, text]) => {
    const known = isCore(file) ? kept.get(file + text) : []
    if (known !== undefined) return known
    const tree = treeOf(text)
    const [names, processes] = [stateNames(tree), processNames(tree)]
    const found: (readonly [string, string])[] = []
    const rootOf = (value: unknown): string | null => {
      const node = bare(value)
      if (node?.type === 'MemberExpression') return nameOf(node['property']) === 'shell' ? 'shell' : rootOf(node['object'])
      if (node?.type === 'CallExpression') return (node['arguments'] as readonly unknown[]).map(rootOf).find((name) => name !== null && names.has(name)) ?? null
      return nameOf(node)
    }
    /** The field of the state that is changed where this is. */
    const fieldIn = (value: unknown): string | null => {
      const node = bare(value)
      if (node?.type !== 'MemberExpression') return null
      const field = nameOf(node['property'])
      return field !== null && fields.has(field) && names.has(rootOf(node['object']) ?? '') ? field : null
    }
    visit(tree, (node) => {
      const target = node.type === 'AssignmentExpression' ? node['left'] : node.type === 'UpdateExpression' ? node['argument'] : undefined
      const field = target === undefined ? null : fieldIn(target)
      if (field !== null) found.push([file, field])
      if (node.type === 'UnaryExpression' && node['operator'] === 'delete' && fieldIn(node['argument']) !== null)
        found.push([file, fieldIn(node['argument']) ?? ''])
      if (node.type === 'CallExpression') {
        const callee = bare(node['callee'])
        const [first] = node['arguments'] as readonly unknown[]
        if (callee?.type === 'MemberExpression' && CHANGES.has(nameOf(callee['property']) ?? '')) {
          const alias = nameOf(bare(callee['object']))
          const changed = fieldIn(callee['object']) ?? (alias !== null && fields.has(alias) && names.has(alias) ? alias : null)
          if (changed !== null && !KEEPERS.has(changed)) found.push([file, changed])
        }
        if (
          callee?.type === 'MemberExpression' &&
          nameOf(callee['object']) === 'Object' &&
          nameOf(callee['property']) === 'assign' &&
          names.has(rootOf(first) ?? '')
        )
          found.push([file, 'everything'])
      }
      if (node.type === 'ObjectExpression')
        for (const one of node['properties'] as readonly Node[])
          if (one.type === 'SpreadElement' && processes.has(nameOf(bare(one['argument'])) ?? '')) found.push([file, 'a copy'])
    })
    kept.set(file + text, found)
    return found
  })
}
/** Seeds change one file of many. */
const all = new Map<string, Map<string, readonly (readonly [string, string])[]>>()
function keptFor(fields: ReadonlyMap<string, boolean>): Map<string, readonly (readonly [string, string])[]> {
  const key = [...fields.keys()].join(' ')
  let kept = all.get(key)
  if (kept === undefined) all.set(key, (kept = new Map()))
  return kept
}

function strayWrites(files: Files): readonly string[] {
  return [
    ...[...fieldsOf(files)].flatMap(([field, readonly]) => (readonly ? [] : [`${field} is not read-only`])),
    ...new Set(
      writesOf(files).flatMap(([file, field]) =>
        file === MAKER || WRITER[field] === file ? [] : [`${file} writes ${field}, not ${WRITER[field] ?? 'anybody'}`],
      ),
    ),
  ]
}

const ROOT = join(import.meta.dirname, '../..')
const repository: Files = new Map(
  readdirSync(join(ROOT, 'src/core'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [posix.join(...path.slice(ROOT.length + 1).split(/[\\/]/)), readFileSync(path, 'utf8')] as const),
)
const withFile = (file: string, text: string): Files => new Map([...repository, [file, text]])

describe('every field of the state has one writer', () => {
  test('holds in this repository', () => {
    expect(strayWrites(repository)).toEqual([])
  })
  test('whoever is named as a writer writes', () => {
    const written = new Set(writesOf(repository).map(([file, field]) => `${field} ${file}`))
    expect(Object.entries(WRITER).filter(([field, file]) => !written.has(`${field} ${file}`))).toEqual([])
  })
  test.each([
    ['export const f = (shell: Shell): void => void (shell.cwd = x)', 'cwd'],
    ['export const f = (who: Shell): void => { (who as Open<Env>).choice++ }', 'choice'],
    ["export const f = (shell: Shell): void => { shell.vars.set('a', x) }", 'vars'],
    ["export const f = (shell: Shell): void => { (shell.vars as Map<string, Value>).delete('a') }", 'vars'],
    ["export const f = ({ vars }: Shell): void => { vars.set('a', x) }", 'vars'],
    ['export const f = (line: Line): void => { line.shell.trust = y }', 'trust'],
    ['export function f(shell: Shell) { const inner = fork(shell); inner.later = true }', 'later'],
    ['export function f(shell: Shell) { const { exported } = shell; exported.add(x) }', 'exported'],
    ['export function f(shell: Shell) { Object.assign(shell, { x }) }', 'everything'],
    ['export const f = (shell: Shell): Shell => ({ ...shell, certain: false })', 'a copy'],
    ['export function f({ trace }: Shell) { trace.needs.push(x) }', 'needs'],
  ])('can fail: %s', (text, field) => {
    expect(strayWrites(withFile('src/core/readers/seeded.ts', `${text}\n`))).toEqual([
      `src/core/readers/seeded.ts writes ${field}, not ${WRITER[field] ?? 'anybody'}`,
    ])
  })
  test('can fail: a field that anybody may write', () => {
    const file = 'src/core/machine/shell.ts'
    expect(strayWrites(withFile(file, (repository.get(file) ?? '').replace('readonly depth: number', 'depth: number')))).toEqual(['depth is not read-only'])
  })
})
