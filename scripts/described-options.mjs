// Writes test/build/described-options.txt: which options of our programs take a value, as two public descriptions of command lines say.
//
// `node scripts/described-options.mjs FIG [ZSH]`: FIG is the unpacked npm package `@withfig/autocomplete`, ZSH the folder of zsh's completions
// (/usr/share/zsh/functions/Completion). Both are for the tests only. FIG's modules are run, so take the package from where you trust it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse } from 'yaml'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [fig, zsh = '/usr/share/zsh/functions/Completion'] = process.argv.slice(2)
if (fig === undefined || !existsSync(join(fig, 'build')) || !existsSync(zsh)) {
  console.error('usage: node scripts/described-options.mjs FIG [ZSH] (the unpacked @withfig/autocomplete, the folder of zsh completions)')
  process.exit(2)
}

/** 0 a flag, 1 a value, 2 a value only where attached, 3 more than one, 4 one that may be left out. */
const FLAG = 0
const VALUE = 1
const ATTACHED = 2
const MORE = 3
const MAYBE = 4

/** Paths of words that programs/ describes: `git`, `git remote add`; and of each other name of a program the name itself. */
function ourPaths() {
  const paths = new Set()
  const others = new Map()
  const add = (path, entry) => {
    paths.add(path.join(' '))
    for (const [words, sub] of Object.entries(entry?.subcommands ?? {})) for (const word of words.split('|')) add([...path, word], sub)
  }
  for (const name of readdirSync(join(root, 'programs')).filter((one) => one.endsWith('.yaml'))) {
    const { programs = {} } = parse(readFileSync(join(root, 'programs', name), 'utf8'), { merge: true, maxAliasCount: -1 })
    for (const [program, entry] of Object.entries(programs)) {
      for (const spelling of [program, ...[entry?.also ?? [], entry?.like ?? []].flat()]) add([String(spelling)], entry)
      for (const other of listed(entry?.also)) others.set(String(other), program)
    }
  }
  return { paths, others }
}

const listed = (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value])

// --- FIG ---

function figArity({ args, requiresSeparator }) {
  const all = listed(args)
  const [first] = all
  if (first === undefined) return FLAG
  if (requiresSeparator) return ATTACHED
  // Several there are mostly the values that it may have, so only those that say that many follow count as more.
  if (first.isOptional) return MAYBE
  return first.isVariadic || all.length > 1 ? MORE : VALUE
}

async function readFig(paths, note) {
  const load = async (name) => {
    const file = join(fig, 'build', `${name}.js`)
    if (!existsSync(file)) return null
    try {
      const { default: spec } = await import(pathToFileURL(file).href)
      return typeof spec === 'object' ? spec : null
    } catch {
      return null
    }
  }
  const walk = async (path, spec, above) => {
    const loaded = typeof spec.loadSpec === 'string' ? { ...spec, ...(await load(spec.loadSpec)) } : spec
    const own = listed(loaded.options)
    for (const option of [...own, ...above]) for (const name of listed(option.name)) note(path.join(' '), name, figArity(option), 'fig')
    const passed = [...above, ...own.filter((option) => option.isPersistent)]
    for (const sub of listed(loaded.subcommands))
      for (const name of listed(sub.name)) if (paths.has([...path, name].join(' '))) await walk([...path, name], sub, passed)
  }
  for (const path of paths) {
    const spec = path.includes(' ') ? null : await load(path)
    if (spec !== null) await walk([path], spec, [])
  }
}

// --- zsh ---

