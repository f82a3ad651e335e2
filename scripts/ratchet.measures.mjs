// Measures what in src/core may only shrink: cycles between its folders, names of programs and the like in its code, long functions and files, files that import many, limits that say nothing.
import { posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** The longest so many functions, and files, are recorded. */
const LONGEST = 20

const coreOf = (files) => [...files].filter(([file]) => file.startsWith('src/core/') && file.endsWith('.ts') && !file.endsWith('.test.ts'))

const trees = new Map()
function treeOf(text) {
  let tree = trees.get(text)
  if (tree === undefined) trees.set(text, (tree = parseAst(text, { lang: 'ts', sourceType: 'module' })))
  return tree
}

/** The files of the core that one imports, types included: a reader follows them as well. */
const importsOf = (file, text) => {
  const from = treeOf(text).body.flatMap(({ type, source }) => (/^(?:Import|Export)/.test(type) && source?.value.startsWith('.') ? [source.value] : []))
  return new Set(from.map((to) => posix.join(posix.dirname(file), to)))
}

/** Every node below one, with what it stands in. `skip` ends the descent. */
function visit(node, parent, see) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, parent, see)
    return
  }
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return
  if (see(node, parent) === 'skip') return
  for (const [key, value] of Object.entries(node)) if (key !== 'parent' && typeof value === 'object') visit(value, node, see)
}

const roomOf = (file) => (posix.dirname(file) === 'src/core' ? file : posix.dirname(file))

/** Imports between two folders of the core that also lead back, by way of others too: `a → b`. Types count: a reader follows them as well. What lies in the
 * core's own folder is below all (the nouns) or above all (the way in): each such file counts by itself. */
export function folderCycles(files) {
  const core = new Map(coreOf(files))
  const next = new Map()
  for (const [file, text] of core)
    for (const to of importsOf(file, text)) {
      const [a, b] = [roomOf(file), roomOf(to)]
      if (core.has(to) && a !== b) next.set(a, (next.get(a) ?? new Set()).add(b))
    }
  const reachable = (from) => {
    const seen = new Set()
    const todo = [from]
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) for (const to of next.get(at) ?? []) if (!seen.has(to)) todo.push((seen.add(to), to))
    return seen
  }
  const reach = new Map([...next.keys()].map((folder) => [folder, reachable(folder)]))
  return new Map([...next].flatMap(([a, targets]) => [...targets].filter((b) => reach.get(b)?.has(a)).map((b) => [`${a} → ${b}`, 1])))
}

/** Words of our own model and plain English that happen to be programs too: in code they mean something else as a rule. */
const OURS = new Set(
  `as at builtin call case cd code command comm compare container continue copy copy-out cut date declare delete dir dump echo edit end env eval exec exit expand export expr
  false file find folder for format from func get group hash head history host id if import in index info init install join json key kill kind last let like line link links list local
  log login look mail make map match merge message mode more mount move name net new nothing number op open options order pack page parse patch path ping
  port print printf process profile program prompt pwd query read readonly remove rename replace reset resource return root route run say script search select send
  send-message service set shell show size sort source split star start state step stop strings sum sync system tail task tasks test text then time times top touch trap tree true trust
  truncate type unknown unlink unset update update-all update-some url use users value version view wait watch web when where which while who words write write-file x yes`.split(
    /\s+/,
  ),
)
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const CMDLET =
  /^(?:add|clear|copy|disable|enable|export|format|get|import|install|invoke|move|new|out|remove|rename|restart|restore|save|select|send|set|start|stop|test|uninstall|unregister|update|write)-[a-z]{3,}$/i
