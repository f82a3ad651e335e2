// How does the hook load only what the call at hand needs? Modules that not every call runs stand in parts: files of their own, each opened when a function of it is first called.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const ENGINE = 'src/hook/engine.ts'
const STAND_IN = 'stand-in:'
const OPENER = 'opener:'
/** A module of ours that is not of this part. */
const ELSEWHERE = 'elsewhere:'

/**
 * By part, its files and what others want of each: where it begins (`src/hook/parts.json`: modules, folders, packages), and what is reached from there alone.
 * What two parts reach, and what gives others a table or a class, which is there at once or never, is the engine's. A number or a text that others want they get a copy of.
 */
export function readParts(root) {
  const about = aboutIn(root)
  const begins = new Map()
  for (const [part, list] of Object.entries(JSON.parse(readFileSync(join(root, 'src/hook/parts.json'), 'utf8'))))
    for (const file of list.flatMap((one) => (one.endsWith('/') ? modulesIn(root, one) : [one]))) {
      if (begins.has(file)) throw new Error(`\`${file}\` stands in two parts (src/hook/parts.json)`)
      if (file.startsWith('src/') && !existsSync(join(root, file))) throw new Error(`\`${file}\` is not there any more (src/hook/parts.json)`)
      begins.set(file, part)
    }
  for (;;) {
    const parts = partsOf(begins, about)
    const stays = [...parts.values()].flatMap((files) =>
      [...files].filter(([file, names]) => file.startsWith('src/') && [...names].some((name) => !about(file).functions.has(name))).map(([file]) => file),
    )
    if (stays.length === 0) return parts
    for (const file of stays) begins.set(file, null)
  }
}

/** `begins`: by file; null for what is the engine's in any case. */
function partsOf(begins, about) {
  const reach = (from, part, seen = new Set()) => {
    const left = [...from]
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      if (seen.has(file) || (begins.has(file) && begins.get(file) !== part)) continue
      seen.add(file)
      left.push(...about(file).imports.map(({ from: to }) => to))
    }
    return seen
  }
  const of = (part) => [...begins].filter(([, one]) => one === part).map(([file]) => file)
  const names = [...new Set(begins.values())].filter((part) => part !== null)
  const engine = reach([ENGINE, ...of(null)], null)
  let partOf = new Map()
  for (let size = -1; size !== engine.size;) {
    size = engine.size
    partOf = new Map()
    for (const part of names)
      for (const file of reach(of(part), part)) {
        if (engine.has(file)) continue
        if (partOf.has(file)) reach([file], null, engine)
        else partOf.set(file, part)
      }
  }
  const parts = new Map(names.map((part) => [part, new Map()]))
  for (const [file, part] of partOf) parts.get(part).set(file, new Set())
  for (const file of [...engine, ...partOf.keys()])
    for (const { from, names: wanted } of about(file).imports)
      if (partOf.has(from) && partOf.get(from) !== partOf.get(file))
        for (const name of wanted) if (!about(from).plain.has(name)) parts.get(partOf.get(from)).get(from).add(name)
  return parts
}

const modulesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => folder + name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

/** What a module of ours imports, which functions it exports, and which numbers and texts, as they are written. Of packages nothing is known but their names. */
function aboutIn(root) {
  const known = new Map()
  return (file) => {
    if (!known.has(file)) known.set(file, file.startsWith('src/') ? readModule(root, file) : { imports: [], functions: new Set(), plain: new Map() })
    return known.get(file)
  }
}

function readModule(root, file) {
  const imports = []
  const functions = new Set()
  const plain = new Map()
  for (const node of parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts', sourceType: 'module' }).body) {
    if (node.source) {
      const said = (node.specifiers ?? []).filter((one) => one.importKind !== 'type' && one.exportKind !== 'type')
      if (node.importKind === 'type' || node.exportKind === 'type' || (node.specifiers?.length > 0 && said.length === 0)) continue
      const names = said.map((one) => one.imported?.name ?? one.local?.name ?? '*')
      imports.push({ from: moduleOf(root, file, node.source.value), names })
      if (node.type === 'ExportNamedDeclaration') for (const { exported } of said) functions.add(exported.name)
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration) {
      const { type, id, declarations = [] } = node.declaration
      if (type === 'FunctionDeclaration') functions.add(id.name)
      for (const { id: named, init } of declarations) {
        if (init?.type.endsWith('FunctionExpression')) functions.add(named.name)
        if (typeof init?.value === 'number' || typeof init?.value === 'string') plain.set(named.name, JSON.stringify(init.value))
      }
    }
  }
  return { imports, functions, plain }
}

const moduleOf = (root, importer, id) =>
  id.startsWith('.') ? slashed(relative(root, join(root, dirname(importer), id))) : isAbsolute(id) ? slashed(relative(root, id)) : id
const slashed = (path) => path.replaceAll('\\', '/')

