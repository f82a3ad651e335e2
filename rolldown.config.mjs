// What is bundled, into which files? Two entries share chunks; what a plain call never needs sits in chunks of its own.
import { existsSync } from 'node:fs'

const entries = { cli: 'src/cli/main.ts', index: 'src/index.ts' }

/** The bundles that can be made from the sources that exist. */
export function bundleInto(root, folder) {
  const input = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(`${root}/${file}`)))
  return {
    cwd: root,
    input,
    platform: 'node',
    tsconfig: false,
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
          { name: 'validation', test: /node_modules[\\/]valibot[\\/]/ },
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