const LIBRARY_CALL = /^[A-Za-z_][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/
const FILE_NAME =
  /\.(?:[cm]?[jt]sx?|json[c5l]?|ya?ml|toml|lock|md|sh|py|rb|txt|exe|cmd|bat|env|ini|cfg|conf|xml|html?|css|sql|db|git\w*|local|rc|example|plist|service)$/i

/** What a string names of that which belongs into data: a program, a variable that steers one, a cmdlet, a library's call; null: nothing. */
export function named(word, programs) {
  if (word.length < 2 || OURS.has(word)) return null
  if (programs.has(word)) return 'program'
  if (VARIABLE.test(word)) return 'variable'
  if (CMDLET.test(word)) return 'cmdlet'
  return LIBRARY_CALL.test(word) && !FILE_NAME.test(word) ? 'call' : null
}

/** The alternatives of a regular expression. */
const alternatives = (pattern) => [...pattern.matchAll(/(?<=[|(:^])[\w.-]{2,}(?=[|)$])/g)].map(([word]) => word)

/** File → how many strings, keys and alternatives in it name such a thing. Types, and what is imported, do not count. */
export function namesInCode(files, programs) {
  const counts = new Map()
  for (const [file, text] of coreOf(files)) {
    const found = []
    visit(treeOf(text).body, null, (node, parent) => {
      if (/^TS(?:Type|Interface|Literal)/.test(node.type) || node.type === 'ImportDeclaration') return 'skip'
      if (node.type === 'Literal' && node.regex !== undefined && node.regex !== null) found.push(...alternatives(node.regex.pattern))
      else if (node.type === 'Literal' && typeof node.value === 'string') found.push(...listed(node.value, parent, programs))
      else if (node.type === 'TemplateElement') found.push(...listed(node.value.cooked ?? '', parent, programs))
      else if (node.type === 'Property' && !node.shorthand && !node.computed && node.key.type === 'Identifier') found.push(node.key.name)
      return undefined
    })
    const count = found.filter((word) => named(word, programs) !== null).length
    if (count > 0) counts.set(file, count)
  }
  return counts
}
/** A sentence is no list: what is split into words, given to a set of words, or says hardly anything but such names. */
function listed(text, parent, programs) {
  const words = text.trim().split(/\s+/)
  const isSplit = /^words?(?:Set|Of)$/i.test(parent?.callee?.name ?? '') || parent?.property?.name === 'split'
  return isSplit || (words.length > 3 && words.filter((word) => named(word, programs) !== null).length * 2 > words.length) ? words : [text]
}

/** Names of languages that mean something else in code as a rule: what a tool is, a kind of argument, a letter. */
const NOT_ONLY_LANGUAGES = new Set(['any', 'other', 'generic', 'shell', 'cmd', 'go', 'r'])

/** File → how many strings in it are the name of a language whose folder it does not stand in. */
export function languagesInCode(files, languages) {
  const counts = new Map()
  for (const [file, text] of coreOf(files)) {
    const [, own] = /^src\/core\/languages\/([a-z]\w*)\//.exec(file) ?? []
    let count = 0
    visit(treeOf(text).body, null, (node) => {
      if (/^TS(?:Type|Interface|Literal)/.test(node.type) || node.type === 'ImportDeclaration') return 'skip'
      const said =
        node.type === 'Literal' ? node.value : node.type === 'Property' && !node.computed && node.key.type === 'Identifier' ? node.key.name : undefined
      if (typeof said === 'string' && said !== own && languages.has(said) && !NOT_ONLY_LANGUAGES.has(said)) count++
      return undefined
    })
    if (count > 0 && !file.endsWith('.gen.ts')) counts.set(file, count)
  }
  return counts
}

const longest = (lengths) => new Map([...lengths].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, LONGEST))

/** `file#name` → lines, of the longest. A function without a name is called by the line it is given to. */
export function longFunctions(files) {
  const lengths = new Map()
  for (const [file, text] of coreOf(files)) {
    const starts = [0]
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    const lineOf = (offset) => {
      let [low, high] = [0, starts.length]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle
      }
      return low
    }
    visit(treeOf(text).body, null, (node, parent) => {
      if (!/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return undefined
      const name = node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'unnamed'
      const lines = lineOf(node.end) - lineOf(node.start) + 1
      const key = `${file}#${name}`
      lengths.set(key, Math.max(lines, lengths.get(key) ?? 0))
      return undefined
    })
  }
  return longest(lengths)
}

/** How many others each imports, of those that import most. */
export const wideImports = (files) => longest(coreOf(files).map(([file, text]) => [file, importsOf(file, text).size]))

export const longFiles = (files) => longest(coreOf(files).map(([file, text]) => [file, text.trimEnd().split('\n').length]))

/** `file#NAME` → 1 for each limit behind which reading goes on and says nothing: marked so where it stands. */
export const quietLimits = (files) =>
  new Map(
    coreOf(files).flatMap(([file, text]) => [...text.matchAll(/^(?:export )?const (\w+) = \/\* quiet \*\/ /gm)].map(([, name]) => [`${file}#${name}`, 1])),
  )

/** Names of programs, from the YAML of programs/ as parsed. */
export function programNames(families) {
  const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)])
  return new Set(
    families.flatMap(({ programs }) => Object.entries(programs ?? {}).flatMap(([name, entry]) => [name, ...list(entry?.also), ...list(entry?.like)])),
  )
}

export const measures = (files, programs, languages = new Set()) => ({
  cycles: folderCycles(files),
  names: namesInCode(files, programs),
  languages: languagesInCode(files, languages),
  functions: longFunctions(files),
  files: longFiles(files),
  imports: wideImports(files),
  quiet: quietLimits(files),
})