/** The functions that a part gives back, in their order. */
const givenBy = (files) => [...files].flatMap(([file, names]) => [...names].map((name) => ({ file, name })))

/** Instead of a module of a part: functions that open it, by names that no function of ours has. */
function standIns(root, parts) {
  const about = aboutIn(root)
  const partOf = new Map([...parts].flatMap(([part, files]) => [...files.keys()].map((file) => [file, part])))
  const load = (id) => {
    const file = id.slice(1 + STAND_IN.length)
    const part = partOf.get(file)
    const functions = givenBy(parts.get(part)).flatMap((one, at) =>
      one.file === file ? [`export function ${one.name}(...given) { return $part()[${at}](...given) }`] : [],
    )
    const plain = [...about(file).plain].map(([name, text]) => `export const ${name} = ${text}`)
    return [`import { part as $part } from '${OPENER}${part}'`, ...functions, ...plain].join('\n')
  }
  return {
    resolve: (file) => (partOf.has(file) ? `\0${STAND_IN}${file}` : null),
    load: (id) => (id.startsWith(`\0${STAND_IN}`) ? load(id) : null),
  }
}

/** For the bundle of one part: what is not of it is the engine's, which gives it, or opens another part. */
export const partOnly = (root, parts, part) => {
  const files = parts.get(part)
  const others = standIns(root, parts)
  return {
    name: 'part-only',
    resolveId: (id, importer) => {
      if (id === part) return `\0${part}`
      if (id.startsWith(OPENER)) return { id, external: true }
      const wanted = moduleOf(root, importer === undefined || importer.startsWith('\0') ? '' : slashed(relative(root, importer)), id)
      if (files.has(wanted)) return null
      const standIn = others.resolve(wanted)
      if (standIn !== null) return standIn
      if (isBuiltin(wanted)) return { id: wanted, external: true }
      // A package's own modules.
      if (importer?.includes('node_modules') && !wanted.startsWith('src/')) return null
      return { id: wanted.startsWith('src/') ? ELSEWHERE + wanted : wanted, external: true }
    },
    load: (id) =>
      id === `\0${part}`
        ? givenBy(files)
            .map(({ file, name }, at) => `export { ${name} as $${at} } from ${JSON.stringify(file.startsWith('src/') ? join(root, file) : file)}`)
            .join('\n')
        : others.load(id),
  }
}

/** `code`: a part's bundle, as a module. What it imports becomes what it is given, and what it exports what it gives back: in a row, which costs V8 a tenth of what names do. */
export function openable(code, mark) {
  const given = []
  const returned = []
  let body = ''
  for (const node of parseAst(code, { sourceType: 'module' }).body) {
    if (node.type === 'ImportDeclaration')
      given.push(
        ...node.specifiers.map((one) => ({
          from: node.source.value,
          name: one.imported?.name ?? (one.type === 'ImportDefaultSpecifier' ? 'default' : '*'),
          as: one.local.name,
        })),
      )
    else if (node.type === 'ExportNamedDeclaration' && !node.declaration)
      for (const { local, exported } of node.specifiers) returned[Number(exported.name.slice(1))] = local.name
    else body += `${code.slice(node.start, node.end)}${node.type === 'FunctionDeclaration' ? '' : ';'}`
  }
  return { given, text: `(function(${given.map(({ as }) => as).join(',')}){${body}return Array.of(${[...returned, `"${mark}"`].join(',')})\n})` }
}

/** For the engine's bundle: functions that open their part stand in for those of the parts. `given`: by part, what it wants. */
export const opening = (root, parts, given, mark) => {
  const ofParts = standIns(root, parts)
  return {
    name: 'opening',
    resolveId: (id, importer) => {
      if (importer === undefined) return null
      if (id.startsWith(OPENER)) return `\0${id}`
      const isElsewhere = id.startsWith(ELSEWHERE)
      const wanted = isElsewhere ? id.slice(ELSEWHERE.length) : moduleOf(root, importer.startsWith('\0') ? '' : slashed(relative(root, importer)), id)
      return ofParts.resolve(wanted) ?? (isElsewhere ? join(root, wanted) : null)
    },
    load: (id) => (id.startsWith(`\0${OPENER}`) ? opener(id.slice(1 + OPENER.length)) : ofParts.load(id)),
  }
  function opener(part) {
    const list = given.get(part)
    const imports = list.map(
      ({ from, name }, at) => `import ${name === 'default' ? `g${at}` : name === '*' ? `* as g${at}` : `{ ${name} as g${at} }`} from ${JSON.stringify(from)}`,
    )
    return `${imports.join('\n')}
let made
const open = () => {
  const opened = $open(${JSON.stringify(part)})(${list.map((_one, at) => `g${at}`).join(',')})
  if (opened.at(-1) !== ${JSON.stringify(mark)}) throw new Error('the gate is not whole: install prudent again')
  return (made = opened)
}
export const part = () => made ?? open()
`
  }
}