/** Words of a shell text as far as specifications need them: quotes go, `{-a,--all}` stays in braces. */
function* words(text) {
  const word = /(?:'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|\$?\{[^{}\s]*\}|\\\n|\\.|[^\s'"\\{}()|&;]|[()]\S?)+/g
  for (const [found] of text.matchAll(word)) yield found
}

const unquoted = (word) => word.replace(/'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"/g, (_, single, double) => single ?? double)
/** `'(-a)'{-b,--bar=}'[what]:value:_files'` → each of its spellings. */
function spelt(word) {
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(word)
  if (braces === null) return [unquoted(word)]
  return braces[1].split(',').map((one) => unquoted(word.slice(0, braces.index)) + unquoted(one) + unquoted(word.slice(braces.index + braces[0].length)))
}

const SPECIFICATION = /^(?:\([^()]*\))?(?:!)?\*?(--?[A-Za-z0-9?#][A-Za-z0-9_.-]*|\+[A-Za-z])(=-|=|\+|-)?(\[(?:[^\]\\]|\\.)*\])?(:.*)?$/s

function zshOption(text) {
  const found = SPECIFICATION.exec(text)
  if (found === null || (found[3] === undefined && found[4] === undefined)) return null
  // `-x-` says that the value is attached, but names may hold dashes too.
  const trailing = found[2] === undefined && found[1].endsWith('-') && found[1].length > 2
  const name = trailing ? found[1].slice(0, -1) : found[1]
  const rest = found[4]
  if (rest === undefined) return { name, arity: FLAG }
  const attached = trailing || found[2] === '=-' || found[2] === '-'
  if (rest.startsWith('::')) return { name, arity: attached || name.startsWith('--') ? ATTACHED : MAYBE }
  if (attached) return { name, arity: ATTACHED }
  const values = rest
    .replace(/\\:/g, '')
    .replace(/\{[^}]*\}|\([^)]*\)/g, '')
    .split(':').length
  return { name, arity: rest.startsWith(':*') || values > 4 ? MORE : VALUE }
}

function readZsh(paths, note) {
  const single = new Set([...paths].filter((path) => !path.includes(' ')))
  const files = readdirSync(zsh, { recursive: true }).filter((name) => /(?:^|\/)_[\w.-]+$/.test(name) && !name.endsWith('.zwc'))
  for (const name of files) {
    const text = readFileSync(join(zsh, name), 'utf8')
    const heads =
      /^#compdef (.*)$/m
        .exec(text)?.[1]
        .split(/\s+/)
        .filter((one) => /^[\w.+-]+$/.test(one) && single.has(one)) ?? []
    if (heads.length === 0) continue
    const parts = text.split(/^(?=(?:\(\(.*\)\) \|\|\n?)?\s*(?:function )?[\w-]+ *\(\))/m)
    for (const part of parts) {
      const called = /^(?:\(\(.*\)\) \|\|\n?)?\s*(?:function )?_?([\w-]+) *\(\)/.exec(part)?.[1]
      for (const head of heads) {
        const own = called === undefined || called === head
        const sub = called?.startsWith(`${head}-`) || called?.startsWith(`${head}_`) ? `${head} ${called.slice(head.length + 1)}` : null
        const path = own ? head : sub !== null && paths.has(sub) ? sub : null
        if (path === null) continue
        // What is told apart by platform or by subcommand inside one function describes none of them surely.
        if (own && [...paths].some((other) => other.startsWith(`${head} `)) && /\bcase\b/.test(part)) continue
        for (const word of words(part))
          for (const one of spelt(word)) {
            const option = zshOption(one)
            if (option !== null) note(path, option.name, option.arity, 'zsh')
          }
      }
    }
  }
}

const COMPILERS = new Set(['cc', 'gcc', 'g++', 'c++', 'clang', 'clang++', 'webpack'])
const table = new Map()
const note = (path, name, arity, source) => {
  if (!/^[-+][^\s=,<>[\]]+$/.test(name) || name === '--' || name === '-') return
  const options = table.get(path) ?? new Map()
  table.set(path, options)
  const sources = options.get(name) ?? { fig: new Set(), zsh: new Set() }
  options.set(name, sources)
  sources[source].add(arity)
}
const { paths, others } = ourPaths()
await readFig(paths, note)
readZsh(paths, note)

const byText = (one, other) => (one < other ? -1 : one > other ? 1 : 0)
// One line each: `path <source><arity>:names …`; what a source itself says in two ways is left out.
const lines = []
const programs = new Set([...table.keys()].map((path) => path.split(' ', 1)[0]))
for (const path of [...table.keys()].sort(byText)) {
  const [program] = path.split(' ', 1)
  // Another name of a program that is described itself says nothing more; compilers' thousand options hide nothing.
  if (programs.has(others.get(program)) || COMPILERS.has(program)) continue
  const groups = new Map()
  for (const [name, sources] of table.get(path))
    for (const [source, arities] of Object.entries(sources)) {
      if (arities.size !== 1) continue
      const key = `${source[0]}${[...arities][0]}`
      groups.set(key, [...(groups.get(key) ?? []), name])
    }
  if (groups.size > 0)
    lines.push(
      `${path}\t${[...groups.keys()]
        .sort(byText)
        .map((key) => `${key} ${groups.get(key).sort(byText).join(' ')}`)
        .join('\t')}`,
    )
}
const out = join(root, 'test/build/described-options.txt')
writeFileSync(out, `${lines.join('\n')}\n`)
console.log(`${lines.length} commands, ${[...table.values()].reduce((sum, { size }) => sum + size, 0)} options in ${out}`)
