// What does `npm run build` make? dist/: bundles, compiled data, types, licences of what is bundled. Replaced whole, so a running hook never sees half of it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, normalize, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { bundleInto, engineInto, hookInto, pageInto, parsersInto, partInto, rescueInto } from '../rolldown.config.mjs'
import { buildRegistries } from './build-registries.mjs'
import { buildSeal } from './build-seal.mjs'
import { metered } from './metered.mjs'
import { openable, readParts } from './parts.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const fresh = join(root, `node_modules/.cache/prudent/dist-${process.pid}`)
const compiler = join(root, 'src/config/load-data.ts')

async function bundle(options, how = 'write') {
  const made = await rolldown(options)
  try {
    const { output } = await made[how](options.output)
    return output.filter((part) => part.type === 'chunk')
  } finally {
    await made.close()
  }
}

/** V8 keeps compiled code for a script, not for a module: so the engine is a function, in characters of one byte, that its loader calls; and so are its parts. */
async function bundleHook() {
  const parts = readParts(root)
  const given = new Map()
  const chunks = []
  for (const part of parts.keys()) {
    const [chunk] = await bundle(partInto(root, fresh, parts, part), 'generate')
    const { text, given: wanted } = openable(chunk.code, MARK)
    given.set(part, wanted)
    writeFileSync(join(fresh, `hook-${part}.cjs`), plain(text))
    chunks.push(chunk)
  }
  chunks.push(...(await bundle(engineInto(root, fresh, parts, given, MARK))))
  const engine = join(fresh, 'hook-engine.cjs')
  writeFileSync(engine, `(function (exports, require, __filename, __dirname, $open) {${plain(readFileSync(engine, 'utf8'))}\n})`)
  // Of all that is run: V8 takes compiled code for any text of the same length.
  const run = ['engine', ...parts.keys()]
    .map((name) => join(fresh, `hook-${name}.cjs`))
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((file) => [file, readFileSync(file, 'latin1')])
  const digest = createHash('sha256')
    .update(run.map(([, source]) => source).join('\n'))
    .digest('hex')
    .slice(0, 16)
  for (const [file, source] of run) writeFileSync(file, source.replaceAll(MARK, digest), 'latin1')
  return [...chunks, ...(await bundle(rescueInto(root, fresh))), ...(await bundle(hookInto(root, fresh, digest)))]
}

