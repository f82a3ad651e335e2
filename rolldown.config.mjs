// What is bundled, into which files? Two entries share chunks; what a plain call never needs sits in chunks of its own.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { lazyTables } from './scripts/lazy-tables.mjs'
import { metered } from './scripts/metered.mjs'
import { opening, partOnly } from './scripts/parts.mjs'

const entries = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  compat: 'src/compat/index.ts',
  'hook-slow': 'src/hook/slow.ts',
  serve: 'src/http/main.ts',
  desk: 'src/desk/main.ts',
  watch: 'src/terminal/main.ts',
  lookout: 'src/lookout/main.ts',
}

/** Hosts that are served from inside their own process: those whose folder says how. */
export const pluginsIn = (root) =>
  readdirSync(join(root, 'src/hosts')).filter((name) => !name.startsWith('_') && existsSync(join(root, 'src/hosts', name, 'plugin.ts')))

/** One entry a host, of a few lines that nobody need write. */
const PLUGIN = 'plugin-of:'
const pluginEntries = (root) => ({
  name: 'plugin-entries',
  resolveId: (id) => (id.startsWith(PLUGIN) ? id : null),
  load: (id) => {
    if (!id.startsWith(PLUGIN)) return null
    const from = (file) => JSON.stringify(join(root, 'src', file))
    const name = id.slice(PLUGIN.length)
    return `import { host } from ${from(`hosts/${name}/index.ts`)}
import { plugin as made } from ${from(`hosts/${name}/plugin.ts`)}
import { attach } from ${from('plugin/attach.ts')}
export const pluginAt = (root, home) => attach(host, made, root, home)
export const plugin = pluginAt()
`
  },
})

/** The bundles that can be made from the sources that exist. */
export function bundleInto(root, folder) {
  const input = {
    ...Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(`${root}/${file}`))),
    ...Object.fromEntries(pluginsIn(root).map((name) => [`plugins/${name}`, `${PLUGIN}${name}`])),
  }
  return {
    cwd: root,
    input,
    platform: 'node',
    tsconfig: false,
    plugins: [pluginEntries(root), metered()],
    // Its other form loads its parts in a way that no bundler follows.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    transform: { target: 'node20.19' },
    output: {
      dir: folder,
      format: 'esm',
      // Half the bytes, half the time before the first answer.
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // Reached through `import()` only, so each is read from disk when its first text turns up.
      codeSplitting: {
        groups: [
          { name: 'yaml', test: /node_modules[\\/]yaml[\\/]/ },
          { name: 'linear-regex', test: /node_modules[\\/]re2js[\\/]/ },
        ],
      },
    },
  }
}

/** Parsers of inline code as CommonJS: reading code is synchronous, and so must be the loading of what reads it. */
export function parsersInto(root, folder) {
  return {
    cwd: root,
    input: { python: '@lezer/python', javascript: '@lezer/javascript' },
    platform: 'node',
    tsconfig: false,
    transform: { target: 'node20.19' },
    output: { dir: `${folder}/parsers`, format: 'cjs', minify: true, exports: 'named', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
  }
}

/** The desk's page: one script for browsers. */
export const pageInto = (root, folder) => ({
  cwd: root,
  input: { desk: 'ui/main.tsx' },
  platform: 'browser',
  tsconfig: false,
  transform: { target: 'es2023', jsx: { runtime: 'automatic', importSource: 'preact' } },
  output: { dir: `${folder}/desk`, format: 'esm', minify: true, entryFileNames: '[name].js', codeSplitting: false },
})

const hook = (root, folder, file, name, more) => ({
  cwd: root,
  input: { [name]: file },
  platform: 'node',
  tsconfig: false,
  output: { dir: folder, format: 'cjs', minify: true, exports: 'named', entryFileNames: '[name].cjs', codeSplitting: false },
  transform: { target: 'node20.19' },
  // A module of which nothing is used does nothing: so are ours.
  treeshake: { moduleSideEffects: false },
  ...more,
})

/** Modules of Node that the hook loads when it needs them; who imports them gets the one that waits. */
const WAITING = {
  'node:crypto': 'src/hook/lazy-crypto.ts',
  'node:module': 'src/hook/lazy-module.ts',
  'node:os': 'src/hook/lazy-os.ts',
  'node:path': 'src/hook/plain-path.ts',
  'node:zlib': 'src/hook/lazy-zlib.ts',
}
const waiting = (root) => ({
  name: 'waiting',
  resolveId: (id, importer) => (importer !== undefined && !importer.includes('src/hook/lazy-') && Object.hasOwn(WAITING, id) ? join(root, WAITING[id]) : null),
})

/** What Node loads a dozen modules for. */
const plainly = (root, ...names) => ({
  target: 'node20.19',
  inject: Object.fromEntries(names.map(([name, file]) => [name, [join(root, 'src/hook', file), name]])),
})
const PLAINLY = [
  ['Date', 'plain-date.ts'],
  ['performance', 'lazy-performance.ts'],
  ['TextDecoder', 'lazy-text-decoder.ts'],
]

/** The hook's engine: one file, and of Node only what every call needs. `given`, `mark`: see scripts/parts.mjs. */
export const engineInto = (root, folder, parts, given, mark) =>
  hook(root, folder, 'src/hook/engine.ts', 'hook-engine', {
    plugins: [waiting(root), opening(root, parts, given, mark), lazyTables()],
    transform: plainly(root, ...PLAINLY),
  })

/** What not every call needs of it. */
export const partInto = (root, folder, parts, part) =>
  hook(root, folder, part, part, {
    plugins: [partOnly(root, parts, part), metered(), lazyTables()],
    transform: plainly(root, ...PLAINLY),
    output: { format: 'esm', minify: true, codeSplitting: false },
  })

/** What answers where the engine cannot be loaded. */
export const rescueInto = (root, folder) => hook(root, folder, 'src/hook/rescue.ts', 'hook-rescue', {})

/** What is started: it loads that engine, and no other. */
export const hookInto = (root, folder, digest) =>
  hook(root, folder, 'src/hook/main.ts', 'hook', {
    plugins: [waiting(root)],
    transform: { target: 'node20.19', define: { __ENGINE_DIGEST__: JSON.stringify(digest) } },
  })