/** Stands for the digest until that is known. */
const MARK = '$mark$'
const plain = (code) => code.replaceAll(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The page that people answer on: its script, its styles in the order of their names, and the document that loads both. */
async function bundlePage() {
  const chunks = await bundle(pageInto(root, fresh))
  const styles = readdirSync(join(root, 'ui/css')).toSorted()
  writeFileSync(join(fresh, 'desk/desk.css'), styles.map((name) => readFileSync(join(root, 'ui/css', name), 'utf8')).join('\n'))
  writeFileSync(join(fresh, 'desk/index.html'), readFileSync(join(root, 'ui/index.html')))
  return chunks
}

/** Packs, programs, places and presets as JSON. Node 20 runs no TypeScript, so the compiler is bundled first. */
async function compileData() {
  if (!existsSync(compiler)) return 0
  const file = join(fresh, '..', `compile-data-${process.pid}.mjs`)
  await bundle({ cwd: root, input: compiler, platform: 'node', tsconfig: false, plugins: [metered()], output: { file, format: 'esm', codeSplitting: false } })
  try {
    const { compileData: compile } = await import(pathToFileURL(file).href)
    const { files } = await compile(root)
    for (const [name, text] of Object.entries(files)) {
      const relative = normalize(name)
      if (isAbsolute(relative) || relative.startsWith('..')) throw new Error(`data file \`${name}\` lies outside dist/data`)
      const target = join(fresh, 'data', relative)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    // Which package, which data and which compiler of them: what a compiled policy of the person's own is good for.
    writeFileSync(
      join(fresh, 'data/made.txt'),
      `${version} ${createHash('sha256')
        .update(readFileSync(file))
        .update(JSON.stringify(Object.entries(files).map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')])))
        .digest('hex')}`,
    )
    return Object.keys(files).length
  } finally {
    rmSync(file, { force: true })
  }
}

/** The plugin for Claude Code is part of the repository: a marketplace reads it from there. */
async function writeClaudePlugin() {
  const file = join(fresh, '..', `claude-plugin-${process.pid}.mjs`)
  await bundle({
    cwd: root,
    input: join(root, 'src/install/claude-plugin.ts'),
    platform: 'node',
    tsconfig: false,
    output: { file, format: 'esm', codeSplitting: false },
  })
  try {
    const { claudePlugin } = await import(pathToFileURL(file).href)
    for (const [name, text] of Object.entries(claudePlugin())) {
      const target = join(root, name)
      if (existsSync(target) && readFileSync(target, 'utf8') === text) continue
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
      if (text.startsWith('#!')) chmodSync(target, 0o755)
    }
  } finally {
    rmSync(file, { force: true })
  }
}

/** Declarations only: whether the types hold is what `npm run typecheck` says. */
function emitTypes() {
  if (!existsSync(join(root, 'src/index.ts'))) return
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const flags = ['-p', 'tsconfig.types.json', '--outDir', join(fresh, 'types')]
  execFileSync(process.execPath, [tsc, ...flags], { cwd: root, stdio: 'inherit' })
}

/** A bundle carries other people's code, and with it their licences. */
function writeLicences(chunks) {
  /** @type {Set<string>} */
  const folders = new Set()
  for (const id of chunks.flatMap((chunk) => chunk.moduleIds)) {
    const found = /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id.replace(/^\0/, ''))
    if (found?.[1]) folders.add(found[1])
  }
  const texts = [...folders].toSorted().map((folder) => {
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const licence = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
    const text = licence ? readFileSync(join(folder, licence), 'utf8').trim() : 'The package names this licence and carries no text of it.'
    return `${about.name} ${about.version} (${about.license})\n\n${text}\n`
  })
  if (texts.length > 0) writeFileSync(join(fresh, 'THIRD-PARTY-LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`))
}

function makeExecutable(file) {
  if (!existsSync(file)) return
  const text = readFileSync(file, 'utf8')
  if (!text.startsWith('#!')) writeFileSync(file, `#!/usr/bin/env node\n${text}`)
  chmodSync(file, 0o755)
}

/** Of all that must be there to run, so that `prudent doctor` can name what is missing without loading any of it. */
function writeList() {
  const files = readdirSync(fresh, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fresh, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('types/'))
  writeFileSync(join(fresh, 'files.txt'), `${files.toSorted().join('\n')}\n`)
}

/** A Node that is too old would fail before the first line of ours that could tell why. */
function sayTooOld(file) {
  writeFileSync(file, `if(!process.getBuiltinModule)require('./hook-rescue.cjs').rescue();${readFileSync(file, 'utf8')}`)
}

/** Swap by renaming; the old folder goes last. */
function replaceDist() {
  const old = `${fresh}-old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}

const started = performance.now()
buildRegistries()
buildSeal(root)
rmSync(fresh, { recursive: true, force: true })
mkdirSync(fresh, { recursive: true })
try {
  const options = bundleInto(root, fresh)
  const dataFiles = await compileData()
  const chunks =
    Object.keys(options.input).length > 0
      ? [...(await bundle(options)), ...(await bundle(parsersInto(root, fresh))), ...(await bundleHook()), ...(await bundlePage())]
      : []
  await writeClaudePlugin()
  emitTypes()
  writeLicences(chunks)
  sayTooOld(join(fresh, 'hook.cjs'))
  makeExecutable(join(fresh, 'cli.js'))
  writeList()
  replaceDist()
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.code.length, 0)
  console.log(`built dist: ${chunks.length} chunks (${Math.round(bytes / 1024)} KB), ${dataFiles} data files, ${Math.round(performance.now() - started)} ms`)
} finally {
  rmSync(fresh, { recursive: true, force: true })
}
